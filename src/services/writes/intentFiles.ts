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

/** What a test stands in for. */
export type IntentStore = Pick<IntentFiles, keyof IntentFiles>;

const logName = /^(\d+)-[\w-]+\.log$/;
/** No request is under way for so long. */
const oldest = 24 * 60 * 60 * 1_000;

/**
 * One file for each window. Every write waits for a line in it and for a look at the folder, which take microseconds: by
 * way of another thread they would take a busy computer a hundred times as long. Whatever is longer goes that way.
 */
export class IntentFiles {
  /** Of this window's log; no two have the same. */
  readonly name: string = `${process.pid}-${randomUUID()}.log`;
  readonly #folder: string;
  #log: number | undefined;
  #isThere = false;
  /** What was read of the others, as long as nothing comes to it. */
  #read = new Map<string, IntentLog & { readonly version: string }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async append(lines: string): Promise<void> {
    this.#log ??= await this.#begin();
    appendFileSync(this.#log, lines);
  }

  /** Puts these in the place of all that was appended, at once for whoever reads it. */
  async replace(lines: string): Promise<void> {
    this.#log ??= await this.#begin();
    // Windows replaces no open file
    this.#close();
    // and perhaps none that another window is reading; the line before may be torn
    await replaceFile(this.#file(this.name), lines).catch(() => this.append(`\n${lines}`));
  }

  async others(): Promise<readonly IntentLog[]> {
    const read = new Map<string, IntentLog & { readonly version: string }>();
    for (const name of this.#names().filter((one) => logName.test(one) && one !== this.name)) {
      // a window that ends takes its log with it
      const found = this.#stat(name);
      if (!found) continue;
      const version = `${found.ino} ${found.size} ${found.mtimeMs}`;
      const known = this.#read.get(name);
      const text =
        known?.version === version ? known.text : await readFile(this.#file(name), 'utf8').catch(() => undefined);
      // what cannot be read now, such as while it is being replaced, is read the next time
      read.set(name, text === undefined ? { name, text: known?.text ?? '', version: '' } : { name, text, version });
    }
    this.#read = read;
    return [...read.values()];
  }

  /** The window closes. A log in which nothing is open goes with it. */
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

  /** What windows that are gone have left behind, once nothing of it can arrive any more. */
  async #clearAway(): Promise<void> {
    for (const name of this.#names()) {
      const changed = this.#stat(name);
      const isOld = changed !== undefined && Date.now() - changed.mtimeMs > oldest;
      if (!isOld || isRunning(Number(/^\d+/.exec(name)?.[0] ?? 0))) continue;
      // what cannot be cleared away is no reason to put nothing down
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
