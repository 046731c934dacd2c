import { t } from '@vscode/l10n';
import {
  type ComparedField,
  fileId,
  matchedText,
  valueFields,
  differingFields,
} from '../../model/compare/comparedFields.ts';
import type { ComparedRow, ComparisonSummary, Side, SideNote } from '../../model/compare/comparison.ts';
import { ServiceError, UserFacingError } from '../../model/errors.ts';
import { allRows, countNotes } from '../../model/export/exportPlan.ts';
import { fileProblem } from '../../model/fileProblem.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import { saidOnce } from '../../model/serviceWords.ts';
import type { RecordSource } from '../export/recordSource.ts';
import { openImport } from '../import/openImport.ts';
import type { ListAddress } from '../lists/listAddress.ts';
import type { FilteredQuery } from '../lists/listFilter.ts';
import { ResultWriter, plainRow, rowOf } from './resultFiles.ts';
import path from 'node:path';
import { type FileHandle, open } from 'node:fs/promises';
import { writeAll } from '../../node/storage.ts';

/** One of the two sides. Plain data, so that it can be passed to a thread. */
export type SideJob =
  | {
      readonly kind: 'list';
      readonly listTarget: Pick<ListAddress, 'controller' | 'listView'>;
      readonly query: FilteredQuery;
      /** The page that the columns are taken from. */
      readonly first: RecordPage;
    }
  | { readonly kind: 'file'; readonly path: string; readonly name: string };

export interface CompareJob {
  /** Folder for the results: must exist and be empty. */
  readonly folder: string;
  readonly sides: readonly [SideJob, SideJob];
  readonly fields: readonly ComparedField[];
  /** What records are matched by: their id, or the index of a field. */
  readonly key: 'id' | number;
}

export interface CompareContext {
  /** Returns the source of a side that is a list. */
  readonly sourceOf: (side: Side) => RecordSource;
  readonly onProgress: (done: number, expected: number | undefined) => void;
  readonly signal: AbortSignal;
  readonly limits?: JoinLimits;
}

/** Rows of a file that are joined at a time. */
const some = 500;

/** Reads both sides once from start to end, and writes the differences to the folder. */
export async function compareLists(job: CompareJob, run: CompareContext): Promise<ComparisonSummary> {
  const { onProgress, signal } = run;
  const result = new ResultWriter(job.folder);
  const join = new RowJoin(job.fields, result, job.folder, run.limits);
  const readers = [new SideReader(job, 0, run), new SideReader(job, 1, run)] as const;
  const expected = (): number | undefined => {
    const [here, there] = readers.map((reader) => reader.expected);
    return here === undefined || there === undefined ? undefined : here + there;
  };
  try {
    while (readers.some(({ isOpen }) => isOpen)) {
      // keep both sides in step so that partners stay close; read both in parallel when they are even
      const next = readers.filter((reader, at) => {
        const other = readers[at === 0 ? 1 : 0];
        return reader.isOpen && (!other.isOpen || reader.read <= other.read);
      });
      const pages = await Promise.all(next.map((reader) => reader.next()));
      if (signal.aborted) throw canceled();
      for (const [at, reader] of next.entries()) await onDisk(() => join.add(reader.side, pages[at] ?? []));
      onProgress(readers[0].read + readers[1].read, expected());
    }
    const hasAll = readers.every(({ failure }) => failure === undefined);
    await onDisk(async () => {
      await join.finish(hasAll);
      await result.finish();
    });
    return summary(job, readers, join, result, hasAll);
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
    await join.close();
  }
}

function summary(
  { fields, key }: CompareJob,
  readers: readonly [SideReader, SideReader],
  join: RowJoin,
  result: ResultWriter,
  hasAll: boolean,
): ComparisonSummary {
  const warnings = readers.flatMap((reader) => reader.warnings);
  const hasValues = valueFields(fields, key).length > 0;
  return {
    counts: {
      different: result.count('different'),
      onlyHere: result.count('onlyHere'),
      onlyThere: result.count('onlyThere'),
      duplicate: result.count('duplicate'),
      same: hasValues ? join.same : 0,
      notCompared: hasValues ? 0 : join.same,
    },
    byField: fields.map((_, field) => result.count({ field })),
    read: [readers[0].read, readers[1].read],
    notes: [...warnings, ...readers.flatMap((reader) => reader.remarks)],
    isComplete: hasAll && warnings.length === 0,
    said: saidOnce(readers[0].said, readers[1].said),
  };
}

