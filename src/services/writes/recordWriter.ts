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
import { ServiceMessages } from '../common/serviceMessages.ts';
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

/** Options that all writes share. */
export interface WriteOrder {
  /** Follows "Could not": `save Lead 17`. */
  readonly doing: string;
  /** Source of the write, for the history. */
  readonly through: WriteSource;
  /** Base URL of the service that the write was made for; it is never sent to another. */
  readonly madeFor: string;
  /**
   * User who requested the write, if that was earlier, such as for all records of a run; otherwise the owner of the
   * connection's current token.
   */
  readonly user?: WriteUser | undefined;
  /** Additional intent, recorded before sending along with the window's mark. */
  readonly intent?: Intent | undefined;
  /** True if the caller reports changes in bulk. */
  readonly isOneOfMany?: boolean;
  /** Asks whether to save even though fields would be cleared; if undefined, nothing is saved then. */
  readonly confirmClear?: ConfirmClear | undefined;
  /** Called once if it must wait for an earlier write. */
  readonly onWait?: (() => void) | undefined;
}

export interface EditOrder extends WriteOrder {
  /**
   * Looks up over the network what `values` needs for the record; returns true if it sent a request. The record is then
   * read again.
   */
  readonly lookUp?: ((form: RecordForm) => Promise<boolean>) | undefined;
  /**
   * Returns the values to send, given the current record; undefined if there is nothing left to send. Throws a
   * ServiceError if something prevents the write. Must be synchronous: someone else's change between the read and the
   * request would be reverted.
   */
  readonly values: (form: RecordForm) => FormValues | undefined;
  /** The button that was pressed; else the one that only saves. */
  readonly action?: SubmitAction | undefined;
  /** True if the record already contains an earlier write, so that there is no need to wait for it. */
  readonly hasArrived?: ((form: RecordForm) => boolean) | undefined;
}

export interface AddOrder extends WriteOrder {
  readonly lookUp?: EditOrder['lookUp'];
  readonly values: EditOrder['values'];
  readonly action?: SubmitAction | undefined;
  /** The parent, if the form doesn't contain the foreign key. */
  readonly link?: ParentLink | undefined;
  /** The form, if it was read once for many records. */
  readonly form?: RecordForm | undefined;
}

export interface DeleteOrder extends WriteOrder {
  /** The record as seen by the user who deletes it. */
  readonly seen?: RecordForm | undefined;
  /** Throws a ServiceError if the record must not be deleted after all. */
  readonly check?: ((form: RecordForm) => void) | undefined;
}

export interface ManyOrder extends Omit<WriteOrder, 'intent'> {
  readonly concurrency: number;
  /** Returns whether to write the record; throws a ServiceError if it must not be written after all. */
  readonly check: (form: RecordForm, id: string) => boolean;
  readonly hasArrived?: (form: RecordForm, id: string) => boolean;
  /** Returns the values for every record, based on the form of one of them; if undefined, the records are deleted. */
  readonly change?: (form: RecordForm) => UniformChange;
  readonly intentOf: (ids: readonly string[]) => Intent;
}

export interface ManyOutcome {
  readonly left: ReadonlyMap<string, WriteOutcome>;
  readonly sent: readonly string[];
  /** Outcome of the records sent. `refused`: messages of the service about individual records. */
  readonly outcome: FailedWrite | ({ readonly kind: 'done' } & BulkResult);
}

/**
 * - `done`: the service has the values; `isSent` says whether this took a request
 * - `notSent`: no byte was sent · `refused`: the service rejected it · `unknown`: it may have had an effect, which only
 * reading the record can tell
 */
export type WriteOutcome = DoneWrite | FailedWrite;

export interface DoneWrite {
  readonly kind: 'done';
  readonly isSent: boolean;
  /** Undefined if the response to an add doesn't contain it. */
  readonly id: string | undefined;
  /** Messages in the response to the write itself. */
  readonly messages: readonly ServiceMessage[];
  readonly readMessages: readonly string[];
  /** The record before the write; undefined if it was already deleted. */
  readonly form: RecordForm | undefined;
}

