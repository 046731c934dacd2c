import { truncate } from 'node:fs/promises';
import { type JournalLine, writeLine } from '../../model/bulk/bulkJournal.ts';
import { JournalError, TakenOverError } from './bulkErrors.ts';
import { JournalLines } from './journalLines.ts';
import type { FileLock } from '../../node/fileLock.ts';
import { AppendQueue, type DurableFile, openDurable } from '../../node/storage.ts';

/** Where a run writes down what it does. */
export interface JournalWriter {
  /**
   * In this order, soon: at once when someone waits for it, and after so many milliseconds at the latest. Answers where
   * it begins.
   */
  put(line: JournalLine, withinMs?: number): number;
  /**
   * What whoever puts many waits for before the next one: nothing, until so much waits for the disk that more would fill
   * the memory. Fails as `sync` does.
   */
  room(): Promise<void> | undefined;
  /**
   * Once everything that was put is on the disk, and would be there after a power cut. Fails when the run is not ours any
   * more: who waits for this sends next.
   */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What nobody waits for goes to the disk with the next line that somebody waits for, but not later than this. */
const delayMs = 25;

/** The file of one run, which it may append to while it has the lock. */
export class JournalFile implements JournalWriter {
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

  put(line: JournalLine, withinMs?: number): number {
    const text = writeLine(line);
    const at = this.#queue.append(text, withinMs);
    this.lines.keep(at, text);
    return at;
  }

  room(): Promise<void> | undefined {
    return this.#queue.isFull ? this.sync() : undefined;
  }

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
