import { t } from '@vscode/l10n';
import { scalarText } from '../../model/form/fieldValue.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import { plainDecimal } from '../../model/json.ts';
import { excelDateText } from '../export/excelDate.ts';
import { type ImportCell, type ImportRow, type ImportTable } from './importTable.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { attribute, cellText, elements, elementsOf, plainText } from './xmlElements.ts';
import { ZipReader } from './zipReader.ts';

/** The first sheet of a workbook; its first row names the columns. */
export async function openExcel(path: string, name: string): Promise<ImportTable> {
  const zip = await ZipReader.open(path, name);
  const book = await readWorkbook(zip, name);
  let titles: readonly string[] | undefined;
  for await (const { cells } of sheetRows(zip, book, name)) {
    titles = cells.map((cell) => (cell ?? '').trim());
    break;
  }
  if (!titles)
    throw new FileProblem(t('Could not import {0}: there is nothing in its first sheet. Choose another file.', name));
  const width = titles.length;
  return { unit: 'row', titles, notes: [], mayBeDefused: true, rows: () => importRows(zip, book, name, width) };
}

async function* importRows(
  zip: ZipReader,
  book: Workbook,
  name: string,
  width: number,
): AsyncGenerator<ImportRow, void, void> {
  let isTitle = true;
  for await (const { place, cells, problem } of sheetRows(zip, book, name)) {
    if (isTitle) {
      isTitle = false;
      continue;
    }
    const isTooLong = cells.length > width && t('It has {0} cells and there are {1} columns.', cells.length, width);
    const why = problem ?? (isTooLong || undefined);
    // a sheet leaves out what is empty
    const filled = Array.from({ length: width }, (_, at) => cells[at] ?? null);
    yield { place, cells: filled, ...(why !== undefined && { problem: why }) };
  }
}

/** Rows that have anything in them. */
async function* sheetRows(zip: ZipReader, book: Workbook, name: string): AsyncGenerator<ImportRow, void, void> {
  const tooLong = (): FileProblem =>
    new FileProblem(t('Could not read {0}: one of its rows is too long. Save it as CSV.', name));
  let place = 0;
  for await (const { attributes, inside } of elementsOf(zip.text(book.sheet), 'row', tooLong)) {
    place = Number(attribute(attributes, 'r') ?? place + 1);
    const row = readRow(inside, place, book);
    if (row.cells.some((cell) => cell !== null) || row.problem !== undefined) yield row;
  }
}

function readRow(xml: string, place: number, book: Workbook): ImportRow {
  const cells: ImportCell[] = [];
  let problem: string | undefined;
  for (const { attributes, inside } of elements(xml, 'c')) {
    const at = columnOf(attribute(attributes, 'r')) ?? cells.length;
    while (cells.length < at) cells.push(null);
    const type = attribute(attributes, 't') ?? 'n';
    const value = elements(inside, 'v')[0]?.inside ?? '';
    if (type === 'e')
      problem ??= t('Its cell {0} holds an error ({1}).', attribute(attributes, 'r') ?? '', cellText(value));
    // programs that only write a file leave the result to whoever opens it: to take it for nothing would empty the field
    if (type === 'n' && value === '' && elements(inside, 'f').length > 0)
      problem ??= t(
        'Its cell {0} holds a formula without a result. Open the file in a spreadsheet and save it there.',
        attribute(attributes, 'r') ?? '',
      );
    cells[at] = readCell(type, value, inside, Number(attribute(attributes, 's') ?? 0), book);
  }
  while (cells.length > 0 && cells.at(-1) === null) cells.pop();
  return { place, cells, ...(problem !== undefined && { problem }) };
}

function readCell(type: string, value: string, inside: string, style: number, book: Workbook): ImportCell {
  if (type === 'inlineStr') return plainText(inside);
  if (type === 's') return book.texts[Number(value)] ?? null;
  if (value === '') return null;
  if (type === 'b') return value === '1' ? '1' : '0';
  if (type !== 'n') return cellText(value);
  const number = Number(value);
  const look = book.looks[style] ?? 'number';
  // without a day it is a time
  if (look === 'dateTime' && number >= 0 && number < 1) return excelDateText(number, look)?.slice(11) ?? value;
  if (look !== 'number') return excelDateText(number + book.daysBefore, look) ?? value;
  const plain = /^-?\d+$/.test(value) ? value : plainDecimal(value);
  // a computer's 0.1 may be written with 17 digits, but none has more of them, nor so many before the point
  if (plain !== undefined && /^-?(?:\d+$|\d{16}|[0.]*[1-9](?:\.?\d){17})/.test(plain)) return plain;
  return scalarText(Number(number.toPrecision(15))) ?? value;
}

/** `C7` is the third column, at 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
