import { type FileHandle, open } from 'node:fs/promises';

/** So many parts a spilled side falls into: each is joined in memory by itself. */
export const partitions = 64;

/** The same for the same key, wherever it comes from. */
export function partitionOf(key: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193);
  // the lowest bits alone would tell little apart
  return (hash ^ (hash >>> 15)) & (partitions - 1);
}

/** Lines that are written by partition, many of each at a time, and read again partition by partition. */
export class SpillFile {
  readonly #path: string;
  #handle: FileHandle | undefined;
  #size = 0;
  /** Where the pieces of each partition are: a place and a length, one after the other. */
  readonly #pieces = Array.from({ length: partitions }, (): number[] => []);

  constructor(path: string) {
    this.#path = path;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Of every partition its lines. */
  async append(lines: readonly (readonly string[])[]): Promise<void> {
    this.#handle ??= await open(this.#path, 'wx+', 0o600);
    const texts: Buffer[] = [];
    for (const [at, own] of lines.entries()) {
      if (own.length === 0) continue;
      const bytes = Buffer.from(`${own.join(',')},`);
      this.#pieces[at]?.push(this.#size, bytes.length);
      this.#size += bytes.length;
      texts.push(bytes);
    }
    await writeAll(this.#handle, Buffer.concat(texts));
  }

  /** What was written, in the order in which it was. Each line is JSON. */
  async read(partition: number): Promise<readonly unknown[]> {
    const pieces = this.#pieces[partition] ?? [];
    let length = 0;
    for (let at = 1; at < pieces.length; at += 2) length += pieces[at] ?? 0;
    if (!this.#handle || length === 0) return [];
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    for (let at = 0; at < pieces.length; at += 2) {
      const [from = 0, count = 0] = [pieces[at], pieces[at + 1]];
      const { bytesRead } = await this.#handle.read(bytes, filled, count, from);
      if (bytesRead < count) throw Object.assign(new Error('a piece is cut off'), { code: 'EIO' });
      filled += count;
    }
    // without the last comma
    return JSON.parse(`[${bytes.toString('utf8', 0, length - 1)}]`) as readonly unknown[];
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }
}

/** Behind what is there. A disk that is nearly full takes a part. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done);
    if (bytesWritten === 0) throw Object.assign(new Error('the disk takes no more'), { code: 'ENOSPC' });
    done += bytesWritten;
  }
}
