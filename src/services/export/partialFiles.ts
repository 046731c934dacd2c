import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isRunning } from '../../node/isRunning.ts';
import { createFolder } from '../../node/storage.ts';

const ending = '.json';
const folderEnding = '.found';
const keptName = 'kept';
/** A tab that nobody has looked at for a week says that what it showed is gone. */
const keptFor = 7 * 24 * 3_600_000;

/** Files that are not finished yet, so that those of a window that was killed are found by the next one. */
export class PartialFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Before the file is made. Answers what is called once it is gone or has its final name. */
  async register(file: string): Promise<() => Promise<void>> {
    const marker = path.join(this.#folder, `${process.pid}-${randomBytes(6).toString('hex')}${ending}`);
    await createFolder(this.#folder);
    await writeFile(marker, JSON.stringify({ file }), { mode: 0o600 });
    return () => rm(marker, { force: true });
  }

  /** The name of a folder for what is only there while this window is, unless it is kept. */
  folder(): string {
    return path.join(this.#folder, `${process.pid}-${randomBytes(6).toString('hex')}${folderEnding}`);
  }

  /**
   * What is in this folder is for a tab, which may come back in another window: from now on it is kept for days.
   * `lists` says what it was found in, `<connection>/<controller>`.
   */
  async keep(folder: string, lists: readonly string[]): Promise<void> {
    await writeFile(path.join(folder, keptName), JSON.stringify(lists), { mode: 0o600 });
  }

  /** Removes what was found in such a list, in whatever window. */
  async forget(isOfList: (list: string) => boolean): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const folder = path.join(this.#folder, name);
      if (name.endsWith(folderEnding) && (await listsIn(folder)).some(isOfList))
        await rm(folder, { recursive: true, force: true });
    }
  }

  /** Removes what was left behind: our own files, and only those of windows that are gone. */
  async cleanUp(): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const isFolder = name.endsWith(folderEnding);
      if (!(isFolder || name.endsWith(ending)) || isRunning(Number.parseInt(name, 10))) continue;
      const marker = path.join(this.#folder, name);
      if (isFolder) {
        if (await isKept(marker)) continue;
        await rm(marker, { recursive: true, force: true });
        continue;
      }
      const file = await noted(marker);
      if (file !== undefined && isPart(file)) await rm(file, { force: true });
      await rm(marker, { force: true });
    }
  }
}

async function listsIn(folder: string): Promise<readonly string[]> {
  try {
    const lists = JSON.parse(await readFile(path.join(folder, keptName), 'utf8')) as unknown;
    return Array.isArray(lists) ? lists.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

async function isKept(folder: string): Promise<boolean> {
  const since = await stat(path.join(folder, keptName)).catch(() => undefined);
  return since !== undefined && Date.now() - since.mtimeMs < keptFor;
}

/** A name that no one else gives to a file. */
export function partName(target: string): string {
  const unique = randomBytes(6).toString('hex');
  return path.join(path.dirname(target), `.${path.basename(target).slice(0, 100)}.${unique}.part`);
}

function isPart(file: string): boolean {
  return path.isAbsolute(file) && /^\..*\.[0-9a-f]{12}\.part$/s.test(path.basename(file));
}

async function noted(marker: string): Promise<string | undefined> {
  try {
    const { file } = JSON.parse(await readFile(marker, 'utf8')) as { file?: unknown };
    return typeof file === 'string' ? file : undefined;
  } catch {
    return undefined; // the kill came while it was written, so there is no file yet
  }
}
