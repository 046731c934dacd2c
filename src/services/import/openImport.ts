import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { FileProblem, fileProblem } from '../../model/fileProblem.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { openCsv } from './csvTable.ts';
import { type ImportTable, maxColumns } from './importTable.ts';
import { openJson } from './jsonTable.ts';
import { firstBytes } from './textFile.ts';
import type { ReadRun } from './zipReader.ts';

/** Opens any file with records, detecting its format by content rather than by name. */
export async function openImport(path: string, name: string, run: ReadRun = {}): Promise<ImportTable> {
  try {
    const table = await openByStart(path, name, run);
    if (table.titles.length <= maxColumns) return table;
    throw new FileProblem(
      t('Could not import {0}: it has more than {1} columns. Choose another file.', name, formatNumber(maxColumns)),
    );
  } catch (error) {
    throw error instanceof ServiceError ? error : fileProblem(t('read {0}', name), error);
  }
}

async function openByStart(path: string, name: string, run: ReadRun): Promise<ImportTable> {
  const start = await firstBytes(path, 512);
  if (start.length === 0) throw new FileProblem(t('Could not import {0}: it is empty. Choose another file.', name));
  if (start.toString('latin1', 0, 2) === 'PK') {
    // loaded lazily: includes a zip and an XML reader
    const { openExcel } = await import('./excelTable.ts');
    return openExcel(path, name, run);
  }
  if (start[0] === 0xd0 && start[1] === 0xcf)
    throw new FileProblem(t('Could not import {0}: it is an old Excel file. Save it as .xlsx or CSV first.', name));
  // strip the BOM and the zero bytes of UTF-16
  const text = start
    .toString('latin1')
    .replaceAll(/[^\x20-\x7E]/g, '')
    .trimStart();
  const isJson = /\.(json|jsonl|ndjson)$/i.test(name) || /^(\{|\[\s*(\{|\]))/.test(text);
  return isJson ? openJson(path, name) : openCsv(path, name);
}

/** Shows kilobytes, which are easier to read. */
export function inKilobytes(report: (done: number, of: number) => void): (done: number, of: number) => void {
  return (done, of) => report(Math.ceil(done / 1_000), Math.ceil(of / 1_000));
}
