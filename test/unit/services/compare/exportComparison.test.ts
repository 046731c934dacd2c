import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ComparedField } from '../../../../src/model/compare/comparedFields.ts';
import type { ComparedEntry, ComparedRow, ComparisonSummary } from '../../../../src/model/compare/comparison.ts';
import { type ExportFormat, formatInfo } from '../../../../src/model/export/exportFormat.ts';
import { comparisonIn } from '../../../../src/services/compare/comparer.ts';
import { exportComparison } from '../../../../src/services/compare/exportComparison.ts';
import { ResultWriter } from '../../../../src/services/compare/resultFiles.ts';
import { sheetPath, styles } from '../../../../src/services/export/excelParts.ts';
import { openImport } from '../../../../src/services/import/openImport.ts';
import { ZipReader } from '../../../../src/services/import/zipReader.ts';
import { MemoryFile } from '../export/exportPages.ts';

const field = (key: string, label: string): ComparedField => ({
  key,
  label,
  kind: 'text',
  ends: [null, null],
  isCompared: true,
});
const fields = [field('leads.city', 'City'), field('leads.phone', 'Phone'), field('leads.phone_2', 'Phone')];
const row = (id: string | null, name: string, ...cells: ComparedRow['cells'][number][]): ComparedRow => ({
  key: id ?? 'k',
  id,
  name,
  cells,
});
const summary = (more: Partial<ComparisonSummary['counts']> = {}): ComparisonSummary => ({
  counts: { different: 0, onlyHere: 0, onlyThere: 0, duplicate: 0, same: 0, notCompared: 0, ...more },
  byField: [],
  read: [0, 0],
  notes: [],
  said: [],
  isComplete: true,
});
const running = new AbortController().signal;

const entries: readonly ComparedEntry[] = [
  {
    kind: 'different',
    here: row('1', 'Ada', 'Goa', '1', '2'),
    there: row('9', '', '', null, '=1+cmd|x'),
    fields: [0, 1, 2],
  },
  { kind: 'onlyHere', here: row('2', '=HYPERLINK("x")', 'Goa', null, null) },
  { kind: 'onlyThere', there: row(null, 'two\nlines', null, null, null) },
  { kind: 'duplicate', key: 'k', name: 'Eve', counts: [2, 1] },
];
const sideLabels = ['Live', 'Test'] as const;
const titles = ['Result', 'Matched by', 'Record', 'Id in Live', 'Id in Test', 'Field', 'Live', 'Test'];
const lines = [
  ['Different', '1', 'Ada', '1', '9', 'City', 'Goa', ''],
  ['Different', '1', 'Ada', '1', '9', 'Phone (leads.phone)', '1', null],
  ['Different', '1', 'Ada', '1', '9', 'Phone (leads.phone_2)', '2', '=1+cmd|x'],
  ['Only in Live', '2', '=HYPERLINK("x")', '2', null, null, null, null],
  ['Only in Test', 'k', 'two\nlines', null, null, null, null, null],
  ['Ambiguous', 'k', 'Eve', null, null, null, '2', '1'],
];

/** Simulates reading from disk, one window at a time. */
function inMemory(
  windows: Iterable<readonly ComparedEntry[]>,
  reported = summary(),
): Parameters<typeof exportComparison>[0] {
  const all = async function* (): AsyncGenerator<readonly ComparedEntry[], void, void> {
    yield* windows;
  };
  return { summary: reported, result: { all } };
}

