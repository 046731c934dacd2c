import type { OpenAddress } from '../../../../src/model/address/address.ts';
import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/model/errors.ts';
import { draftBench, type DraftBench, lead, newLead, typed } from './draftBench.ts';

/** Whether the step at which the window is killed still took effect; a request may also arrive late. */
type Fate = 'lost' | 'done' | 'late';

/** A window that is killed at one of a save's external steps: on disk or at the service. */
class MortalWindow {
  readonly #bench: DraftBench;
  readonly #diesAt: number;
  readonly #fate: Fate;
  steps = 0;
  /** Number of writes stored by the service, from any window. */
  stored = 0;

  constructor(bench: DraftBench, diesAt: number, fate: Fate) {
    this.#bench = bench;
    this.#diesAt = diesAt;
    this.#fate = fate;
    const { store } = bench;
    const { writeText: write, delete: remove } = store;
    store.writeText = (key, text) => this.#step(() => write(key, text));
    store.delete = (key) => this.#step(() => remove(key));
    bench.onSave = (_, response, keep) => {
      this.steps += 1;
      const isLast = !this.#isNext && this.steps === this.#diesAt;
      const isKept = this.steps < this.#diesAt || (isLast && this.#fate === 'done') || this.#isNext;
      if (isKept) {
        keep();
        this.stored += 1;
      }
      if (!isLast && isKept) return this.#answer(response);
      if (isLast && this.#fate === 'late') this.#arriveLater(keep);
      response.destroy();
      return true;
    };
  }

  #isNext = false;

  /** Arrives after the next window has checked and found nothing. */
  #arriveLater(keep: () => string): void {
    this.#bench.onWait = () => {
      this.#bench.onWait = () => undefined;
      keep();
      this.stored += 1;
    };
  }

  /** Starts the next window, which isn't killed. */
  begin(): void {
    this.#isNext = true;
    this.#bench.restart();
  }

  #answer(response: Parameters<NonNullable<DraftBench['onSave']>>[1]): boolean {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ errors: [], message: [], id: [...this.#bench.records.keys()].at(-1) }));
    return true;
  }

  async #step<T>(work: () => Promise<T>): Promise<T> {
    this.steps += 1;
    if (this.#isNext || this.steps < this.#diesAt) return work();
    if (this.steps === this.#diesAt && this.#fate === 'done') await work();
    throw new Error('The window is gone.');
  }
}

/** VS Code keeps the typed text; the user saves it, the window is killed, and the user saves it again. */
async function saveTwice(
  address: OpenAddress,
  diesAt: number,
  fate: Fate,
  secondCity = 'Pune',
): Promise<{ bench: DraftBench; window: MortalWindow; refusal: string | undefined }> {
  const bench = await draftBench();
  const text = typed(await bench.read(address), { city: 'Pune' });
  const window = new MortalWindow(bench, diesAt, fate);
  await bench.drafts.keepBase(address).catch(() => undefined);
  await bench.drafts.saveDocument(address, text).catch(() => undefined);
  window.begin();
  await bench.drafts.restore(address);
  const refusal = await bench.drafts.saveDocument(address, typed(text, { city: secondCity })).then(
    () => undefined,
    (error: unknown) => (error instanceof ServiceError ? error.message : assert.fail(String(error))),
  );
  return { bench, window, refusal };
}

const maxSteps = 12;

describe('window that is killed at any step of a save', () => {
  for (const fate of ['lost', 'done', 'late'] as const) {
    it(`writes a change once if the step was ${fate}`, async () => {
      for (let diesAt = 1; diesAt <= maxSteps; diesAt++) {
        const { bench, window, refusal } = await saveTwice(lead('1'), diesAt, fate);
        // without its base, it asks for each field and sends nothing
        const asks = refusal?.includes('previous value');
        assert.ok(refusal === undefined || asks, refusal);
        bench.onWait();
        assert.equal(bench.records.get('1')?.['city'], asks ? 'Goa' : 'Pune', `killed at ${diesAt}`);
        assert.equal(window.stored, asks ? 0 : 1, `killed at ${diesAt}`);
        await bench.close();
      }
    });

    it(`ends with the text typed after restart, with no self-conflict, if the step was ${fate}`, async () => {
      for (let diesAt = 1; diesAt <= maxSteps; diesAt++) {
        const { bench, window, refusal } = await saveTwice(lead('1'), diesAt, fate, 'Agra');
        const asks = refusal?.includes('previous value');
        assert.ok(refusal === undefined || asks, refusal);
        bench.onWait();
        assert.equal(bench.records.get('1')?.['city'], asks ? 'Goa' : 'Agra', `killed at ${diesAt}`);
        assert.ok(window.stored <= 2, `killed at ${diesAt}`);
        await bench.close();
      }
    });

    it(`adds a record once, or asks, if the step was ${fate}`, async () => {
      for (let diesAt = 1; diesAt <= maxSteps; diesAt++) {
        const { bench, window, refusal } = await saveTwice(newLead, diesAt, fate);
        assert.ok(refusal === undefined || /added already/.test(refusal), refusal);
        bench.onWait();
        assert.ok(window.stored <= 1, `added ${window.stored} times, killed at ${diesAt}`);
        assert.ok(window.stored === 1 || refusal !== undefined, `neither added nor asked, killed at ${diesAt}`);
        await bench.close();
      }
    });
  }
});
