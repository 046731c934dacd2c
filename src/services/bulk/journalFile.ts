import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type JournalLine, writeLine } from '../../model/bulk/bulkJournal.ts';
import { JournalError, TakenOverError } from './bulkErrors.ts';
import { JournalLines } from './journalLines.ts';
import type { FileLock } from '../../node/fileLock.ts';

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

/**
 * Where a write can be made to wait for the disk by itself, that saves a second trip. Elsewhere the flag is not there,
 * or does not go as far as the disk.
 */
const writesThrough = process.platform === 'linux';
const appending = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (writesThrough ? constants.O_DSYNC : 0);

/** What nobody waits for goes along with the next one that somebody does, but not later than this. */
const usualRestMs = 25;
const mostLines = 1_000;
const mostUnwritten = 1 << 17;

/**
 * Appends to one file. Whoever waits for the disk at the same time shares one trip to it: the journal would otherwise be
 * slower than the service.
 */
export class JournalFile implements JournalWriter {
  readonly #file: FileHandle;
  readonly #lock: FileLock;
  /** To read them again. */
  readonly lines: JournalLines;
  /** Where the next line begins. */
  #end: number;
  #queue: string[] = [];
  #waiting: PromiseWithResolvers<void>[] = [];
  #pump: Promise<void> | undefined;
  #rest: { readonly timer: NodeJS.Timeout; readonly at: number } | undefined;
  /** All that begins before this is on the disk. */
  #safe: number;
  #failure: JournalError | TakenOverError | undefined;

  private constructor(file: FileHandle, lock: FileLock, lines: JournalLines, end: number) {
    this.#file = file;
    this.#lock = lock;
    this.lines = lines;
    this.#end = end;
    this.#safe = end;
  }

  static async create(path: string, lock: FileLock): Promise<JournalFile> {
    const file = await opened(() => open(path, appending | constants.O_EXCL, 0o600));
    return new JournalFile(file, lock, new JournalLines(path), 0);
  }

  /** To go on. What stands behind the last whole line was cut off by a kill. */
  static async reopen(path: string, length: number, lines: JournalLines, lock: FileLock): Promise<JournalFile> {
    const file = await opened(() => open(path, 'r+'));
    try {
      await file.truncate(length);
      await file.close();
    } catch (error) {
      throw new JournalError(error);
    }
    return new JournalFile(await opened(() => open(path, appending)), lock, lines, length);
  }

  put(line: JournalLine, withinMs = usualRestMs): number {
    const text = writeLine(line);
    const at = this.#end;
    this.#end += Buffer.byteLength(text);
    this.lines.keep(at, text);
    this.#queue.push(text);
    this.#startSoon(withinMs);
    return at;
  }

  room(): Promise<void> | undefined {
    return this.#end - this.#safe < mostUnwritten ? undefined : this.sync();
  }

  async sync(): Promise<void> {
    this.#check();
    if (this.#safe === this.#end) return;
    const waiting = Promise.withResolvers<void>();
    this.#waiting.push(waiting);
    this.#start();
    return waiting.promise;
  }

  async close(): Promise<void> {
    while (this.#pump || this.#queue.length > 0) {
      this.#start();
      await this.#pump;
    }
    await this.#file.close();
  }

  /** Another window that has taken the run over writes to the same file. */
  #check(): void {
    if (!this.#failure && !this.#lock.isMine()) this.#failure = new TakenOverError();
    if (this.#failure) throw this.#failure;
  }

  #start(): void {
    clearTimeout(this.#rest?.timer);
    this.#rest = undefined;
    this.#pump ??= Promise.resolve()
      .then(() => this.#write())
      .finally(() => {
        this.#pump = undefined;
        if (this.#waiting.length > 0) this.#start();
        else if (this.#queue.length > 0) this.#startSoon(usualRestMs);
      });
  }

  #startSoon(ms: number): void {
    if (this.#queue.length >= mostLines) return this.#start();
    const at = performance.now() + ms;
    if (this.#rest && this.#rest.at <= at) return;
    clearTimeout(this.#rest?.timer);
    this.#rest = { timer: setTimeout(() => this.#start(), ms), at };
  }

  async #write(): Promise<void> {
    const lines = this.#queue;
    const waiting = this.#waiting;
    const end = this.#end;
    this.#queue = [];
    this.#waiting = [];
    try {
      this.#check();
      if (lines.length > 0) await this.#file.appendFile(lines.join(''));
      if (!writesThrough) await this.#file.datasync();
      this.lines.written(end);
      this.#check();
      this.#safe = end;
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      // what was written in part would make nonsense of what comes next
      this.#failure ??= new JournalError(error);
      for (const { reject } of waiting) reject(this.#failure);
    }
  }
}

async function opened(work: () => Promise<FileHandle>): Promise<FileHandle> {
  try {
    return await work();
  } catch (error) {
    throw new JournalError(error);
  }
}
