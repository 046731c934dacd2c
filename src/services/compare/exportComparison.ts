import { t } from '@vscode/l10n';
import { type ComparedField, fieldNames } from '../../model/compare/comparedFields.ts';
import {
  type ComparedEntry,
  type ComparisonSummary,
  type EntryKind,
  nameOfEntry,
  rowsOfEntry,
} from '../../model/compare/comparison.ts';
import type { ExportColumn, ExportRow } from '../../model/export/exportColumns.ts';
import { excelLimits } from '../../model/export/exportFormat.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import type { Cell } from '../../model/list/recordPage.ts';
import type { ExportFile } from '../export/exportFile.ts';
import { stopIfCanceled } from '../export/writeRecords.ts';
import { type RowFileOptions, writeRows } from '../export/writeRows.ts';
import type { ResultReader } from './resultFiles.ts';

export interface ComparisonExport extends Pick<RowFileOptions, 'format' | 'defuse'> {
  readonly fields: readonly ComparedField[];
  readonly sideLabels: readonly [string, string];
  readonly onProgress: (written: number, expected: number) => void;
}

interface FoundEntries {
  readonly summary: ComparisonSummary;
  readonly result: Pick<ResultReader, 'all'>;
}

/**
 * Writes one line per differing field, and one per record without a partner. Returns a note about anything that didn't
 * fit.
 */
export async function exportComparison(
  { summary, result }: FoundEntries,
  { fields, sideLabels, format, defuse, onProgress }: ComparisonExport,
  file: Pick<ExportFile, 'write'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { onlyHere, onlyThere, duplicate } = summary.counts;
  const expected = summary.byField.reduce((sum, count) => sum + count, onlyHere + onlyThere + duplicate);
  if (format === 'excel' && expected >= excelLimits.rows)
    throw new FileProblem(
      t(
        'Could not export to Excel: a sheet holds at most {0} differences, but there are {1}. Choose CSV.',
        formatNumber(excelLimits.rows - 1),
        formatNumber(expected),
      ),
    );
  const lines = new EntryLines(fields, sideLabels, format === 'json' || format === 'jsonLines');
  const pieces = async function* (): AsyncGenerator<readonly ExportRow[], void, void> {
    for await (const entries of result.all('all')) yield entries.flatMap((entry) => lines.rowsFor(entry));
  };
  const { note } = await writeRows({ columns: columns(sideLabels), format, defuse }, pieces(), file, (written) => {
    onProgress(written, expected);
    stopIfCanceled(signal);
  });
  return note;
}

function columns([here, there]: readonly [string, string]): readonly ExportColumn[] {
  const titles = {
    result: t('Result'),
    key: t('Matched by'),
    name: t('Record'),
    idHere: t('Id in {0}', here),
    idThere: t('Id in {0}', there),
    field: t('Field'),
    here,
    there,
  };
  return Object.entries(titles).map(([key, title], cell) => ({ title, key, kind: 'text', cell }));
}

/** Formats for programs get untranslated words, just as they get column keys. */
class EntryLines {
  readonly #kinds: Readonly<Record<EntryKind, string>>;
  readonly #fields: readonly string[];

  constructor(fields: readonly ComparedField[], [here, there]: readonly [string, string], isForPrograms: boolean) {
    this.#kinds = isForPrograms
      ? { different: 'different', onlyHere: 'onlyHere', onlyThere: 'onlyThere', duplicate: 'duplicate' }
      : {
          different: t('Different'),
          onlyHere: t('Only in {0}', here),
          onlyThere: t('Only in {0}', there),
          duplicate: t('Ambiguous'),
        };
    this.#fields = isForPrograms ? fields.map(({ key }) => key) : fieldNames(fields);
  }

  rowsFor(entry: ComparedEntry): ExportRow[] {
    const kind = this.#kinds[entry.kind];
    if (entry.kind === 'duplicate') {
      const [here, there] = entry.counts;
      return [line(kind, entry.key, entry.name, null, null, null, String(here), String(there))];
    }
    const [here, there] = rowsOfEntry(entry);
    const about = [kind, (here ?? there)?.key ?? '', nameOfEntry(entry), here?.id ?? null, there?.id ?? null];
    if (entry.kind !== 'different') return [line(...about, null, null, null)];
    return entry.fields.map((at) =>
      line(...about, this.#fields[at] ?? '', entry.here.cells[at] ?? null, entry.there.cells[at] ?? null),
    );
  }
}

function line(...cells: readonly Cell[]): ExportRow {
  return { id: null, cells };
}
