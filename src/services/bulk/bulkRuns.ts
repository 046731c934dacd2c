import { t } from '@vscode/l10n';
import { type BulkLedger, type RunSummary, summaryOf } from '../../model/bulk/bulkLedger.ts';
import type { JournalLine, BulkPlan } from '../../model/bulk/bulkJournal.ts';
import { parseControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import { fileAges } from '../../model/fileAges.ts';
import type { RecordChanges } from '../common/recordChanges.ts';
import { Emitter } from '../common/emitter.ts';
import type { WriteGuard } from '../connections/writeGuard.ts';
import type { PreparedRun } from './preparedRun.ts';
import { BulkRunner, type RunStatus } from './bulkRunner.ts';
import { cannotResumeUndone, DamagedJournalError, inOtherWindow, noSuchRun, stillRunning } from './bulkErrors.ts';
import type { JournalWriter } from './journalFile.ts';
import type { JournalFolder } from './journalFolder.ts';
import type { FileLock } from '../../node/fileLock.ts';
import { markSentAddsUnclear } from './writeEntry.ts';
import type { RecordWriter } from '../writes/recordWriter.ts';

export interface BulkRunsDeps {
  readonly guard: WriteGuard;
  readonly changes: RecordChanges;
  readonly writer: RecordWriter;
  readonly folder: JournalFolder;
  readonly concurrency: () => number;
}

/** A run in progress in this window. */
export interface ActiveRun {
  readonly runner: BulkRunner;
  readonly ended: Promise<RunStatus>;
}

export interface ListedRun extends RunSummary {
  readonly isInProgress: boolean;
}

/** All runs: those in progress here, and those with a stored journal. */
export class BulkRuns {
  readonly #deps: BulkRunsDeps;
  readonly #active = new Map<string, ActiveRun>();
  readonly #begun = new WeakMap<PreparedRun, Promise<ActiveRun>>();
  readonly #started = new Emitter<ActiveRun>();
  readonly onDidStart = this.#started.event;

  constructor(deps: BulkRunsDeps) {
    this.#deps = deps;
  }

  active(run: string): ActiveRun | undefined {
    return this.#active.get(run);
  }

  /** Starts a draft once, however often it is called. */
  begin(draft: PreparedRun): Promise<ActiveRun> {
    const begun = this.#begun.get(draft) ?? this.#begin(draft);
    this.#begun.set(draft, begun);
    // allow a retry if it failed to start
    begun.catch(() => this.#begun.delete(draft));
    return begun;
  }

  async #begin(draft: PreparedRun): Promise<ActiveRun> {
    const { plan } = draft.ledger;
    this.#check(plan);
    await draft.seal();
    const { undoneLock } = draft;
    if (plan.undoOf !== undefined && undoneLock)
      await this.#appendLine(plan.undoOf, { type: 'undone', by: plan.run }, undoneLock);
    return this.#start(draft.ledger, draft.journal, draft.lock, undoneLock);
  }

  /**
   * Resumes an interrupted or canceled run; `retry` also retries failed records, `retryUnclear` also new records that
   * the user looked for and didn't find.
   */
  async resume(run: string, retry = false, retryUnclear = false): Promise<ActiveRun> {
    const active = this.#active.get(run);
    if (active) return active;
    const lock = await this.#deps.folder.lock(run);
    if (!lock) throw inOtherWindow(run);
    try {
      const read = await this.#deps.folder.readJournal(run);
      if (!read?.ledger.isReady) throw noSuchRun(run);
      this.#check(read.ledger.plan);
      // what it still writes could not be undone any more
      const { plan, undoneBy } = read.ledger;
      if (undoneBy !== undefined) throw cannotResumeUndone(plan, undoneBy);
      const journal = await this.#deps.folder.reopen(run, read, lock);
      const put = (line: JournalLine): void => {
        read.ledger.apply(line, journal.put(line));
      };
      put({ type: 'begin', at: Date.now() });
      markSentAddsUnclear(read.ledger, put);
      if (retry || retryUnclear) put({ type: 'again', ...(retryUnclear && { unclear: true }) });
      return this.#start(read.ledger, journal, lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Returns the current state of a run. */
  async ledger(run: string): Promise<BulkLedger> {
    const active = this.#active.get(run);
    if (active) return active.runner.ledger;
    const read = await this.#deps.folder.readJournal(run);
    if (!read?.ledger.isReady) throw noSuchRun(run);
    return read.ledger;
  }

  /** Lists all started runs, newest first. Skips journals that can't be read. */
  async list(): Promise<ListedRun[]> {
    const found: ListedRun[] = [];
    for (const run of await this.#deps.folder.list()) {
      const ledger = await this.#readable(run);
      if (ledger) found.push({ ...summaryOf(ledger), isInProgress: await this.isInProgress(run) });
    }
    return found;
  }

  /** True if the run is in progress in this or another window, or is being undone there. */
  async isInProgress(run: string): Promise<boolean> {
    return this.#active.has(run) || this.#deps.folder.isLocked(run);
  }

  /** Lists runs that were started by a window that closed, and never ended. */
  async interrupted(): Promise<RunSummary[]> {
    const found: RunSummary[] = [];
    const { folder } = this.#deps;
    for (const run of await folder.list()) {
      if (this.#active.has(run) || (await folder.isLocked(run)) || (await folder.isEnded(run))) continue;
      const ledger = await this.#readable(run);
      if (ledger?.isInterrupted) found.push(summaryOf(ledger));
    }
    return found;
  }

  async delete(run: string): Promise<void> {
    if (await this.isInProgress(run)) throw stillRunning(run);
    await this.#deps.folder.delete(run);
  }

  /** Deletes journals with no writes for `keepDays`, and plans that were never started. */
  async cleanUp(keepDays: number, now = Date.now()): Promise<void> {
    const { folder } = this.#deps;
    const runs = await folder.list();
    const ages = fileAges(await Promise.all(runs.map(async (run) => (await folder.changedAt(run)) ?? now)), now);
    for (const [at, run] of runs.entries()) {
      if (this.#active.has(run) || (await folder.isLocked(run))) continue;
      const isOld = (ages[at] ?? 0) > keepDays * 86_400_000;
      if (isOld || !((await folder.isEnded(run)) || (await this.#wasBegun(run)))) await folder.delete(run);
    }
  }

  lines(run: string): AsyncGenerator<JournalLine> {
    return this.#deps.folder.lines(run);
  }

  /** Starts nothing else because the window is closing. Resuming a run reads its in-flight records back. */
  dispose(): void {
    for (const { runner } of this.#active.values()) runner.abandon();
  }

  async #readable(run: string): Promise<BulkLedger | undefined> {
    try {
      return await this.ledger(run);
    } catch (error) {
      if (error instanceof ServiceError || error instanceof DamagedJournalError || error instanceof FileProblem)
        return undefined;
      throw error;
    }
  }

  async #wasBegun(run: string): Promise<boolean> {
    try {
      return (await this.#deps.folder.readJournal(run))?.ledger.isReady === true;
    } catch {
      return true; // damaged: leave it for the user to judge
    }
  }

  /** `undoneLock` keeps that run from being resumed while it is being undone. */
  #start(ledger: BulkLedger, journal: JournalWriter, lock: FileLock, undoneLock?: FileLock): ActiveRun {
    const { guard, changes, writer, concurrency } = this.#deps;
    const { plan } = ledger;
    const controller = parseControllerName(plan.controller);
    if (!controller) throw noSuchRun(plan.run);
    const target = { connection: plan.connection, controller: plan.controller };
    const runner = new BulkRunner({
      ledger,
      journal,
      controller,
      writer,
      concurrency: concurrency(),
      client: () => guard.client(plan.connection, t('resume “{0}”', plan.title), plan.baseUrl),
      onWritten: (ids, isDeletion) => changes.notify({ ...target, ids, ...(isDeletion && { isDeletion }) }),
    });
    const ended = runner.runBulk().finally(async () => {
      await journal.close().catch(() => undefined);
      await lock.release();
      await undoneLock?.release();
      this.#active.delete(plan.run);
    });
    const active = { runner, ended };
    this.#active.set(plan.run, active);
    this.#started.fire(active);
    return active;
  }

  #check({ connection, title, baseUrl }: BulkPlan): void {
    this.#deps.guard.check(connection, t('resume “{0}”', title), baseUrl);
  }

  async #appendLine(run: string, line: JournalLine, lock: FileLock): Promise<void> {
    const read = await this.#deps.folder.readJournal(run);
    if (!read) return;
    const journal = await this.#deps.folder.reopen(run, read, lock);
    journal.put(line);
    await journal.sync();
    await journal.close();
  }
}
