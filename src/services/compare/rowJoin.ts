import { t } from '@vscode/l10n';
import path from 'node:path';
import { type ComparedField, differingFields } from '../../model/compare/comparedFields.ts';
import type { ComparedRow, Side } from '../../model/compare/comparison.ts';
import { UserFacingError } from '../../model/errors.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { plainRow, type ResultWriter, rowOf } from './resultFiles.ts';
import { type FileHandle, open } from 'node:fs/promises';
import { writeAll } from '../../node/storage.ts';

/** What a comparison may hold in memory before it goes to the disk, in letters, and how many keys may be ambiguous. */
export interface JoinLimits {
  readonly letters: number;
  readonly duplicates: number;
}

const usualLimits: JoinLimits = { letters: 1_500_000, duplicates: 10_000 };
/** What waits as bytes before it is written. */
const rowBytes = 3_000_000;
const settledBytes = 512 * 1024;
/** What a row takes beside its texts. */
const overhead = 40;

interface Duplicate {
  readonly name: string;
  readonly counts: [number, number];
}

/**
 * Finds the partner of each row, in whatever order the two sides come: a row waits in memory until its partner is there,
 * which is soon where both are in the same order. Too many of them go to the disk, by a hash of their key, and are joined
 * at the end, part by part. So do the keys of pairs: one of them that comes again is told as ambiguous.
 */
export class RowJoin {
  readonly #fields: readonly ComparedField[];
  readonly #result: ResultWriter;
  readonly #limits: JoinLimits;
  readonly #waiting: readonly [Map<string, ComparedRow>, Map<string, ComparedRow>] = [new Map(), new Map()];
  readonly #spilled: readonly [SpillFile, SpillFile];
  readonly #duplicates = new Map<string, Duplicate>();
  /** The keys of pairs, each with the place of what was found, or −1 where nothing differs. */
  readonly #settledFile: SpillFile;
  /** Of the part that is joined at the end. */
  #settledHere: Map<string, number> | undefined;
  #letters = 0;
  same = 0;

  constructor(
    fields: readonly ComparedField[],
    result: ResultWriter,
    folder: string,
    limits: JoinLimits = usualLimits,
  ) {
    this.#fields = fields;
    this.#result = result;
    this.#limits = limits;
    const fileOf = (name: string, enough: number): SpillFile => new SpillFile(path.join(folder, name), enough);
    this.#spilled = [fileOf('here', rowBytes), fileOf('there', rowBytes)];
    this.#settledFile = fileOf('settled', settledBytes);
  }

  async take(side: Side, rows: readonly ComparedRow[]): Promise<void> {
    for (const row of rows) this.#takeRow(side, row);
    if (this.#letters > this.#limits.letters) await this.#spillRows();
    await this.#settledFile.flush();
    await this.#result.pause();
  }

  /** Tells what has no partner, unless nobody can know: not all was read. */
  async finish(isComplete: boolean): Promise<void> {
    if (this.#spilled.every(({ isEmpty }) => isEmpty)) {
      for (let part = 0; part < partitions; part++) await this.#settledIn(part);
      if (isComplete) await this.#tellUnmatched();
    } else {
      await this.#spillRows();
      for (let part = 0; part < partitions; part++) await this.#joinPart(part, isComplete);
    }
    for (const [key, { name, counts }] of this.#duplicates) this.#result.add({ kind: 'duplicate', key, name, counts });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#spilled, this.#settledFile].map((file) => file.close()));
  }

  #takeRow(side: Side, row: ComparedRow): void {
    const { key } = row;
    const duplicate = this.#duplicates.get(key);
    if (duplicate) {
      duplicate.counts[side] += 1;
      return;
    }
    const own = this.#waiting[side];
    const others = this.#waiting[side === 0 ? 1 : 0];
    const before = this.#settledHere?.get(key);
    if (before !== undefined) {
      this.#takeBack(before);
      this.#duplicate(key, row.name, [1, 1]).counts[side] += 1;
      return;
    }
    const twin = own.get(key);
    if (twin) {
      this.#lighten();
      own.delete(key);
      this.#duplicate(key, row.name, [0, 0]).counts[side] += 2;
      return;
    }
    const partner = others.get(key);
    if (!partner) {
      own.set(key, row);
      this.#letters += lettersOf(row);
      return;
    }
    this.#lighten();
    others.delete(key);
    this.#settle(...(side === 0 ? ([row, partner] as const) : ([partner, row] as const)));
  }

  /** Before one of those that wait goes: to weigh each of them twice would take as long as to compare them. */
  #lighten(): void {
    this.#letters -= this.#letters / (this.#waiting[0].size + this.#waiting[1].size);
  }

