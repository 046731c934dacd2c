import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/*
 * All reading and writing of the extension's own files: permissions, batching, durability, atomic replacement, and
 * truncated lines after a kill. The content is up to the caller.
 */

const newline = 10;
const chunkSize = 1 << 18;
/** Above this, callers wait for the disk before appending, to limit memory use. */
const maxUnwritten = 1 << 17;
/**
 * With `O_DSYNC`, an append is on disk when it returns. Other platforms lack the flag or don't write through to the
 * disk.
 */
const hasWriteThrough = process.platform === 'linux';

/** Creates a folder that only the current user can access. */
export async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Returns undefined if the file or folder doesn't exist: other windows delete old ones. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** The names in a folder; empty if there is no such folder. */
export async function listFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return [];
    throw error;
  });
}

/** Syncs a folder: a new file survives a power failure only if its folder is synced too. Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // not every file system allows opening a folder
  }
}

/**
 * Replaces a file atomically: readers see the old or the new content, never a part. `isDurable`: also survives a power
 * failure.
 */
export async function replaceFile(file: string, content: string | Uint8Array, isDurable = false): Promise<void> {
  const folder = path.dirname(file);
  await createFolder(folder);
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, content, { mode: 0o600, flush: isDurable });
    await rename(draft, file);
    if (isDurable) await syncFolder(folder);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Writes at the current position. If the disk is nearly full, a write may be partial. */
export async function writeAll(handle: Pick<FileHandle, 'write'>, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done);
    if (bytesWritten === 0) throw Object.assign(new Error('the disk takes no more'), { code: 'ENOSPC' });
    done += bytesWritten;
  }
}

export interface DurableFile {
  /** Resolves once the text would survive a power failure. */
  append(text: string): Promise<void>;
  close(): Promise<void>;
}

export async function openDurable(file: string, isNew: boolean): Promise<DurableFile> {
  const { O_WRONLY, O_CREAT, O_APPEND, O_EXCL, O_DSYNC } = constants;
  const extra = (isNew ? O_EXCL : 0) | (hasWriteThrough ? O_DSYNC : 0);
  const handle = await open(file, O_WRONLY | O_CREAT | O_APPEND | extra, 0o600);
  return {
    append: async (text) => {
      await writeAll(handle, Buffer.from(text));
      if (!hasWriteThrough) await handle.datasync();
    },
    close: () => handle.close(),
  };
}

/** Batches appended text, one write at a time: all callers waiting for the disk share a write. */
export class AppendQueue {
  readonly #write: (text: string, end: number) => Promise<void>;
  readonly #delayMs: number;
  #texts: string[] = [];
  #end: number;
  #written: number;
  #writing: Promise<void> | undefined;
  #timer: { readonly id: NodeJS.Timeout; readonly at: number } | undefined;
  #failure: { readonly error: unknown } | undefined;

  /**
   * `delayMs`: how long text waits for more before it is written, unless flushed. `start`: the current size of the
   * file.
   */
  constructor(write: (text: string, end: number) => Promise<void>, delayMs: number, start = 0) {
    this.#write = write;
    this.#delayMs = delayMs;
    this.#end = start;
    this.#written = start;
  }

  /** The offset where the next text begins. */
  get end(): number {
    return this.#end;
  }

  /** Everything before this offset is written. */
  get written(): number {
    return this.#written;
  }

  /** True if a caller with more text should flush first. */
  get isFull(): boolean {
    return this.#end - this.#written >= maxUnwritten;
  }

  /** Returns the offset of the text. */
  append(text: string, delayMs = this.#delayMs): number {
    const at = this.#end;
    this.#end += Buffer.byteLength(text);
    this.#texts.push(text);
    this.#schedule(delayMs);
    return at;
  }

  /**
   * Resolves once everything before `end` is written. After a failed write, always rejects: a part of it may be in the
   * file.
   */
  async flush(end = this.#end): Promise<void> {
    while (!this.#failure && this.#written < end) await this.#start();
    if (this.#failure) throw this.#failure.error;
  }

  /** Removes and returns the text that no write has started on, for a caller that can't wait. */
  drainUnwritten(): string {
    clearTimeout(this.#timer?.id);
    this.#timer = undefined;
    return this.#texts.splice(0).join('');
  }

  #schedule(delayMs: number): void {
    if (delayMs === Infinity) return;
    if (delayMs === 0) return void this.#start();
    const at = performance.now() + delayMs;
    if (this.#timer && this.#timer.at <= at) return;
    clearTimeout(this.#timer?.id);
    this.#timer = { id: setTimeout(() => void this.#start(), delayMs), at };
  }

  #start(): Promise<void> {
    clearTimeout(this.#timer?.id);
    this.#timer = undefined;
    this.#writing ??= Promise.resolve()
      .then(() => this.#writeBatch())
      .finally(() => {
        this.#writing = undefined;
        if (this.#texts.length > 0) this.#schedule(this.#delayMs);
      });
    return this.#writing;
  }

  async #writeBatch(): Promise<void> {
    const [text, end] = [this.drainUnwritten(), this.#end];
    if (this.#failure) return;
    try {
      if (text !== '') await this.#write(text, end);
      this.#written = end;
    } catch (error) {
      this.#failure = { error };
    }
  }
}

export interface StoredLine {
  readonly text: string;
  /** The offset of its first byte. */
  readonly at: number;
  /** The offset after its line break. */
  readonly end: number;
  /** False for a last line without a line break, which a kill has truncated. */
  readonly isWhole: boolean;
}

/** Reads the lines of a file, one chunk in memory at a time. A missing file has none. */
export async function* readLines(file: string): AsyncGenerator<StoredLine> {
  let rest = Buffer.alloc(0);
  let start = 0;
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: chunkSize }) as AsyncIterable<Buffer>) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let from = 0;
      for (let to = bytes.indexOf(newline); to >= 0; to = bytes.indexOf(newline, from)) {
        yield { text: bytes.toString('utf8', from, to), at: start + from, end: start + to + 1, isWhole: true };
        from = to + 1;
      }
      rest = Buffer.from(bytes.subarray(from));
      start += from;
    }
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  if (rest.length > 0) yield { text: rest.toString('utf8'), at: start, end: start + rest.length, isWhole: false };
}

/**
 * Overwrites whole lines with shorter ones, padded with spaces, so that all other offsets stay and other windows can
 * append concurrently. `replace` returns undefined for a line to leave unchanged.
 */
export async function overwriteLines(file: string, replace: (line: string) => string | undefined): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    for await (const { text, at, end, isWhole } of readLines(file)) {
      const line = isWhole ? replace(text) : undefined;
      if (line === undefined) continue;
      const padded = Buffer.alloc(end - 1 - at, ' ');
      padded.write(line);
      await handle.write(padded, 0, padded.length, at);
    }
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
