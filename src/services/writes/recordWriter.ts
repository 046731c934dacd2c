import type { EntryAction } from '../../model/bulk/bulkJournal.ts';
import type { ControllerName } from '../../model/controller.ts';
import { type Effect, ServiceError, type ServiceMessage } from '../../model/errors.ts';
import type { FormValues } from '../../model/form/fieldValue.ts';
import { type ParentLink, withParentLink } from '../../model/form/parentLink.ts';
import { ReadAsEmptyError } from '../../model/form/readAsEmpty.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { BulkResult, WriteResult } from '../../model/form/saveResult.ts';
import type { SubmitAction } from '../../model/form/submitAction.ts';
import type { WriteSource } from '../../model/history/writeSource.ts';
import { saidOnce } from '../../model/serviceWords.ts';
import type { RecordService, UniformChange, WritePermit } from '../../service/recordService.ts';
import { HeardWords } from '../common/heardWords.ts';
import { inParallel } from '../common/inParallel.ts';
import { KeyedMutex } from '../common/keyedMutex.ts';
import type { RecordChanges } from '../common/recordChanges.ts';
import type { WriteGuard, WriteUser } from '../connections/writeGuard.ts';
import type { History } from '../history/history.ts';
import { settleAdd, settleDelete, settleEdit } from './settleDoubt.ts';
import { actionOf, assertDeletable, assertSendable, assertUnchangedSince, readThere } from './writeChecks.ts';
import { type Intent, sendIntended, type WriteClock, type WriteIntents, type WriteMark } from './writeIntents.ts';
import { t } from '@vscode/l10n';

export interface RecordTarget {
  readonly connection: string;
  readonly controller: ControllerName;
  readonly id: string;
}

/** What is the same for every write. */
export interface WriteOrder {
  /** To follow "Could not": `save Lead 17`. */
  readonly doing: string;
  /** Who writes, for the history. */
  readonly through: WriteSource;
  /** The address of the service that it was made for; it is written to no other. */
  readonly madeFor: string;
  /** Who ordered it, where that was earlier, such as for all records of a run; else whoever's token the connection has. */
  readonly user?: WriteUser | undefined;
  /** Put down before it is sent, beside the mark of the window. */
  readonly intent?: Intent | undefined;
  /** Whoever has many tells of them together. */
  readonly isOneOfMany?: boolean;
  /** Asks whether to save although fields would be cleared; without it nothing is saved then. */
  readonly confirmClear?: ConfirmClear | undefined;
  /** Called once when it has to wait for what was sent before. */
  readonly onWait?: (() => void) | undefined;
}

export interface EditOrder extends WriteOrder {
  /** Finds out over the network what `values` needs for the record; true when it had to ask. The record is read again then. */
  readonly lookUp?: ((form: RecordForm) => Promise<boolean>) | undefined;
  /**
   * What to send, by the record as it is now; undefined when there is nothing left to send. Throws a ServiceError for
   * what stands in the way. It cannot wait: someone else's change between the read and the request would be reverted.
   */
  readonly values: (form: RecordForm) => FormValues | undefined;
  /** The button that was pressed; else the one that only saves. */
  readonly action?: SubmitAction | undefined;
  /** Whether what was sent before is in the record by now, so that nobody has to wait for it. */
  readonly hasArrived?: ((form: RecordForm) => boolean) | undefined;
}

export interface AddOrder extends WriteOrder {
  readonly lookUp?: EditOrder['lookUp'];
  readonly values: EditOrder['values'];
  readonly action?: SubmitAction | undefined;
  /** The parent, where the form does not name the foreign key. */
  readonly link?: ParentLink | undefined;
  /** Where it was read for many at once. */
  readonly form?: RecordForm | undefined;
}

export interface DeleteOrder extends WriteOrder {
  /** As the person who deletes it saw it. */
  readonly seen?: RecordForm | undefined;
  /** Throws a ServiceError for a record that is not to be deleted after all. */
  readonly check?: ((form: RecordForm) => void) | undefined;
}

export interface ManyOrder extends Omit<WriteOrder, 'intent'> {
  readonly concurrency: number;
  /** Whether the record is to be written; throws a ServiceError when it is not, after all. */
  readonly check: (form: RecordForm, id: string) => boolean;
  readonly hasArrived?: (form: RecordForm, id: string) => boolean;
  /** What every record gets, by the form of one of them; without it they are deleted. */
  readonly change?: (form: RecordForm) => UniformChange;
  readonly intentOf: (ids: readonly string[]) => Intent;
}

