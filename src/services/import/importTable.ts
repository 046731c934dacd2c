import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import { formatNumber } from '../../model/formatNumber.ts';

/** Null is nothing, undefined is a cell that is not there at all. */
export type ImportCell = string | null | undefined;

export interface ImportRow {
  /** As a person counts: the line of a text where the record begins, the row of a sheet, the number of a record. */
  readonly position: number;
  /** In the order of the titles; where there is none, `absent` of the table says what that means. */
  readonly cells: readonly ImportCell[];
  /** Why it cannot be used, one sentence. */
  readonly problem?: string;
}

/** A file with records in it, which is read from front to back as often as one likes. */
export interface ImportTable {
  /** What `place` counts: “line”, “row”, “record”. */
  readonly unit: string;
  readonly titles: readonly string[];
  /** What a person should know about how it was read, one sentence each. */
  readonly notes: readonly string[];
  /** A sheet leaves out what is empty, and a list of values says nothing of what it leaves out. */
  readonly absent: null | undefined;
  /** Whether a formula may stand in it with an apostrophe before it. */
  readonly mayBeDefused: boolean;
  rows(signal?: AbortSignal): AsyncGenerator<ImportRow, void, void>;
}

/** More than any spreadsheet has. */
export const mostColumns = 20_000;

/** No cell and no record of a sane file is longer; more is a quote that nobody closed. */
export const longest = 16_000_000;

/** Records that are changed by one file or plan: they are looked at and journaled one by one, so more would take weeks. */
export const mostRecords = 5_000_000;

export function tooManyRecords(count: number, name: string, most = mostRecords): void {
  if (count > most)
    throw new FileProblem(
      t('Could not import {0}: it holds more than {1} records. Import it in parts.', name, formatNumber(most)),
    );
}

export function canceled(name: string): ServiceError {
  return new ServiceError('canceled', { doing: t('read {0}', name), why: t('it was canceled') });
}
