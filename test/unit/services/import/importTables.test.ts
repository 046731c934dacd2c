import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportColumns } from '../../../../src/model/export/exportColumns.ts';
import { type ExportFormat, formatInfo } from '../../../../src/model/export/exportFormat.ts';
import { unescapeFormulas } from '../../../../src/model/export/formulaEscape.ts';
import type { RecordRow } from '../../../../src/model/list/recordPage.ts';
import { DiskFile } from '../../../../src/services/export/diskFile.ts';
import { RecordSource } from '../../../../src/services/export/recordSource.ts';
import { ZipWriter } from '../../../../src/services/export/writeRows.ts';
import { writeRecords } from '../../../../src/services/export/writeRecords.ts';
import type { ImportRow, ImportTable } from '../../../../src/services/import/importTable.ts';
import { CsvRows } from '../../../../src/services/import/csvTable.ts';
import { openImport } from '../../../../src/services/import/openImport.ts';
import { column, fakeClient, page, row } from '../export/exportPages.ts';
import { inProject } from '../../../support/projectPaths.ts';
import { pluck } from '../../../support/pluck.ts';

describe('imported file', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(path.join(tmpdir(), 'recordbench-import-'))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const opened = (name: string, content: string | Uint8Array): Promise<ImportTable> => {
    writeFileSync(path.join(folder, name), content);
    return openImport(path.join(folder, name), name);
  };
  /** Fills in missing cells as the table defines them, up to the last title or the end of the row. */
  const rowsOf = async (table: ImportTable): Promise<ImportRow[]> => {
    const rows: ImportRow[] = [];
    const length = table.unit === 'line' ? 0 : table.titles.length;
    for await (const one of table.rows()) {
      const all = Array.from({ length: Math.max(one.cells.length, length) }, (_, at) => one.cells[at]);
      rows.push({ ...one, cells: all.map((cell) => (cell === undefined ? table.absent : cell)) });
    }
    return rows;
  };
  const cellsOf = async (name: string, content: string | Uint8Array): Promise<unknown[]> => {
    const table = await opened(name, content);
    return [table.titles, ...(await rowsOf(table)).map(({ cells }) => cells)];
  };

  it('is rejected with a line number if its bytes contradict its byte order mark', async () => {
    const broken = Buffer.concat([Buffer.from('\uFEFFid,city\n1,Zürich\n2,Z'), Buffer.of(0xfc), Buffer.from('rich\n')]);
    await assert.rejects(
      cellsOf('broken.csv', broken),
      /^FileProblem: Could not read line 3 of broken\.csv: it is not valid UTF-8\./,
    );
    const half = Buffer.concat([Buffer.from('\uFEFFid,city\n1,Z', 'utf16le'), Buffer.of(0x00, 0xd8, 0x2c, 0x00)]);
    await assert.rejects(cellsOf('half.csv', half), /^FileProblem: Could not read line 2 of half\.csv: .* UTF-16LE\./);
  });

  it('may have any usual delimiter, a byte order mark, quotes, and line breaks in cells', async () => {
    for (const [delimiter, end] of [
      [',', '\r\n'],
      [';', '\n'],
      ['\t', '\r'],
      ['|', '\n'],
    ] as const) {
      const lines = [
        ['id', 'Name', 'Note'],
        ['1', '"a ""b"""', `"x${delimiter}y\nz"`],
        ['2', '', '""'],
        ['3', 'a"b', ' c '],
      ];
      const text = `\uFEFF${lines.map((cells) => cells.join(delimiter)).join(end)}${end}${end}`;
      assert.deepEqual(
        await cellsOf('a.csv', text),
        [
          ['id', 'Name', 'Note'],
          ['1', 'a "b"', `x${delimiter}y\nz`],
          ['2', null, ''],
          ['3', 'a"b', ' c '],
        ],
        JSON.stringify(delimiter),
      );
    }
    assert.deepEqual(await cellsOf('b.csv', 'sep=;\nid;Name\n1;a,b\n'), [
      ['id', 'Name'],
      ['1', 'a,b'],
    ]);
  });

  it('reports the lines of its records, and which have more cells than columns', async () => {
    const rows = await rowsOf(await opened('a.csv', 'a,b\n1,"x\ny"\n\n2\n3,4,5\n6,7,\n'));
    assert.deepEqual(rows, [
      { position: 2, cells: ['1', 'x\ny'] },
      { position: 5, cells: ['2'] },
      { position: 6, cells: ['3', '4'], problem: 'It has 3 cells instead of 2.' },
      { position: 7, cells: ['6', '7'] },
    ]);
  });

  it('may have another encoding, and reports if that is a guess', async () => {
    const text = 'id,Straße\n1,Łódź\n';
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
    assert.deepEqual((await cellsOf('a.csv', bytes))[1], ['1', 'Łódź']);
    assert.deepEqual((await cellsOf('a.csv', bytes.subarray(2)))[0], ['id', 'Straße']);
    assert.deepEqual((await cellsOf('a.csv', Buffer.from(bytes).swap16()))[1], ['1', 'Łódź']);
    const old = await opened('old.csv', Buffer.from('id,Straße\n1,Köln €\n'.replace('€', '\u0080'), 'latin1'));
    assert.deepEqual([old.titles[1], (await rowsOf(old))[0]?.cells[1]], ['Straße', 'Köln €']);
    assert.match(old.notes.join(), /old\.csv is not UTF-8, so it was read as Windows-1252/);
    assert.deepEqual((await opened('a.csv', text)).notes, []);
  });

  it('may be JSON: an array or one record per line, with any whitespace', async () => {
    const records = [
      { id: 1, name: 'a } "b" [', more: { x: [1] } },
      { id: 2, name: null, done: true },
    ];
    const expected = [
      ['id', 'name', 'more', 'done'],
      ['1', 'a } "b" [', '{"x":[1]}', undefined],
      ['2', null, undefined, '1'],
    ];
    assert.deepEqual(await cellsOf('a.json', JSON.stringify(records, undefined, 2)), expected);
    assert.deepEqual(await cellsOf('a.txt', JSON.stringify(records)), expected);
    assert.deepEqual(await cellsOf('a.jsonl', records.map((one) => JSON.stringify(one)).join('\r\n')), expected);
  });

  it('keeps the digits of numbers that a double would round', async () => {
    const numbers = ['9007199254740993', '-12345678901234567890', '12345678901234567.89', '0.12345678901234567891'];
    const objects = numbers.map((number) => `{"id":${number},"more":{"x":${number}}}`);
    const expected = [['id', 'more'], ...numbers.map((number) => [number, `{"x":"${number}"}`])];
    assert.deepEqual(await cellsOf('long.json', `[${objects.join(',')}]`), expected);
    assert.deepEqual(await cellsOf('long.jsonl', objects.join('\n')), expected);
    const written = [
      ...numbers,
      '9.007199254740993E+15',
      '1234567890123456.5',
      '0.10000000000000001',
      '3.0000000000000004E-2',
    ];
    const rows = ['id', ...written].map(
      (value) => `<row><c${value === 'id' ? ' t="str"' : ''}><v>${value}</v></c></row>`,
    );
    const file = await workbook([
      ['xl/workbook.xml', '<workbook><sheets><sheet name="A"/></sheets></workbook>'],
      ['xl/worksheets/sheet1.xml', `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`],
    ]);
    const read = ['id', ...numbers, '9007199254740993', '1234567890123456.5', '0.1', '0.03'];
    assert.deepEqual(
      await cellsOf('long.xlsx', file),
      read.map((cell) => [cell]),
    );
  });

  it('may be a third-party workbook: dates, times, shared strings, gaps, uncalculated formulas', async () => {
    const name = 'otherProgram.xlsx';
    const table = await openImport(inProject(`test/unit/services/import/${name}`), name);
    assert.deepEqual(table.titles, ['id', 'City', 'Score', 'Born', 'Seen', 'Ok', 'Note']);
    const read = await rowsOf(table);
    assert.deepEqual(
      read.map(({ position, cells }) => [position, ...cells]),
      [
        [2, '1', 'Köln & <x>', '12.5', '2024-02-29', '2024-02-29 13:45:10', '1', 'line\nbreak'],
        [3, '2', 'Goa', null, null, '09:30:00', '0', null],
        [5, '3', '  spaced ', '1000000000000000000000', '2024-01-01 00:00:00', '17:05:00', null, 'Goa'],
        [6, '4', 'Rome', '0.3', '1901-01-01', '1970-01-01 00:00:00', null, 'x'],
        [7, null, null, null, null, null, null, null],
      ],
    );
    assert.match(read[1]?.problem ?? '', /cell C3 contains a formula without a result/);
    assert.match(read[4]?.problem ?? '', /8 cells instead of 7/);
  });

  it('may be a workbook of any length, and loses no text at chunk boundaries', async () => {
    const places = Array.from({ length: 3_000 }, (_, place) => String(place));
    const texts = places.map((place) => `<si><t>text ${place}</t></si>`).join('');
    const rows = places.map((place) => `<row><c t="s"><v>${place}</v></c><c><v>${place}</v></c></row>`).join('');
    const file = await workbook([
      ['xl/workbook.xml', '<workbook><sheets><sheet name="A"/></sheets></workbook>'],
      ['xl/sharedStrings.xml', `<sst>${texts}</sst>`],
      ['xl/worksheets/sheet1.xml', `<worksheet><sheetData>${rows}</sheetData></worksheet>`],
    ]);
    assert.deepEqual(
      await cellsOf('long.xlsx', file),
      places.map((place) => [`text ${place}`, place]),
    );
  });

  it('is rejected in any format if it has more columns than any spreadsheet', async () => {
    const names = Array.from({ length: 20_001 }, (_, index) => `c${index}`);
    const record = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
    const cells = names.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('');
    const sheet = await workbook([
      ['xl/workbook.xml', '<workbook><sheets><sheet name="A"/></sheets></workbook>'],
      ['xl/worksheets/sheet1.xml', `<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`],
    ]);
    for (const [name, content] of [
      ['wide.csv', names.join(',')],
      ['wide.json', `[${record}]`],
      ['wide.jsonl', record],
      ['wide.xlsx', sheet],
    ] as const)
      await assert.rejects(opened(name, content), /^FileProblem: Could not (read|import) wide\.\w+: .+\.$/, name);
  });

  it('may have titles such as __proto__ or constructor', async () => {
    const titles = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    assert.deepEqual(await cellsOf('proto.csv', `${titles.join(',')}\n1,2,3,4`), [titles, ['1', '2', '3', '4']]);
    const record = '{"__proto__":"1","constructor":"2","toString":"3","hasOwnProperty":"4"}';
    assert.deepEqual(await cellsOf('proto.jsonl', record), [titles, ['1', '2', '3', '4']]);
    assert.equal(({} as Record<string, unknown>)['1'], undefined);
  });

  it('reports in one sentence what is wrong with it', async () => {
    for (const one of ['x', '{', '"', 'P'])
      await opened('one.csv', one).then(
        (table) => assert.deepEqual(table.titles, [one]),
        (error: Error) => assert.match(String(error), /^FileProblem: Could not (read|import) one\.csv: .+\.$/, one),
      );

    const wrong = async (name: string, content: string | Uint8Array, sentence: RegExp): Promise<void> =>
      assert.rejects(
        async () => rowsOf(await opened(name, content)),
        (error: Error) => error.name === 'FileProblem' && sentence.test(error.message),
        name,
      );
    await wrong('empty.csv', '', /Could not import empty\.csv: it is empty/);
    await wrong('bare.json', '[]', /it contains no records/);
    await wrong('open.csv', 'a,b\n1,"x\n2,y\n', /a quote in the record at line 2 is never closed/);
    await wrong('half.json', '[{"a": 1}, {"a": ', /it ends unexpectedly after record 1/);
    await wrong('cut.json', '[{"a": 1},', /it ends unexpectedly after record 1/);
    await wrong('bad.json', '[{"a": 1}, {"a": x}]', /record 2 is not JSON/);
    await wrong('text.json', 'hello', /it is not a list of records/);
    await wrong('picture.csv', Buffer.from('89504e470d0a1a0a0000000d494844520000', 'hex'), /it is not text/);
    await wrong('old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /it is an old Excel file/);
    await wrong(
      'deep.json',
      `[{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`,
      /nested deeper than 1,000 levels\. Choose/,
    );
    await wrong('broken.xlsx', 'PK and nothing else', /not an Excel workbook, or it is damaged/);
    await assert.rejects(openImport(path.join(folder, 'none.csv'), 'none.csv'), /the file or folder was not found/);
  });

  describe('as a malicious workbook', () => {
    const sheet = '<worksheet><sheetData><row><c t="inlineStr"><is><t>id</t></is></c></row></sheetData></worksheet>';
    const book = '<workbook><sheets><sheet name="A"/></sheets></workbook>';
    const inParts = (parts: Readonly<Record<string, string>>): Promise<Buffer> =>
      workbook(Object.entries({ 'xl/workbook.xml': book, 'xl/worksheets/sheet1.xml': sheet, ...parts }));
    const isDamaged = /not an Excel workbook, or it is damaged/;

    it('runs no regular expression on a text longer than its longest cell', async () => {
      const file = await inParts({ 'xl/workbook.xml': '<sheet>'.repeat(20_000) });
      assert.ok(file.length < 900, `${file.length} bytes`);
      // every regular expression search goes through exec
      const exec = Reflect.get(RegExp.prototype, 'exec');
      let longest = 0;
      Reflect.set(RegExp.prototype, 'exec', function (this: RegExp, text: string) {
        longest = Math.max(longest, text.length);
        return exec.call(this, text);
      });
      try {
        await opened('freeze.xlsx', file).catch(() => undefined);
      } finally {
        Reflect.set(RegExp.prototype, 'exec', exec);
      }
      assert.ok(longest < 1_000, `a text of ${longest} letters was searched`);
      await assert.rejects(opened('freeze.xlsx', file), isDamaged);
    });

    for (const [what, parts] of Object.entries<Readonly<Record<string, string>>>({
      'entities of its own': {
        'xl/sharedStrings.xml': '<!DOCTYPE sst [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>',
      },
      'elements within elements': { 'xl/sharedStrings.xml': '<sst>'.repeat(101) + '</sst>'.repeat(101) },
      'an element of endless attributes': {
        'xl/styles.xml': `<styleSheet ${Array.from({ length: 1_001 }, (_, at) => `a${at}=""`).join(' ')}/>`,
      },
      'a part that breaks off': { 'xl/worksheets/sheet1.xml': sheet.slice(0, -20) },
      'no XML at all': { 'xl/workbook.xml': 'PK' },
    }))
      it(`is rejected: ${what}`, async () => {
        const file = await inParts(parts);
        await assert.rejects(async () => rowsOf(await opened('harm.xlsx', file)), isDamaged);
      });

    it('is rejected before all rows are read if it has more than any sheet', async () => {
      const file = await inParts({
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${'<row/>'.repeat(5_000_000)}</sheetData></worksheet>`,
      });
      assert.ok(file.length < 153_000, `${file.length} bytes`);
      let read = 0;
      writeFileSync(path.join(folder, 'empty.xlsx'), file);
      await assert.rejects(
        openImport(path.join(folder, 'empty.xlsx'), 'empty.xlsx', { onRead: (done) => (read = done) }),
        /^FileProblem: Could not read empty\.xlsx: its sheet has more than 1,048,576 rows\. Save it as CSV\.$/,
      );
      assert.ok(read > 6_000_000 && read < 7_000_000, `${read} bytes were read`);
    });

    it('reports read progress and can be canceled', async () => {
      const file = await inParts({
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${'<row/>'.repeat(900_000)}</sheetData></worksheet>`,
      });
      writeFileSync(path.join(folder, 'empty.xlsx'), file);
      const stop = new AbortController();
      const reported: number[] = [];
      const onRead = (done: number, of: number): void => {
        reported.push(done / of);
        if (done > of / 2) stop.abort();
      };
      const opening = openImport(path.join(folder, 'empty.xlsx'), 'empty.xlsx', { signal: stop.signal, onRead });
      await assert.rejects(opening, /^ServiceError: .*read empty\.xlsx.*canceled/i);
      assert.ok((reported.at(-1) ?? 0) > 0.5 && (reported.at(-1) ?? 0) < 0.6, `${reported.at(-1)}`);
    });

    it('can be canceled between two rows, however many empty ones there are', async () => {
      const empty = '<row/>'.repeat(900_000);
      const file = await inParts({ 'xl/worksheets/sheet1.xml': sheet.replace('</sheetData>', `${empty}</sheetData>`) });
      const stop = new AbortController();
      const rows = (await opened('title.xlsx', file)).rows(stop.signal);
      const next = rows.next();
      stop.abort();
      await assert.rejects(next, /^ServiceError/);
    });

    it('is rejected when a part is longer than the archive declares', async () => {
      const file = await inParts({});
      // the length of its last entry, in the central directory at the end
      const length = file.readUInt32LE(file.lastIndexOf('PK\u0001\u0002') + 24);
      assert.equal(length, sheet.length);
      file.writeUInt32LE(10, file.lastIndexOf('PK\u0001\u0002') + 24);
      await assert.rejects(opened('longer.xlsx', file), isDamaged);
    });

    it('reports the length of a row with one cell far to the right, without allocating it', async () => {
      const rows = '<row><c r="ZZZ2"><v>1</v></c></row><row><c r="A3"><v>2</v></c></row></sheetData>';
      const file = await inParts({ 'xl/worksheets/sheet1.xml': sheet.replace('</sheetData>', rows) });
      const read = await rowsOf(await opened('long.xlsx', file));
      assert.deepEqual(pluck(read, 'cells', 'problem'), [
        [[null], 'It has 18278 cells instead of 1.'],
        [['2'], undefined],
      ]);
    });

    it('is rejected when a row has no end', async () => {
      const file = await inParts({ 'xl/worksheets/sheet1.xml': `<worksheet><row>${' '.repeat(16_100_000)}` });
      await assert.rejects(opened('endless.xlsx', file), /one of its rows is too long/);
    });
  });

  it('is not held in memory if its first record is a gigabyte without an end', () => {
    const gigabyte = (piece: string, start = ''): (() => void) => {
      const rows = new CsvRows(',', 'big.csv');
      assert.deepEqual([...rows.parseChunk(start)], []);
      return () => {
        for (let left = 1_000; left > 0; left--) assert.deepEqual([...rows.parseChunk(piece)], []);
      };
    };
    assert.throws(gigabyte('x'.repeat(1_000_000)), /Could not read big\.csv: the record at line 1 has no end/);
    assert.throws(gigabyte(','.repeat(1_000_000)), /Could not read big\.csv: the record at line 1 has no end/);
    assert.throws(gigabyte(`${'x'.repeat(999_999)}\n`, '"'), /a quote in the record at line 1 is never closed/);
  });

  it('reads back unchanged from every importable export format', async () => {
    const columns = [
      column('leads.name', 'text', 'Name'),
      column('leads.score', 'number', 'Score'),
      column('leads.born', 'date', 'Born'),
      column('leads.seen', 'dateTime', 'Seen'),
    ];
    const rows: RecordRow[] = [
      row('1', 'plain', '12.5', '2024-02-29', '2024-02-29 23:59:59'),
      row('2', null, null, null, null),
      row('3', 'two\r\nlines, "quotes"; \\ | <b> & \u0001 _x0041_ 🙂', '007', '31.12.2024', '1900-01-01 00:00:00'),
      row('4', '=1+1', '-5', '0001-01-01', '2024-01-01T00:00:00Z'),
      row('5', "'=not a formula", '12345678901234567890', ' ', ' leading'),
      row('6', '-', '+4.5', '@x', '\tx'),
    ];
    const fake = fakeClient(() => page(rows, { columns }));
    for (const format of ['csv', 'excel', 'json', 'jsonLines'] as const satisfies ExportFormat[]) {
      const file = path.join(folder, `round.${formatInfo(format).ending}`);
      const source = new RecordSource(fake.client, { controller: controllerName('a', 'b'), listView: undefined }, {});
      const signal = new AbortController().signal;
      const first = await source.describe(signal);
      const task = { source, first, format, defuse: true, hasOrder: false, onProgress: () => undefined };
      const all = { kind: 'all', except: new Set<string>() } as const;
      const target = await DiskFile.open(file);
      await writeRecords({ ...task, rows: all, columns: exportColumns(first, columns) }, target, signal);
      await target.finish();
      const table = await openImport(file, path.basename(file));
      const read = await rowsOf(table);
      // a workbook keeps text that looks like a formula, a CSV file has an apostrophe
      const undo = (cell: unknown): unknown =>
        format === 'csv' && typeof cell === 'string' ? unescapeFormulas(cell) : cell;
      assert.deepEqual(
        read.map(({ cells }) => cells.map(undo)),
        rows.map(({ id, cells }) => [id, ...cells]),
        format,
      );
    }
  });

  it('is read in chunks, however long it is', async () => {
    const line = `"${'x'.repeat(200)}",1,two\n`;
    const table = await opened('large.csv', `a,b,c\n${line.repeat(20_000)}`);
    let count = 0;
    for await (const { cells } of table.rows()) count += cells.length;
    assert.equal(count, 60_000);
  });
});

async function workbook(parts: readonly (readonly [path: string, text: string])[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const write = async (bytes: Uint8Array): Promise<void> => void pieces.push(Buffer.from(bytes));
  const zip = new ZipWriter({ write }, () => new Error('too big'));
  for (const [name, text] of parts) await zip.add(name, Buffer.from(text));
  await zip.end();
  return Buffer.concat(pieces);
}