export interface FailedWrite {
  readonly kind: Effect;
  readonly error: ServiceError;
  /** Messages from reads made for the write: the record, and those that its references name. */
  readonly readMessages: readonly string[];
  /** Undefined if the record couldn't be read. */
  readonly form: RecordForm | undefined;
}

/** Returns all messages about a write, and from reads made for it, except `shown`, which are already on screen. */
export function saidTo(outcome: WriteOutcome, shown: readonly string[] = []): string[] {
  const said = outcome.kind === 'done' ? outcome.messages.map(({ text }) => text) : outcome.error.said;
  const readMessages = outcome.readMessages.filter((text) => !shown.includes(text));
  return saidOnce(readMessages, said);
}

export interface RecordWriterDeps {
  readonly guard: WriteGuard;
  readonly changes: RecordChanges;
  readonly intents: WriteIntents;
  readonly history: History;
}

/**
 * The only way to write a record, for any caller: one write at a time, the intent on disk before the first byte, the
 * record read and compared with its base, its rules checked, one request, and an outcome that says what is known.
 * Throws only errors that don't come from the service: a missing connection, or a journal that can't be written.
 */
export class RecordWriter {
  readonly #deps: RecordWriterDeps;
  /** Serializes this window's writes of a record; the next in turn then waits for other windows (`inLine`). */
  readonly #queue = new KeyedMutex();

  constructor(deps: RecordWriterDeps) {
    this.#deps = deps;
  }

  get clock(): WriteClock {
    return this.#deps.intents.clock;
  }

  /** Returns the connection's current user, for work that takes several orders. */
  user(connection: string): WriteUser {
    return this.#deps.guard.user(connection);
  }

  get intents(): Pick<WriteIntents, 'compact'> {
    return this.#deps.intents;
  }

  /** History of writes. */
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

  /** `key` identifies the record that doesn't exist yet: of two concurrent adds, the second waits. */
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
   * Writes several records through the service's bulk endpoint. Reads and checks each as if it were written alone, and
   * skips those with problems. Only reading the others back shows their outcome.
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
              const read = (): Promise<RecordForm> =>
                readThere(client, { controller, id }, t('change {0}', t('record {0}', id)));
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
      if (error instanceof ServiceError && !(error instanceof LostLockError))
        return { kind: error.effect, error, form, readMessages: [] };
      throw error;
    }
  }

  /** Writes a record that other windows may also write. */
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
      if (order.isOneOfMany !== true) this.#announce(target, order.kind === 'delete', outcome);
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

  #announce({ connection, controller }: RecordTarget, isDeletion: boolean, outcome: WriteOutcome): void {
    const isDone = outcome.kind === 'done';
    if (isDone ? !outcome.isSent : outcome.kind !== 'unknown') return;
    const id = isDone ? outcome.id : outcome.form?.id;
    const ids = id === undefined || id === null ? [] : [id];
    const change = { connection, controller, ids };
    this.#deps.changes.notify(isDone && isDeletion ? { ...change, isDeletion } : change);
  }
}

type Work = (client: RecordService, attempt: WriteAttempt) => Promise<Sent>;
type Sent = Omit<DoneWrite, 'kind' | 'form' | 'readMessages'>;

async function attempted(attempt: WriteAttempt, work: () => Promise<Sent>): Promise<WriteOutcome> {
  const readMessages = new ServiceMessages();
  try {
    const sent = await readMessages.collectDuring(work);
    return { kind: 'done', ...sent, form: attempt.form, readMessages: readMessages.said };
  } catch (error) {
    if (error instanceof ServiceError)
      return { kind: error.effect, error, form: attempt.form, readMessages: readMessages.said };
    throw error;
  }
}

interface SendOrder {
  readonly doing: string;
  readonly intent?: Intent | undefined;
}

/** After this many lost tickets, the write fails. */
const maxPlaces = 3;
/** How often to check whether an earlier write has arrived: frequently at first. */
const [lookEvery, soonLooks, lookSlowly] = [250, 8, 1_000];

