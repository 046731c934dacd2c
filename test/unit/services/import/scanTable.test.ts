import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openImport } from '../../../../src/services/import/openImport.ts';
import { longestSample, scanTable, type TableScan } from '../../../../src/services/import/scanTable.ts';

describe('scan of a file before any request', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'recordbench-scan-test-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function scan(name: string, text: string, signal = new AbortController().signal): Promise<TableScan> {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return scanTable(await openImport(file, name), name, () => undefined, signal);
  }

  it('rejects a quote that is never closed, even in the last line', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => `${at},Goa`).join('\n');
    await assert.rejects(
      scan('leads.csv', `id,City\n${rows}\n77,"Goa\n`),
      /^FileProblem: Could not read leads\.csv: a quote in the record at line 5002 is never closed\. Correct it there\.$/,
    );
    await assert.rejects(scan('leads.json', '[{"city":"Goa"},{"city":"Agra"'), /Could not read leads\.json/);
  });

  it('collects three different non-empty values of each column', async () => {
    const { count, samples } = await scan('leads.csv', 'City,Note,Score\nGoa,,1\nGoa,,2\n Pune ,,3\nAgra,,4\nRome,,\n');
    assert.equal(count, 5);
    assert.deepEqual(samples, [['Goa', 'Pune', 'Agra'], [], ['1', '2', '3']]);
  });

  it('finds values of a column that is empty for a long time, and truncates long ones', async () => {
    const empty = '1,\n'.repeat(3_000);
    const { samples } = await scan('leads.csv', `Score,Note\n${empty}1,${'x'.repeat(2_000)}\n`);
    assert.deepEqual(samples, [['1'], ['x'.repeat(longestSample)]]);
  });

  it('counts unusable records and keeps the reason of the first', async () => {
    const { count, broken, firstBroken } = await scan('leads.csv', 'id,City\n1,Goa\n2,Goa,x\n3,Goa,y,z\n');
    assert.deepEqual([count, broken], [3, 2]);
    assert.deepEqual(firstBroken, { position: 3, why: 'It has 3 cells instead of 2.' });
  });

  it('accepts a file with titles only', async () => {
    assert.deepEqual(await scan('leads.csv', 'id,City\n'), {
      count: 0,
      samples: [[], []],
      broken: 0,
      firstBroken: undefined,
    });
  });

  it('can be canceled', async () => {
    const canceled = new AbortController();
    canceled.abort();
    await assert.rejects(scan('leads.csv', 'id\n1\n', canceled.signal), /it was canceled/);
  });
});
