import { t } from '@vscode/l10n';
import { FileProblem } from '../../model/fileProblem.ts';
import { attribute, elements, elementsOf, plainText } from './xmlElements.ts';
import type { ZipReader } from './zipReader.ts';

export type NumberLook = 'number' | 'date' | 'dateTime';

/** What the cells of a workbook's first sheet refer to. */
export interface Workbook {
  readonly sheet: string;
  readonly texts: readonly string[];
  /** By the number of a cell's style. */
  readonly looks: readonly NumberLook[];
  /** Some workbooks count days from 1904. */
  readonly daysBefore: number;
}

/** As many letters as fit into the memory without harm. */
const mostText = 200_000_000;

export async function readWorkbook(zip: ZipReader, name: string): Promise<Workbook> {
  const book = await zip.whole('xl/workbook.xml');
  const [sheet] = elements(book, 'sheet');
  const id = attribute(sheet?.attributes ?? '', 'id');
  const relations = zip.has('xl/_rels/workbook.xml.rels') ? await zip.whole('xl/_rels/workbook.xml.rels') : '';
  const found = elements(relations, 'Relationship').find(({ attributes }) => attribute(attributes, 'Id') === id);
  const target = attribute(found?.attributes ?? '', 'Target') ?? 'worksheets/sheet1.xml';
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  if (!zip.has(path)) throw new FileProblem(t('Could not read {0}: it has no sheet. Choose another file.', name));
  return {
    sheet: path,
    texts: zip.has('xl/sharedStrings.xml') ? await sharedTexts(zip, name) : [],
    looks: zip.has('xl/styles.xml') ? numberLooks(await zip.whole('xl/styles.xml')) : [],
    daysBefore: /date1904="(1|true)"/.test(book) ? 1_462 : 0,
  };
}

async function sharedTexts(zip: ZipReader, name: string): Promise<string[]> {
  const tooMuch = (): FileProblem =>
    new FileProblem(t('Could not read {0}: it holds too much text. Save it as CSV.', name));
  const texts: string[] = [];
  let length = 0;
  for await (const { inside } of elementsOf(zip.text('xl/sharedStrings.xml'), 'si', tooMuch)) {
    texts.push(plainText(inside));
    length += inside.length;
    if (length > mostText) throw tooMuch();
  }
  return texts;
}

/** Formats that every workbook has without saying so. */
const builtInDates = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
const builtInTimes = new Set([18, 19, 20, 21, 22, 32, 33, 34, 35, 45, 46, 47]);

function numberLooks(styles: string): NumberLook[] {
  const own = new Map(
    elements(styles, 'numFmt').map(({ attributes }) => [
      Number(attribute(attributes, 'numFmtId')),
      attribute(attributes, 'formatCode') ?? '',
    ]),
  );
  const [formats] = elements(styles, 'cellXfs');
  return elements(formats?.inside ?? '', 'xf').map(({ attributes }) => {
    const id = Number(attribute(attributes, 'numFmtId'));
    const code = (own.get(id) ?? '').replaceAll(/"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]/gi, '');
    const isClock = /[hs]/i.test(code) && !code.includes('[') && code.toLowerCase() !== 'general';
    if (builtInTimes.has(id) || isClock) return 'dateTime';
    return builtInDates.has(id) || /[dy]/i.test(code) ? 'date' : 'number';
  });
}
