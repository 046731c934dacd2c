import { t } from '@vscode/l10n';
import { type ComparedField, fileId, matchedText, valueFields } from '../../model/compare/comparedFields.ts';
import type { ComparedRow, ComparisonSummary, Side, SideNote } from '../../model/compare/comparison.ts';
import { ServiceError, UserFacingError } from '../../model/errors.ts';
import { allRows, countNotes } from '../../model/export/exportPlan.ts';
import { fileProblem } from '../../model/fileProblem.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import { saidOnce } from '../../model/serviceWords.ts';
import type { RecordSource } from '../export/recordSource.ts';
import { openImport } from '../import/openImport.ts';
import type { ListAddress, ListQuery } from '../lists/listAddress.ts';
import { ResultWriter } from './resultFiles.ts';
import { type JoinLimits, RowJoin } from './rowJoin.ts';

/** One of the two that are compared. Plain data, as it goes to a thread. */
export type SideJob =
  | {
      readonly kind: 'list';
      readonly listTarget: Pick<ListAddress, 'controller' | 'listView'>;
      readonly query: ListQuery;
      /** The page that its columns are from. */
      readonly first: RecordPage;
    }
  | { readonly kind: 'file'; readonly path: string; readonly name: string };

export interface CompareJob {
  /** Where what is found goes: a folder that is there, and empty. */
  readonly folder: string;
  readonly sides: readonly [SideJob, SideJob];
  readonly fields: readonly ComparedField[];
  /** What tells which records belong together: their id, or a field, by its place. */
  readonly key: 'id' | number;
}

export interface CompareRun {
  /** For a side that is a list. */
  readonly sourceOf: (side: Side) => RecordSource;
  readonly onProgress: (done: number, expected: number | undefined) => void;
  readonly signal: AbortSignal;
  readonly limits?: JoinLimits;
}

/** Rows of a file that are joined at a time. */
const some = 500;

/** Reads both sides from front to back, once, and writes what differs into the folder. */
export async function compareLists(job: CompareJob, run: CompareRun): Promise<ComparisonSummary> {
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
      // in step, so that partners are near each other; both at once where they are
      const next = readers.filter((reader, at) => {
        const other = readers[at === 0 ? 1 : 0];
        return reader.isOpen && (!other.isOpen || reader.read <= other.read);
      });
      const pages = await Promise.all(next.map((reader) => reader.next()));
      if (signal.aborted) throw canceled();
      for (const [at, reader] of next.entries()) await onDisk(() => join.take(reader.side, pages[at] ?? []));
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
    await result.close();
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

/** The rows of one side, with what tells them apart, and what there is to say about them. */
class SideReader {
  readonly side: Side;
  readonly #job: CompareJob;
  readonly #run: CompareRun;
  readonly #source: RecordSource | undefined;
  #rows: AsyncGenerator<readonly ComparedRow[], void, void>;
  isOpen = true;
  /** How many rows came. */
  read = 0;
  failure: string | undefined;
  /** Rows that say nothing by which they could be matched, and rows of a file that cannot be used. */
  #unmatched = 0;
  #unread = 0;
  #fileNotes: readonly string[] = [];

  constructor(job: CompareJob, side: Side, run: CompareRun) {
    this.side = side;
    this.#job = job;
    this.#run = run;
    this.#source = job.sides[side].kind === 'list' ? run.sourceOf(side) : undefined;
    this.#rows = this.#source ? this.#listRows(this.#source) : this.#fileRows();
  }

  get #of(): SideJob {
    return this.#job.sides[this.side];
  }

  /** As far as anyone knows; of a file it is known at its end. */
  get expected(): number | undefined {
    const { kind } = this.#of;
    if (kind === 'file') return this.isOpen ? undefined : this.read;
    if (this.#source?.reader.hasNoTotal) return undefined;
    return this.#source?.reader.total ?? (this.#of.kind === 'list' ? this.#of.first.total : undefined);
  }

  get said(): readonly string[] {
    return this.#source?.said ?? [];
  }

  /** What a failure leaves out is said afterward: what was read before it can be compared all the same. */
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
          'Reading broke off after {0}, so nothing is told of what is on one side alone. {1}',
          formatNumber(this.read),
          this.failure,
        ),
      ]);
    const sentences = this.#countNotes();
    if (this.#unread > 0)
      sentences.push(t('Left out, as these rows of the file cannot be read: {0}.', formatNumber(this.#unread)));
    return this.#notes(sentences);
  }

  /** What else there is to say. */
  get remarks(): readonly SideNote[] {
    const unmatched = t('Left out, as they have nothing to be matched by: {0}.', formatNumber(this.#unmatched));
    return this.#notes([...this.#fileNotes, ...(this.#unmatched > 0 ? [unmatched] : [])]);
  }

  #notes(sentences: readonly string[]): readonly SideNote[] {
    return sentences.map((text) => ({ side: this.side, text }));
  }

  #countNotes(): string[] {
    if (!this.#source) return [];
    const { hasChanged, isCut, total } = this.#source.reader;
    const outcome = { written: this.read, expected: total, hasChanged, isCut, unknownColumns: [] };
    return countNotes(allRows, { ...outcome, hasOrder: this.#source.hasOrder });
  }

  async *#listRows(source: RecordSource): AsyncGenerator<readonly ComparedRow[], void, void> {
    const side = this.#of;
    if (side.kind !== 'list') return;
    const places = this.#job.fields.map(({ ends }) => ends[this.side]?.at ?? -1);
    const width = side.first.columns.length;
    // by far the most lists are compared column by column
    const isAsItIs = places.length === width && places.every((at, place) => at === place);
    for await (const rows of source.readRows(allRows, side.first, this.#run.signal)) {
      this.read += rows.length;
      yield this.#matched(
        rows.map(({ id, name, cells }) => {
          const own = isAsItIs ? cells : places.map((at) => cells[at] ?? null);
          return { key: this.#keyOf(id ?? '', own), id, name, cells: own };
        }),
      );
    }
  }

  async *#fileRows(): AsyncGenerator<readonly ComparedRow[], void, void> {
    const side = this.#of;
    if (side.kind !== 'file') return;
    const table = await openImport(side.path, side.name, this.#run);
    this.#fileNotes = table.notes;
    const { fields } = this.#job;
    const places = fields.map(({ ends }) => ends[this.side]?.at ?? -1);
    const idAt = fields.findIndex(({ ends }) => ends[this.side]?.isId);
    let rows: ComparedRow[] = [];
    for await (const { cells, problem } of table.rows(this.#run.signal)) {
      this.read += 1;
      if (problem !== undefined) {
        this.#unread += 1;
        continue;
      }
      const own = places.map((at) => cells[at] ?? null);
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
    throw error instanceof UserFacingError ? error : fileProblem(t('keep what the comparison finds'), error);
  }
}

export function canceled(): ServiceError {
  return new ServiceError('canceled', { doing: t('compare the lists'), why: t('it was canceled') });
}
