import { t } from '@vscode/l10n';
import { scalarText } from '../../model/form/fieldValue.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import { plainDecimal } from '../../model/exactJson.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { excelDateText } from '../export/excelDate.ts';
import { type ImportCell, type ImportRow, type ImportTable, longest } from './importTable.ts';
import { damaged, type ReadRun, ZipReader } from './zipReader.ts';
import { PackedTexts, type Texts } from '../common/packedTexts.ts';
import { SaxesParser } from 'saxes';

/** Opens the first sheet of a workbook; its first row names the columns. */
export async function openExcel(path: string, name: string, run: ReadRun): Promise<ImportTable> {
  const zip = await ZipReader.open(path, name);
  const book = await readWorkbook(zip, name, run);
  let titles: readonly string[] | undefined;
  for await (const { cells, width } of sheetRows(zip, book, name, run)) {
    titles = Array.from({ length: width }, (_, at) => (cells.get(at) ?? '').trim());
    break;
  }
  if (!titles) throw new FileProblem(t('Could not import {0}: its first sheet is empty. Choose another file.', name));
  const width = titles.length;
  return {
    unit: 'row',
    titles,
    notes: [],
    absent: null,
    mayBeDefused: true,
    rows: (signal) => importRows(zip, book, name, width, { signal }),
  };
}

async function* importRows(
  zip: ZipReader,
  book: Workbook,
  name: string,
  width: number,
  run: ReadRun,
): AsyncGenerator<ImportRow, void, void> {
  let isTitle = true;
  for await (const { position, cells, width: count, problem } of sheetRows(zip, book, name, run)) {
    if (isTitle) {
      isTitle = false;
      continue;
    }
    const isTooLong = count > width && t('It has {0} cells instead of {1}.', count, width);
    const why = problem ?? (isTooLong || undefined);
    const own: ImportCell[] = [];
    for (const [at, cell] of cells) if (at < width) own[at] = cell;
    yield { position, cells: own, ...(why !== undefined && { problem: why }) };
  }
}

/** A sparse row: its only cell may be far to the right. */
interface SheetRow {
  readonly position: number;
  /** By column. */
  readonly cells: ReadonlyMap<number, string>;
  /** Up to the last non-empty cell. */
  readonly width: number;
  readonly problem: string | undefined;
}

/** Maximum rows of a sheet in any spreadsheet: a small archive may contain hundreds of millions of empty ones. */
const maxRows = 1_048_576;

/** Yields non-empty rows. */
async function* sheetRows(
  zip: ZipReader,
  book: Workbook,
  name: string,
  run: ReadRun,
): AsyncGenerator<SheetRow, void, void> {
  const tooMuch = (): FileProblem =>
    new FileProblem(t('Could not read {0}: one of its rows is too long. Save it as CSV.', name));
  const limits = { letters: longest, tooMuch, damaged: () => damaged(name) };
  let count = 0;
  for await (const row of readXml(zip.text(book.sheet, run), new SheetRows(book), limits)) {
    count += 1;
    if (count > maxRows)
      throw new FileProblem(
        t('Could not read {0}: its sheet has more than {1} rows. Save it as CSV.', name, formatNumber(maxRows)),
      );
    if (row.width > 0 || row.problem !== undefined) yield row;
  }
}

interface SheetCell {
  readonly reference: string | undefined;
  readonly type: string;
  readonly style: number;
  readonly column: number;
  value: string | undefined;
  isFormula: boolean;
}

class SheetRows implements XmlHandler<SheetRow> {
  readonly #book: Workbook;
  readonly #text = new CellText();
  #whole: SheetRow[] = [];
  #position = 0;
  #cells = new Map<number, string>();
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

  drain(): readonly SheetRow[] {
    const whole = this.#whole;
    if (whole.length > 0) this.#whole = [];
    return whole;
  }

  #beginRow(number: string | undefined): void {
    this.#position = Number(number ?? this.#position + 1);
    this.#cells = new Map();
    this.#problem = undefined;
    this.#nextColumn = 0;
  }

  #beginCell({ r: reference, t: type = 'n', s: style = '0' }: XmlAttributes): void {
    const column = columnOf(reference) ?? this.#nextColumn;
    this.#nextColumn = column + 1;
    this.#cell = { reference, type, style: Number(style), column, value: undefined, isFormula: false };
  }

  #endCell(): void {
    const text = this.#text.drain();
    if (!this.#cell) return;
    const { reference = '', type, style, column, value = '', isFormula } = this.#cell;
    this.#cell = undefined;
    if (type === 'e') this.#problem ??= t('Its cell {0} contains an error ({1}).', reference, unescaped(value));
    // programs that only write a file leave out the result: treating it as empty would clear the field
    if (type === 'n' && value === '' && isFormula)
      this.#problem ??= t(
        'Its cell {0} contains a formula without a result. Open the file in a spreadsheet and save it there.',
        reference,
      );
    const cell = type === 'inlineStr' ? text : readCell(type, value, style, this.#book);
    if (cell === null || cell === undefined) this.#cells.delete(column);
    else this.#cells.set(column, cell);
  }

  #endRow(): void {
    let width = 0;
    for (const column of this.#cells.keys()) width = Math.max(width, column + 1);
    this.#whole.push({ position: this.#position, cells: this.#cells, width, problem: this.#problem });
  }
}

