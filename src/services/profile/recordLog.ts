import { appendFile, type FileHandle, open } from 'node:fs/promises';
import type { ProfiledRecord } from '../../model/list/columnProfile.ts';
import { AppendQueue } from '../../node/storage.ts';

const blockBits = 15;
const blockMask = (1 << blockBits) - 1;

/**
 * Stores the ids and names of many records in a private file. A record is read back if its value turns out to occur more
 * than once. If the disk is full, entries are lost, which only shortens a list.
 */
export class RecordLog {
  readonly #file: string;
  readonly #lines: AppendQueue;
  /** Offsets of the lines, by index. */
  readonly #offsets: Float64Array[] = [];
  #count = 0;
  #isLost = false;

  constructor(file: string) {
    this.#file = file;
    this.#lines = new AppendQueue((text) => appendFile(file, text, { mode: 0o600 }), Infinity);
  }

  /** The index of a record is the number of earlier ones. */
  add({ id, name }: ProfiledRecord): void {
    const block = (this.#offsets[this.#count >> blockBits] ??= new Float64Array(1 << blockBits));
    block[this.#count & blockMask] = this.#lines.end;
    this.#count += 1;
    if (!this.#isLost) this.#lines.append(`${JSON.stringify([id, name])}\n`);
  }

  async flushIfFull(): Promise<void> {
    if (this.#lines.isFull) await this.#flush();
  }

  /** Returns the records with these indexes, as far as they are on disk. */
  async read(indexes: readonly number[]): Promise<ReadonlyMap<number, ProfiledRecord>> {
    const found = new Map<number, ProfiledRecord>();
    if (indexes.length === 0 || !(await this.#flush())) return found;
    const handle = await open(this.#file, 'r').catch(() => undefined);
    if (!handle) return found;
    try {
      for (const index of indexes) {
        const [id, name] = JSON.parse(await this.#line(handle, index)) as [string | null, string];
        found.set(index, { id, name });
      }
    } finally {
      await handle.close();
    }
    return found;
  }

  #offset(index: number): number {
    return index < this.#count ? (this.#offsets[index >> blockBits]?.[index & blockMask] ?? 0) : this.#lines.end;
  }

  async #line(handle: FileHandle, index: number): Promise<string> {
    const offset = this.#offset(index);
    const bytes = Buffer.alloc(this.#offset(index + 1) - offset);
    await handle.read(bytes, 0, bytes.length, offset);
    return bytes.toString('utf8');
  }

  /** Returns whether all lines are on disk. */
  async #flush(): Promise<boolean> {
    if (this.#isLost) return false;
    try {
      await this.#lines.flush();
    } catch {
      this.#isLost = true;
    }
    return !this.#isLost;
  }
}