/** One write of one record, starting with its first read. */
class WriteAttempt {
  form: RecordForm | undefined;
  /** Values to send. */
  values: FormValues | undefined;
  readonly mark: WriteMark;
  readonly #permit: WritePermit;
  readonly #clock: WriteClock;
  readonly #timeoutMs: number;
  readonly #onWait: (() => void) | undefined;
  /** True if no earlier write can still arrive. */
  #isSettled = false;
  /** Heartbeat: shows other windows that it is still alive, however long it waits, reads and sends. */
  #beat: NodeJS.Timeout | undefined;

  constructor(key: string, client: RecordService, permit: WritePermit, intents: WriteIntents, onWait?: () => void) {
    this.mark = intents.mark(key);
    this.#permit = permit;
    this.#clock = intents.clock;
    this.#timeoutMs = client.connection.network.timeoutMs;
    this.#onWait = onWait;
  }

  /**
   * Runs `work` once all attempts have their ticket. Takes a new ticket and reads everything again if other windows may
   * have considered this one dead, for example after the computer slept.
   */
  static async inLine<T>(attempts: readonly WriteAttempt[], intents: WriteIntents, work: () => Promise<T>): Promise<T> {
    for (let turn = 1; ; turn++) {
      await intents.queue(attempts.map(({ mark }) => mark));
      for (const attempt of attempts)
        attempt.#beat ??= setInterval(() => attempt.mark.put(), attempt.#timeoutMs / 4).unref();
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof LostLockError) || turn === maxPlaces) throw error;
      }
    }
  }

  /**
   * Returns the record once it contains the earlier write, or once that write can no longer be in flight: otherwise
   * the record would be written twice, or the earlier write would arrive late and overwrite this one.
   */
  async settled(read: () => Promise<RecordForm>, hasArrived?: (form: RecordForm) => boolean): Promise<RecordForm> {
    for (let reads = 0; ; reads++) {
      const end = await this.mark.until(this.#timeoutMs);
      const isOver = this.#clock.now() >= end;
      // with two writes in flight, it isn't known which one has arrived
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

  /** `request` passes the permit on to the client, which checks it when the first byte is about to be sent. */
  send<T>({ doing, intent }: SendOrder, request: (permit: WritePermit) => Promise<T>): Promise<T> {
    return sendIntended(intent ? [this.mark, intent] : [this.mark], this.#clock, () => {
      this.assertInLine(doing);
      return request(this.#permit);
    });
  }

  assertInLine(doing: string): void {
    if (this.mark.silence > this.#timeoutMs) throw new LostLockError(doing);
  }

  /** A write that may still arrive stays marked, for the next writer of the record. */
  end(outcome: 'done' | Effect | undefined): void {
    clearInterval(this.#beat);
    if (outcome !== 'unknown') this.mark.release(this.#isSettled);
  }
}

/** Thrown when nothing was sent because another writer may have changed the record since it was read. */
class LostLockError extends ServiceError {
  constructor(doing: string) {
    super('timedOut', {
      doing,
      why: t('it took so long that someone else may have changed the record since it was read'),
      remedy: t('Nothing was sent. Try again.'),
    });
  }
}

/* Look-ups and prompts before a record is written. */

/** Maximum number of times the record is read again because its references had to be looked up. */
const maxLookUps = 5;

/** Asks the user, without holding a lock. */
export type ConfirmClear = (error: ReadAsEmptyError) => Promise<boolean>;

/** Returns the record as read after all look-ups for its values. */
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
  for (let turn = 0; turn < maxLookUps; turn++) {
    if (!(await lookUp?.(latest))) return latest;
    latest = attempt.form = await read();
  }
  const why = t('the record kept changing while its references were looked up');
  throw new ServiceError('conflict', { doing, why, remedy: t('Nothing was sent. Try again.') });
}

/** Writes again after the user agrees to clear fields. Asks again if further fields would be cleared. */
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
