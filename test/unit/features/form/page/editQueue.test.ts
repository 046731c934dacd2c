import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { FormState } from '../../../../../src/features/form/formProtocol.ts';
import { EditQueue } from '../../../../../src/features/form/page/recordEdits.ts';
import type { ValueChange } from '../../../../../src/model/form/fieldValue.ts';
import { pluck } from '../../../../support/pluck.ts';

const state = { values: null } as FormState;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

class Bench {
  readonly sent: (readonly ValueChange[])[] = [];
  readonly silences: boolean[] = [];
  readonly refused: string[] = [];
  readonly answers: { readonly accept: () => void; readonly refuse: (reason: string) => void }[] = [];
  readonly queue = new EditQueue({
    send: (changes) => {
      this.sent.push(changes);
      return new Promise((resolve, reject) =>
        this.answers.push({ accept: () => resolve(state), refuse: (reason) => reject(new Error(reason)) }),
      );
    },
    onState: () => undefined,
    onRefused: (changes, message) => this.refused.push(`${changes.length} ${message}`),
    onSilence: (isSilent) => this.silences.push(isSilent),
    onUnsent: () => undefined,
    noticeAfterMs: 2_000,
  });

  async answer(place: number, reason?: string): Promise<void> {
    if (reason === undefined) this.answers[place]?.accept();
    else this.answers[place]?.refuse(reason);
    await turn();
  }
}

describe('edit queue', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('has one edit in flight, and then sends the latest queued one', async () => {
    const { queue, sent, answers } = new Bench();
    queue.put([{ at: ['a'], value: '1' }]);
    queue.put([{ at: ['a'], value: '2' }]);
    queue.put([{ at: ['b'], value: 'x' }]);
    queue.put([{ at: ['a'], value: '3' }]);
    assert.equal(sent.length, 1);
    answers[0]?.accept();
    await turn();
    assert.deepEqual(sent[1], [
      { at: ['a'], value: '3' },
      { at: ['b'], value: 'x' },
    ]);
  });

  it('resends an in-flight edit when other rows take its position in between', async () => {
    const { queue, sent, answers } = new Bench();
    const typed = { at: ['phones', '0', 'number'], value: 'x' };
    const moved = { at: ['phones'], value: [{ number: 'b' }, { number: 'x' }] };
    queue.put([typed]);
    queue.put([moved]);
    queue.put([typed]);
    answers[0]?.accept();
    await turn();
    assert.deepEqual(sent[1], [moved, typed]);
  });

  it('is settled when everything is acknowledged, and at once when nothing is in flight', async () => {
    const bench = new Bench();
    await bench.queue.settled();
    bench.queue.put([{ at: ['a'], value: '1' }]);
    bench.queue.put([{ at: ['a'], value: '2' }]);
    let isSettled = false;
    void bench.queue.settled().then(() => (isSettled = true));
    await bench.answer(0);
    assert.equal(isSettled, false);
    await bench.answer(1);
    assert.equal(isSettled, true);
    assert.deepEqual(bench.queue.unsent, []);
  });

  it('detects that the host does not respond, and that it responds again', async () => {
    const bench = new Bench();
    bench.queue.put([{ at: ['a'], value: '1' }]);
    mock.timers.tick(1_999);
    assert.deepEqual(bench.silences, []);
    mock.timers.tick(1);
    assert.deepEqual(bench.silences, [true]);
    await bench.answer(0);
    assert.deepEqual(bench.silences, [true, false]);
  });

  it('sends to a new host what the old one left, and ignores the old one', async () => {
    const bench = new Bench();
    bench.queue.put([{ at: ['a'], value: '1' }]);
    bench.queue.sendAgain();
    assert.equal(bench.sent.length, 1);
    bench.queue.put([{ at: ['b'], value: '2' }]);
    mock.timers.tick(2_000);
    bench.queue.sendAgain();
    assert.deepEqual(bench.sent[1], [
      { at: ['a'], value: '1' },
      { at: ['b'], value: '2' },
    ]);
    await bench.answer(0, 'too late');
    assert.deepEqual(bench.refused, []);
    assert.equal(bench.queue.unsent.length, 2);
    await bench.answer(1);
    assert.deepEqual(bench.queue.unsent, []);
  });

  it('continues after a refusal', async () => {
    const bench = new Bench();
    bench.queue.put([{ at: ['a'], value: '1' }]);
    bench.queue.put([{ at: ['b'], value: '2' }]);
    await bench.answer(0, 'no');
    assert.deepEqual(bench.refused, ['1 no']);
    assert.equal(bench.sent.length, 2);
  });

  it('sends no more at once than the protocol allows', async () => {
    const bench = new Bench();
    bench.queue.put([{ at: ['first'], value: '' }]);
    bench.queue.put(Array.from({ length: 150 }, (_, place) => ({ at: [String(place)], value: place })));
    await bench.answer(0);
    await bench.answer(1);
    assert.deepEqual(pluck(bench.sent, 'length'), [1, 100, 50]);
  });
});
