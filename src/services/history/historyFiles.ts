import { appendFileSync, mkdirSync } from 'node:fs';
import { appendFile, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileAges } from '../../model/fileAges.ts';
import { AppendQueue, createFolder, listFolder, overwriteLines } from '../../node/storage.ts';

const fileName = /^(\d{4}-\d\d-\d\d)-(\d{3})\.jsonl$/;
const dayMs = 86_400_000;
/**
 * A file that exceeds this length is followed by another. Beyond `maxFiles`, the oldest is deleted: 16 MB per
 * connection.
 */
const longestFile = 1_048_576;
const maxFiles = 16;
/** Batches lines that are appended in quick succession. */
const delayMs = 50;

/** The part that tests replace. */
export type HistoryStore = Pick<HistoryFiles, keyof HistoryFiles>;

/**
 * One folder per connection with files per day, to which all windows append complete lines. Lines are never moved, so
 * that no window has to wait for another: old or excess data is deleted by the file.
 */
export class HistoryFiles {
  readonly #folder: string;
  readonly #onFailure: (error: unknown) => void;
  readonly #queues = new Map<string, AppendQueue>();

  constructor(folder: string, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#onFailure = onFailure;
  }

  /** Writes the line soon, without blocking the caller. */
  append(connection: string, line: string): void {
    let queue = this.#queues.get(connection);
    if (!queue) {
      const write = (text: string): Promise<void> => this.#write(connection, text).catch(this.#onFailure);
      this.#queues.set(connection, (queue = new AppendQueue(write, delayMs)));
    }
    queue.append(line);
  }

  /** Resolves once all appended lines are on disk, or have failed. */
  async flush(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.flush()));
  }

  /** Writes pending lines synchronously, because the window is closing. */
  dispose(): void {
    for (const [connection, queue] of this.#queues) {
      const text = queue.drainUnwritten();
      if (text === '') continue;
      try {
        const folder = this.#folderOf(connection);
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        appendFileSync(path.join(folder, nameOf(today(), 0)), afterTornLine(text), { mode: 0o600 });
      } catch (error) {
        this.#onFailure(error);
      }
    }
  }

  /** Yields complete lines and fragments of torn ones, with one file in memory at a time. */
  async *newestFirst(connection: string): AsyncGenerator<string> {
    const folder = this.#folderOf(connection);
    for (const name of (await filesIn(folder)).toReversed()) {
      // another window may have deleted it
      const text = await readFile(path.join(folder, name), 'utf8').catch(() => '');
      for (let end = text.length; end > 0;) {
        const start = text.lastIndexOf('\n', end - 1) + 1;
        if (start < end) yield text.slice(start, end);
        end = start - 1;
      }
    }
  }

  /** Deletes files older than `keepDays`; with 0, all of them. */
  async prune(keepDays: number, now: number): Promise<void> {
    await this.flush();
    for (const connection of await listFolder(this.#folder)) {
      if (keepDays === 0) await this.removeConnection(connection);
      const folder = this.#folderOf(connection);
      const files = await filesIn(folder);
      const ages = fileAges(
        files.map((name) => Date.parse(name.slice(0, 10)) + dayMs),
        now,
      );
      for (const [at, name] of files.entries())
        if ((ages[at] ?? 0) > keepDays * dayMs) await rm(path.join(folder, name), { force: true });
    }
  }

  async removeConnection(connection: string): Promise<void> {
    await this.flush();
    await rm(this.#folderOf(connection), { recursive: true, force: true });
  }

  /**
   * Blanks matching lines, from oldest to newest. Works in place, because other windows append to the same files:
   * readers skip blank lines.
   */
  async erase(connection: string, isErased: (line: string) => boolean): Promise<void> {
    await this.flush();
    const folder = this.#folderOf(connection);
    for (const name of await filesIn(folder))
      await overwriteLines(path.join(folder, name), (line) => (isErased(line) ? '' : undefined));
  }

  async #write(connection: string, text: string): Promise<void> {
    const folder = this.#folderOf(connection);
    await createFolder(folder);
    const files = await filesIn(folder);
    const day = today();
    // a wrong clock may have left files dated in the future
    const last = files.findLast((file) => file.startsWith(day)) ?? nameOf(day, 0);
    // another window may have deleted it
    const size = (await stat(path.join(folder, last)).catch(() => undefined))?.size ?? 0;
    const name = nameOf(day, Number(fileName.exec(last)?.[2]) + (size > longestFile ? 1 : 0));
    await appendFile(path.join(folder, name), afterTornLine(text), { mode: 0o600 });
    const all = files.includes(name) ? files : [...files, name];
    // files dated in the future count as older than today's
    const oldestFirst = [
      ...all.filter((file) => file.slice(0, 10) > day),
      ...all.filter((file) => file.slice(0, 10) <= day),
    ];
    for (const old of oldestFirst.slice(0, Math.max(0, all.length - maxFiles)))
      await rm(path.join(folder, old), { force: true });
  }

  #folderOf(connection: string): string {
    return path.join(this.#folder, path.basename(connection));
  }
}

/** Starts a new line, because a kill may have left a line without its end. */
function afterTornLine(text: string): string {
  return `\n${text}`;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function nameOf(day: string, number: number): string {
  return `${day}-${String(Math.min(number, 999)).padStart(3, '0')}.jsonl`;
}

/** Sorted by name, and therefore by age. */
async function filesIn(folder: string): Promise<string[]> {
  return (await listFolder(folder)).filter((name) => fileName.test(name)).toSorted();
}
