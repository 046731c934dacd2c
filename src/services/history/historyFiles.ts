import { appendFileSync, mkdirSync } from 'node:fs';
import { appendFile, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileAges } from '../../model/fileAges.ts';
import { AppendQueue, createFolder, listFolder, overwriteLines } from '../../node/storage.ts';

const fileName = /^(\d{4}-\d\d-\d\d)-(\d{3})\.jsonl$/;
const dayMs = 86_400_000;
/** A file that is longer is followed by another one, and beyond so many the oldest goes: 16 MB for each connection. */
const longestFile = 1_048_576;
const mostFiles = 16;
/** Whoever writes many at once has them written together. */
const delayMs = 50;

/** What a test stands in for. */
export type HistoryStore = Pick<HistoryFiles, keyof HistoryFiles>;

/**
 * A folder for each connection, with files for each day, to which all windows append whole lines. Nothing in them is
 * ever rewritten, so that nobody has to wait for another window: what is too old or too much goes as a file.
 */
export class HistoryFiles {
  readonly #folder: string;
  readonly #onFailure: (error: unknown) => void;
  readonly #queues = new Map<string, AppendQueue>();

  constructor(folder: string, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#onFailure = onFailure;
  }

  /** It goes to the disk soon; whoever calls does not wait for it. */
  append(connection: string, line: string): void {
    let queue = this.#queues.get(connection);
    if (!queue) {
      const write = (text: string): Promise<void> => this.#write(connection, text).catch(this.#onFailure);
      this.#queues.set(connection, (queue = new AppendQueue(write, delayMs)));
    }
    queue.append(line);
  }

  /** Once all that was appended is on the disk, or cannot be. */
  async flush(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.flush()));
  }

  /** The window closes. */
  dispose(): void {
    for (const [connection, queue] of this.#queues) {
      const text = queue.takeUnwritten();
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

  /** Whole lines and what is left of others. One file is in memory at a time. */
  async *newestFirst(connection: string): AsyncGenerator<string> {
    const folder = this.#folderOf(connection);
    for (const name of (await filesIn(folder)).toReversed()) {
      // another window may have cleared it away
      const text = await readFile(path.join(folder, name), 'utf8').catch(() => '');
      for (let end = text.length; end > 0;) {
        const start = text.lastIndexOf('\n', end - 1) + 1;
        if (start < end) yield text.slice(start, end);
        end = start - 1;
      }
    }
  }

  /** Removes what is older than so many days; with 0, all of it. */
  async prune(keepDays: number, now: number): Promise<void> {
    await this.flush();
    for (const connection of await listFolder(this.#folder)) {
      if (keepDays === 0) await this.forget(connection);
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

  async forget(connection: string): Promise<void> {
    await this.flush();
    await rm(this.#folderOf(connection), { recursive: true, force: true });
  }

  /** Asks from the oldest line to the newest. In place, as other windows append to the same files: blank lines are skipped. */
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
    // a wrong clock may have left files of days to come
    const last = files.findLast((file) => file.startsWith(day)) ?? nameOf(day, 0);
    // another window may have cleared it away
    const size = (await stat(path.join(folder, last)).catch(() => undefined))?.size ?? 0;
    const name = nameOf(day, Number(fileName.exec(last)?.[2]) + (size > longestFile ? 1 : 0));
    await appendFile(path.join(folder, name), afterTornLine(text), { mode: 0o600 });
    const all = files.includes(name) ? files : [...files, name];
    // those of days to come are older than today's, whatever they are called
    const oldestFirst = [
      ...all.filter((file) => file.slice(0, 10) > day),
      ...all.filter((file) => file.slice(0, 10) <= day),
    ];
    for (const old of oldestFirst.slice(0, Math.max(0, all.length - mostFiles)))
      await rm(path.join(folder, old), { force: true });
  }

  #folderOf(connection: string): string {
    return path.join(this.#folder, path.basename(connection));
  }
}

/** A kill may have left a line without its end, which must not swallow the next one. */
function afterTornLine(text: string): string {
  return `\n${text}`;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function nameOf(day: string, number: number): string {
  return `${day}-${String(Math.min(number, 999)).padStart(3, '0')}.jsonl`;
}

/** By their names, which is by their age. */
async function filesIn(folder: string): Promise<string[]> {
  return (await listFolder(folder)).filter((name) => fileName.test(name)).toSorted();
}
