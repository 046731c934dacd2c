import assert from 'node:assert/strict';
import type { CellRange } from '../../../../../src/model/list/cellRange.ts';
import type { TableHost, TableRow } from '../../../../../src/features/table/tableProtocol.ts';
import { CellFormatter } from '../../../../../src/features/table/page/cellFormatter.ts';
import { copied, CopyCells, type CopyFormat } from '../../../../../src/features/table/page/copyCells.ts';
import type { TableModel } from '../../../../../src/features/table/page/tableModel.ts';
import { plainColumn, plainRow } from '../../../../support/plainColumn.ts';

const table = {
  labels: ['Name', 'Note', 'Name'],
  rows: [
    ['Ada', 'two\nlines', null],
    ['=1+1', 'a "b", c|d', '<b>'],
  ],
};

describe('copied cells', () => {
  it('are tab-separated lines, as spreadsheets expect', () => {
    assert.equal(copied(table, 'text'), 'Ada\t"two\nlines"\t\n=1+1\t"a ""b"", c|d"\t<b>');
    assert.equal(copied({ labels: ['Note'], rows: [['say "hi"']] }, 'text'), 'say "hi"');
  });

  it('contain no formula that a spreadsheet would run', () => {
    const rows = [['=WEBSERVICE("https://evil.example/")', "=cmd|'/C calc'!A0", '@SUM(A1)', '-1+A1', "'=A1"]];
    assert.deepEqual(copied({ labels: [], rows }, 'text').split('\t'), [
      `"'=WEBSERVICE(""https://evil.example/"")"`,
      "'=cmd|'/C calc'!A0",
      "'@SUM(A1)",
      "'-1+A1",
      "''=A1",
    ]);
    // numbers and phone numbers stay unchanged, and so does a single cell
    const harmless = ['-5.2', '+49 (0)89 1234', '-1,234.50', '=1+1', 'a=b', "'s"];
    assert.equal(copied({ labels: [], rows: [harmless] }, 'text'), harmless.join('\t'));
    assert.equal(copied({ labels: [], rows: [['=A1']] }, 'text'), '=A1');
  });

  it('are CSV without spreadsheet formulas', () => {
    assert.equal(copied(table, 'csv'), 'Name,Note,Name\r\nAda,"two\nlines",\r\n\'=1+1,"a ""b"", c|d",<b>');
    assert.equal(copied({ labels: ['n'], rows: [['-5.2'], ['-cmd']] }, 'csv'), "n\r\n-5.2\r\n'-cmd");
  });

  it('are JSON in which no column overwrites another', () => {
    assert.deepEqual(JSON.parse(copied(table, 'json')), [
      { Name: 'Ada', Note: 'two\nlines', 'Name (2)': null },
      { Name: '=1+1', Note: 'a "b", c|d', 'Name (2)': '<b>' },
    ]);
  });

  it('are a Markdown table with aligned cells', () => {
    assert.equal(
      copied(table, 'markdown'),
      '| Name | Note | Name |\n| --- | --- | --- |\n| Ada | two<br>lines |  |\n| =1+1 | a "b", c\\|d | &lt;b> |',
    );
    const rows = [['![x](https://evil.example/)', '`*~_x_']];
    assert.equal(
      copied({ labels: ['[y](command:z)', 'b'], rows }, 'markdown')
        .split('\n')
        .at(0),
      String.raw`| \[y\](command:z) | b |`,
    );
    assert.equal(
      copied({ labels: ['', ''], rows }, 'markdown')
        .split('\n')
        .at(-1),
      String.raw`| !\[x\](https://evil.example/) | \`\*\~\_x\_ |`,
    );
  });
});

