import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type JournalLine, readLine, type BulkPlan, writeLine } from '../../model/bulk/bulkJournal.ts';
import { BulkLedger } from '../../model/bulk/bulkLedger.ts';
import { DamagedJournalError, JournalError } from './bulkErrors.ts';
import { JournalFile, JournalLines } from './journalFile.ts';
import { FileLock } from '../../node/fileLock.ts';
import { fileProblem } from '../../model/fileProblem.ts';
import {
  createFolder,
  listFolder,
  overwriteLines,
  readLines,
  type StoredLine,
  syncFolder,
  unlessMissing,
} from '../../node/storage.ts';
import { t } from '@vscode/l10n';

export interface OpenedJournal {
  readonly ledger: BulkLedger;
  readonly lines: JournalLines;
  /** Offset of the end of the last complete line. */
  readonly length: number;
}

const ending = '.jsonl';
/** Longer than any line that ends a journal. */
const tail = 4_096;

/** The journals of all runs, one file each. */
export class JournalFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async create(run: string, lock: FileLock): Promise<JournalFile> {
    const file = await JournalFile.create(this.#file(run), lock);
    await syncFolder(this.#folder);
    return file;
  }

  /** Returns undefined if there is no such run, or if it was never started. */
  async readJournal(run: string): Promise<OpenedJournal | undefined> {
    const lines = new JournalLines(this.#file(run));
    let ledger: BulkLedger | undefined;
    let length = 0;
    let count = 0;
    for await (const { text, at, end, isWhole } of this.#storedLines(run)) {
      count += 1;
      const line = isWhole ? readLine(text) : undefined;
      if (!line) {
        // the window was killed during the write
        if (!isWhole) break;
        throw new DamagedJournalError(run, count);
      }
      if (line.type === 'plan') ledger = new BulkLedger(line.plan, lines);
      else ledger?.apply(line, at);
      length = end;
    }
    return ledger && { ledger, lines, length };
  }

  /** Reopens a journal that was read, for appending. */
  reopen(run: string, { length, lines }: OpenedJournal, lock: FileLock): Promise<JournalFile> {
    return JournalFile.reopen(this.#file(run), length, lines, lock);
  }

  /**
   * Yields every complete line, for callers that need more than the ledger keeps. A journal may be long: `isWanted`
   * filters lines by their text before parsing.
   */
  async *lines(run: string, isWanted: (text: string) => boolean = () => true): AsyncGenerator<JournalLine> {
    for await (const { text, isWhole } of this.#storedLines(run)) {
      const line = isWhole && isWanted(text) ? readLine(text) : undefined;
      if (line) yield line;
    }
  }

  /** Returns the run names, newest first: a name starts with its time. */
  async list(): Promise<string[]> {
    const files = await this.#files();
    return files
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .toSorted()
      .toReversed();
  }

  /**
   * Reads only the last line: a journal may be long, and most are opened only for this check. A missing journal counts
   * as ended.
   */
  async isEnded(run: string): Promise<boolean> {
    const file = await unlessMissing(open(this.#file(run), 'r'));
    if (!file) return true;
    try {
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(tail), position: Math.max(0, size - tail) });
      const last = buffer.toString('utf8', 0, bytesRead).split('\n').at(-2);
      const type = last === undefined ? undefined : readLine(last)?.type;
      return type === 'end' || type === 'undone';
    } finally {
      await file.close();
    }
  }

  /** Returns undefined if there is no journal. */
  async changedAt(run: string): Promise<number | undefined> {
    return (await unlessMissing(stat(this.#file(run))))?.mtimeMs;
  }

  /** Also deletes lock files that killed windows left behind. */
  async delete(run: string): Promise<void> {
    await rm(this.#file(run), { force: true });
    const locks = (await this.#files()).filter((file) => file.startsWith(`${run}.lock`));
    for (const file of locks) await rm(path.join(this.#folder, file), { force: true });
  }

  /** Deletes all runs of a connection, except those in progress in a window. */
  async forgetConnection(connection: string): Promise<void> {
    for (const run of await this.list())
      if ((await this.plan(run))?.connection === connection && !(await this.isLocked(run))) await this.delete(run);
  }

  /**
   * Erases what ended runs logged about a record: its name, its old contents, and its new values. The fact that it was
   * changed stays, so that other lines keep their meaning. Returns the number of runs that couldn't be erased because
   * they haven't ended.
   */
  async forgetRecord(
    connection: string,
    { controller, id }: { readonly controller: string; readonly id: string },
  ): Promise<number> {
    let untouched = 0;
    for (const run of await this.list()) {
      const plan = await this.plan(run);
      if (plan?.connection !== connection || plan.controller !== controller) continue;
      const ids = await this.#idsOf(run, id);
      if (ids.size === 0) continue;
      const lock = (await this.isEnded(run)) ? await this.lock(run) : undefined;
      if (!lock) untouched += 1;
      else
        try {
          await overwriteLines(this.#file(run), (text) => {
            const line = readLine(text);
            return line && 'id' in line && ids.has(line.id) ? writeLine(erased(line)).trimEnd() : undefined;
          });
        } finally {
          await lock.release();
        }
    }
    return untouched;
  }

  /** Returns the ids that a run uses for the record: an added record has a different id in the journal. */
  async #idsOf(run: string, id: string): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    const quoted = JSON.stringify(id);
    for await (const line of this.lines(run, (text) => text.includes(quoted)))
      if ('id' in line && (line.id === id || (line.type === 'done' && line.made === id))) ids.add(line.id);
    return ids;
  }

  /** Reads only the first line. */
  async plan(run: string): Promise<BulkPlan | undefined> {
    for await (const line of this.lines(run, isPlanText)) if (line.type === 'plan') return line.plan;
    return undefined;
  }

  /** Returns undefined if another window holds the lock. */
  async lock(run: string): Promise<FileLock | undefined> {
    try {
      // the folder doesn't exist before the first run
      await createFolder(this.#folder);
      return await FileLock.acquire(path.join(this.#folder, `${run}.lock`));
    } catch (error) {
      throw new JournalError(error);
    }
  }

  isLocked(run: string): Promise<boolean> {
    return FileLock.isHeld(path.join(this.#folder, `${run}.lock`));
  }

  /** Throws if they can't be listed: a run that isn't known could be repeated, or kept after it was to be erased. */
  async #files(): Promise<string[]> {
    try {
      return await listFolder(this.#folder);
    } catch (error) {
      throw fileProblem(t('read {0}', this.#folder), error);
    }
  }

  async *#storedLines(run: string): AsyncGenerator<StoredLine> {
    try {
      yield* readLines(this.#file(run));
    } catch (error) {
      throw fileProblem(t('read the journal of the run {0}', run), error);
    }
  }

  #file(run: string): string {
    return path.join(this.#folder, `${path.basename(run)}${ending}`);
  }
}

function erased(line: Extract<JournalLine, { readonly id: string }>): JournalLine {
  switch (line.type) {
    case 'record': {
      const { type, id, action, since } = line;
      return { type, id, name: '', ...(action && { action }), ...(since !== undefined && { since: '' }) };
    }
    case 'left':
      return { ...line, name: '', ...(line.why !== undefined && { why: '' }) };
    case 'failed':
    case 'unclear':
      return { ...line, why: '' };
    case 'done': {
      const { said: _, ...rest } = line;
      return rest;
    }
    case 'waiting':
      return line;
  }
}

function isPlanText(text: string): boolean {
  return text.startsWith('{"type":"plan"');
}
