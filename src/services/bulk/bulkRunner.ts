import { t } from '@vscode/l10n';
import type { RecordService, UniformChange } from '../../service/recordService.ts';
import { type JournalLine, type BulkPlan, runSourceOf } from '../../model/bulk/bulkJournal.ts';
import type { BulkLedger, LedgerEntry } from '../../model/bulk/bulkLedger.ts';
import { BulkPace } from '../../model/bulk/bulkPace.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { type RecordForm, recordName } from '../../model/form/recordForm.ts';
import type { WriteUser } from '../connections/writeGuard.ts';
import { Emitter } from '../common/emitter.ts';
import { inParallel } from '../common/inParallel.ts';
import type { RecordWriter } from '../writes/recordWriter.ts';
import { type Intent, oldestIntent } from '../writes/writeIntents.ts';
import type { JournalWriter } from './journalFile.ts';
import {
  currentForm,
  type Outcome,
  readBack,
  unclearAdd,
  writeEntry,
  assertUnchanged,
  type EntryContext,
  isToEdit,
  entryOutcome,
  withWords,
} from './writeEntry.ts';
import { planEdit, uniformValues } from '../../model/bulk/bulkPlan.ts';
import { cellsNow } from '../../model/bulk/plannedCell.ts';
import { wordsOf } from '../writes/settleDoubt.ts';

export interface BulkRunnerDeps {
  readonly ledger: BulkLedger;
  readonly journal: JournalWriter;
  readonly controller: ControllerName;
  readonly writer: RecordWriter;
  /** Client for reading records. */
  readonly client: () => Promise<RecordService>;
  readonly concurrency: number;
  /** Called periodically with the records that may have changed and those that were definitely deleted. */
  readonly onWritten: (ids: readonly string[], isDeletion: boolean) => void;
}

/** `stopped`: an error ended the run early; it can be resumed. */
export type RunStatus = 'running' | 'paused' | 'canceling' | 'finished' | 'canceled' | 'stopped';

/** After this many errors in a row, the service is considered down. */
const maxTroubles = 5;
const maxAttempts = 3;
const notifyInterval = 2_000;
/**
 * Journal lines within this many milliseconds share a disk write, which takes no longer than the service needs to
 * return a form.
 */
const gatherMs = 4;

/**
 * Writes the pending records of the ledger. Before rewriting a record that an earlier run sent without getting a
 * response, reads it back.
 */
export class BulkRunner {
  readonly ledger: BulkLedger;
  readonly pace: BulkPace;
  readonly #deps: BulkRunnerDeps;
  /** User who started the run. With another user's token the run stops, and can be resumed. */
  readonly #user: WriteUser;
  readonly #now: () => number;
  readonly #queue: RunQueue;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #ending = new AbortController();
  #status: RunStatus = 'running';
  #pause: PromiseWithResolvers<void> | undefined;
  #reason: Error | undefined;
  #troubles = 0;
  #lastTrouble: ServiceError | undefined;
  #written: string[] = [];
  #deleted: string[] = [];
  #form: Promise<RecordForm> | undefined;
  #notifiedAt = 0;

