import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { listFolder, replaceFile, unlessMissing } from '../../node/storage.ts';

/** The part that tests replace. */
export type TextStore = Pick<FileTextStore, keyof FileTextStore>;
export type ByteStore = Pick<FileByteStore, keyof FileByteStore>;

const maxTexts = 1_000;
const dayMs = 24 * 60 * 60 * 1_000;

/** Texts by key that persist across windows. One file each, named by the hash of the key; the first line is the key. */
export class FileTextStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async readText(key: string): Promise<string | undefined> {
    const found = await contentOf(this.#file(key));
    return found?.key === key ? found.text : undefined;
  }

  /** `isDurable`: resolves once the text would survive a power cut. */
  async writeText(key: string, text: string, isDurable = false): Promise<void> {
    await replaceFile(this.#file(key), `${JSON.stringify(key)}\n${text}`, isDurable);
    await removeOldest(this.#folder, maxTexts, () => true);
  }

  async delete(key: string): Promise<void> {
    await rm(this.#file(key), { force: true });
  }

  /** Returns undefined if there is none. */
  async changedAt(key: string): Promise<number | undefined> {
    return (await unlessMissing(stat(this.#file(key))))?.mtimeMs;
  }

  async keys(): Promise<string[]> {
    const names = (await listFolder(this.#folder)).filter((name) => name.endsWith('.txt'));
    const found = await Promise.all(names.map((name) => contentOf(path.join(this.#folder, name))));
    return found.flatMap((content) => content?.key ?? []);
  }

  #file(key: string): string {
    return path.join(this.#folder, `${createHash('sha256').update(key).digest('hex')}.txt`);
  }
}

/** Files that were chosen in a form and not sent yet: one file each, named by the hash of its contents. */
export class FileByteStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async readBytes(id: string): Promise<Uint8Array | undefined> {
    if (!/^[0-9a-f]{64}$/.test(id)) return undefined;
    const bytes = await unlessMissing(readFile(path.join(this.#folder, id)));
    // a truncated file would be sent as a complete one
    return bytes && createHash('sha256').update(bytes).digest('hex') === id ? new Uint8Array(bytes) : undefined;
  }

  /** Returns the id: the SHA-256 of the bytes. */
  async writeBytes(bytes: Uint8Array): Promise<string> {
    const id = createHash('sha256').update(bytes).digest('hex');
    await replaceFile(path.join(this.#folder, id), bytes);
    return id;
  }

  async delete(id: string): Promise<void> {
    if (/^[0-9a-f]{64}$/.test(id)) await rm(path.join(this.#folder, id), { force: true });
  }

  /** Removes all files not in `keep`, except those written in the last day. */
  async prune(keep: ReadonlySet<string>): Promise<void> {
    // another window may have written a file and not yet registered it
    await removeOldest(this.#folder, 0, (name, ageMs) => !keep.has(name) && ageMs > dayMs);
  }
}

async function contentOf(file: string): Promise<{ key: string; text: string } | undefined> {
  const content = await unlessMissing(readFile(file, 'utf8'));
  const end = content?.indexOf('\n') ?? -1;
  try {
    const key: unknown = JSON.parse(content?.slice(0, end) ?? '');
    return typeof key === 'string' ? { key, text: content?.slice(end + 1) ?? '' } : undefined;
  } catch {
    return undefined;
  }
}

/** Removes files beyond `max`, and leftovers of interrupted writes. */
async function removeOldest(
  folder: string,
  max: number,
  mayGo: (name: string, ageMs: number) => boolean,
): Promise<void> {
  const names = await listFolder(folder);
  if (names.length <= max) return;
  const ages = await Promise.all(
    names.map(async (name) => {
      const found = await unlessMissing(stat(path.join(folder, name)));
      return { name, ageMs: found ? Date.now() - found.mtimeMs : 0 };
    }),
  );
  const oldest = ages.toSorted((one, other) => other.ageMs - one.ageMs).slice(0, names.length - max);
  for (const { name, ageMs } of oldest) if (mayGo(name, ageMs)) await rm(path.join(folder, name), { force: true });
}
