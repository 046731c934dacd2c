import { closeSync, openSync, readSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { type JournalLine, type LineSource, readLine, writeLine } from '../../model/bulk/bulkJournal.ts';
import type { FileLock } from '../../node/fileLock.ts';
import { AppendQueue, type DurableFile, isMissing, openDurable } from '../../node/storage.ts';
import { JournalError, noSuchRun, TakenOverError } from './bulkErrors.ts';

/** What nobody waits for goes to the disk with the next line that somebody waits for, but not later than this. */
const delayMs = 25;
/** What is read at once: whoever wants one line mostly wants its neighbors next. */
const blockSize = 1 << 17;
/** A block begins at one of these, so that going backward reads it once as well. */
const grid = blockSize / 2;
const mostBlocks = 4;
const newLine = 10;

/** What a test stands in for. */
export type JournalWriter = Pick<JournalFile, 'put' | 'room' | 'sync' | 'close'>;

/** The file of one run, which it may append to while it has the lock. */
export class JournalFile {
  readonly #file: DurableFile;
  readonly #lock: FileLock;
  /** To read them again. */
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

  /** To go on. What stands behind the last whole line was cut off by a kill. */
  static async reopen(path: string, length: number, lines: JournalLines, lock: FileLock): Promise<JournalFile> {
    await journaled(truncate(path, length));
    return new JournalFile(await journaled(openDurable(path, false)), lock, lines, length);
  }

  /** Within so many milliseconds, or at once when someone waits for the disk. Returns the offset of the line. */
  put(line: JournalLine, withinMs?: number): number {
    const text = writeLine(line);
    const at = this.#queue.append(text, withinMs);
    this.lines.keep(at, text);
    return at;
  }

  /** What a caller with many lines waits for before the next one, undefined for nothing. Fails as `sync` does. */
  room(): Promise<void> | undefined {
    return this.#queue.isFull ? this.sync() : undefined;
  }

  /**
   * Once all lines would survive a power cut. Fails when the run belongs to another window: the caller sends next.
   */
  async sync(): Promise<void> {
    this.#checkLock();
    await this.#queue.flush();
  }

  async close(): Promise<void> {
    await this.#queue.flush().catch(() => undefined);
    await this.#file.close();
  }

  /** Another window that has taken the run over writes to the same file. */
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
 * Gives the lines of a journal back by where they begin, whether or not they are on the disk yet. Nothing is kept open:
 * a run may be looked at for days, and its file be deleted meanwhile.
 */
export class JournalLines implements LineSource {
  readonly #file: string;
  /** The newest comes first. */
  readonly #blocks: Block[] = [];
  /** By their offsets, in ascending order. */
  readonly #unwritten = new Map<number, string>();

  constructor(file: string) {
    this.#file = file;
  }

  lineAt(at: number): JournalLine {
    const line = readLine(this.#unwritten.get(at) ?? this.#textAt(at));
    if (!line) throw this.#lost();
    return line;
  }

  /** Until it is written. */
  keep(at: number, text: string): void {
    this.#unwritten.set(at, text);
  }

  /** All that begins before this is on the disk. */
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
    const old = this.#blocks.length < mostBlocks ? undefined : this.#blocks.pop();
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

/** Undefined when the block has not all of it. */
function textIn({ from, length, bytes }: Block, at: number): string | undefined {
  const start = at - from;
  if (start < 0 || start >= length) return undefined;
  const end = bytes.indexOf(newLine, start);
  return end < 0 || end >= length ? undefined : bytes.toString('utf8', start, end);
}