export interface ManyOutcome {
  readonly left: ReadonlyMap<string, WriteOutcome>;
  readonly sent: readonly string[];
  /** Of those that were sent. `refused`: what the service said of single records. */
  readonly outcome: FailedWrite | ({ readonly kind: 'done' } & BulkResult);
}

/**
 * - `done`: the service has it; `isSent` tells whether this took a request
 * - `notSent`: no byte of it went out · `refused`: the service said no · `unknown`: it may have had an effect, which only
 *   a look at the record can tell
 */
export type WriteOutcome = DoneWrite | FailedWrite;

export interface DoneWrite {
  readonly kind: 'done';
  readonly isSent: boolean;
  /** Undefined when the answer to an add names none. */
  readonly id: string | undefined;
  /** Of the answer to the write itself. */
  readonly messages: readonly ServiceMessage[];
  readonly heard: readonly string[];
  /** As it was read before the write; undefined for a record that was gone already. */
  readonly form: RecordForm | undefined;
}

export interface FailedWrite {
  readonly kind: Effect;
  readonly error: ServiceError;
  /** What the service said beside what was read for it: the record, and those that its references name. */
  readonly heard: readonly string[];
  /** Undefined when it could not be read. */
  readonly form: RecordForm | undefined;
}

/** All that the service said to a write, and beside what was read for it; `shown` is on the screen as it is. */
export function saidTo(outcome: WriteOutcome, shown: readonly string[] = []): string[] {
  const said = outcome.kind === 'done' ? outcome.messages.map(({ text }) => text) : outcome.error.said;
  const heard = outcome.heard.filter((text) => !shown.includes(text));
  return saidOnce(heard, said);
}

export interface RecordWriterDeps {
  readonly guard: WriteGuard;
  readonly changes: RecordChanges;
  readonly intents: WriteIntents;
  readonly history: History;
}

/**
 * The one way to write a record, whoever writes: one at a time, the intent on the disk before the first byte, the record
 * read and held against what it was made from, its rules kept, one request, and an outcome that says what is known.
 * What is thrown is no matter of the service: a connection that is gone, a journal that cannot be written.
 */
export class RecordWriter {
  readonly #deps: RecordWriterDeps;
  /** Of a record, the writes of this window; whose turn it is then waits for those of other windows (`inLine`). */
  readonly #queue = new KeyedMutex();

  constructor(deps: RecordWriterDeps) {
    this.#deps = deps;
  }

  get clock(): WriteClock {
    return this.#deps.intents.clock;
  }

  /** Who writes over the connection now, for what takes several orders. */
  user(connection: string): WriteUser {
    return this.#deps.guard.user(connection);
  }

  get intents(): Pick<WriteIntents, 'compact'> {
    return this.#deps.intents;
  }

  /** What was written. */
  get history(): History {
    return this.#deps.history;
  }

