import assert from 'node:assert/strict';
import { exportColumns } from '../../../../src/model/export/exportColumns.ts';
import type { RecordRow } from '../../../../src/model/list/recordPage.ts';
import {
  CsvText,
  JsonLinesText,
  JsonText,
  MarkdownText,
  type RowText,
  type RowTextOptions,
} from '../../../../src/services/export/rowTexts.ts';
import { SheetText } from '../../../../src/services/export/sheetText.ts';
import { column, page, row } from './exportPages.ts';

type Made = new (options: RowTextOptions) => RowText;

function written(Text: Made, rows: readonly RecordRow[], defuse = true, first = page(rows)): string {
  const text = new Text({ columns: exportColumns(first, first.columns), defuse });
  // in two parts, like pages
  return text.head() + text.rows(rows.slice(0, 1)) + text.rows(rows.slice(1)) + text.tail();
}

/** Rows with one text column. */
const cells = (...values: (string | null)[]): RecordRow[] =>
  values.map((value, at) => row(String(at + 1), value, null));

describe('export text', () => {
  it('is CSV that spreadsheets can read, with the record ids', () => {
    const rows = [row('1', 'Łódź, "Old" town', '12'), row('2', null, ''), row('3', 'two\r\nlines', '-5')];
    assert.equal(
      written(CsvText, rows),
      '\uFEFFid,Name,Score\r\n1,"Łódź, ""Old"" town",12\r\n2,,""\r\n3,"two\r\nlines",-5\r\n',
    );
  });

  it('quotes cells that another delimiter or a space would split', () => {
    assert.equal(
      written(CsvText, cells('a;b', 'a|b', 'a\tb', ' a', 'a ')),
      '\uFEFFid,Name,Score\r\n1,"a;b",\r\n2,"a|b",\r\n3,"a\tb",\r\n4," a",\r\n5,"a ",\r\n',
    );
  });

  it('escapes formulas in CSV and leaves numbers alone', () => {
    const hostile = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', "'=1", '＝1', '-5', '+4.5', "'quoted'"];
    const lines = written(CsvText, cells(...hostile))
      .split('\r\n')
      .slice(1, -1);
    assert.deepEqual(
      lines.map((line) => line.replace(/^\d+,/, '').replace(/,$/, '')),
      ["'=1+1", "'+cmd", "'-2+3", "'@SUM(A1)", '"\t\'=1"', '"\r\'=1"', "''=1", "'＝1", '-5', '+4.5', "'quoted'"],
    );
    assert.match(written(CsvText, cells('=1+1'), false), /^1,=1\+1,$/m);
  });

  it('is JSON with the keys and raw values of the service', () => {
    const rows = [row('1', 'a "b"\n', '007'), row('2', null, '')];
    const records = [
      { 'leads.id': '1', 'leads.name': 'a "b"\n', 'leads.score': '007' },
      { 'leads.id': '2', 'leads.name': null, 'leads.score': '' },
    ];
    assert.deepEqual(JSON.parse(written(JsonText, rows)), records);
    const lines = written(JsonLinesText, rows).split('\n');
    assert.equal(lines.pop(), '');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      records,
    );
    assert.deepEqual(JSON.parse(written(JsonText, [])), []);
  });

  it('is a Markdown table with escaped values', () => {
    const rows = cells('a|b', '<img src=x>', '*bold* [x](y) `c` snake_case _i_', 'one\ntwo', 'a\\', '&lt;', null);
    assert.deepEqual(written(MarkdownText, rows).split('\n'), [
      '| id | Name | Score |',
      '| --- | --- | ---: |',
      String.raw`| 1 | a\|b |  |`,
      '| 2 | &lt;img src=x> |  |',
      String.raw`| 3 | \*bold\* \[x\](y) ${'\\`c\\`'} snake_case \_i\_ |  |`,
      '| 4 | one<br>two |  |',
      String.raw`| 5 | a\\ |  |`,
      '| 6 | &amp;lt; |  |',
      '| 7 |  |  |',
      '',
    ]);
  });

  it('is a sheet with typed numbers, dates and texts', () => {
    const columns = [column('a'), column('b', 'number'), column('c', 'date'), column('d', 'dateTime')];
    const rows = [
      row(null, '<&>\u0001_x0041_\r', '12.50', '2024-02-29', '2024-02-29 12:00:00'),
      row(null, '=1+1', '007', '2024-02-30', '2024-02-29T12:00:00Z'),
      row(null, null, '12345678901234567', '1899-01-01', ''),
    ];
    const xml = written(SheetText, rows, true, page(rows, { columns }));
    const found = [
      ...xml.matchAll(/<c r="(\w+)"( s="\d")?(?: t="inlineStr"><is><t [^>]*>(.*?)<\/t>|><v>(.*?)<\/v>)/gs),
    ];
    assert.deepEqual(
      found.map(([, at, style = '', text, value]) => [at, style.trim(), text ?? `#${value}`].join(' ')),
      [
        'A1 s="4" a',
        'B1 s="4" b',
        'C1 s="4" c',
        'D1 s="4" d',
        'A2  &lt;&amp;&gt;_x0001__x005F_x0041__x000D_',
        'B2  #12.50',
        'C2 s="1" #45351',
        'D2 s="2" #45351.5',
        'A3 s="3" =1+1',
        'B3  007',
        'C3  2024-02-30',
        'D3  2024-02-29T12:00:00Z',
        'B4  12345678901234567',
        'C4  1899-01-01',
        'D4  ',
      ],
    );
  });

  it('truncates what an Excel cell cannot hold, never within a character, and reports it', () => {
    const rows = cells(`${'x'.repeat(32_766)}🙂`, 'short');
    const text = new SheetText({ columns: exportColumns(page(rows), page(rows).columns), defuse: true });
    assert.equal(text.note, undefined);
    assert.match(text.rows(rows), />x{32766}</);
    assert.equal(text.note, '1 cell was truncated to 32,767 characters, the limit in Excel.');
  });

  it('distinguishes columns with the same label, and omits the id if there is none', () => {
    const columns = [column('leads.city', 'text', 'City'), column('other.city', 'text', 'city'), column('leads.id')];
    const titles = (first = page([row('1', 'a', 'b', '1')], { columns })): string[] =>
      exportColumns(first, first.columns).map(({ title }) => title);
    assert.deepEqual(titles(), ['City (leads.city)', 'city (other.city)', 'leads.id']);
    assert.deepEqual(titles(page([row(null, 'a')], { columns: [column('a')] })), ['a']);
  });
});
