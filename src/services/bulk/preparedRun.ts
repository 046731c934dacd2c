import type { JournalLine, BulkPlan } from '../../model/bulk/bulkJournal.ts';
import { BulkLedger } from '../../model/bulk/bulkLedger.ts';
import { saidOnce } from '../../model/serviceWords.ts';
import type { JournalFolder } from './journalFolder.ts';
import type { JournalWriter } from './journalFile.ts';
import { inOtherWindow } from './bulkErrors.ts';
import type { FileLock } from '../../node/fileLock.ts';

/** Maximum number of ids per journal line. */
const maxIdsPerLine = 1_000;

/** A run that is planned but not started. Its plan is already in the journal, so it can be of any length. */
export class PreparedRun {
  readonly ledger: BulkLedger;
  readonly journal: JournalWriter;
  readonly lock: FileLock;
  /** Lock of the run that this one undoes. */
  readonly undoneLock: FileLock | undefined;
  #notes: readonly string[] = [];
  readonly #folder: JournalFolder;

  private constructor(
    ledger: BulkLedger,
    journal: JournalWriter,
    lock: FileLock,
    undoneLock: FileLock | undefined,
    folder: JournalFolder,
  ) {
    this.ledger = ledger;
    this.journal = journal;
    this.lock = lock;
    this.undoneLock = undoneLock;
    this.#folder = folder;
  }

  static async create(plan: BulkPlan, folder: JournalFolder, undoneLock?: FileLock): Promise<PreparedRun> {
    const lock = await folder.lock(plan.run);
    if (!lock) throw inOtherWindow(plan.run);
    try {
      const journal = await folder.create(plan.run, lock);
      journal.put({ type: 'plan', version: 1, plan });
      return new PreparedRun(new BulkLedger(plan, journal.lines), journal, lock, undoneLock, folder);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Notes about the records found, plus messages from the service. */
  get note(): string | undefined {
    return this.#notes.join(' ') || undefined;
  }

  addNotes(notes: readonly string[]): void {
    this.#notes = saidOnce(this.#notes, notes);
  }

  put(line: JournalLine): void {
    this.ledger.apply(line, this.journal.put(line));
  }

  /** Turns the draft into a run: everything the run needs is on disk afterward. */
  async seal(): Promise<void> {
    let dropped: string[] = [];
    for (const { id } of this.ledger.inState(['dropped', 'changed'])) {
      if (dropped.push(id) < maxIdsPerLine) continue;
      this.put({ type: 'dropped', ids: dropped });
      dropped = [];
      await this.journal.room();
    }
    const { labels, decimals } = this.ledger;
    const shown = { labels: Object.fromEntries(labels), decimals: Object.fromEntries(decimals) };
    this.put({ type: 'ready', dropped, ...shown });
    await this.journal.sync();
  }

  /** Deletes the draft and its journal. */
  async discard(): Promise<void> {
    await this.journal.close().catch(() => undefined);
    await this.#folder.delete(this.ledger.plan.run);
    await this.lock.release();
    await this.undoneLock?.release();
  }
}
