import { t } from '@vscode/l10n';
import { FileProblem } from '../../model/fileProblem.ts';
import { PackedTexts, type Texts } from '../common/packedTexts.ts';
import { CellText } from './cellText.ts';
import { longest } from './importTable.ts';
import { attribute, readXml, type XmlAttributes, type XmlHandler } from './xmlReader.ts';
import { damaged, type ReadRun, type ZipReader } from './zipReader.ts';

export type NumberFormat = 'number' | 'date' | 'dateTime';

/** What the cells of a workbook's first sheet refer to. */
export interface Workbook {
  readonly sheet: string;
  readonly texts: Texts;
  /** By the number of a cell's style. */
  readonly looks: readonly NumberFormat[];
  /** Some workbooks count days from 1904. */
  readonly daysBefore: number;
}

/** As many letters as fit into the memory without harm. */
const mostText = 200_000_000;
const mostOfPart = 50_000_000;

export async function readWorkbook(zip: ZipReader, name: string, run: ReadRun): Promise<Workbook> {
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

/** A part that is not there says nothing, except for the one that every workbook has. */
async function readPart(zip: ZipReader, entry: string, name: string, open: XmlHandler['open']): Promise<void> {
  if (entry !== 'xl/workbook.xml' && !zip.has(entry)) return;
  const limits = {
    letters: mostOfPart,
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
    new FileProblem(t('Could not read {0}: it holds too much text. Save it as CSV.', name));
  let length = 0;
  const limits = { letters: longest, tooMuch, damaged: () => damaged(name) };
  for await (const text of readXml(zip.text(entry, run), new SharedTexts(), limits)) {
    texts.push(text);
    // an empty one has its place in the memory as well
    length += text.length + 8;
    if (length > mostText) throw tooMuch();
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
    if (name === 'si') this.#whole.push(this.#text.take());
  }

  take(): readonly string[] {
    const whole = this.#whole;
    if (whole.length > 0) this.#whole = [];
    return whole;
  }
}

/** Formats that every workbook has without saying so. */
const builtInDates = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
const builtInTimes = new Set([18, 19, 20, 21, 22, 32, 33, 34, 35, 45, 46, 47]);
/** Of a number format that Excel takes. */
const longestFormat = 255;

async function numberLooks(zip: ZipReader, name: string): Promise<NumberFormat[]> {
  const formats = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  await readPart(zip, 'xl/styles.xml', name, (element, attributes) => {
    const id = Number(attributes['numFmtId']);
    if (element === 'numFmt') formats.set(id, (attributes['formatCode'] ?? '').slice(0, longestFormat));
    // those of named styles are no cell's
    if (element === 'cellStyleXfs' || element === 'cellXfs') isOfCells = element === 'cellXfs';
    if (element === 'xf' && isOfCells) ids.push(id);
  });
  // a million styles may share one long format
  const looks = new Map([...new Set(ids)].map((id) => [id, lookOf(id, formats.get(id) ?? '')]));
  return ids.map((id) => looks.get(id) ?? 'number');
}

function lookOf(id: number, format: string): NumberFormat {
  const code = format.replaceAll(/"[^"]*"|\\.|\[(?![hms])[^[\]]*\]/gi, '');
  const isClock = /[hs]/i.test(code) && !code.includes('[') && code.toLowerCase() !== 'general';
  if (builtInTimes.has(id) || isClock) return 'dateTime';
  return builtInDates.has(id) || /[dy]/i.test(code) ? 'date' : 'number';
}
