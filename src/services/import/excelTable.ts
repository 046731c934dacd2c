import { t } from '@vscode/l10n';
import { scalarText } from '../../model/form/fieldValue.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import { plainDecimal } from '../../model/json.ts';
import { excelDateText } from '../export/excelDate.ts';
import { CellText, unescaped } from './cellText.ts';
import { type ImportCell, type ImportRow, type ImportTable, longest } from './importTable.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { readXml, type XmlAttributes, type XmlHandler } from './xmlReader.ts';
import { damaged, ZipReader } from './zipReader.ts';

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
  for await (const { position, cells, problem } of sheetRows(zip, book, name)) {
    if (isTitle) {
      isTitle = false;
      continue;
    }
    const isTooLong = cells.length > width && t('It has {0} cells and there are {1} columns.', cells.length, width);
    const why = problem ?? (isTooLong || undefined);
    // a sheet leaves out what is empty
    const filled = Array.from({ length: width }, (_, at) => cells[at] ?? null);
    yield { position, cells: filled, ...(why !== undefined && { problem: why }) };
  }
}

/** Rows that have anything in them. */
async function* sheetRows(zip: ZipReader, book: Workbook, name: string): AsyncGenerator<ImportRow, void, void> {
  const tooMuch = (): FileProblem =>
    new FileProblem(t('Could not read {0}: one of its rows is too long. Save it as CSV.', name));
  const limits = { letters: longest, tooMuch, damaged: () => damaged(name) };
  for await (const row of readXml(zip.text(book.sheet), new SheetRows(book), limits))
    if (row.cells.length > 0 || row.problem !== undefined) yield row;
}

interface SheetCell {
  readonly reference: string | undefined;
  readonly type: string;
  readonly style: number;
  readonly column: number;
  value: string | undefined;
  isFormula: boolean;
}

class SheetRows implements XmlHandler<ImportRow> {
  readonly #book: Workbook;
  readonly #text = new CellText();
  #whole: ImportRow[] = [];
  #position = 0;
  #cells: ImportCell[] = [];
  #problem: string | undefined;
  #nextColumn = 0;
  #cell: SheetCell | undefined;
  #isValue = false;

  constructor(book: Workbook) {
    this.#book = book;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'row') this.#beginRow(attributes['r']);
    else if (name === 'c') this.#beginCell(attributes);
    else if (!this.#cell) return;
    else if (name === 'v' && this.#cell.value === undefined) {
      this.#cell.value = '';
      this.#isValue = true;
    } else if (name === 'f') this.#cell.isFormula = true;
    else this.#text.open(name);
  }

  text(text: string): void {
    if (this.#isValue && this.#cell) this.#cell.value += text;
    else this.#text.text(text);
  }

  close(name: string): void {
    if (name === 'v') this.#isValue = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
    else this.#text.close(name);
  }

  take(): readonly ImportRow[] {
    const whole = this.#whole;
    if (whole.length > 0) this.#whole = [];
    return whole;
  }

  #beginRow(number: string | undefined): void {
    this.#position = Number(number ?? this.#position + 1);
    this.#cells = [];
    this.#problem = undefined;
    this.#nextColumn = 0;
  }

  #beginCell({ r: reference, t: type = 'n', s: style = '0' }: XmlAttributes): void {
    const column = columnOf(reference) ?? this.#nextColumn;
    this.#nextColumn = column + 1;
    this.#cell = { reference, type, style: Number(style), column, value: undefined, isFormula: false };
  }

  #endCell(): void {
    const text = this.#text.take();
    if (!this.#cell) return;
    const { reference = '', type, style, column, value = '', isFormula } = this.#cell;
    this.#cell = undefined;
    if (type === 'e') this.#problem ??= t('Its cell {0} holds an error ({1}).', reference, unescaped(value));
    // programs that only write a file leave the result to whoever opens it: to take it for nothing would empty the field
    if (type === 'n' && value === '' && isFormula)
      this.#problem ??= t(
        'Its cell {0} holds a formula without a result. Open the file in a spreadsheet and save it there.',
        reference,
      );
    const cell = type === 'inlineStr' ? text : readCell(type, value, style, this.#book);
    // a sheet that says where it has nothing must not make a row long
    if (cell === null && column >= this.#cells.length) return;
    while (this.#cells.length < column) this.#cells.push(null);
    this.#cells[column] = cell;
  }

  #endRow(): void {
    const problem = this.#problem;
    while (this.#cells.length > 0 && this.#cells.at(-1) === null) this.#cells.pop();
    this.#whole.push({ position: this.#position, cells: this.#cells, ...(problem !== undefined && { problem }) });
  }
}

function readCell(type: string, value: string, style: number, book: Workbook): ImportCell {
  if (type === 's') return book.texts[Number(value)] ?? null;
  if (value === '') return null;
  if (type === 'b') return value === '1' ? '1' : '0';
  if (type !== 'n') return unescaped(value);
  const number = Number(value);
  const format = book.looks[style] ?? 'number';
  // without a day it is a time
  if (format === 'dateTime' && number >= 0 && number < 1) return excelDateText(number, format)?.slice(11) ?? value;
  if (format !== 'number') return excelDateText(number + book.daysBefore, format) ?? value;
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
