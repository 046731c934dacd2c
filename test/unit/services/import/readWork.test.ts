import assert from 'node:assert/strict';
import type { ColumnUse } from '../../../../src/model/import/importMapping.ts';
import type { ImportKey, ImportWork } from '../../../../src/model/import/importWork.ts';
import type { ImportRow, ImportTable } from '../../../../src/services/import/importTable.ts';
import { readWork } from '../../../../src/services/import/readWork.ts';
import { fieldOf } from '../../api/form/formAnswer.ts';

const city = fieldOf({ label: 'City' });
const uses: ColumnUse[] = [{ kind: 'id' }, { kind: 'field', field: city }, { kind: 'left', why: '' }];

function table(rows: readonly ImportRow[], absent: ImportTable['absent']): ImportTable {
  return {
    unit: 'line',
    titles: ['id', 'City', 'Note'],
    notes: [],
    absent,
    mayBeDefused: true,
    rows: async function* () {
      yield* rows;
    },
  };
}

function read(
  rows: readonly ImportRow[],
  key: ImportKey,
  found: Record<string, string[]> = {},
  absent?: null,
): Promise<ImportWork> {
  return readWork({
    table: table(rows, absent),
    name: 'leads.csv',
    uses,
    key,
    defused: true,
    find: async (value) => found[value] ?? [],
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
}

const said = ({ updates, adds, refused }: ImportWork): unknown => ({
  updates: updates.map(({ id, position, cells }) => [id, position, ...cells.map(({ value }) => value)]),
  adds: adds.map(({ position, cells }) => [position, ...cells.map(({ value }) => value)]),
  refused: refused.map(({ position, why }) => `${position}: ${why}`),
});

describe('what a file asks for', () => {
  it('is refused when it is more than can be held, before anything is written', async () => {
    const long = 'x'.repeat(1_000_000);
    const rows = Array.from({ length: 300 }, (_, position) => ({ position, cells: [String(position), long, long] }));
    await assert.rejects(read(rows, { kind: 'id' }), /holds more than 250 MB of text\. Import it in parts/);
    const short = Array.from({ length: 200_001 }, (_, position) => ({ position, cells: [String(position)] }));
    await assert.rejects(read(short, { kind: 'id' }), /holds more than 200,000 records\. Import it in parts/);
  });

  it('is a change for a record with an id, and a new one without', async () => {
    const rows = [
      { position: 2, cells: ['1', "'=Goa", 'x'] },
      { position: 3, cells: [null, 'Pune', 'x'] },
      { position: 4, cells: ['2', null, 'x'] },
      { position: 5, cells: ['3'] },
      { position: 6, cells: [null, null, 'x'] },
      { position: 7, cells: ['4', 'x', 'y'], problem: 'It has 4 cells and there are 3 columns.' },
    ];
    assert.deepEqual(said(await read(rows, { kind: 'id' })), {
      updates: [
        ['1', 2, '=Goa'],
        ['2', 4, null],
        ['3', 5],
      ],
      adds: [[3, 'Pune']],
      refused: ['7: It has 4 cells and there are 3 columns.'],
    });
  });

  it('is to empty a field where a sheet leaves its cell out, and to leave it alone where other files do', async () => {
    const rows = [{ position: 2, cells: ['1'] }];
    const asked = (absent?: null): Promise<ImportWork> => read(rows, { kind: 'id' }, {}, absent);
    assert.deepEqual(
      (await asked(null)).updates[0]?.cells.map(({ value }) => value),
      [null],
    );
    assert.deepEqual((await asked()).updates[0]?.cells, []);
  });

  it('is nothing for a record that is there twice', async () => {
    const rows = ['1', '2', '1', '1'].map((id, at) => ({ position: at + 2, cells: [id, `City ${at}`] }));
    assert.deepEqual(said(await read(rows, { kind: 'id' })), {
      updates: [['2', 3, 'City 1']],
      adds: [],
      refused: [
        '4: Record 1 is there twice, also at line 2; neither is imported.',
        '5: Record 1 is there twice, also at line 2; neither is imported.',
      ],
    });
  });

  it('is found by a field that no two records share', async () => {
    const rows = ['Goa', 'Pune', 'Agra', null, 'Goa'].map((cell, at) => ({ position: at + 2, cells: [null, cell] }));
    const work = await read(rows, { kind: 'field', field: city }, { Goa: ['17'], Pune: [], Agra: ['1', '2'] });
    assert.deepEqual(said(work), {
      updates: [['17', 2, 'Goa']],
      adds: [[3, 'Pune']],
      refused: [
        '4: 2 records have this value for “City”.',
        '5: “City” is empty, so nobody can tell which record is meant.',
        '6: “City” has the same value at line 2; only that one is imported.',
      ],
    });
  });

  it('is one new record for two rows whose key differs by case or spaces alone', async () => {
    const rows = ['a@b.example', 'A@B.example '].map((cell, at) => ({ position: at + 2, cells: [null, cell] }));
    const { adds, refused } = await read(rows, { kind: 'field', field: city });
    assert.deepEqual([adds.map(({ position }) => position), refused.map(({ position }) => position)], [[2], [3]]);
  });

  it('is only new records when it says so', async () => {
    const work = await read([{ position: 2, cells: ['1', 'Goa'] }], { kind: 'none' });
    assert.deepEqual(said(work), { updates: [], adds: [[2, 'Goa']], refused: [] });
  });
});
