import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isRunning } from '../../node/isRunning.ts';
import { createFolder, listFolder } from '../../node/storage.ts';

const ending = '.json';
const folderEnding = '.found';
const keptName = 'kept';
/** A tab that hasn't been opened for a week says that its results no longer exist. */
const keptFor = 7 * 24 * 3_600_000;

/** Tracks unfinished files, so that the next window finds those of a killed one. */
export class PartialFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Call before creating the file. Returns a function to call once the file is deleted or has its final name. */
  async register(file: string): Promise<() => Promise<void>> {
    const marker = path.join(this.#folder, `${process.pid}-${randomBytes(6).toString('hex')}${ending}`);
    await createFolder(this.#folder);
    await writeFile(marker, JSON.stringify({ file }), { mode: 0o600 });
    return () => rm(marker, { force: true });
  }

  /** Returns the path of a folder that lives as long as this window, unless it is kept. */
  folder(): string {
    return path.join(this.#folder, `${process.pid}-${randomBytes(6).toString('hex')}${folderEnding}`);
  }

  /**
   * Keeps a folder for days, because its tab may be restored in another window. `lists` names the sources of its
   * contents, as `<connection>/<controller>`.
   */
  async store(folder: string, lists: readonly string[]): Promise<void> {
    await writeFile(path.join(folder, keptName), JSON.stringify(lists), { mode: 0o600 });
  }

  /** Removes folders of any window with contents from such a list. */
  async remove(isOfList: (list: string) => boolean): Promise<void> {
    for (const name of await listFolder(this.#folder)) {
      const folder = path.join(this.#folder, name);
      if (name.endsWith(folderEnding) && (await listsIn(folder)).some(isOfList))
        await rm(folder, { recursive: true, force: true });
    }
  }

  /** Removes leftovers: only our own files, and only those of windows that have closed. */
  async cleanUp(): Promise<void> {
    for (const name of await listFolder(this.#folder)) {
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

/** Returns a name that no other file has. */
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
    return undefined; // killed while writing the marker, so there is no file yet
  }
}