  edit(target: RecordTarget, order: EditOrder): Promise<WriteOutcome> {
    const { id } = target;
    return confirmed(order, (clears) =>
      this.#writeInLine(target, { ...order, kind: 'edit' }, async (client, attempt) => {
        const read = (): Promise<RecordForm> => readThere(client, target, order.doing);
        attempt.form = await attempt.settled(read, order.hasArrived);
        const form = await lookedUp(order, attempt, attempt.form, read);
        this.history.noteRead({ ...target, service: client.connection.baseUrl }, form);
        const values = order.values(form);
        if (values === undefined) return { isSent: false, id, messages: [] };
        assertSendable(client, form, values, clears);
        const action = actionOf(form, order.action);
        attempt.values = values;
        const { messages } = await attempt
          .send(order, (permit) => client.sendSave(form, values, action, { permit, clears }))
          .catch((error: unknown) => settleEdit(client, target, form, values, error));
        return { isSent: true, id, messages };
      }),
    );
  }

  /** `key` stands for the record that is not there yet: of two who add it at once the second waits. */
  add(target: Omit<RecordTarget, 'id'> & { readonly key: string }, order: AddOrder): Promise<WriteOutcome> {
    return confirmed(order, (clears) =>
      this.#write({ ...target, id: target.key }, { ...order, kind: 'add' }, async (client, attempt) => {
        const read = order.form ?? (await client.form(target.controller, 'add'));
        const empty = (attempt.form = withParentLink(read, order.link));
        const form = await lookedUp(order, attempt, empty, async () => empty);
        const values = order.values(form) ?? {};
        assertSendable(client, form, values, clears);
        const action = actionOf(form, order.action);
        attempt.values = values;
        const { id, messages } = await attempt
          .send(order, (permit) => client.sendSave(form, values, action, { permit, clears }))
          .catch((error: unknown) => settleAdd(client, target.controller, values, error));
        return { isSent: true, id, messages };
      }),
    );
  }

  delete(target: RecordTarget, order: DeleteOrder): Promise<WriteOutcome> {
    const { controller, id } = target;
    return this.#writeInLine(target, { ...order, kind: 'delete' }, async (client, attempt) => {
      const form = (attempt.form = await attempt.settled(() => readThere(client, target, order.doing)));
      assertDeletable(form);
      if (order.seen) assertUnchangedSince(order.seen, form);
      order.check?.(form);
      const request = (permit: WritePermit): Promise<WriteResult> =>
        client.sendDelete(controller, id, form.name || undefined, { permit });
      const { messages } = await attempt
        .send(order, request)
        .catch((error: unknown) => settleDelete(client, target, order.isOneOfMany !== true, error));
      return { isSent: true, id, messages };
    });
  }

  /**
   * Several at once by the service's own endpoint. Each is read and checked as if it were written alone; those that
   * stand in the way are left out. What became of the others only a look at each can tell.
   */
  async many(target: Omit<RecordTarget, 'id'>, ids: readonly string[], order: ManyOrder): Promise<ManyOutcome> {
    const { guard, intents } = this.#deps;
    const { connection, controller } = target;
    const keyOf = (id: string): string => guard.recordKey(connection, controller, id);
    const user = order.user ?? guard.user(connection);
    return this.#queue.runExclusive(ids.map(keyOf), async () => {
      const client = await guard.client(connection, order.doing, order.madeFor);
      const permit = await guard.permit(connection, order.doing, order.madeFor, user);
      const left = new Map<string, WriteOutcome>();
      const attempts = new Map(
        ids.map((id) => [id, new WriteAttempt(keyOf(id), client, permit, intents, order.onWait)]),
      );
      const found = new Map<string, RecordForm>();
      let outcome: ManyOutcome['outcome'] = { kind: 'done', refused: new Map(), messages: [] };
      try {
        const work = async (): Promise<void> => {
          left.clear();
          found.clear();
          await inParallel([...attempts], order.concurrency, async ([id, attempt]) => {
            const one = await attempted(attempt, async () => {
              const read = (): Promise<RecordForm> => readThere(client, { controller, id }, order.doing);
              const form = (attempt.form = await attempt.settled(read, (now) => order.hasArrived?.(now, id) === true));
              if (!order.change) assertDeletable(form);
              if (order.check(form, id)) found.set(id, form);
              return { isSent: false, id, messages: [] };
            });
            if (!found.has(id)) left.set(id, one);
          });
          const sending = [...attempts].flatMap(([id, attempt]) => (found.has(id) ? [attempt] : []));
          const [form] = found.values();
          if (form) outcome = await this.#sendMany(client, permit, controller, [...found.keys()], sending, form, order);
        };
        await WriteAttempt.inLine([...attempts.values()], intents, work);
      } finally {
        for (const [id, attempt] of attempts) attempt.end(left.has(id) ? 'done' : outcome.kind);
      }
      return { left, sent: [...found.keys()], outcome };
    });
  }

  async #sendMany(
    client: RecordService,
    permit: WritePermit,
    controller: ControllerName,
    ids: readonly string[],
    attempts: readonly WriteAttempt[],
    form: RecordForm,
    order: ManyOrder,
  ): Promise<ManyOutcome['outcome']> {
    try {
      const change = order.change?.(form);
      const action = change && actionOf(form);
      const request = (): Promise<BulkResult> =>
        change && action
          ? client.sendBulkEdit(controller, ids, change, action, { permit })
          : client.sendBulkDelete(controller, ids, { permit });
      const marks = attempts.map(({ mark }) => mark);
      const { refused, messages } = await sendIntended([...marks, order.intentOf(ids)], this.clock, () => {
        for (const attempt of attempts) attempt.assertInLine(order.doing);
        return request();
      });
      return { kind: 'done', refused, messages };
    } catch (error) {
      if (error instanceof ServiceError && !(error instanceof OutOfLine))
        return { kind: error.effect, error, form, heard: [] };
      throw error;
    }
  }

  /** A record that other windows may write as well. */
  #writeInLine(
    target: RecordTarget,
    order: WriteOrder & { readonly kind: EntryAction },
    work: Work,
  ): Promise<WriteOutcome> {
    const { intents } = this.#deps;
    return this.#write(target, order, (client, attempt) =>
      WriteAttempt.inLine([attempt], intents, () => work(client, attempt)),
    );
  }

  async #write(
    target: RecordTarget,
    order: WriteOrder & { readonly kind: EntryAction },
    work: Work,
  ): Promise<WriteOutcome> {
    const { guard, intents } = this.#deps;
    const { connection } = target;
    const key = guard.recordKey(connection, target.controller, target.id);
    const user = order.user ?? guard.user(connection);
    return this.#queue.runExclusive(key, async () => {
      const client = await guard.client(connection, order.doing, order.madeFor);
      const permit = await guard.permit(connection, order.doing, order.madeFor, user);
      const attempt = new WriteAttempt(key, client, permit, intents, order.onWait);
      let outcome: WriteOutcome | undefined;
      try {
        outcome = await attempted(attempt, () => work(client, attempt));
      } finally {
        attempt.end(outcome?.kind);
      }
      this.#note(target, order, attempt, client.connection.baseUrl, outcome);
      if (order.isOneOfMany !== true) this.#tell(target, order.kind === 'delete', outcome);
      return outcome;
    });
  }

  #note(
    { connection, controller, id }: RecordTarget,
    { through, kind: action }: WriteOrder & { readonly kind: EntryAction },
    { form, values = {} }: WriteAttempt,
    service: string,
    outcome: WriteOutcome,
  ): void {
    if (!form || (outcome.kind === 'done' && !outcome.isSent)) return;
    const written = action === 'add' ? (outcome.kind === 'done' ? outcome.id : undefined) : id;
    const write = { connection, controller, id: written, service, through, action, form, values };
    this.history.noteWrite(write, outcome.kind);
  }

  #tell({ connection, controller }: RecordTarget, isDeletion: boolean, outcome: WriteOutcome): void {
    const isDone = outcome.kind === 'done';
    if (isDone ? !outcome.isSent : outcome.kind !== 'unknown') return;
    const id = isDone ? outcome.id : outcome.form?.id;
    const ids = id === undefined || id === null ? [] : [id];
    const told = { connection, controller, ids };
    this.#deps.changes.tell(isDone && isDeletion ? { ...told, isDeletion } : told);
  }
}

