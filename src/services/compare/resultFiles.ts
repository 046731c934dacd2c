import { appendFile, open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ComparedEntry, type ComparedRow, type EntryFilter, entryKinds } from '../../model/compare/comparison.ts';
import { AppendQueue, unlessMissing } from '../../node/storage.ts';

/*
 * The results of a comparison, in their own folder: all entries in one file, and for each filter an index of their
 * offsets, so that any range can be read without the rest.
 */

const entriesName = 'entries';
/** Offset and length, 8 bytes each. */
const slot = 16;
const slotsHeld = 1_024;

type PlainRow = readonly [key: string, id: string | null, name: string, cells: ComparedRow['cells']];

export function plainRow({ key, id, name, cells }: ComparedRow): PlainRow {
  return [key, id, name, cells];
}

export function rowOf([key, id, name, cells]: PlainRow): ComparedRow {
  return { key, id, name, cells };
}

function nameOf(filter: EntryFilter): string {
  return typeof filter === 'string' ? filter : `field-${filter.field}`;
}

/** An index of offsets, whose last items are buffered. */
class OffsetIndex {
  readonly #path: string;
  #held: number[] = [];
  #count = 0;

  constructor(file: string) {
    this.#path = file;
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#held.length >= slotsHeld * 2;
  }

  add(index: number, length: number): void {
    this.#held.push(index, length);
    this.#count += 1;
  }

  async flush(): Promise<void> {
    if (this.#held.length === 0) return;
    const bytes = Buffer.from(Float64Array.from(this.#held).buffer);
    this.#held = [];
    await appendFile(this.#path, bytes, { mode: 0o600 });
  }

  async remove(indexes: ReadonlySet<number>): Promise<void> {
    await this.flush();
    if (this.#count === 0) return;
    const bytes = await readFile(this.#path);
    let kept = 0;
    for (let at = 0; at < bytes.length; at += slot) {
      if (indexes.has(bytes.readDoubleLE(at))) continue;
      bytes.copy(bytes, kept, at, at + slot);
      kept += slot;
    }
    this.#count = kept / slot;
    await writeFile(this.#path, bytes.subarray(0, kept), { mode: 0o600 });
  }
}

/** Writes the entries as they are found. */
export class ResultWriter {
  readonly #folder: string;
  readonly #lists = new Map<string, OffsetIndex>();
  readonly #dropped = new Set<number>();
  readonly #entries: AppendQueue;

  constructor(folder: string) {
    this.#folder = folder;
    const file = path.join(folder, entriesName);
    this.#entries = new AppendQueue((text) => appendFile(file, text, { mode: 0o600 }), Infinity);
  }

  /** Returns the entry's offset, by which it can be removed with `takeBack`. */
  add(entry: ComparedEntry): number {
    const index = this.#entries.append(`${JSON.stringify(plainEntry(entry))}\n`);
    const length = this.#entries.end - index;
    this.#note('all', index, length);
    this.#note(entry.kind, index, length);
    if (entry.kind === 'different') for (const field of entry.fields) this.#note({ field }, index, length);
    return index;
  }

  /** Removes an entry that turned out not to be one. */
  removeEntry(index: number): void {
    this.#dropped.add(index);
  }

  /** Writes if enough is buffered; can be called between any two entries. */
  async flushIfFull(): Promise<void> {
    for (const list of this.#lists.values()) if (list.isFull) await list.flush();
    if (this.#entries.isFull) await this.#entries.flush();
  }

  count(filter: EntryFilter): number {
    return this.#lists.get(nameOf(filter))?.count ?? 0;
  }

  async finish(): Promise<void> {
    await this.#entries.flush();
    for (const list of this.#lists.values()) {
      await list.flush();
      if (this.#dropped.size > 0) await list.remove(this.#dropped);
    }
  }

  #note(filter: EntryFilter, index: number, length: number): void {
    const name = nameOf(filter);
    let list = this.#lists.get(name);
    if (!list) this.#lists.set(name, (list = new OffsetIndex(path.join(this.#folder, name))));
    list.add(index, length);
  }
}

/** Reads any range of the results. */
export class ResultReader {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async count(filter: EntryFilter): Promise<number> {
    return (await sizeOf(path.join(this.#folder, nameOf(filter)))) / slot;
  }

  /** `from` is zero-based. Returns fewer entries at the end. */
  async entries(filter: EntryFilter, from: number, count: number): Promise<readonly ComparedEntry[]> {
    const indexes = await this.#indexes(filter, from, count);
    if (indexes.length === 0) return [];
    const handle = await open(path.join(this.#folder, entriesName), 'r');
    try {
      const found: ComparedEntry[] = [];
      for (const { index, length } of indexes) {
        const bytes = Buffer.allocUnsafe(length);
        await handle.read(bytes, 0, length, index);
        found.push(entryOf(JSON.parse(bytes.toString('utf8')) as PlainEntry));
      }
      return found;
    } finally {
      await handle.close();
    }
  }

  /** Yields all entries in order, in batches. */
  async *all(filter: EntryFilter): AsyncGenerator<readonly ComparedEntry[], void, void> {
    const window = 500;
    for (let from = 0; ; from += window) {
      const some = await this.entries(filter, from, window);
      if (some.length > 0) yield some;
      if (some.length < window) return;
    }
  }

  async #indexes(filter: EntryFilter, from: number, count: number): Promise<{ index: number; length: number }[]> {
    const file = path.join(this.#folder, nameOf(filter));
    if ((await sizeOf(file)) <= from * slot) return [];
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(count * slot), 0, count * slot, from * slot);
      return Array.from({ length: Math.floor(bytesRead / slot) }, (_, at) => ({
        index: buffer.readDoubleLE(at * slot),
        length: buffer.readDoubleLE(at * slot + 8),
      }));
    } finally {
      await handle.close();
    }
  }
}

/** Returns 0 if there is no file: a filter without matches has none. */
async function sizeOf(file: string): Promise<number> {
  return (await unlessMissing(stat(file)))?.size ?? 0;
}

type PlainEntry = readonly [
  kind: number,
  here: PlainRow | null,
  there: PlainRow | null,
  fields: readonly number[],
  duplicate?: readonly [key: string, name: string, here: number, there: number],
];

function plainEntry(entry: ComparedEntry): PlainEntry {
  const kind = entryKinds.indexOf(entry.kind);
  if (entry.kind === 'duplicate') return [kind, null, null, [], [entry.key, entry.name, ...entry.counts]];
  const here = 'here' in entry ? plainRow(entry.here) : null;
  const there = 'there' in entry ? plainRow(entry.there) : null;
  return [kind, here, there, entry.kind === 'different' ? entry.fields : []];
}

function entryOf([kind, here, there, fields, duplicate]: PlainEntry): ComparedEntry {
  if (here && there) return { kind: 'different', here: rowOf(here), there: rowOf(there), fields };
  if (here) return { kind: 'onlyHere', here: rowOf(here) };
  if (there) return { kind: 'onlyThere', there: rowOf(there) };
  const [key, name, countHere, countThere] = duplicate ?? ['', '', 0, 0];
  return { kind: entryKinds[kind] as 'duplicate', key, name, counts: [countHere, countThere] };
}
