import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ZipWriter } from '../../../src/services/export/writeRows.ts';
import { openImport } from '../../../src/services/import/openImport.ts';
import { type Cases, times } from './cases.ts';

/** Reads the whole file as an import does. A rejected file has been read up to the error. */
async function imported(name: string, content: string | Uint8Array): Promise<() => Promise<void>> {
  return async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'recordbench-steps-'));
    const file = path.join(folder, name);
    writeFileSync(file, content);
    try {
      const table = await openImport(file, name);
      for await (const _ of table.rows());
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'FileProblem') throw error;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

async function workbook(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const write = async (bytes: Uint8Array): Promise<void> => void pieces.push(Buffer.from(bytes));
  const zip = new ZipWriter({ write }, () => new Error('too big'));
  for (const [name, text] of Object.entries(parts)) await zip.add(name, Buffer.from(text));
  await zip.end();
  return Buffer.concat(pieces);
}

const book = '<workbook><sheets><sheet name="A"/></sheets></workbook>';
const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const sheet = (rows: string): string => `<worksheet><sheetData><row>${cell('id')}</row>${rows}</sheetData></worksheet>`;

function inWorkbook(make: (letters: number) => Readonly<Record<string, string>>): Cases[string] {
  return async (letters) =>
    imported(
      'a.xlsx',
      await workbook({ 'xl/workbook.xml': book, 'xl/worksheets/sheet1.xml': sheet(''), ...make(letters) }),
    );
}

const inText = (name: string, around: (many: string) => string, part: string): Cases[string] => {
  return (letters) => imported(name, around(times(part, letters)));
};
const inSheet = (part: string, around = (many: string): string => many): Cases[string] =>
  inWorkbook((letters) => ({ 'xl/worksheets/sheet1.xml': sheet(around(times(part, letters))) }));

const csv = (part: string): Cases[string] => inText('a.csv', (many) => `a,b\n${many}`, part);
const json = (part: string): Cases[string] => inText('a.json', (many) => `[{"a":[${many}1]}]`, part);

export const cases: Cases = {
  'CSV of quotes': csv('"'),
  'CSV of delimiters': csv(',;\t|'),
  'CSV of short records': csv('1,"2"\n'),
  'JSON of escapes': json(String.raw`"\\\"",`),
  'JSON Lines of short records': inText('a.jsonl', (many) => many, '{"a":1}\n'),
  'JSON Lines of ever new names': (letters) =>
    imported('a.jsonl', Array.from({ length: letters / 16 }, (_, at) => `{"a${at}":1}`).join('\n')),
  'JSON Lines of a record with all names and many with none': (letters) =>
    imported(
      'a.jsonl',
      `{${Array.from({ length: 200 }, (_, at) => `"a${at}":1`).join(',')}}\n${times('{}\n', letters)}`,
    ),
  'JSON of lists in lists that end': (letters) =>
    imported('a.json', `[{"a":${'['.repeat(letters / 2)}${']'.repeat(letters / 2)}}]`),
  'a workbook with one long attribute': inSheet('a', (many) => `<row a="${many}"/>`),
  'a workbook with one long name': inSheet('a', (many) => `<${many}/>`),
  'a workbook with one long text': inSheet('_x000D_&amp;', (many) => `<row>${cell(many)}</row>`),
  'a workbook with one text of many runs': inSheet(
    '<r><t>a</t></r>',
    (many) => `<row><c t="inlineStr"><is>${many}</is></c></row>`,
  ),
  'a workbook with one value of many pieces': inSheet('<![CDATA[1]]>', (many) => `<row><c><v>${many}</v></c></row>`),
  'a workbook with brackets in a text': inSheet(']', (many) => `<row>${cell(many)}</row>`),
  'a workbook with short rows': inSheet(`<row>${cell('1')}</row>`),
  'a workbook with cells far to the right': inSheet('<row><c r="ZZZ1"><v>1</v></c></row>'),
  'a workbook whose titles stand far apart': inWorkbook((letters) => ({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c r="ZZZ1" t="inlineStr"><is><t>id</t></is></c></row>${times('<row><c><v>1</v></c></row>', letters)}</sheetData></worksheet>`,
  })),
  'a workbook with many attributes': inSheet(' a="1"', (many) => `<row${many}/>`),
  'a workbook with comments': inSheet('<!-- - -->'),
  'a workbook with instructions': inSheet('<?a ? ?>'),
  'a workbook with elements in elements': inSheet('<a>'),
  'a workbook with shared texts': inWorkbook((letters) => ({
    'xl/sharedStrings.xml': `<sst>${times('<si><t>a</t></si>', letters)}</sst>`,
  })),
  'a workbook with styles that share a long format': inWorkbook((letters) => ({
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="9" formatCode="${'['.repeat(255)}"/></numFmts><cellXfs>${times('<xf numFmtId="9"/>', letters)}</cellXfs></styleSheet>`,
  })),
  'a workbook of many parts': async (letters) =>
    imported(
      'a.xlsx',
      await workbook({
        'xl/workbook.xml': book,
        'xl/worksheets/sheet1.xml': sheet(''),
        ...Object.fromEntries(Array.from({ length: letters / 100 }, (_, at) => [`xl/${at}.xml`, ''])),
      }),
    ),
};