  constructor(deps: BulkRunnerDeps) {
    this.#deps = deps;
    this.ledger = deps.ledger;
    this.#user = deps.writer.user(deps.ledger.plan.connection);
    this.#now = () => deps.writer.clock.now();
    this.pace = new BulkPace(this.#now());
    this.#queue = new RunQueue(deps.ledger);
    this.#notifiedAt = this.#now();
  }

  get status(): RunStatus {
    return this.#status;
  }

  /** Why the run stopped, as one sentence. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  pause(): void {
    if (this.#status !== 'running') return;
    this.#pause = Promise.withResolvers();
    this.#set('paused');
  }

  continue(): void {
    if (this.#status !== 'paused') return;
    this.pace.begin(this.#now());
    this.#set('running');
    this.#pause?.resolve();
  }

  /** Waits for in-flight records and starts no others. */
  cancel(): void {
    if (this.#status !== 'running' && this.#status !== 'paused') return;
    this.#set('canceling');
    this.#ending.abort();
    this.#pause?.resolve();
  }

  /** Ends the run as a kill would because the window is closing; the next window can resume it. */
  abandon(): void {
    this.#stop(new Error(t('The window was closed.')));
  }

  /** Resolves when the run has ended, for any reason. */
  async runBulk(): Promise<RunStatus> {
    try {
      const { way } = this.ledger.plan;
      const workers = way === 'endpoint' ? 1 : this.#deps.concurrency;
      // records may have been requeued after a worker exited
      while (!this.#ending.signal.aborted && !this.#queue.isEmpty)
        await Promise.all(Array.from({ length: workers }, () => this.#work(way === 'endpoint' ? chunkSize : 1)));
      if (this.#reason === undefined) this.#put({ type: 'end', at: this.#now(), how: this.#ended() });
      await this.#deps.journal.sync();
    } catch (error) {
      this.#stop(error);
    }
    this.#notifyWritten();
    this.#set(this.#reason === undefined ? this.#ended() : 'stopped');
    return this.#status;
  }

  /** Canceling while the last records were in flight counts as finished. */
  #ended(): 'canceled' | 'finished' {
    const { waiting, sent } = this.ledger.counts;
    return this.#status === 'canceling' && waiting + sent > 0 ? 'canceled' : 'finished';
  }

  async #work(size: number): Promise<void> {
    for (;;) {
      try {
        await this.#deps.journal.room();
        await this.#pause?.promise;
        if (this.#ending.signal.aborted) return;
        const indexes = this.#queue.next(size);
        if (indexes.length === 0) return;
        const { entries } = this.ledger;
        const batch = indexes.map((index) => entries.at(index)).filter((entry) => entry !== undefined);
        if (batch[0]?.state === 'sent') await this.#readBackAll(batch);
        else await this.#write(batch);
      } catch (error) {
        // not specific to the record: the journal, the connection, or a bug
        return this.#stop(error);
      }
    }
  }

  async #write(batch: readonly LedgerEntry[]): Promise<void> {
    const { writer, controller, concurrency, client } = this.#deps;
    const { plan } = this.ledger;
    const context = { writer, plan, controller, user: this.#user };
    const report = (entry: LedgerEntry, outcome: Outcome): void => this.#report(entry, outcome);
    if (plan.way === 'endpoint') {
      const intentOf = (ids: readonly string[]): Intent => this.#intent(ids);
      return writeChunk(context, batch, { client, concurrency, intentOf, report });
    }
    const [entry] = batch;
    if (!entry) return;
    const intent = this.#intent([entry.id]);
    // journal and service work in parallel, except for adds: an intent without a sent request couldn't be ruled out
    // later
    if (entry.action !== 'add') intent.put();
    const outcome = await writeEntry(context, entry, intent, () => this.#newForm());
    report(entry, outcome);
    if (outcome.kind !== 'done' || outcome.made === undefined) return;
    const held = await currentForm(client, controller, outcome.made);
    if (held !== undefined) this.#put({ type: 'done', id: entry.id, ...doneLine(outcome), held });
  }

  /** Write-ahead mark that is journaled before anything is sent. */
  #intent(ids: readonly string[]): Intent {
    let at = -Infinity;
    return {
      get at() {
        return at;
      },
      put: () => {
        at = this.#now();
        this.#put({ type: 'sent', ids, at }, gatherMs);
      },
      written: () => this.#deps.journal.sync(),
    };
  }

  /** Reads the form once for all added records. */
  #newForm(): Promise<RecordForm> {
    this.#form ??= this.#deps.client().then((client) => client.form(this.#deps.controller, 'add'));
    this.#form.catch(() => (this.#form = undefined));
    return this.#form;
  }

  /** Reads sent records back, after waiting for the timeout during which an earlier write may still be in flight. */
  async #readBackAll(batch: readonly LedgerEntry[]): Promise<void> {
    const { controller, concurrency } = this.#deps;
    const longest = this.ledger.plan.timeoutMs + oldestIntent;
    const signal = this.#ending.signal;
    // cap the wait in case the clock was set back
    const left = Math.min(Math.max(...batch.map(({ at }) => at)) + longest - this.#now(), longest);
    if (left > 0) await this.#deps.writer.clock.wait(left, signal);
    if (signal.aborted) return;
    const client = await this.#deps.client();
    await inParallel(batch, concurrency, async (entry) =>
      this.#report(entry, await readBack(client, controller, entry)),
    );
  }

  #report(entry: LedgerEntry, outcome: Outcome): void {
    const { id, index } = entry;
    if (outcome.kind === 'trouble') this.#trouble(entry, outcome.error);
    else if (outcome.kind === 'unknown') this.#unknown(entry, outcome.trouble);
    else {
      this.#troubles = 0;
      if (outcome.kind === 'waiting') this.#again(entry, t('The request was sent but did not arrive.'));
      else if (outcome.kind === 'done') this.#put({ type: 'done', id, ...doneLine(outcome) });
      else this.#put({ type: outcome.kind, id, why: outcome.why });
    }
    if (outcome.kind === 'done' && entry.action === 'delete') this.#deleted.push(id);
    else if (outcome.kind === 'done') this.#written.push(outcome.made ?? id);
    else if (outcome.kind === 'unclear') this.#written.push(id);
    const state = this.ledger.stateAt(index);
    if (state !== 'waiting' && state !== 'sent') this.pace.countDone(this.#now());
    if (this.#now() - this.#notifiedAt > notifyInterval) this.#notifyWritten();
    this.#changed.fire();
  }

  /** The write had no effect, so it can be retried, unless the service is down. */
  #trouble(entry: LedgerEntry, error: ServiceError): void {
    if (this.#countFailure(error)) {
      this.#put({ type: 'waiting', id: entry.id });
      this.#stop(error);
    } else this.#again(entry, error.message);
  }

  #unknown(entry: LedgerEntry, trouble: ServiceError): void {
    this.#written.push(entry.id);
    const isTooMuch = this.#countFailure(trouble);
    if (entry.action === 'add') this.#put({ type: 'unclear', id: entry.id, why: unclearAdd(trouble.message) });
    if (isTooMuch) return this.#stop(trouble);
    if (entry.action === 'add') return;
    // the write may still arrive until its timeout expires
    this.#put({ type: 'sent', ids: [entry.id], at: this.#now() });
    this.#queue.readBackLater(entry.index);
  }

  /** Counts an error once for all records of a chunk, because they share one request. */
  #countFailure(trouble: ServiceError): boolean {
    if (trouble !== this.#lastTrouble) this.#troubles += 1;
    this.#lastTrouble = trouble;
    return trouble.scope === 'all' || this.#troubles >= maxTroubles;
  }

  #again(entry: LedgerEntry, why: string): void {
    const tries = this.#queue.requeue(entry.index, maxAttempts);
    if (tries < maxAttempts) this.#put({ type: 'waiting', id: entry.id });
    else this.#put({ type: 'failed', id: entry.id, why });
  }

  #stop(error: unknown): void {
    this.#reason ??= error instanceof Error ? error : new Error(String(error));
    this.#ending.abort();
    this.#pause?.resolve();
  }

  #put(line: JournalLine, withinMs?: number): void {
    this.ledger.apply(line, this.#deps.journal.put(line, withinMs));
  }

  #notifyWritten(): void {
    this.#notifiedAt = this.#now();
    const [written, deleted] = [this.#written, this.#deleted];
    this.#written = [];
    this.#deleted = [];
    if (written.length > 0) this.#deps.onWritten(written, false);
    if (deleted.length > 0) this.#deps.onWritten(deleted, true);
  }

  #set(status: RunStatus): void {
    this.#status = status;
    this.#changed.fire();
  }
}

