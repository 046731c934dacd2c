import { t } from '@vscode/l10n';
import { FileProblem } from '../../model/fileProblem.ts';
import { CsvRows, type CsvRow } from './csvRows.ts';
import type { ImportRow, ImportTable } from './importTable.ts';
import { detectText, readText, type TextFile } from './textFile.ts';

const delimiters = [',', ';', '\t', '|'];
/** Records that tell which delimiter is meant. */
const looked = 30;

export async function openCsv(path: string, name: string): Promise<ImportTable> {
  const file = await detectText(path, name);
  const start = await beginning(file);
  // Excel's own way to name it
  const named = /^sep=(.)\r?\n/.exec(start)?.[1];
  const delimiter = named ?? bestDelimiter(start);
  const skip = named === undefined ? 0 : 1;
  let titles: readonly string[] | undefined;
  for await (const { cells } of csvRows(file, delimiter, skip)) {
    titles = cells.map((cell) => (cell ?? '').trim());
    break;
  }
  if (!titles) throw new FileProblem(t('Could not import {0}: there is nothing in it. Choose another file.', name));
  const width = titles.length;
  return {
    unit: 'line',
    titles,
    notes: file.note === undefined ? [] : [file.note],
    absent: undefined,
    mayBeDefused: true,
    rows: () => importRows(csvRows(file, delimiter, skip), width),
  };
}

async function* importRows(
  rows: AsyncGenerator<CsvRow, void, void>,
  width: number,
): AsyncGenerator<ImportRow, void, void> {
  let isTitle = true;
  for await (const { line, cells } of rows) {
    if (isTitle) {
      isTitle = false;
      continue;
    }
    const isTooLong = cells.slice(width).some((cell) => cell !== null);
    const problem = (): string => t('It has {0} cells and there are {1} columns.', cells.length, width);
    yield { position: line, cells: cells.slice(0, width), ...(isTooLong && { problem: problem() }) };
  }
}

async function* csvRows(file: TextFile, delimiter: string, skip: number): AsyncGenerator<CsvRow, void, void> {
  const rows = new CsvRows(delimiter, file.name);
  let left = skip;
  const wanted = function* (found: Iterable<CsvRow>): Generator<CsvRow, void, void> {
    for (const row of found) {
      if (left > 0) left -= 1;
      else yield row;
    }
  };
  for await (const text of readText(file)) yield* wanted(rows.take(text));
  yield* wanted(rows.end());
}

async function beginning(file: TextFile): Promise<string> {
  for await (const text of readText(file)) return text;
  return '';
}

/** The one that parts the first records alike, in the most cells. */
function bestDelimiter(start: string): string {
  const scores = delimiters.map((delimiter) => {
    const rows = [...new CsvRows(delimiter, '').take(start)].slice(0, looked);
    const [first, ...others] = rows.map(({ cells }) => cells.length);
    // the beginning may end before the first line does
    const width = first ?? start.split(delimiter).length;
    const alike = others.filter((one) => one === width).length + 1;
    return { delimiter, score: width < 2 ? 0 : (alike / (others.length + 1)) * 1_000 + width };
  });
  return scores.toSorted((one, other) => other.score - one.score)[0]?.delimiter ?? ',';
}
