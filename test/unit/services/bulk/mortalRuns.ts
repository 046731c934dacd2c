import assert from 'node:assert/strict';
import { memoryHistory } from '../../../support/memoryHistory.ts';
import type { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { type JournalLine, readLine, type BulkPlan, writeLine } from '../../../../src/model/bulk/bulkJournal.ts';
import type { Connection } from '../../../../src/model/connection/connection.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import type { FormValues } from '../../../../src/model/form/fieldValue.ts';
import type { FormOperation, RecordForm } from '../../../../src/model/form/recordForm.ts';
import type { BulkResult } from '../../../../src/model/form/saveResult.ts';
import { BulkRunner, type RunStatus } from '../../../../src/services/bulk/bulkRunner.ts';
import { markSentAddsUnclear } from '../../../../src/services/bulk/writeEntry.ts';
import { RecordChanges } from '../../../../src/services/common/recordChanges.ts';
import { openGuard } from '../../../support/openGuard.ts';
import { RecordWriter } from '../../../../src/services/writes/recordWriter.ts';
import { WriteIntents } from '../../../../src/services/writes/writeIntents.ts';
import { leadsController } from '../../../support/bulkParts.ts';
import { MemoryLedger, runPlan } from '../../../support/memoryLedger.ts';
import { MemoryIntents } from '../../../support/memoryIntents.ts';
import { KillableSteps, never } from '../../../support/mortalSteps.ts';
import { cityForm } from '../../../support/cityForm.ts';

/** An import is an edit that includes new records. */
type Kind = BulkPlan['kind'] | 'import';

/**
 * The fate of a request whose sender was killed or gets no response. In a chunk, every other record may be written, and
 * the rest never or late.
 */
export type Fate = 'lost' | 'written' | 'late' | 'partly' | 'partlyLate';

export interface Kill {
  /** Number of steps of the run before the kill. */
  readonly after: number;
  readonly fate: Fate;
  /** Number of unsynced bytes that reached the disk anyway. */
  readonly torn: number;
}

export interface WorldOptions {
  readonly kind: Kind;
  readonly way?: BulkPlan['way'];
  readonly records: number;
  /** Records whose first response, or that of their chunk, is lost. */
  readonly silent?: Readonly<Record<string, Fate>>;
  /** Records that the service skips the first time they are in a chunk. */
  readonly passedOver?: readonly string[];
  /** Makes the log in which windows announce their writes slow as well. */
  readonly hasSlowLog?: boolean;
}

/** A new record is identified by its city. */
const newCity = (id: number): string => `City ${id}`;
const numberIn = ({ city }: FormValues): string => (typeof city === 'string' ? city.slice('City '.length) : '');

/** A service, a disk and a clock that outlive the windows. */
export class World {
  readonly options: WorldOptions;
  readonly plan: BulkPlan;
  readonly city = new Map<string, string>();
  readonly deleted = new Set<string>();
  readonly writes = new Map<string, number>();
  /** Number of write requests received, with or without a response. */
  requests = 0;
  disk = '';
  readonly intents = new MemoryIntents();
  now = 1_000;
  readonly #late = new Set<string>();
  readonly #answered = new Set<string>();
  readonly #passedOver: Set<string>;

  constructor(options: WorldOptions) {
    const { kind, way = 'records', records, passedOver = [] } = options;
    this.options = options;
    this.#passedOver = new Set(passedOver);
    const isEdit = kind === 'edit';
    this.plan = {
      ...runPlan,
      way,
      kind: kind === 'delete' ? 'delete' : 'edit',
      changes: isEdit ? [{ field: 'city', kind: 'set', value: 'Pune' }] : [],
    };
    const lines: JournalLine[] = [{ type: 'plan', version: 1, plan: this.plan }];
    for (let id = 1; id <= records; id++) {
      this.city.set(String(id), 'Goa');
      const cells = [{ at: ['city'], before: 'Goa', after: 'Pune' }];
      const isNew = kind === 'import';
      lines.push({
        type: 'record',
        id: String(id),
        name: `Lead ${id}`,
        ...(isEdit && { cells }),
        ...(isNew && { action: 'add' as const, cells: [{ at: ['city'], before: null, after: newCity(id) }] }),
      });
    }
    lines.push({ type: 'ready', dropped: [], labels: {} });
    this.disk = lines.map(writeLine).join('');
  }

  /** Delivers everything in flight, which arrives within its timeout. */
  pass(ms: number): void {
    this.now += ms;
    for (const id of this.#late) this.write(id);
    this.#late.clear();
  }

  write(id: string): void {
    this.writes.set(id, (this.writes.get(id) ?? 0) + 1);
    if (this.options.kind === 'delete') this.deleted.add(id);
    else this.city.set(id, 'Pune');
  }

  suffer(ids: readonly string[], sentAt: number, fate: Fate): void {
    // nothing stays in flight longer than its timeout
    const isOver = this.now - sentAt >= runPlan.timeoutMs;
    const rest = { partly: 'lost', partlyLate: 'late' } as const;
    for (const [place, id] of ids.entries()) {
      const own = fate === 'partly' || fate === 'partlyLate' ? (place % 2 === 0 ? 'written' : rest[fate]) : fate;
      if (own === 'written' || (own === 'late' && isOver)) this.write(id);
      else if (own === 'late') this.#late.add(id);
    }
  }

  /** Loses the first response for each record. */
  silence(ids: readonly string[]): Fate | undefined {
    const fresh = ids.filter((id) => !this.#answered.has(id));
    for (const id of fresh) this.#answered.add(id);
    return fresh.map((id) => this.options.silent?.[id]).find((fate) => fate !== undefined);
  }

  /** All ids except those that the service skips this time. */
  taken(ids: readonly string[]): readonly string[] {
    return ids.filter((id) => !this.#passedOver.delete(id));
  }

  /** The ledger according to the journal. */
  get ledger(): MemoryLedger {
    this.disk = this.disk.slice(0, this.disk.lastIndexOf('\n') + 1);
    const ledger = new MemoryLedger(this.plan);
    for (const text of this.disk.split('\n').filter(Boolean)) {
      const line = readLine(text);
      assert.ok(line, text);
      ledger.apply(line);
    }
    return ledger;
  }

  /** Asserts that the journal is right about every record, at any time. */
  assertJournalMatchesService(when: string): void {
    for (const { id, state } of this.ledger.entries) {
      const writes = this.writes.get(id) ?? 0;
      const of = `${when}: record ${id} is ${state}`;
      assert.ok(writes <= 1, `${of}, and was written ${writes} times`);
      if (state === 'done') assert.equal(writes, 1, `${of}, and the service has nothing of it`);
      if (state === 'waiting' || state === 'failed')
        assert.ok(writes === 0 && !this.#late.has(id), `${of}, and it was sent`);
    }
  }

  form(id: string, operation: FormOperation): RecordForm {
    const city = this.city.get(id) ?? null;
    return cityForm(id, city, operation, { is_record_deleted: this.deleted.has(id) });
  }
}

/** A window that runs until it is killed. */
export class Window {
  readonly #world: World;
  readonly #kill: Kill | undefined;
  readonly #steps: KillableSteps;
  #unsynced = '';
  /** Whether the kill came during a request; at any other step, all fates are the same. */
  diedInRequest = false;

  constructor(world: World, kill: Kill | undefined) {
    this.#world = world;
    this.#kill = kill;
    this.#steps = new KillableSteps(kill?.after, () => (world.disk += this.#unsynced.slice(0, kill?.torn)));
  }

  /** `retry`: the user retries failed records. */
  async live(concurrency: number, retry = false): Promise<RunStatus | 'killed'> {
    const world = this.#world;
    const { ledger } = world;
    const put = (line: JournalLine): void => {
      ledger.apply(line);
      this.#unsynced += writeLine(line);
    };
    markSentAddsUnclear(ledger, put);
    if (retry) put({ type: 'again' });
    const guard = openGuard(() => this.#client());
    const clock = {
      now: () => world.now,
      wait: async (ms: number) => {
        await this.#steps.take();
        world.pass(ms);
      },
    };
    const log = world.intents.store();
    const intents = new WriteIntents(world.options.hasSlowLog === true ? this.#steps.log(log) : log, clock);
    const runner = new BulkRunner({
      ledger,
      controller: leadsController,
      writer: new RecordWriter({
        guard,
        changes: new RecordChanges(),
        intents,
        history: memoryHistory(),
      }),
      concurrency,
      onWritten: () => undefined,
      client: async () => this.#client(),
      journal: {
        put: (line) => {
          if (!this.#steps.isDead) this.#unsynced += writeLine(line);
          return 0; // the ledger stores its own lines
        },
        room: () => undefined,
        sync: async () => {
          await this.#steps.take();
          if (this.#steps.isDead) return never();
          world.disk += this.#unsynced;
          this.#unsynced = '';
        },
        close: async () => undefined,
      },
    });
    return Promise.race([runner.runBulk(), this.#steps.killed]);
  }

  #client(): RecordClient {
    const world = this.#world;
    const form: RecordClient['form'] = async (_controller, operation, id = '') => {
      await this.#steps.take();
      return world.form(id, operation);
    };
    const client: Partial<RecordClient> = {
      connection: { network: { timeoutMs: runPlan.timeoutMs }, choices: { emptyValue: 'empty' } } as Connection,
      form,
      open: (controller, id) => form(controller, 'edit', id),
      checkSave: () => undefined,
      sendSave: async (saved, values) => {
        const id = saved.id ?? numberIn(values);
        return { id, ...(await this.#write([id])) };
      },
      sendDelete: (_controller, id) => this.#write([id]),
      sendBulkEdit: (_controller, ids, { values }) => {
        assert.deepEqual(values, { city: 'Pune' });
        return this.#write(ids);
      },
      sendBulkDelete: (_controller, ids) => this.#write(ids),
    };
    return client as RecordClient;
  }

  /** One request, for a record or a chunk. */
  async #write(ids: readonly string[]): Promise<BulkResult> {
    const world = this.#world;
    const sentAt = world.now;
    const suffer = (fate: Fate): void => {
      world.requests += 1;
      world.suffer(world.taken(ids), sentAt, fate);
    };
    await this.#steps.take(() => {
      this.diedInRequest = true;
      suffer(this.#kill?.fate ?? 'lost');
    });
    const silence = world.silence(ids);
    if (silence) {
      suffer(silence);
      throw new ServiceError('unreachable', { doing: 'write', why: 'it broke', effect: 'unknown' });
    }
    suffer('written');
    await this.#steps.take();
    return { messages: [], refused: new Map() };
  }
}
