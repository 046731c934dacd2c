import { closeSync, openSync, readSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { type JournalLine, type LineSource, readLine, writeLine } from '../../model/bulk/bulkJournal.ts';
import type { FileLock } from '../../node/fileLock.ts';
import { AppendQueue, type DurableFile, isMissing, openDurable } from '../../node/storage.ts';
import { JournalError, noSuchRun, TakenOverError } from './bulkErrors.ts';

/** Lines that no caller waits for are written with the next line that one does, or after this delay. */
const delayMs = 25;
/** Bytes read at once: reading one line is usually followed by its neighbors. */
const blockSize = 1 << 17;
/** Blocks start at a multiple of this, so that reading backward also reads each block once. */
const grid = blockSize / 2;
const maxBlocks = 4;
const newLine = 10;

/** The part that tests replace. */
export type JournalWriter = Pick<JournalFile, 'put' | 'room' | 'sync' | 'close'>;

/** The journal of one run, which can be appended to while the run's lock is held. */
export class JournalFile {
  readonly #file: DurableFile;
  readonly #lock: FileLock;
  /** Reads lines back. */
  readonly lines: JournalLines;
  readonly #queue: AppendQueue;

  private constructor(file: DurableFile, lock: FileLock, lines: JournalLines, end: number) {
    this.#file = file;
    this.#lock = lock;
    this.lines = lines;
    this.#queue = new AppendQueue((text, writtenTo) => this.#write(text, writtenTo), delayMs, end);
  }

  static async create(path: string, lock: FileLock): Promise<JournalFile> {
    return new JournalFile(await journaled(openDurable(path, true)), lock, new JournalLines(path), 0);
  }

  /** Reopens a journal for appending. Cuts off a partial last line, which a kill left behind. */
  static async reopen(path: string, length: number, lines: JournalLines, lock: FileLock): Promise<JournalFile> {
    await journaled(truncate(path, length));
    return new JournalFile(await journaled(openDurable(path, false)), lock, lines, length);
  }

  /** Writes the line within `withinMs`, or at once when a caller waits for the disk. Returns the offset of the line. */
  put(line: JournalLine, withinMs?: number): number {
    const text = writeLine(line);
    const at = this.#queue.append(text, withinMs);
    this.lines.append(at, text);
    return at;
  }

  /** Returns a promise to await before adding more lines, or undefined if there is room. Rejects as `sync` does. */
  room(): Promise<void> | undefined {
    return this.#queue.isFull ? this.sync() : undefined;
  }

  /**
   * Resolves once all lines would survive a power cut. Rejects if another window has taken over the run, because the
   * caller sends next.
   */
  async sync(): Promise<void> {
    this.#checkLock();
    await this.#queue.flush();
  }

  async close(): Promise<void> {
    await this.#queue.flush().catch(() => undefined);
    await this.#file.close();
  }

  /** Throws if another window has taken over the run: it writes to the same file. */
  #checkLock(): void {
    if (!this.#lock.isMine()) throw new TakenOverError();
  }

  async #write(text: string, writtenTo: number): Promise<void> {
    this.#checkLock();
    await journaled(this.#file.append(text));
    this.lines.written(writtenTo);
    this.#checkLock();
  }
}

async function journaled<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new JournalError(error);
  }
}

interface Block {
  from: number;
  length: number;
  readonly bytes: Buffer;
}

/**
 * Reads journal lines by their offset, whether or not they are on disk yet. Keeps no file open: a run may be shown for
 * days, and its file may be deleted in that time.
 */
export class JournalLines implements LineSource {
  readonly #file: string;
  /** Newest first. */
  readonly #blocks: Block[] = [];
  /** Lines by offset, in ascending order. */
  readonly #unwritten = new Map<number, string>();

  constructor(file: string) {
    this.#file = file;
  }

  lineAt(at: number): JournalLine {
    const line = readLine(this.#unwritten.get(at) ?? this.#textAt(at));
    if (!line) throw this.#lost();
    return line;
  }

  /** Holds a line until it is written. */
  append(at: number, text: string): void {
    this.#unwritten.set(at, text);
  }

  /** Releases all lines that start before `end`, which are on disk. */
  written(end: number): void {
    for (const at of this.#unwritten.keys()) {
      if (at >= end) return;
      this.#unwritten.delete(at);
    }
  }

  #textAt(at: number): string {
    for (const block of this.#blocks) {
      const text = textIn(block, at);
      if (text !== undefined) return text;
    }
    const text = textIn(this.#read(at - (at % grid)), at);
    if (text !== undefined) return text;
    for (let size = blockSize * 2; ; size *= 2) {
      const bytes = Buffer.allocUnsafe(size);
      const length = this.#fill(bytes, at);
      const long = textIn({ from: at, length, bytes }, at);
      if (long !== undefined) return long;
      if (length < size) throw this.#lost();
    }
  }

  #read(from: number): Block {
    const old = this.#blocks.length < maxBlocks ? undefined : this.#blocks.pop();
    const block = old ?? { from, length: 0, bytes: Buffer.allocUnsafeSlow(blockSize) };
    block.from = from;
    block.length = this.#fill(block.bytes, from);
    this.#blocks.unshift(block);
    return block;
  }

  #fill(bytes: Buffer, from: number): number {
    let file: number;
    try {
      file = openSync(this.#file, 'r');
    } catch (error) {
      throw isMissing(error) ? this.#lost() : error;
    }
    try {
      return readSync(file, bytes, 0, bytes.length, from);
    } finally {
      closeSync(file);
    }
  }

  #lost(): Error {
    return noSuchRun(basename(this.#file, extname(this.#file)));
  }
}

/** Returns undefined if the block doesn't contain the whole line. */
function textIn({ from, length, bytes }: Block, at: number): string | undefined {
  const start = at - from;
  if (start < 0 || start >= length) return undefined;
  const end = bytes.indexOf(newLine, start);
  return end < 0 || end >= length ? undefined : bytes.toString('utf8', start, end);
}
