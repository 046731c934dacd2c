import assert from 'node:assert/strict';
import fc from 'fast-check';
import { csvCell } from '../../../../src/model/export/cellTexts.ts';
import { escapeFormulas, unescapeFormulas } from '../../../../src/model/export/formulaEscape.ts';
import { CsvRows } from '../../../../src/services/import/csvTable.ts';

const signs = '=+-@＝＋－＠';

/** The cells in a program that splits at any of these separators, ignores quoting, and strips whitespace and quotes. */
function cellsElsewhere(line: string, separators: RegExp): string[] {
  return line.split(separators).map((cell) => cell.replaceAll(/["\s\u200B\uFEFF]/g, ''));
}

function isRun(cell: string): boolean {
  return signs.includes(cell.charAt(0)) && cell !== '' && !/^[+-]\d+([.,]\d+)?$/.test(cell);
}

/** Tests the value as the second cell of a record, the usual position. */
function runElsewhere(value: string): string[] {
  const written = `17,${csvCell(value, true)},x`;
  const readers = [/[;]/, /\t/, /\|/, /[;\t|]/].map((separators) => cellsElsewhere(written, separators));
  // programs that treat each line as a record: quoting protects only the first one
  const [, ...lines] = written.split(/[\r\n\v\f\u0085\u2028\u2029]/);
  const byLine = lines.map((line) => cellsElsewhere(line, /[,;\t|]/));
  const [own] = [...new CsvRows(',', '').parseChunk(`${written}\n`)];
  return [...readers, ...byLine, own?.cells.map((cell) => (cell ?? '').trim()) ?? []].flat().filter(isRun);
}

/** The value after an import of the file. */
function again(value: string): string | null | undefined {
  const [row] = [...new CsvRows(',', '').parseChunk(`${csvCell(value, true)},x\n`)];
  const cell = row?.cells[0];
  return typeof cell === 'string' ? unescapeFormulas(cell) : cell;
}

const harmful = [
  '=1+1',
  ' =1+1',
  '\u00A0=1+1',
  '\uFEFF=1+1',
  '\t=1+1',
  '\r\n=1+1',
  "a;=cmd|' /C calc'!A0",
  'a; =cmd',
  'a;"=cmd',
  "a;'=cmd",
  'a\t@SUM(A1)',
  'a|+cmd',
  'x\n=HYPERLINK("https://evil.example";"Click")',
  'x\ny,=cmd',
  'x\u2028=cmd',
  '＝1+1',
  'a;＝1+1',
  "'=1+1",
  "''=1+1",
  '-1+cmd',
  '+5;-1+cmd',
];

describe('CSV cell', () => {
  for (const value of harmful)
    it(`is not run as a formula, wherever a spreadsheet splits it: ${JSON.stringify(value)}`, () => {
      assert.deepEqual(runElsewhere(value), []);
      assert.equal(again(value), value);
    });

  it('would be run without the apostrophes', () => {
    for (const value of harmful.filter((one) => !one.startsWith("'") && !one.includes("'=")))
      assert.notEqual(escapeFormulas(value), value, value);
  });

  it('is unchanged if nothing in it can be run', () => {
    for (const value of [
      'Nordlicht Foods',
      '-5',
      '+49',
      '-1,5',
      'a, -b',
      '5,- €',
      '1 + 1 = 2',
      "it's; a",
      'mail@example.com; other@example.com',
      '',
    ])
      assert.equal(escapeFormulas(value), value);
  });

  it('round-trips and is never run, whatever its content', () => {
    const letter = fc.constantFrom(...Array.from(`${signs}'" ,;|\t\r\n\u2028\u00A0\uFEFFa1.`));
    const text = fc.string({ unit: letter, minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(text, (value) => {
        assert.equal(again(value), value);
        assert.deepEqual(runElsewhere(value), []);
      }),
      { numRuns: 5_000 },
    );
  });
});
