import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where the logs of all windows are. */
export interface IntentStore {
  append(lines: string): Promise<void>;
  /** Puts these in the place of all that was appended, at once for whoever reads it. */
  replace(lines: string): Promise<void>;
  others(): Promise<readonly string[]>;
  /** The window closes. A log in which nothing is open goes with it. */
  end(isSettled: boolean): void;
}

const ending = '.log';
/** No request is under way for so long. */
const oldest = 24 * 60 * 60 * 1_000;

/** One file for each window. */
export class IntentFiles implements IntentStore {
  readonly #folder: string;
  readonly #name = `${randomUUID()}${ending}`;
  #log: FileHandle | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async append(lines: string): Promise<void> {
    this.#log ??= await this.#begin();
    await this.#log.appendFile(lines);
  }

  async replace(lines: string): Promise<void> {
    const fresh = this.#file(`${this.#name}.new`);
    await writeFile(fresh, lines, { mode: 0o600 });
    // Windows moves nothing into the place of an open file
    await this.#log?.close();
    this.#log = undefined;
    await rename(fresh, this.#file(this.#name));
  }

  async others(): Promise<readonly string[]> {
    const names = await this.#others();
    // a window that ends takes its log with it
    return Promise.all(names.map((name) => readFile(this.#file(name), 'utf8').catch(() => '')));
  }

  end(isSettled: boolean): void {
    if (!this.#log) return;
    void this.#log.close();
    if (isSettled) rmSync(this.#file(this.#name), { force: true });
  }

  async #begin(): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of await this.#others()) {
      const changed = await stat(this.#file(name)).catch(() => undefined);
      if (changed && Date.now() - changed.mtimeMs > oldest) await rm(this.#file(name), { force: true });
    }
    return open(this.#file(this.#name), 'a', 0o600);
  }

  async #others(): Promise<string[]> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => name.endsWith(ending) && name !== this.#name);
  }

  #file(name: string): string {
    return path.join(this.#folder, name);
  }
}