describe('exported comparison', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'recordbench-found-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns the path of the file. */
  async function exported(format: ExportFormat, defuse = true, found = entries): Promise<string> {
    const own = mkdtempSync(path.join(folder, 'found-'));
    const writer = new ResultWriter(own);
    for (const entry of found) writer.add(entry);
    await writer.finish();
    const file = new MemoryFile();
    const options = { fields, sideLabels, format, defuse, onProgress: () => undefined };
    const note = await exportComparison(comparisonIn(own, summary()), options, file, running);
    assert.equal(note, undefined);
    const target = path.join(own, `found.${formatInfo(format).ending}`);
    writeFileSync(target, file.bytes);
    return target;
  }

  /** Reads it as an import does, with null for a missing cell. */
  async function read(file: string): Promise<{ titles: readonly string[]; lines: (string | null)[][] }> {
    const table = await openImport(file, path.basename(file));
    const found: (string | null)[][] = [];
    for await (const { cells } of table.rows()) found.push(titles.map((_, at) => cells[at] ?? null));
    return { titles: table.titles, lines: found };
  }

  it('is CSV without spreadsheet formulas, one line per difference', async () => {
    const file = await exported('csv');
    const text = readFileSync(file, 'utf8');
    assert.match(text, /^\uFEFFResult,Matched by,Record,Id in Live,Id in Test,Field,Live,Test\r\n/);
    assert.match(text, /\r\nDifferent,1,Ada,1,9,Phone \(leads\.phone_2\),2,"'=1\+cmd\|x"\r\n/);
    assert.match(text, /\r\nOnly in Live,2,"'=HYPERLINK\(""x""\)",2,,,,\r\n/);
    assert.match(readFileSync(await exported('csv', false), 'utf8'), /\r\nOnly in Live,2,"=HYPERLINK/);
  });

  it('is an Excel workbook with the same lines, with formulas as text', async () => {
    const file = await exported('excel');
    assert.deepEqual(await read(file), { titles, lines });
    let sheet = '';
    for await (const piece of (await ZipReader.open(file, '')).text(sheetPath)) sheet += piece;
    assert.match(sheet, new RegExp(`<c r="C5" s="${styles.quoted}" t="inlineStr"><is><t [^>]*>=HYPERLINK`));
  });

  it('is JSON Lines with the same keys in every language', async () => {
    const records = readFileSync(await exported('jsonLines'), 'utf8')
      .trimEnd()
      .split('\n');
    assert.equal(records.length, lines.length);
    assert.deepEqual(JSON.parse(records[2] ?? ''), {
      result: 'different',
      key: '1',
      name: 'Ada',
      idHere: '1',
      idThere: '9',
      field: 'leads.phone_2',
      here: '2',
      there: '=1+cmd|x',
    });
    const kinds = records.map((record) => (JSON.parse(record) as { result: string }).result);
    assert.deepEqual(kinds.slice(3), ['onlyHere', 'onlyThere', 'duplicate']);
  });

  it('has only headers if nothing differs', async () => {
    assert.equal(readFileSync(await exported('csv', true, []), 'utf8'), `\uFEFF${titles.join(',')}\r\n`);
  });

  it('reports truncated cells, and does not start a workbook that would be too large', async () => {
    const options = { fields, sideLabels, format: 'excel', defuse: true, onProgress: () => undefined } as const;
    const long = { kind: 'onlyHere', here: row('1', 'x'.repeat(40_000)) } as const;
    const note = await exportComparison(inMemory([[long]]), options, new MemoryFile(), running);
    assert.match(note ?? '', /1 cell was truncated to 32,767 characters/);
    const many = inMemory([], { ...summary({ onlyHere: 1_000_000 }), byField: [40_000, 8_576] });
    const file = new MemoryFile();
    await assert.rejects(
      exportComparison(many, options, file, running),
      /a sheet holds at most 1,048,575 differences, but there are 1,048,576\. Choose CSV/,
    );
    assert.equal(file.bytes.length, 0);
  });

  for (const format of ['csv', 'excel', 'jsonLines'] as const)
    it(`is written as it is read, and only as far as it is consumed: ${format}`, async () => {
      let asked = 0;
      const stop = new AbortController();
      const some = Array.from(
        { length: 500 },
        () => ({ kind: 'onlyHere', here: row('1', 'x'.repeat(1_000)) }) as const,
      );
      const windows = function* (): Generator<readonly ComparedEntry[], void, void> {
        for (; asked < 20; asked++) yield some;
      };
      const reported: number[][] = [];
      const onProgress = (...figures: number[]): void => {
        reported.push(figures);
        if (reported.length === 3) stop.abort();
      };
      const comparison = inMemory(windows(), summary({ onlyHere: 10_000 }));
      const file = new MemoryFile();
      const options = { fields, sideLabels, format, defuse: true, onProgress };
      await assert.rejects(exportComparison(comparison, options, file, stop.signal), { code: 'canceled' });
      assert.deepEqual(reported.at(-1), [1_500, 10_000]);
      assert.ok(asked <= 3, String(asked));
      assert.ok(file.bytes.length > 0, 'what was read is not held until the end');
    });
});