describe('copied choices', () => {
  it('are labels in text and Markdown, and values for programs', async () => {
    const formatter = new CellFormatter('en', { yes: 'Yes', no: 'No' });
    const options = [{ value: 'DE', text: 'Germany' }];
    formatter.learn({ country: { filter: 'choice', shown: { kind: 'text', options } } });
    const columns = ['name', 'country'].map((key, cell) => ({
      column: plainColumn(key),
      cell,
      width: 100,
      isPinned: false,
    }));
    const row = plainRow('1', ['DE', 'DE'], { name: 'Ada' });
    const reported: string[] = [];
    const copy = new CopyCells({
      table: {
        columns,
        selection: { isEmpty: true },
        staged: () => undefined,
        value: ({ cells }: TableRow, { cell }: { cell: number }) => cells[cell],
      } as unknown as TableModel,
      host: { notify: { copy: ({ text }: { text: string }) => reported.push(text) } } as unknown as TableHost,
      formatter,
      writeHtml: () => false,
      selectedRows: async () => undefined,
      notify: () => undefined,
    });
    const inFormat = async (format: CopyFormat): Promise<string | undefined> => {
      await copy.rows(format, row);
      return reported.pop();
    };
    assert.equal(await inFormat('text'), 'DE\tGermany');
    assert.equal((await inFormat('markdown'))?.split('\n').at(-1), '| DE | Germany |');
    assert.equal((await inFormat('csv'))?.split('\r\n').at(-1), 'DE,DE');
    assert.deepEqual(JSON.parse((await inFormat('json')) ?? ''), [{ name: 'DE', country: 'DE' }]);
    await copy.cell(row, columns[1] ?? assert.fail('no column'));
    assert.deepEqual([reported.pop(), copy.lastCell], ['Germany', 'Germany']);
  });
});

/** Copies ranges of a table of a thousand rows with three columns, and returns what reached the clipboard. */
async function copyRanges(
  ranges: readonly CellRange[],
  { mayWrite = true } = {},
): Promise<Partial<Record<'text' | 'html' | 'host' | 'notice', string>> & { readonly collected: number[] }> {
  const columns = ['name', 'note', 'amount'].map((key, cell) => ({
    column: plainColumn(key, key === 'amount' ? { kind: 'number' } : {}),
    cell,
    width: 100,
    isPinned: false,
  }));
  const rowAt = (row: number): TableRow => plainRow(String(row), [`Name ${row}`, '007\n<b>', String(row)]);
  const written: Record<string, string> = {};
  const collected: number[] = [];
  const copy = new CopyCells({
    table: {
      columns,
      staged: () => undefined,
      value: ({ cells }: TableRow, { cell }: { cell: number }) => cells[cell],
      source: {
        collect: async (first: number, last: number) => {
          collected.push(last - first + 1);
          return Array.from({ length: last - first + 1 }, (_, offset) => rowAt(first + offset));
        },
      },
    } as unknown as TableModel,
    host: { notify: { copy: ({ text }: { text: string }) => (written['host'] = text) } } as unknown as TableHost,
    formatter: new CellFormatter('en', { yes: 'Yes', no: 'No' }),
    writeHtml: (text, html) => {
      if (mayWrite) Object.assign(written, { text, html });
      return mayWrite;
    },
    selectedRows: async () => undefined,
    notify: (text) => (written['notice'] = text),
  });
  await copy.block(ranges, 'text');
  return { ...written, collected };
}

describe('copied ranges', () => {
  const range = (top: number, left: number, bottom: number, right: number): CellRange => ({ top, left, bottom, right });

  it('are on the clipboard as text and as a table', async () => {
    assert.deepEqual(await copyRanges([range(4, 1, 5, 2)]), {
      text: '"007\n<b>"\t4\n"007\n<b>"\t5',
      html:
        `<table><tr><td style="mso-number-format:'\\@'">007<br style="mso-data-placement:same-cell">&lt;b&gt;</td><td>4</td></tr>` +
        `<tr><td style="mso-number-format:'\\@'">007<br style="mso-data-placement:same-cell">&lt;b&gt;</td><td>5</td></tr></table>`,
      notice: 'Copied 4 cells.',
      collected: [2],
    });
  });

  it('are copied by the host where the page may not write to the clipboard', async () => {
    const { host, html } = await copyRanges([range(0, 0, 0, 2)], { mayWrite: false });
    assert.deepEqual([host, html], ['Name 0\t"007\n<b>"\t0', undefined]);
  });

  it('are joined if they have the same columns or the same rows, and refused otherwise', async () => {
    assert.equal((await copyRanges([range(0, 2, 0, 2), range(0, 0, 0, 0)])).text, 'Name 0\t0');
    assert.equal((await copyRanges([range(8, 0, 8, 0), range(0, 0, 1, 0)])).text, 'Name 0\nName 1\nName 8');
    const { notice, text, collected } = await copyRanges([range(0, 0, 0, 0), range(1, 2, 1, 2)]);
    assert.match(notice ?? '', /^Cells can be copied together only if the same columns are selected in every row\.$/);
    assert.deepEqual([text, collected], [undefined, []]);
  });

  it('are not read if there are too many', async () => {
    const { notice, collected } = await copyRanges([range(0, 0, 999_999, 0)]);
    assert.deepEqual([notice, collected], ['At most 10,000 rows can be copied. Use Export for more.', []]);
  });
});
