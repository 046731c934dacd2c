import path from 'node:path';
import { ServiceError, UserFacingError } from '../../model/errors.ts';
import { allRows, countNotes } from '../../model/export/exportPlan.ts';
import type { ColumnProfile, ProfiledColumn, ProfileState, RepeatedValue } from '../../model/list/columnProfile.ts';
import { ColumnProfiler, type ProfilerLimits } from '../../model/list/columnProfiler.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import { saidOnce } from '../../model/serviceWords.ts';
import type { RecordSource } from '../export/recordSource.ts';
import type { ListAddress } from '../lists/listAddress.ts';
import type { FilteredQuery } from '../lists/listFilter.ts';
import { RecordLog } from './recordLog.ts';

/** Plain data, so that it can be passed to a thread. */
export interface ProfileJob {
  readonly listTarget: Pick<ListAddress, 'controller' | 'listView'>;
  readonly query: FilteredQuery;
  /** True if the query sets an order. */
  readonly hasOrder: boolean;
  /** The page that the columns are taken from. */
  readonly first: RecordPage;
  readonly column: ProfiledColumn;
  /** Private folder, which must exist. */
  readonly folder: string;
}

export interface ProfileContext {
  /** Called again to continue after a failure. */
  readonly createSource: () => RecordSource;
  readonly onState: (state: ProfileState) => void;
  /** Resolves when reading should continue after it stopped. */
  readonly resume: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly limits?: ProfilerLimits;
  /** Time in milliseconds. */
  readonly now?: () => number;
}

/** Min interval between progress updates. */
const pace = 200;

/** Reads a list and counts the values of one column. The counts are kept if reading stops. */
export async function profileList(job: ProfileJob, run: ProfileContext): Promise<ProfileState> {
  const { first, column, folder } = job;
  const { now = () => performance.now() } = run;
  const at = first.columns.findIndex(({ key }) => key === column.key);
  const profiler = new ColumnProfiler(column, run.limits);
  const log = new RecordLog(path.join(folder, 'records'));
  const outcome = new ReadOutcomes(first.total, job.query.filter !== undefined);
  let from = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const source = run.createSource();
    try {
      for await (const rows of source.matching(first.columns, run.signal, from)) {
        for (const row of rows) if (profiler.add(row.cells[at] ?? null, row)) log.add(row);
        outcome.note(source);
        await log.flushIfFull();
        if (now() - reportedAt < pace) continue;
        reportedAt = now();
        run.onState({ profile: profiler.profile, total: outcome.total });
      }
      outcome.note(source);
      const notes = outcome.notes(profiler.read, job.hasOrder);
      const end = { kind: 'complete', notes, said: outcome.said } as const;
      return { profile: await withRepeated(profiler, log), total: outcome.total, end };
    } catch (error) {
      if (run.signal.aborted || !(error instanceof UserFacingError)) throw error;
      from = Math.max(from, source.reader.position);
      const isCanceled = error instanceof ServiceError && error.code === 'canceled';
      const end = { kind: 'stopped', canContinue: true, ...(!isCanceled && { why: error.message }) } as const;
      run.onState({ profile: await withRepeated(profiler, log), total: outcome.total, end });
    }
    await run.resume();
  }
}

/** Combined findings of the readers, each of which continued where the previous one stopped. */
class ReadOutcomes {
  readonly #first: number | undefined;
  readonly #isFiltered: boolean;
  total: number | undefined;
  said: readonly string[] = [];
  #hasChanged = false;
  #isCut = false;

  /** The number of records that match a filter is known only once all are read. */
  constructor(total: number | undefined, isFiltered: boolean) {
    this.#first = this.total = total;
    this.#isFiltered = isFiltered;
  }

  note({ reader, said, total }: RecordSource): void {
    this.total = reader.hasNoTotal ? undefined : (total ?? this.total);
    this.#hasChanged ||= reader.hasChanged;
    this.#isCut = reader.isCut;
    this.said = saidOnce(this.said, said);
  }

  notes(read: number, hasOrder: boolean): readonly string[] {
    const hasChanged = this.#hasChanged || (this.total !== undefined && this.total !== this.#first);
    const expected = this.#isFiltered ? read : this.total;
    const found = { written: read, expected, hasChanged, isCut: this.#isCut };
    return countNotes(allRows, { ...found, unknownColumns: [], hasOrder });
  }
}

async function withRepeated(profiler: ColumnProfiler, log: RecordLog): Promise<ColumnProfile> {
  const { repeated } = profiler;
  const firsts = await log.read(repeated.map(({ index }) => index));
  const listed = repeated.map(({ index, others, ...value }): RepeatedValue => {
    const first = firsts.get(index);
    return { ...value, records: [...(first ? [first] : []), ...others].map(({ id, name }) => ({ id, name })) };
  });
  const { profile } = profiler;
  return { ...profile, repeated: { ...profile.repeated, listed } };
}
