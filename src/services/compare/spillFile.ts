import { type FileHandle, open } from 'node:fs/promises';
import { writeAll } from '../../node/storage.ts';

/** So many parts a spilled side falls into: each is joined in memory by itself. */
export const partitions = 256;

/** The same for the same key, wherever it comes from. */
export function partitionOf(key: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193);
  // the lowest bits alone would tell little apart
  return (hash ^ (hash >>> 15)) & (partitions - 1);
}

/** Of every partition at first. */
const room = 2 * 1024;

/**
 * Lines that are gathered by partition, written many at a time, and read again partition by partition. They wait as bytes:
 * as millions of small texts they would outlive what the garbage collector takes away quickly.
 */
export class SpillFile {
  readonly #path: string;
  /** So many bytes are written at once. */
  readonly #enough: number;
  #handle: FileHandle | undefined;
  #size = 0;
  /** Where the pieces of each partition are: a place and a length, one after the other. */
  readonly #pieces = Array.from({ length: partitions }, (): number[] => []);
  readonly #held = Array.from({ length: partitions }, () => Buffer.allocUnsafeSlow(room));
  readonly #filled = new Uint32Array(partitions);
  #waiting = 0;

  constructor(path: string, enough: number) {
    this.#path = path;
    this.#enough = enough;
  }

  get isEmpty(): boolean {
    return this.#size === 0 && this.#waiting === 0;
  }

  /** A value, as one line of JSON. */
  add(partition: number, value: unknown): void {
    const line = `${JSON.stringify(value)},`;
    const filled = this.#filled[partition] ?? 0;
    // no letter takes more bytes for each of its units
    const most = filled + line.length * 3;
    let held = this.#held[partition] ?? Buffer.alloc(0);
    if (most > held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(most, held.length * 2));
      held.copy(larger, 0, 0, filled);
      this.#held[partition] = held = larger;
    }
    const length = held.write(line, filled);
    this.#filled[partition] = filled + length;
    this.#waiting += length;
  }

  /** Writes when there is enough, or what there is. */
  async flush(isForced = false): Promise<void> {
    if (this.#waiting === 0 || (!isForced && this.#waiting < this.#enough)) return;
    this.#handle ??= await open(this.#path, 'wx+', 0o600);
    for (const [partition, filled] of this.#filled.entries()) {
      const held = this.#held[partition];
      if (filled === 0 || !held) continue;
      await writeAll(this.#handle, held.subarray(0, filled));
      this.#pieces[partition]?.push(this.#size, filled);
      this.#size += filled;
    }
    this.#filled.fill(0);
    this.#waiting = 0;
  }

  /** What was written, in the order in which it was. Each line is JSON. */
  async read(partition: number): Promise<readonly unknown[]> {
    await this.flush(true);
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
