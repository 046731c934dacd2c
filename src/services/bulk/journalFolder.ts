import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type JournalLine, readLine, type RunPlan, writeLine } from '../../model/bulk/bulkJournal.ts';
import { BulkLedger } from '../../model/bulk/bulkLedger.ts';
import { DamagedJournalError, JournalError } from './bulkErrors.ts';
import { JournalFile, JournalLines } from './journalFile.ts';
import { FileLock } from '../../node/fileLock.ts';
import { createFolder, overwriteLines, readLines, syncFolder, unlessMissing } from '../../node/storage.ts';

export interface OpenedJournal {
  readonly ledger: BulkLedger;
  readonly lines: JournalLines;
  /** Up to the end of the last whole line. */
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

  /** Undefined when there is none of that name, or none that was begun. */
  async readJournal(run: string): Promise<OpenedJournal | undefined> {
    const lines = new JournalLines(this.#file(run));
    let ledger: BulkLedger | undefined;
    let length = 0;
    let count = 0;
    for await (const { text, at, end, isWhole } of readLines(this.#file(run))) {
      count += 1;
      const line = isWhole ? readLine(text) : undefined;
      if (!line) {
        // the kill came while it was written
        if (!isWhole) break;
        throw new DamagedJournalError(run, count);
      }
      if (line.type === 'plan') ledger = new BulkLedger(line.plan, lines);
      else ledger?.apply(line, at);
      length = end;
    }
    return ledger && { ledger, lines, length };
  }

  /** To go on with what was read. */
  reopen(run: string, { length, lines }: OpenedJournal, lock: FileLock): Promise<JournalFile> {
    return JournalFile.reopen(this.#file(run), length, lines, lock);
  }

  /**
   * Every line that is whole, for those who want more of it than the ledger keeps. A journal may be long: whoever wants
   * few of its lines tells them by their texts.
   */
  async *lines(run: string, isWanted: (text: string) => boolean = () => true): AsyncGenerator<JournalLine> {
    for await (const { text, isWhole } of readLines(this.#file(run))) {
      const line = isWhole && isWanted(text) ? readLine(text) : undefined;
      if (line) yield line;
    }
  }

  /** The names of the runs, the newest first: a name begins with its time. */
  async list(): Promise<string[]> {
    const files = await readdir(this.#folder).catch(() => []);
    return files
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .toSorted()
      .toReversed();
  }

  /** By its last line alone: a journal may be long, and most are looked at only for this. One that is gone has ended. */
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

  /** Undefined when it is gone. */
  async changedAt(run: string): Promise<number | undefined> {
    return (await unlessMissing(stat(this.#file(run))))?.mtimeMs;
  }

  /** With what windows that were killed have left of its lock. */
  async delete(run: string): Promise<void> {
    await rm(this.#file(run), { force: true });
    const locks = (await readdir(this.#folder).catch(() => [])).filter((file) => file.startsWith(`${run}.lock`));
    for (const file of locks) await rm(path.join(this.#folder, file), { force: true });
  }

  /** All runs over a connection, but for those that a window is at work on. */
  async forgetConnection(connection: string): Promise<void> {
    for (const run of await this.list())
      if ((await this.#plan(run))?.connection === connection && !(await this.isLocked(run))) await this.delete(run);
  }

  /**
   * What ended runs have noted about a record: its name, what it held and what it got. That it was changed stays, so the
   * other lines keep their meaning. Answers how many runs could not be touched, as they are not ended.
   */
  async forgetRecord(
    connection: string,
    { controller, id }: { readonly controller: string; readonly id: string },
  ): Promise<number> {
    let untouched = 0;
    for (const run of await this.list()) {
      const plan = await this.#plan(run);
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

  /** What a run calls the record, which has another name there when the run has added it. */
  async #idsOf(run: string, id: string): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    const quoted = JSON.stringify(id);
    for await (const line of this.lines(run, (text) => text.includes(quoted)))
      if ('id' in line && (line.id === id || (line.type === 'done' && line.made === id))) ids.add(line.id);
    return ids;
  }

  async #plan(run: string): Promise<RunPlan | undefined> {
    for await (const line of this.lines(run, isPlanText)) if (line.type === 'plan') return line.plan;
    return undefined;
  }

  /** Undefined when another window has it. */
  async lock(run: string): Promise<FileLock | undefined> {
    try {
      // there is none before the first run
      await createFolder(this.#folder);
      return await FileLock.take(path.join(this.#folder, `${run}.lock`));
    } catch (error) {
      throw new JournalError(error);
    }
  }

  isLocked(run: string): Promise<boolean> {
    return FileLock.isHeld(path.join(this.#folder, `${run}.lock`));
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