function doneLine({ said, made }: Extract<Outcome, { kind: 'done' }>): { said?: string; made?: string } {
  return { ...(said !== undefined && { said }), ...(made !== undefined && { made }) };
}

/** Remaining work as ledger indexes: first pending records in order, then sent records to read back. */
export class RunQueue {
  readonly #ledger: BulkLedger;
  /** All pending records before this index were handed out. */
  #next = 0;
  readonly #again: number[] = [];
  readonly #sent: number[];
  readonly #tries = new Map<number, number>();

  constructor(ledger: BulkLedger) {
    this.#ledger = ledger;
    this.#sent = [...ledger.inState(['sent'])].toSorted((one, other) => one.at - other.at).map(({ index }) => index);
  }

  get isEmpty(): boolean {
    return !this.#hasNext() && this.#again.length === 0 && this.#sent.length === 0;
  }

  /** Returns either pending or sent records, never a mix. */
  next(size: number): number[] {
    const waiting: number[] = [];
    while (waiting.length < size && this.#hasNext()) waiting.push(this.#next++);
    waiting.push(...this.#again.splice(0, size - waiting.length));
    return waiting.length > 0 ? waiting : this.#sent.splice(0, size);
  }

  readBackLater(index: number): void {
    this.#sent.push(index);
  }

  /** Returns the number of tries; doesn't requeue after the last one. */
  requeue(index: number, max: number): number {
    const tries = (this.#tries.get(index) ?? 0) + 1;
    this.#tries.set(index, tries);
    if (tries < max) this.#again.push(index);
    return tries;
  }

  #hasNext(): boolean {
    const { length } = this.#ledger.entries;
    while (this.#next < length && this.#ledger.stateAt(this.#next) !== 'waiting') this.#next += 1;
    return this.#next < length;
  }
}

/** Records per request to the service's bulk endpoint: URL length and transaction size are limited. */
const chunkSize = 100;

/**
 * Writes records through the service's bulk endpoint, each as the plan saw it, and skips those that changed since. The
 * endpoint's response isn't specified, so each record is read back.
 */
async function writeChunk(
  { writer, plan, controller, user }: EntryContext,
  entries: readonly LedgerEntry[],
  options: {
    readonly client: () => Promise<RecordService>;
    readonly concurrency: number;
    readonly intentOf: (ids: readonly string[]) => Intent;
    readonly report: (entry: LedgerEntry, outcome: Outcome) => void;
  },
): Promise<void> {
  const { concurrency, intentOf, report } = options;
  const { connection, baseUrl: madeFor } = plan;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const client = await options.client();
  const { left, sent, outcome } = await writer.many({ connection, controller }, [...byId.keys()], {
    doing: t('run “{0}”', plan.title),
    through: runSourceOf(plan),
    madeFor,
    user,
    concurrency,
    intentOf,
    isOneOfMany: true,
    hasArrived: (form, id) => plan.kind === 'edit' && cellsNow(form, byId.get(id)?.cells ?? []).kind === 'after',
    check: (form, id) => {
      const entry = byId.get(id);
      if (!entry) return false;
      if (plan.kind === 'edit') return isToEdit(form, entry) && isStillAllowed(form, plan);
      assertUnchanged(form, entry);
      return true;
    },
    ...(plan.kind === 'edit' && { change: (form) => uniformChange(form, plan) }),
  });
  for (const [id, one] of left) {
    const entry = byId.get(id);
    if (entry) report(entry, entryOutcome(one));
  }
  await inParallel(sent, concurrency, async (id) => {
    const entry = byId.get(id);
    if (!entry) return;
    if (outcome.kind !== 'done' && !outcome.error.doubt) return report(entry, entryOutcome(outcome));
    const why = outcome.kind === 'done' ? outcome.refused.get(id) : outcome.error.message;
    const one = reconcileOutcome(await readBack(client, controller, entry), why);
    const messages = outcome.kind === 'done' ? outcome.messages : wordsOf(outcome.error);
    const own = outcome.kind === 'done' && why !== undefined ? [why] : [];
    report(entry, one.kind === 'done' ? withWords(one, [...own, ...messages.map(({ text }) => text)]) : one);
  });
}

/** Throws for a record whose form would reject the change now: one such record must not block the others. */
function isStillAllowed(form: RecordForm, { changes }: BulkPlan): boolean {
  const planned = planEdit(form, changes);
  if (planned.kind === 'refused') throw refusal(form, planned.why);
  return planned.kind === 'change';
}

function refusal(form: RecordForm, why: string): ServiceError {
  return new ServiceError('notAllowed', { doing: t('save {0}', recordName(form)), why: why.replace(/\.$/, '') });
}

function uniformChange(form: RecordForm, plan: BulkPlan): UniformChange {
  const uniform = uniformValues(form, plan.changes);
  if (uniform.problem !== undefined) throw refusal(form, uniform.problem);
  return { form, values: uniform.values, fields: uniform.fields };
}

/** Combines what was read back with what the service said about the record. */
function reconcileOutcome(outcome: Outcome, why: string | undefined): Outcome {
  if (outcome.kind === 'waiting')
    return {
      kind: 'failed',
      why: why ?? t('The service accepted the change but did not apply it, and gave no reason.'),
    };
  // a service may normalize a value, for example trim spaces
  const isWritten = outcome.kind === 'unclear' && outcome.isOther && why === undefined;
  return isWritten ? { kind: 'done', said: t('The service stored the value in its own format.') } : outcome;
}
