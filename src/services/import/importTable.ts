import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import { formatNumber } from '../../model/formatNumber.ts';

/** Null is an empty cell, undefined a missing one. */
export type ImportCell = string | null | undefined;

export interface ImportRow {
  /** One-based, as the user counts: the line where the record starts, the row of a sheet, or the number of a record. */
  readonly position: number;
  /** In the order of the titles; the table's `absent` says what a missing cell means. */
  readonly cells: readonly ImportCell[];
  /** Why the row can't be used, as one sentence. */
  readonly problem?: string;
}

/** A file with records, which can be read from start to end any number of times. */
export interface ImportTable {
  /** Unit of `index`: “line”, “row”, “record”. */
  readonly unit: string;
  readonly titles: readonly string[];
  /** Notes for the user about how the file was read, one sentence each. */
  readonly notes: readonly string[];
  /**
   * Value of a missing cell: null for a sheet, which omits empty cells; undefined for other formats, where a missing
   * value says nothing.
   */
  readonly absent: null | undefined;
  /** True if a formula in it may be prefixed with an apostrophe. */
  readonly mayBeDefused: boolean;
  rows(signal?: AbortSignal): AsyncGenerator<ImportRow, void, void>;
}

/** More than any spreadsheet has. */
export const maxColumns = 20_000;

/** Limit for a cell or record: anything longer is an unclosed quote. */
export const longest = 16_000_000;

/**
 * Maximum number of records changed by one file or plan: they are read and journaled one at a time, so more would take
 * weeks.
 */
export const maxRecords = 5_000_000;

export function tooManyRecords(count: number, name: string, max = maxRecords): void {
  if (count > max)
    throw new FileProblem(
      t('Could not import {0}: it contains more than {1} records. Import it in parts.', name, formatNumber(max)),
    );
}

export function canceled(name: string): ServiceError {
  return new ServiceError('canceled', { doing: t('read {0}', name), why: t('it was canceled') });
}
