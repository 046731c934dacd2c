import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readRecordForm } from '../../../../src/api/form/readForm.ts';
import type { RecordClient } from '../../../../src/api/recordClient.ts';
import { type JournalLine, readLine, type RunPlan, writeLine } from '../../../../src/model/bulk/bulkJournal.ts';
import { BulkLedger } from '../../../../src/model/bulk/bulkLedger.ts';
import type { Connection } from '../../../../src/model/connection/connection.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import type { FormValues } from '../../../../src/model/form/fieldValue.ts';
import type { FormOperation, RecordForm } from '../../../../src/model/form/recordForm.ts';
import { BulkRunner } from '../../../../src/services/bulk/bulkRunner.ts';
import { KeyedMutex } from '../../../../src/services/common/keyedMutex.ts';
import { giveUpSentAdds } from '../../../../src/services/bulk/writeEntry.ts';
import { RecordChanges } from '../../../../src/services/common/recordChanges.ts';
import type { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import { RecordWriter } from '../../../../src/services/writes/recordWriter.ts';
import { WriteIntents } from '../../../../src/services/writes/writeIntents.ts';
import { leadsController } from '../../../support/bulkParts.ts';
import { MemoryIntents } from '../../../support/memoryIntents.ts';

/** An import is an edit with new records in it. */
type Kind = RunPlan['kind'] | 'import';

/** What becomes of a request whose sender is gone, or does not get its answer. */
type Fate = 'lost' | 'written' | 'late';

interface Kill {
  /** After so many steps of the run. */
  readonly after: number;
  readonly fate: Fate;
  /** So many bytes of what was not synced are on the disk all the same. */
  readonly torn: number;
}

const plan: Omit<RunPlan, 'kind'> = {
  run: 'run',
  way: 'records',
  connection: 'test',
  connectionName: 'Test',
  baseUrl: 'http://localhost',
  controller: 'crm/leads',
  title: 'Edit city',
  changes: [],
  startedAt: 0,
  timeoutMs: 1_000,
};

const planOf = (kind: Kind): RunPlan => ({ ...plan, kind: kind === 'delete' ? 'delete' : 'edit' });

/** A new record is told from the others by its city. */
const newCity = (id: number): string => `City ${id}`;
const numberIn = ({ city }: FormValues): string => (typeof city === 'string' ? city.slice('City '.length) : '');

/** A service, a disk and a clock that outlive the windows. */
class World {
  readonly kind: Kind;
  readonly city = new Map<string, string>();
  readonly deleted = new Set<string>();
  readonly writes = new Map<string, number>();
  readonly silent: ReadonlyMap<string, Fate>;
  disk = '';
  readonly intents = new MemoryIntents();
  now = 1_000;
  #late: (() => void)[] = [];
  readonly #answered = new Set<string>();

  constructor(kind: Kind, records: number, silent: ReadonlyMap<string, Fate>) {
    this.kind = kind;
    this.silent = silent;
    const lines: JournalLine[] = [{ type: 'plan', version: 1, plan: planOf(kind) }];
    for (let id = 1; id <= records; id++) {
      this.city.set(String(id), 'Goa');
      const cells = [{ at: ['city'], before: 'Goa', after: 'Pune' }];
      const isNew = kind === 'import';
      lines.push({
        type: 'record',
        id: String(id),
        name: `Lead ${id}`,
        ...(kind === 'edit' && { cells }),
        ...(isNew && { action: 'add' as const, cells: [{ at: ['city'], before: null, after: newCity(id) }] }),
      });
    }
    lines.push({ type: 'ready', dropped: [], labels: {} });
    this.disk = lines.map(writeLine).join('');
  }

  /** Whatever is still on its way arrives within its time-out. */
  pass(ms: number): void {
    this.now += ms;
    for (const arrive of this.#late.splice(0)) arrive();
  }

  write(id: string): void {
    this.writes.set(id, (this.writes.get(id) ?? 0) + 1);
    if (this.kind === 'delete') this.deleted.add(id);
    else this.city.set(id, 'Pune');
  }

  suffer(id: string, sentAt: number, fate: Fate): void {
    // nothing is on its way for longer than its time-out
    const isOver = this.now - sentAt >= plan.timeoutMs;
    if (fate === 'written' || (fate === 'late' && isOver)) this.write(id);
    else if (fate === 'late') this.#late.push(() => this.write(id));
  }

  /** Once for each record, its first answer is lost. */
  silence(id: string): Fate | undefined {
    if (this.#answered.has(id)) return undefined;
    this.#answered.add(id);
    return this.silent.get(id);
  }

  form(id: string, operation: FormOperation): RecordForm {
    const answer = {
      errors: [],
      data: { leads: { id, city: this.city.get(id) ?? null } },
      id,
      alias: 'leads',
      name: `Lead ${id}`,
      is_editable: 1,
      is_deletable: 1,
      is_record_deleted: this.deleted.has(id),
      form: {
        permission: 2,
        elements: [
          { name: ['leads', 'city'], label: 'City', template: 'text', permission: 2 },
          { name: ['action', 'save_progress'], label: 'Save', template: 'submit', is_web_compatible: '1' },
        ],
      },
    };
    return readRecordForm(answer, { controller: leadsController, operation });
  }
}

/** A window that works until it is killed. */
class Window {
  readonly #world: World;
  readonly #kill: Kill | undefined;
  readonly #killed = Promise.withResolvers<'killed'>();
  #steps = 0;
  #isDead = false;
  #unsynced = '';

  constructor(world: World, kill: Kill | undefined) {
    this.#world = world;
    this.#kill = kill;
  }

  async live(concurrency: number): Promise<string> {
    const { ledger } = this;
    giveUpSentAdds(ledger.entries, (line) => {
      ledger.apply(line);
      this.#unsynced += writeLine(line);
    });
    const guard = { client: async () => this.#client() } as unknown as WriteGuard;
    const clock = {
      now: () => this.#world.now,
      wait: async (ms: number) => {
        await this.#step();
        this.#world.pass(ms);
      },
    };
    const intents = new WriteIntents(this.#world.intents.store(), clock);
    const runner = new BulkRunner({
      ledger,
      controller: leadsController,
      writer: new RecordWriter({ guard, changes: new RecordChanges(), queue: new KeyedMutex(), intents }),
      concurrency,
      wait: clock.wait,
      onWritten: () => undefined,
      client: async () => this.#client(),
      journal: {
        put: (line) => {
          if (!this.#isDead) this.#unsynced += writeLine(line);
        },
        sync: async () => {
          await this.#step();
          if (this.#isDead) return this.#never();
          this.#world.disk += this.#unsynced;
          this.#unsynced = '';
        },
        close: async () => undefined,
      },
    });
    return Promise.race([runner.run(), this.#killed.promise]);
  }

  /** As the journal tells it. */
  get ledger(): BulkLedger {
    const whole = this.#world.disk.slice(0, this.#world.disk.lastIndexOf('\n') + 1);
    this.#world.disk = whole;
    const ledger = new BulkLedger(planOf(this.#world.kind));
    for (const text of whole.split('\n').filter(Boolean)) {
      const line = readLine(text);
      assert.ok(line, text);
      ledger.apply(line);
    }
    return ledger;
  }

  #client(): RecordClient {
    const world = this.#world;
    const write = async (id: string): Promise<{ messages: [] }> => {
      const sentAt = world.now;
      await this.#step(() => world.suffer(id, sentAt, this.#kill?.fate ?? 'lost'));
      const silence = world.silence(id);
      if (silence) {
        world.suffer(id, sentAt, silence);
        throw new ServiceError('unreachable', { doing: 'write', why: 'it broke', effect: 'unknown' });
      }
      world.write(id);
      await this.#step();
      return { messages: [] };
    };
    const form: RecordClient['form'] = async (_controller, operation, id = '') => {
      await this.#step();
      return world.form(id, operation);
    };
    const client: Partial<RecordClient> = {
      connection: { network: { timeoutMs: plan.timeoutMs } } as Connection,
      form,
      open: (controller, id) => form(controller, 'edit', id),
      sendSave: async (saved, values) => {
        const id = saved.id ?? numberIn(values);
        return { id, ...(await write(id)) };
      },
      sendDelete: (_controller, id) => write(id),
    };
    return client as RecordClient;
  }

  /** Something that takes its time; a window that is killed in it never comes back. */
  async #step(atKill?: () => void): Promise<void> {
    await Promise.resolve();
    this.#steps += 1;
    if (!this.#isDead && this.#kill && this.#steps > this.#kill.after) {
      this.#isDead = true;
      atKill?.();
      this.#world.disk += this.#unsynced.slice(0, this.#kill.torn);
      this.#killed.resolve('killed');
    }
    if (this.#isDead) await this.#never();
  }

  #never(): Promise<void> {
    return new Promise(() => undefined);
  }
}

const fate = fc.constantFrom<Fate>('lost', 'written', 'late');
const kill = fc.record({ after: fc.nat(60), fate, torn: fc.nat(400) });
const scenario = fc.record({
  records: fc.integer({ min: 1, max: 12 }),
  concurrency: fc.integer({ min: 1, max: 4 }),
  kills: fc.array(kill, { maxLength: 8 }),
  silent: fc.dictionary(fc.integer({ min: 1, max: 12 }).map(String), fate, { maxKeys: 4 }),
});

/** Another record is waited for between the note of the ninth and its sending. */
const sleepsBeforeItSends = {
  records: 11,
  concurrency: 4,
  kills: [{ after: 28, fate: 'lost' as const, torn: 39 }],
  silent: { '1': 'lost' as const, '6': 'lost' as const, '9': 'late' as const },
};

describe('a bulk run that is killed', function () {
  this.timeout(60_000);

  for (const kind of ['edit', 'delete'] as const)
    it(`writes each record exactly once, however often and wherever: ${kind}`, async () => {
      await fc.assert(
        fc.asyncProperty(scenario, async ({ records, concurrency, kills, silent }) => {
          const world = new World(kind, records, new Map(Object.entries(silent)));
          for (const one of kills) await new Window(world, one).live(concurrency);
          let status = '';
          // a run that met too much silence stops, and is resumed as a person would
          for (let turn = 0; status !== 'finished' && turn < 20; turn++)
            status = await new Window(world, undefined).live(concurrency);
          assert.equal(status, 'finished');
          assert.deepEqual([...world.writes.values()], Array<number>(records).fill(1));
        }),
        { numRuns: 300, examples: [[sleepsBeforeItSends]] },
      );
    });

  it('adds each record once at most, and asks about the others: import', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ records, concurrency, kills, silent }) => {
        const world = new World('import', records, new Map(Object.entries(silent)));
        for (const one of kills) await new Window(world, one).live(concurrency);
        for (let turn = 0, status = ''; status !== 'finished' && turn < 20; turn++)
          status = await new Window(world, undefined).live(concurrency);
        for (const { id, state } of new Window(world, undefined).ledger.entries) {
          const written = world.writes.get(id) ?? 0;
          assert.ok(written <= 1, `record ${id} was added ${written} times`);
          assert.ok(state === 'unclear' || (state === 'done' && written === 1), `record ${id} is ${state}`);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('would be caught writing twice if it did not look first', async () => {
    const world = new World('edit', 1, new Map());
    await new Window(world, { after: 3, fate: 'written', torn: 0 }).live(1);
    assert.equal(world.writes.get('1'), 1);
    world.disk = world.disk.replaceAll(/\{"type":"sent".*\n/g, '');
    world.city.set('1', 'Goa');
    await new Window(world, undefined).live(1);
    assert.equal(world.writes.get('1'), 2);
  });
});
