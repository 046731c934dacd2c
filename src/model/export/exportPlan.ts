import { t } from '@vscode/l10n';
import { formatNumber } from '../formatNumber.ts';

/** The records to export. */
export type ExportRows =
  /** All matching records except these ids. */
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> }
  /** By index in the list, 0-based. */
  | { readonly kind: 'range'; readonly from: number; readonly count: number }
  | { readonly kind: 'ids'; readonly ids: readonly string[] };

export const allRows: ExportRows = { kind: 'all', except: new Set() };

/** Expected number of records, if known. */
export function expectedCount(rows: ExportRows, total: number | undefined): number | undefined {
  if (rows.kind === 'ids') return rows.ids.length;
  if (total === undefined) return rows.kind === 'range' ? rows.count : undefined;
  if (rows.kind === 'range') return Math.max(0, Math.min(rows.count, total - rows.from));
  return Math.max(0, total - rows.except.size);
}

export interface ExportReport {
  readonly written: number;
  /** Undefined if the service doesn't provide it. */
  readonly expected: number | undefined;
  /** False if records may be missing or duplicated. */
  readonly isComplete: boolean;
  /** Notes for the user about the file, one sentence each. */
  readonly notes: readonly string[];
  /** Messages that the service returned with the records. */
  readonly said: readonly string[];
}

export interface ReadOutcome {
  readonly written: number;
  readonly expected: number | undefined;
  readonly hasChanged: boolean;
  /** The service stopped sending new records, and there may be more. */
  readonly isCut: boolean;
  readonly unknownColumns: readonly string[];
  readonly hasOrder: boolean;
}

/** Notes about differences between the expected and actual number of records. */
export function countNotes(rows: ExportRows, outcome: ReadOutcome): string[] {
  const { written, expected, hasChanged, isCut, unknownColumns, hasOrder } = outcome;
  const notes: string[] = [];
  const isShort = expected !== undefined && written !== expected;
  if (rows.kind === 'ids' && isShort)
    notes.push(
      t(
        'Could not find {0} of the {1} selected records. They may have been deleted or no longer match.',
        count(Math.max(0, expected - written)),
        count(expected),
      ),
    );
  else if (isCut) notes.push(cutNote());
  else if (hasChanged)
    notes.push(
      [
        isShort
          ? t(
              'The list changed while it was being read (the service now reports {0} records). Some records may be missing or duplicated.',
              count(expected),
            )
          : t('The list changed while it was being read. Some records may be missing or duplicated.'),
        ...(hasOrder ? [] : [t('Sort the list to make that less likely.')]),
      ].join(' '),
    );
  else if (isShort)
    notes.push(
      t('The service reports {0} records but sent {1}. Some may be missing.', count(expected), count(written)),
    );
  else if (expected === undefined)
    notes.push(t('The service does not provide a total, so the number of records could not be checked.'));
  if (unknownColumns.length > 0)
    notes.push(
      t(
        "Some records have columns that the first records don't have. These columns are not in the file: {0}.",
        unknownColumns.slice(0, 5).join(', '),
      ),
    );
  return notes;
}

/** Note for a list that couldn't be read to its end. */
export function cutNote(): string {
  return t('The service sent the same records again instead of the next ones, so some may be missing.');
}

function count(number: number): string {
  return formatNumber(number);
}