function readCell(type: string, value: string, style: number, book: Workbook): ImportCell {
  if (type === 's') return book.texts.at(Number(value)) ?? null;
  if (value === '') return null;
  if (type === 'b') return value === '1' ? '1' : '0';
  if (type !== 'n') return unescaped(value);
  const number = Number(value);
  const format = book.looks[style] ?? 'number';
  // a serial without a day is a time
  if (format === 'dateTime' && number >= 0 && number < 1) return excelDateText(number, format)?.slice(11) ?? value;
  if (format !== 'number') return excelDateText(number + book.daysBefore, format) ?? value;
  const plain = /^-?\d+$/.test(value) ? value : plainDecimal(value);
  // a double such as 0.1 may be written with up to 17 digits, but never with more, nor with that many before the
  // decimal point
  if (plain !== undefined && /^-?(?:\d+$|\d{16}|[0.]*[1-9](?:\.?\d){17})/.test(plain)) return plain;
  return scalarText(Number(number.toPrecision(15))) ?? value;
}

/** Returns the zero-based column: 2 for `C7`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

type NumberFormat = 'number' | 'date' | 'dateTime';

/** What the cells of a workbook's first sheet refer to. */
interface Workbook {
  readonly sheet: string;
  readonly texts: Texts;
  /** By cell style index. */
  readonly looks: readonly NumberFormat[];
  /** Some workbooks count days from 1904. */
  readonly daysBefore: number;
}

/** Number of characters that safely fit into memory. */
const maxTextLength = 200_000_000;
const maxPartLength = 50_000_000;

async function readWorkbook(zip: ZipReader, name: string, run: ReadRun): Promise<Workbook> {
  let sheet: XmlAttributes | undefined;
  let daysBefore = 0;
  await readPart(zip, 'xl/workbook.xml', name, (element, attributes) => {
    if (element === 'sheet') sheet ??= attributes;
    if (element === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? '')) daysBefore = 1_462;
  });
  const id = sheet && attribute(sheet, 'id');
  let target: string | undefined;
  await readPart(zip, 'xl/_rels/workbook.xml.rels', name, (element, attributes) => {
    if (element === 'Relationship' && attributes['Id'] === id) target ??= attributes['Target'];
  });
  target ??= 'worksheets/sheet1.xml';
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  if (!zip.has(path)) throw new FileProblem(t('Could not read {0}: it has no sheet. Choose another file.', name));
  return { sheet: path, texts: await sharedTexts(zip, name, run), looks: await numberLooks(zip, name), daysBefore };
}

/** Skips a missing part, except the one that every workbook must have. */
async function readPart(zip: ZipReader, entry: string, name: string, open: XmlHandler['open']): Promise<void> {
  if (entry !== 'xl/workbook.xml' && !zip.has(entry)) return;
  const limits = {
    letters: maxPartLength,
    tooMuch: () => new FileProblem(t('Could not read {0}: it is too large. Save it as CSV.', name)),
    damaged: () => damaged(name),
  };
  for await (const _ of readXml(zip.text(entry), { open }, limits));
}

async function sharedTexts(zip: ZipReader, name: string, run: ReadRun): Promise<Texts> {
  const entry = 'xl/sharedStrings.xml';
  const texts = new PackedTexts();
  if (!zip.has(entry)) return texts;
  const tooMuch = (): FileProblem =>
    new FileProblem(t('Could not read {0}: it contains too much text. Save it as CSV.', name));
  let length = 0;
  const limits = { letters: longest, tooMuch, damaged: () => damaged(name) };
  for await (const text of readXml(zip.text(entry, run), new SharedTexts(), limits)) {
    texts.push(text);
    // an empty string takes up memory, too
    length += text.length + 8;
    if (length > maxTextLength) throw tooMuch();
  }
  return texts;
}

class SharedTexts implements XmlHandler<string> {
  readonly #text = new CellText();
  #whole: string[] = [];

  open(name: string): void {
    this.#text.open(name);
  }

  text(text: string): void {
    this.#text.text(text);
  }

  close(name: string): void {
    this.#text.close(name);
    if (name === 'si') this.#whole.push(this.#text.drain());
  }

