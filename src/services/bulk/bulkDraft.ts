import type { JournalLine, RunPlan } from '../../model/bulk/bulkJournal.ts';
import { BulkLedger } from '../../model/bulk/bulkLedger.ts';
import { saidOnce } from '../../model/serviceWords.ts';
import type { JournalFolder } from './journalFolder.ts';
import type { JournalWriter } from './journalFile.ts';
import { inOtherWindow } from './bulkErrors.ts';
import type { FileLock } from '../../node/fileLock.ts';

/** Of ids in one line of a journal. */
const mostInLine = 1_000;

/** A run that is planned and not begun. Its plan is in the journal already, so that it may be as long as it likes. */
export class BulkDraft {
  readonly ledger: BulkLedger;
  readonly journal: JournalWriter;
  readonly lock: FileLock;
  /** Of the run that this one undoes. */
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

  static async create(plan: RunPlan, folder: JournalFolder, undoneLock?: FileLock): Promise<BulkDraft> {
    const lock = await folder.lock(plan.run);
    if (!lock) throw inOtherWindow(plan.run);
    try {
      const journal = await folder.create(plan.run, lock);
      journal.put({ type: 'plan', version: 1, plan });
      return new BulkDraft(new BulkLedger(plan, journal.lines), journal, lock, undoneLock, folder);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** What a person should know about the records that were found, and what the service said beside them. */
  get note(): string | undefined {
    return this.#notes.join(' ') || undefined;
  }

  addNotes(notes: readonly string[]): void {
    this.#notes = saidOnce(this.#notes, notes);
  }

  put(line: JournalLine): void {
    this.ledger.apply(line, this.journal.put(line));
  }

  /** From here on it is a run: everything it needs is on the disk. */
  async seal(): Promise<void> {
    let dropped: string[] = [];
    for (const { id } of this.ledger.inState(['dropped', 'changed'])) {
      if (dropped.push(id) < mostInLine) continue;
      this.put({ type: 'dropped', ids: dropped });
      dropped = [];
      await this.journal.room();
    }
    const { labels, decimals } = this.ledger;
    const shown = { labels: Object.fromEntries(labels), decimals: Object.fromEntries(decimals) };
    this.put({ type: 'ready', dropped, ...shown });
    await this.journal.sync();
  }

  /** Nothing of it is kept. */
  async discard(): Promise<void> {
    await this.journal.close().catch(() => undefined);
    await this.#folder.delete(this.ledger.plan.run);
    await this.lock.release();
    await this.undoneLock?.release();
  }
}