type Work = (client: RecordService, attempt: WriteAttempt) => Promise<Sent>;
type Sent = Omit<DoneWrite, 'kind' | 'form' | 'heard'>;

async function attempted(attempt: WriteAttempt, work: () => Promise<Sent>): Promise<WriteOutcome> {
  const heard = new HeardWords();
  try {
    const sent = await heard.during(work);
    return { kind: 'done', ...sent, form: attempt.form, heard: heard.said };
  } catch (error) {
    if (error instanceof ServiceError) return { kind: error.effect, error, form: attempt.form, heard: heard.said };
    throw error;
  }
}

interface SendOrder {
  readonly doing: string;
  readonly intent?: Intent | undefined;
}

/** Whoever is taken for gone so often gives up. */
const mostPlaces = 3;
/** How often someone looks whether what was sent before has arrived: often at first. */
const [lookEvery, soonLooks, lookSlowly] = [250, 8, 1_000];

/** One write of one record, from its first read on. */
class WriteAttempt {
  form: RecordForm | undefined;
  /** What is sent of it. */
  values: FormValues | undefined;
  readonly mark: WriteMark;
  readonly #permit: WritePermit;
  readonly #clock: WriteClock;
  readonly #timeoutMs: number;
  readonly #onWait: (() => void) | undefined;
  /** Nothing that was sent before can arrive any more. */
  #isSettled = false;
  /** Tells the others that it is still there, however long it waits, reads and sends. */
  #beat: NodeJS.Timeout | undefined;

  constructor(key: string, client: RecordService, permit: WritePermit, intents: WriteIntents, onWait?: () => void) {
    this.mark = intents.mark(key);
    this.#permit = permit;
    this.#clock = intents.clock;
    this.#timeoutMs = client.connection.network.timeoutMs;
    this.#onWait = onWait;
  }

