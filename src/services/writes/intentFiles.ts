import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, openSync, readdirSync, rmSync, type Stats, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { isRunning } from '../../node/isRunning.ts';
import { createFolder, isMissing, replaceFile } from '../../node/storage.ts';

export interface IntentLog {
  readonly name: string;
  readonly text: string;
}

/** The part that tests replace. */
export type IntentStore = Pick<IntentFiles, keyof IntentFiles>;

const logName = /^(\d+)-[\w-]+\.log$/;
/** No request is in flight for this long. */
const oldest = 24 * 60 * 60 * 1_000;

/**
 * One file per window. Every write waits for a line in it and for a listing of the folder. These calls are synchronous
 * because they take microseconds: through another thread they would take a hundred times as long on a busy computer.
 * Anything slower is asynchronous.
 */
export class IntentFiles {
  /** Unique name of this window's log. */
  readonly name: string = `${process.pid}-${randomUUID()}.log`;
  readonly #folder: string;
  #log: number | undefined;
  #isThere = false;
  /** Cached logs of other windows, valid while unchanged. */
  #read = new Map<string, IntentLog & { readonly version: string }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async append(lines: string): Promise<void> {
    this.#log ??= await this.#begin();
    appendFileSync(this.#log, lines);
  }

  /** Replaces everything appended so far, atomically for readers. */
  async replace(lines: string): Promise<void> {
    this.#log ??= await this.#begin();
    // Windows can't replace an open file
    this.#close();
    // or possibly one that another window is reading; the previous line may be torn
    await replaceFile(this.#file(this.name), lines).catch(() => this.append(`\n${lines}`));
  }

  async others(): Promise<readonly IntentLog[]> {
    const read = new Map<string, IntentLog & { readonly version: string }>();
    for (const name of this.#names().filter((one) => logName.test(one) && one !== this.name)) {
      // a window that closes deletes its log
      const found = this.#stat(name);
      if (!found) continue;
      const version = `${found.ino} ${found.size} ${found.mtimeMs}`;
      const known = this.#read.get(name);
      const text =
        known?.version === version ? known.text : await readFile(this.#file(name), 'utf8').catch(() => undefined);
      // a log that can't be read now, for example during a replace, is read next time
      read.set(name, text === undefined ? { name, text: known?.text ?? '', version: '' } : { name, text, version });
    }
    this.#read = read;
    return [...read.values()];
  }

  /** Call when the window closes. Deletes the log if it has no open intents. */
  end(isSettled: boolean): void {
    this.#close();
    if (this.#isThere && isSettled) rmSync(this.#file(this.name), { force: true });
  }

  #close(): void {
    if (this.#log !== undefined) closeSync(this.#log);
    this.#log = undefined;
  }

  async #begin(): Promise<number> {
    await createFolder(this.#folder);
    if (!this.#isThere) await this.#clearAway();
    this.#isThere = true;
    return openSync(this.#file(this.name), 'a', 0o600);
  }

  /** Deletes logs of closed windows once none of their writes can still arrive. */
  async #clearAway(): Promise<void> {
    for (const name of this.#names()) {
      const changed = this.#stat(name);
      const isOld = changed !== undefined && Date.now() - changed.mtimeMs > oldest;
      if (!isOld || isRunning(Number(/^\d+/.exec(name)?.[0] ?? 0))) continue;
      // a failed deletion must not prevent logging
      await rm(this.#file(name), { force: true }).catch(() => undefined);
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  #stat(name: string): Stats | undefined {
    try {
      return statSync(this.#file(name), { throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  }

  #file(name: string): string {
    return path.join(this.#folder, name);
  }
}