  #settle(here: ComparedRow, there: ComparedRow): void {
    const fields = differingFields(this.#fields, here.cells, there.cells);
    let place = -1;
    if (fields.length > 0) place = this.#result.add({ kind: 'different', here, there, fields });
    else this.same += 1;
    if (this.#settledHere) {
      this.#settledHere.set(here.key, place);
      return;
    }
    this.#settledFile.add(partitionOf(here.key), [here.key, place]);
  }

  #takeBack(place: number): void {
    if (place < 0) this.same -= 1;
    else this.#result.takeBack(place);
  }

  #duplicate(key: string, name: string, counts: [number, number]): Duplicate {
    const made = { name, counts };
    this.#duplicates.set(key, made);
    if (this.#duplicates.size > this.#limits.duplicates)
      throw new UserFacingError(
        t(
          'Could not compare the lists: more than {0} values stand for several records each. Match them by another field.',
          formatNumber(this.#limits.duplicates),
        ),
      );
    return made;
  }

  /** The pairs of a part, but for those whose key came once more after they were found. */
  async #settledIn(part: number): Promise<Map<string, number>> {
    const written = (await this.#settledFile.read(part)) as readonly [string, number][];
    const settled = new Map<string, number>();
    for (const [key, place] of written) {
      const before = settled.get(key);
      const known = this.#duplicates.get(key);
      if (before === undefined && !known && !this.#waiting.some((waiting) => waiting.has(key))) {
        settled.set(key, place);
        continue;
      }
      this.#takeBack(place);
      const { counts } = known ?? this.#duplicate(key, this.#nameOf(key), [0, 0]);
      if (before !== undefined) this.#takeBack(before);
      settled.delete(key);
      for (const side of [0, 1] as const) {
        counts[side] += before === undefined ? 1 : 2;
        if (this.#waiting[side].delete(key)) counts[side] += 1;
      }
    }
    return settled;
  }

  #nameOf(key: string): string {
    return (this.#waiting[0].get(key) ?? this.#waiting[1].get(key))?.name ?? '';
  }

  async #joinPart(part: number, isComplete: boolean): Promise<void> {
    this.#settledHere = await this.#settledIn(part);
    for (const side of [0, 1] as const)
      for (const row of await this.#spilled[side].read(part)) this.#takeRow(side, rowOf(row as never));
    if (isComplete) await this.#tellUnmatched();
    for (const waiting of this.#waiting) waiting.clear();
    await this.#result.pause();
  }

  async #tellUnmatched(): Promise<void> {
    let told = 0;
    const pause = async (): Promise<void> => {
      told += 1;
      if (told % 1_000 === 0) await this.#result.pause();
    };
    for (const here of this.#waiting[0].values()) {
      this.#result.add({ kind: 'onlyHere', here });
      await pause();
    }
    for (const there of this.#waiting[1].values()) {
      this.#result.add({ kind: 'onlyThere', there });
      await pause();
    }
  }

  async #spillRows(): Promise<void> {
    for (const side of [0, 1] as const) {
      const file = this.#spilled[side];
      for (const row of this.#waiting[side].values()) file.add(partitionOf(row.key), plainRow(row));
      await file.flush();
      this.#waiting[side].clear();
    }
    this.#letters = 0;
  }
}

function lettersOf({ key, name, cells }: ComparedRow): number {
  let letters = overhead + key.length + name.length;
  for (const cell of cells) letters += 8 + (cell?.length ?? 0);
  return letters;
}

/** So many parts a spilled side falls into: each is joined in memory by itself. */
const partitions = 256;

/** The same for the same key, wherever it comes from. */
function partitionOf(key: string): number {
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
class SpillFile {
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