  /**
   * Works once all of them have their place in the line. They take another one, and all is read again, when other windows
   * may have taken this one for gone meanwhile, such as after the computer slept.
   */
  static async inLine<T>(attempts: readonly WriteAttempt[], intents: WriteIntents, work: () => Promise<T>): Promise<T> {
    for (let turn = 1; ; turn++) {
      await intents.queue(attempts.map(({ mark }) => mark));
      for (const attempt of attempts)
        attempt.#beat ??= setInterval(() => attempt.mark.put(), attempt.#timeoutMs / 4).unref();
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof OutOfLine) || turn === mostPlaces) throw error;
      }
    }
  }

  /**
   * The record, once it holds what was sent before, or that can be on its way no longer: else it would be written twice,
   * or would arrive after what is written now, and in its place.
   */
  async settled(read: () => Promise<RecordForm>, hasArrived?: (form: RecordForm) => boolean): Promise<RecordForm> {
    for (let reads = 0; ; reads++) {
      const end = await this.mark.until(this.#timeoutMs);
      const isOver = this.#clock.now() >= end;
      // of two that are on their way only one can be what has arrived
      const isOne = this.mark.ahead === 1;
      const form = await read();
      if (isOver || (isOne && hasArrived?.(form) === true)) {
        this.#isSettled = true;
        return form;
      }
      if (reads === 0) this.#onWait?.();
      await this.#clock.wait(
        Math.min(reads < soonLooks ? lookEvery : lookSlowly, Math.max(0, end - this.#clock.now())),
      );
      this.mark.put();
    }
  }

  /** `request` hands the permit on to the client, which asks it when the first byte is to go out. */
  send<T>({ doing, intent }: SendOrder, request: (permit: WritePermit) => Promise<T>): Promise<T> {
    return sendIntended(intent ? [this.mark, intent] : [this.mark], this.#clock, () => {
      this.assertInLine(doing);
      return request(this.#permit);
    });
  }

  assertInLine(doing: string): void {
    if (this.mark.silence > this.#timeoutMs) throw new OutOfLine(doing);
  }

  /** What may still arrive stays marked, for whoever writes the record next. */
  end(outcome: 'done' | Effect | undefined): void {
    clearInterval(this.#beat);
    if (outcome !== 'unknown') this.mark.drop(this.#isSettled);
  }
}

/** Nothing was sent, because someone else may have written the record since it was read. */
class OutOfLine extends ServiceError {
  constructor(doing: string) {
    super('timedOut', {
      doing,
      why: t('it took so long that someone else may have written it since it was read'),
      remedy: t('Nothing was sent: try again.'),
    });
  }
}

/* What has to be found out or asked before a record is written. */

/** How often the record is read again because its references had to be looked up. */
const mostLookUps = 5;

/** Asks a person; nothing is locked meanwhile. */
export type ConfirmClear = (error: ReadAsEmptyError) => Promise<boolean>;

/** The record as it was read after all that its values need was looked up. */
async function lookedUp(
  {
    lookUp,
    doing,
  }: {
    readonly lookUp?: ((form: RecordForm) => Promise<boolean>) | undefined;
    readonly doing: string;
  },
  attempt: WriteAttempt,
  form: RecordForm,
  read: () => Promise<RecordForm>,
): Promise<RecordForm> {
  let latest = form;
  for (let turn = 0; turn < mostLookUps; turn++) {
    if (!(await lookUp?.(latest))) return latest;
    latest = attempt.form = await read();
  }
  const why = t('the record kept changing while its references were looked up');
  throw new ServiceError('conflict', { doing, why, remedy: t('Nothing was sent: try again.') });
}

/** Writes again what a person lets be cleared. What would be cleared beyond that is asked about as well. */
async function confirmed<Outcome extends { readonly kind: string; readonly error?: unknown }>(
  { confirmClear }: { readonly confirmClear?: ConfirmClear | undefined },
  write: (clears: ReadonlySet<string>) => Promise<Outcome>,
): Promise<Outcome> {
  let clears: ReadonlySet<string> = new Set();
  for (;;) {
    const outcome = await write(clears);
    const { error } = outcome;
    if (!(error instanceof ReadAsEmptyError) || !(await confirmClear?.(error))) return outcome;
    clears = new Set([...clears, ...error.texts.map(({ key }) => key)]);
  }
}