  drain(): readonly string[] {
    const whole = this.#whole;
    if (whole.length > 0) this.#whole = [];
    return whole;
  }
}

/** Number formats that are built in. */
const builtInDates = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
const builtInTimes = new Set([18, 19, 20, 21, 22, 32, 33, 34, 35, 45, 46, 47]);
/** Maximum length of a number format in Excel. */
const longestFormat = 255;

async function numberLooks(zip: ZipReader, name: string): Promise<NumberFormat[]> {
  const formats = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  await readPart(zip, 'xl/styles.xml', name, (element, attributes) => {
    const id = Number(attributes['numFmtId']);
    if (element === 'numFmt') formats.set(id, (attributes['formatCode'] ?? '').slice(0, longestFormat));
    // formats of named styles don't apply to cells
    if (element === 'cellStyleXfs' || element === 'cellXfs') isOfCells = element === 'cellXfs';
    if (element === 'xf' && isOfCells) ids.push(id);
  });
  // resolve each format once: a million styles may share a long one
  const looks = new Map([...new Set(ids)].map((id) => [id, lookOf(id, formats.get(id) ?? '')]));
  return ids.map((id) => looks.get(id) ?? 'number');
}

function lookOf(id: number, format: string): NumberFormat {
  const code = format.replaceAll(/"[^"]*"|\\.|\[(?![hms])[^[\]]*\]/gi, '');
  const isClock = /[hs]/i.test(code) && !code.includes('[') && code.toLowerCase() !== 'general';
  if (builtInTimes.has(id) || isClock) return 'dateTime';
  return builtInDates.has(id) || /[dy]/i.test(code) ? 'date' : 'number';
}

/** Collects the text of a cell's `t` elements, without phonetic hints. */
class CellText {
  #said = '';
  #text: string | undefined;
  #isHint = false;

  open(name: string): void {
    if (name === 'rPh') this.#isHint = true;
    else if (name === 't' && !this.#isHint) this.#text = '';
  }

  text(text: string): void {
    if (this.#text !== undefined) this.#text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isHint = false;
    else if (name === 't' && this.#text !== undefined) {
      this.#said += unescaped(this.#text);
      this.#text = undefined;
    }
  }

  /** Returns the text so far and resets it for the next cell. */
  drain(): string {
    const said = this.#said;
    this.#said = '';
    this.#text = undefined;
    this.#isHint = false;
    return said;
  }
}

/** Decodes Excel's escapes for characters that XML can't contain: `_x000D_`. */
function unescaped(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

type XmlAttributes = Readonly<Record<string, string>>;

/** Handles XML events. Names have no prefix. */
interface XmlHandler<T = never> {
  open(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Returns the items completed since the last call. */
  drain?(): readonly T[];
}

interface XmlLimits {
  /** Maximum number of characters without completing an item. */
  readonly letters: number;
  readonly tooMuch: () => Error;
  /** Error for invalid XML, or XML with features that no workbook needs. */
  readonly damaged: () => Error;
}

/** No real workbook comes close to these limits: anything beyond is an attempt to exhaust memory. */
const deepest = 100;
const maxAttributes = 1_000;

/** Yields what the handler produces from chunks of XML. Only the handler retains data. */
async function* readXml<T>(
  pieces: AsyncIterable<string>,
  handler: XmlHandler<T>,
  { letters, tooMuch, damaged: refuse }: XmlLimits,
): AsyncGenerator<T, void, void> {
  const parser = parserFor(handler);
  const attempt = (work: () => unknown): readonly T[] => {
    try {
      work();
    } catch {
      throw refuse();
    }
    return handler.drain?.() ?? [];
  };
  let held = 0;
  for await (const piece of pieces) {
    const whole = attempt(() => parser.write(piece));
    held = whole.length > 0 ? 0 : held + piece.length;
    if (held > letters) throw tooMuch();
    yield* whole;
  }
  yield* attempt(() => parser.close());
}

function parserFor<T>(handler: XmlHandler<T>): SaxesParser {
  const parser = new SaxesParser({ position: false });
  const refuse = (): never => {
    throw new SyntaxError('not the XML of a workbook');
  };
  let depth = 0;
  let attributeCount = 0;
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > maxAttributes) refuse();
  });
  parser.on('opentag', ({ name, attributes }) => {
    attributeCount = 0;
    depth += 1;
    if (depth > deepest) refuse();
    handler.open(localName(name), attributes as Record<string, string>);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handler.close?.(localName(name));
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  // custom entities allow exponential expansion
  parser.on('doctype', refuse);
  return parser;
}

/** Returns the attribute with that name, ignoring its prefix. */
function attribute(attributes: XmlAttributes, name: string): string | undefined {
  return attributes[name] ?? Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