/** Reads the rows of one side with their keys, and collects notes about them. */
class SideReader {
  readonly side: Side;
  readonly #job: CompareJob;
  readonly #run: CompareContext;
  readonly #source: RecordSource | undefined;
  #rows: AsyncGenerator<readonly ComparedRow[], void, void>;
  isOpen = true;
  /** Number of rows read. */
  read = 0;
  failure: string | undefined;
  /** Rows without a key to match by; `#unread` counts rows of a file that can't be used. */
  #unmatched = 0;
  #unread = 0;
  #fileNotes: readonly string[] = [];

  constructor(job: CompareJob, side: Side, run: CompareContext) {
    this.side = side;
    this.#job = job;
    this.#run = run;
    this.#source = job.sides[side].kind === 'list' ? run.sourceOf(side) : undefined;
    this.#rows = this.#source ? this.#listRows(this.#source) : this.#fileRows();
  }

  get #sideJob(): SideJob {
    return this.#job.sides[this.side];
  }

  /** Expected number of rows, if known; for a file it is known only at the end. */
  get expected(): number | undefined {
    const { kind } = this.#sideJob;
    if (kind === 'file') return this.isOpen ? undefined : this.read;
    if (this.#source?.reader.hasNoTotal) return undefined;
    return this.#source?.total ?? (this.#sideJob.kind === 'list' ? this.#sideJob.first.total : undefined);
  }

  get said(): readonly string[] {
    return this.#source?.said ?? [];
  }

  /** Reports a failure afterward: rows read before it can still be compared. */
  async next(): Promise<readonly ComparedRow[]> {
    try {
      const { done, value } = await this.#rows.next();
      if (!done) return value;
    } catch (error) {
      const isGivenUp = error instanceof ServiceError && error.code === 'canceled';
      if (isGivenUp || this.#run.signal.aborted || !(error instanceof UserFacingError) || this.read === 0) throw error;
      this.failure = error.message;
    }
    this.isOpen = false;
    return [];
  }

  async close(): Promise<void> {
    await this.#rows.return();
  }

  /** Why the comparison is not complete. */
  get warnings(): readonly SideNote[] {
    if (this.failure !== undefined)
      return this.#notes([
        t(
          'Reading stopped after {0}, so records that exist on only one side are not reported. {1}',
          formatNumber(this.read),
          this.failure,
        ),
      ]);
    const sentences = this.#countNotes();
    if (this.#unread > 0)
      sentences.push(t('Skipped rows of the file that could not be read: {0}.', formatNumber(this.#unread)));
    return this.#notes(sentences);
  }

  /** Other notes. */
  get remarks(): readonly SideNote[] {
    const unmatched = t('Skipped records that have no value to match by: {0}.', formatNumber(this.#unmatched));
    return this.#notes([...this.#fileNotes, ...(this.#unmatched > 0 ? [unmatched] : [])]);
  }

  #notes(sentences: readonly string[]): readonly SideNote[] {
    return sentences.map((text) => ({ side: this.side, text }));
  }

  #countNotes(): string[] {
    if (!this.#source) return [];
    const { hasChanged, isCut, total } = this.#source.reader;
    const expected = this.#source.expectedAfter(allRows, this.read, total);
    const outcome = { written: this.read, expected, hasChanged, isCut, unknownColumns: [] };
    return countNotes(allRows, {
      ...outcome,
      hasOrder: this.#sideJob.kind === 'list' && this.#sideJob.query.sort !== undefined,
    });
  }

  async *#listRows(source: RecordSource): AsyncGenerator<readonly ComparedRow[], void, void> {
    const side = this.#sideJob;
    if (side.kind !== 'list') return;
    const indexes = this.#job.fields.map(({ ends }) => ends[this.side]?.at ?? -1);
    const width = side.first.columns.length;
    // in most comparisons the columns of both lists line up
    const isAsItIs = indexes.length === width && indexes.every((at, index) => at === index);
    for await (const rows of source.readRows(allRows, side.first, this.#run.signal)) {
      this.read += rows.length;
      yield this.#matched(
        rows.map(({ id, name, cells }) => {
          const own = isAsItIs ? cells : indexes.map((at) => cells[at] ?? null);
          return { key: this.#keyOf(id ?? '', own), id, name, cells: own };
        }),
      );
    }
  }

  async *#fileRows(): AsyncGenerator<readonly ComparedRow[], void, void> {
    const side = this.#sideJob;
    if (side.kind !== 'file') return;
    const table = await openImport(side.path, side.name, this.#run);
    this.#fileNotes = table.notes;
    const { fields } = this.#job;
    const indexes = fields.map(({ ends }) => ends[this.side]?.at ?? -1);
    const idAt = fields.findIndex(({ ends }) => ends[this.side]?.isId);
    let rows: ComparedRow[] = [];
    for await (const { cells, problem } of table.rows(this.#run.signal)) {
      this.read += 1;
      if (problem !== undefined) {
        this.#unread += 1;
        continue;
      }
      const own = indexes.map((at) => cells[at] ?? null);
      const id = idAt < 0 ? '' : fileId(own[idAt] ?? null, table.mayBeDefused);
      rows.push({ key: this.#keyOf(id, own), id: id === '' ? null : id, name: '', cells: own });
      if (rows.length < some) continue;
      yield this.#matched(rows);
      rows = [];
    }
    yield this.#matched(rows);
  }

  #keyOf(id: string, cells: ComparedRow['cells']): string {
    const { key, fields } = this.#job;
    if (key === 'id') return id;
    const field = fields[key];
    return field ? matchedText(field, this.side, cells[key] ?? null) : '';
  }

  #matched(rows: readonly ComparedRow[]): readonly ComparedRow[] {
    const known = rows.filter(({ key }) => key !== '');
    this.#unmatched += rows.length - known.length;
    return known;
  }
}

async function onDisk(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof UserFacingError ? error : fileProblem(t('store the results of the comparison'), error);
  }
}

export function canceled(): ServiceError {
  return new ServiceError('canceled', { doing: t('compare the lists'), why: t('it was canceled') });
}

/** How many characters a comparison may hold in memory before it spills to disk, and how many keys may be ambiguous. */
interface JoinLimits {
  readonly letters: number;
  readonly duplicates: number;
}

const usualLimits: JoinLimits = { letters: 1_500_000, duplicates: 10_000 };
/** Bytes buffered before they are written. */
const rowBytes = 3_000_000;
const settledBytes = 512 * 1024;
/** Size of a row in addition to its strings. */
const overhead = 40;

interface Duplicate {
  readonly name: string;
  readonly counts: [number, number];
}

/**
 * Finds the partner of each row, in whatever order the two sides arrive. A row waits in memory until its partner
 * arrives, which is soon if both sides have the same order. Too many waiting rows spill to disk, partitioned by a hash
 * of their key, and are joined at the end, one partition at a time. The keys of pairs spill, too: a key that comes
 * again is reported as ambiguous.
 */
class RowJoin {
  readonly #fields: readonly ComparedField[];
  readonly #result: ResultWriter;
  readonly #limits: JoinLimits;
  readonly #waiting: readonly [Map<string, ComparedRow>, Map<string, ComparedRow>] = [new Map(), new Map()];
  readonly #spilled: readonly [SpillFile, SpillFile];
  readonly #duplicates = new Map<string, Duplicate>();
  /** Keys of pairs, each with the offset of its entry, or −1 if nothing differs. */
  readonly #settledFile: SpillFile;
  /** Pairs of the partition being joined at the end. */
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

  async add(side: Side, rows: readonly ComparedRow[]): Promise<void> {
    for (const row of rows) this.#takeRow(side, row);
    if (this.#letters > this.#limits.letters) await this.#spillRows();
    await this.#settledFile.flush();
    await this.#result.flushIfFull();
  }

  /** Reports rows without a partner, but only if both sides were read completely. */
  async finish(isComplete: boolean): Promise<void> {
    if (this.#spilled.every(({ isEmpty }) => isEmpty)) {
      for (let part = 0; part < partitions; part++) await this.#settledIn(part);
      if (isComplete) await this.#reportUnmatched();
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
      this.#subtractAverage();
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
    this.#subtractAverage();
    others.delete(key);
    this.#settle(...(side === 0 ? ([row, partner] as const) : ([partner, row] as const)));
  }

  /**
   * Subtracts the average size before a waiting row is removed: measuring each row again would take as long as
   * comparing them.
   */
  #subtractAverage(): void {
    this.#letters -= this.#letters / (this.#waiting[0].size + this.#waiting[1].size);
  }

  #settle(here: ComparedRow, there: ComparedRow): void {
    const fields = differingFields(this.#fields, here.cells, there.cells);
    let index = -1;
    if (fields.length > 0) index = this.#result.add({ kind: 'different', here, there, fields });
    else this.same += 1;
    if (this.#settledHere) {
      this.#settledHere.set(here.key, index);
      return;
    }
    this.#settledFile.add(partitionOf(here.key), [here.key, index]);
  }

  #takeBack(index: number): void {
    if (index < 0) this.same -= 1;
    else this.#result.removeEntry(index);
  }

  #duplicate(key: string, name: string, counts: [number, number]): Duplicate {
    const made = { name, counts };
    this.#duplicates.set(key, made);
    if (this.#duplicates.size > this.#limits.duplicates)
      throw new UserFacingError(
        t(
          'Could not compare the lists: more than {0} values match several records each. Match them by another field.',
          formatNumber(this.#limits.duplicates),
        ),
      );
    return made;
  }

  /** Returns the pairs of a partition, except those whose key came again after they were found. */
  async #settledIn(part: number): Promise<Map<string, number>> {
    const written = (await this.#settledFile.read(part)) as readonly [string, number][];
    const settled = new Map<string, number>();
    for (const [key, index] of written) {
      const before = settled.get(key);
      const known = this.#duplicates.get(key);
      if (before === undefined && !known && !this.#waiting.some((waiting) => waiting.has(key))) {
        settled.set(key, index);
        continue;
      }
      this.#takeBack(index);
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
    if (isComplete) await this.#reportUnmatched();
    for (const waiting of this.#waiting) waiting.clear();
    await this.#result.flushIfFull();
  }

  async #reportUnmatched(): Promise<void> {
    let count = 0;
    const pause = async (): Promise<void> => {
      count += 1;
      if (count % 1_000 === 0) await this.#result.flushIfFull();
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

/** Number of partitions of a spilled side: each is joined in memory separately. */
const partitions = 256;

/** Depends on the key alone, so both sides get the same partition. */
function partitionOf(key: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193);
  // the lowest bits alone are distributed poorly
  return (hash ^ (hash >>> 15)) & (partitions - 1);
}

/** Initial buffer size of each partition. */
const room = 2 * 1024;

/**
 * Collects lines by partition, writes many at a time, and reads them back one partition at a time. Lines are buffered
 * as bytes: millions of small strings would be promoted out of the garbage collector's young generation.
 */
class SpillFile {
  readonly #path: string;
  /** Number of bytes that triggers a write. */
  readonly #enough: number;
  #handle: FileHandle | undefined;
  #size = 0;
  /** Chunks of each partition: alternating offset and length. */
  readonly #pieces = Array.from({ length: partitions }, (): number[] => []);
  readonly #held = Array.from({ length: partitions }, () => Buffer.allocUnsafeSlow(room));
  readonly #filled = new Uint32Array(partitions);
  #waiting = 0;

  constructor(file: string, enough: number) {
    this.#path = file;
    this.#enough = enough;
  }

  get isEmpty(): boolean {
    return this.#size === 0 && this.#waiting === 0;
  }

  /** Adds a value as one line of JSON. */
  add(partition: number, value: unknown): void {
    const line = `${JSON.stringify(value)},`;
    const filled = this.#filled[partition] ?? 0;
    // UTF-8 takes at most 3 bytes per UTF-16 code unit
    const max = filled + line.length * 3;
    let held = this.#held[partition] ?? Buffer.alloc(0);
    if (max > held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(max, held.length * 2));
      held.copy(larger, 0, 0, filled);
      this.#held[partition] = held = larger;
    }
    const length = held.write(line, filled);
    this.#filled[partition] = filled + length;
    this.#waiting += length;
  }

  /** Writes if enough is buffered, or whatever is buffered if `isForced`. */
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

  /** Returns the values written, in order. Each line is JSON. */
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
