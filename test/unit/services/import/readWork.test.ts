import assert from 'node:assert/strict';
import type { ColumnUse } from '../../../../src/model/import/importMapping.ts';
import type { ImportedCell, ImportKey, ImportTask } from '../../../../src/model/import/importWork.ts';
import type { ImportRow, ImportTable } from '../../../../src/services/import/importTable.ts';
import { ImportWork } from '../../../../src/services/import/readWork.ts';
import { type ReadImport, readImport } from '../../../support/readImport.ts';
import { fieldOf } from '../../service/documented/form/formAnswer.ts';

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
): Promise<ReadImport> {
  return readImport(
    { table: table(rows, absent), uses, key },
    { find: async (value) => ({ ids: found[value] ?? [] }) },
  );
}

const said = ({ updates, adds, refused }: ReadImport): unknown => ({
  updates: updates.map(({ id, position, cells }) => [id, position, ...cells.map(({ value }) => value)]),
  adds: adds.map(({ position, cells }) => [position, ...cells.map(({ value }) => value)]),
  refused: refused.map(({ position, why }) => `${position}: ${why}`),
});

describe('requested changes of a file', () => {
  const never = new AbortController().signal;
  const quietly = (): void => undefined;
  const numbered = (count: number): ImportRow[] =>
    Array.from({ length: count }, (_, at) => ({ position: at + 2, cells: [String(at + 1), `City ${at}`] }));
  const workOf = (rows: readonly ImportRow[], key: ImportKey = { kind: 'id' }): ImportWork =>
    new ImportWork({ table: table(rows, undefined), name: 'leads.csv', uses, key, mode: 'both', defused: true });

  async function tasksOf(work: ImportWork, find: (value: string) => Promise<string[]>): Promise<ImportTask[]> {
    const tasks: ImportTask[] = [];
    const questions = {
      find: async (value: string) => ({ ids: await find(value) }),
      complete: async (cells: readonly ImportedCell[]) => cells,
    };
    for await (const task of work.tasks(questions, never)) tasks.push(task);
    return tasks;
  }

  it('are rejected if they exceed the limit of a run, before any request', async () => {
    const looking = workOf(numbered(11)).scan(quietly, quietly, never, 10);
    await assert.rejects(looking, /leads\.csv: it contains more than 10 records\. Import it in parts/);
  });

  it('are listed in file order, with their line and the progress', async () => {
    const rows = [...numbered(3), { position: 5, cells: [null, 'Pune'] }, { position: 6, cells: ['9', 'Goa'] }];
    const work = workOf(rows);
    const reported: number[] = [];
    await work.scan(quietly, (done) => reported.push(done), never);
    const tasks = await tasksOf(work, () => assert.fail('there are ids'));
    assert.deepEqual(
      tasks.map(({ kind, position }) => [kind, position]),
      [2, 3, 4, 5, 6].map((position) => [position === 5 ? 'add' : 'update', position]),
    );
    assert.deepEqual([reported, work.count], [[1, 2, 3, 4, 5], 5]);
    assert.deepEqual([work.positionOf('3'), work.positionOf('9'), work.positionOf('4')], [4, 6, undefined]);
  });

  it('can be canceled', async () => {
    const cancel = new AbortController();
    const looking = workOf(numbered(5)).scan(quietly, () => cancel.abort(), cancel.signal);
    await assert.rejects(looking, { code: 'canceled' });
  });

  it('are rejected if the file changes before its records are read', async () => {
    const rows = numbered(3);
    const work = workOf(rows);
    await work.scan(quietly, quietly, never);
    const cells = [
      ['1', 'Pune'],
      // the same characters, split differently
      ['3C', 'ity 2'],
    ];
    for (const changed of cells) {
      rows[2] = { position: 4, cells: changed };
      await assert.rejects(
        tasksOf(work, async () => []),
        /Could not import leads\.csv: it changed while it was being read\. Import it again\./,
      );
    }
  });

  it('skip a record that two keys resolve to', async () => {
    const rows = ['Goa', 'Panaji', 'Pune'].map((cell, at) => ({ position: at + 2, cells: [null, cell] }));
    const work = workOf(rows, { kind: 'field', field: city });
    await work.scan(quietly, quietly, never);
    // the earlier rows are found last
    let isFound = (): void => undefined;
    const later = new Promise<void>((resolve) => (isFound = resolve));
    const tasks = await tasksOf(work, async (value) => {
      if (value === 'Pune') isFound();
      else await later;
      return value === 'Pune' ? [] : ['17'];
    });
    assert.deepEqual(
      tasks.map((task) => [task.kind, task.position, task.kind === 'refused' ? task.with : undefined]),
      [
        ['update', 2, undefined],
        ['refused', 3, '17'],
        ['add', 4, undefined],
      ],
    );
    assert.equal(work.positionOf('17'), 2);
  });

  it('update a record with an id, and add one without', async () => {
    const rows = [
      { position: 2, cells: ['1', "'=Goa", 'x'] },
      { position: 3, cells: [null, 'Pune', 'x'] },
      { position: 4, cells: ['2', null, 'x'] },
      { position: 5, cells: ['3'] },
      { position: 6, cells: [null, null, 'x'] },
      { position: 7, cells: ['4', 'x', 'y'], problem: 'It has 4 cells instead of 3.' },
    ];
    assert.deepEqual(said(await read(rows, { kind: 'id' })), {
      updates: [
        ['1', 2, '=Goa'],
        ['2', 4, null],
        ['3', 5],
      ],
      adds: [[3, 'Pune']],
      refused: ['7: It has 4 cells instead of 3.'],
    });
  });

  it('clear a field if a sheet has no cell for it, but not in other formats', async () => {
    const rows = [{ position: 2, cells: ['1'] }];
    const asked = (absent?: null): Promise<ReadImport> => read(rows, { kind: 'id' }, {}, absent);
    assert.deepEqual(
      (await asked(null)).updates[0]?.cells.map(({ value }) => value),
      [null],
    );
    assert.deepEqual((await asked()).updates[0]?.cells, []);
  });

  it('skip a record that appears with several spellings of its id', async () => {
    const rows = ['1', '01', '2', ' 1'].map((id, at) => ({ position: at + 2, cells: [id, `City ${at}`] }));
    assert.deepEqual(said(await read(rows, { kind: 'id' })), {
      updates: [['2', 4, 'City 2']],
      adds: [],
      refused: [
        '3: Record 01 appears twice (also at line 2); neither is imported.',
        '5: Record 1 appears twice (also at line 2); neither is imported.',
      ],
    });
  });

  it('skip a record that appears twice', async () => {
    const rows = ['1', '2', '1', '1'].map((id, at) => ({ position: at + 2, cells: [id, `City ${at}`] }));
    assert.deepEqual(said(await read(rows, { kind: 'id' })), {
      updates: [['2', 3, 'City 1']],
      adds: [],
      refused: [
        '4: Record 1 appears twice (also at line 2); neither is imported.',
        '5: Record 1 appears twice (also at line 2); neither is imported.',
      ],
    });
  });

  it('match by a field that is unique', async () => {
    const rows = ['Goa', 'Pune', 'Agra', null, 'Goa'].map((cell, at) => ({ position: at + 2, cells: [null, cell] }));
    const work = await read(rows, { kind: 'field', field: city }, { Goa: ['17'], Pune: [], Agra: ['1', '2'] });
    assert.deepEqual(said(work), {
      updates: [['17', 2, 'Goa']],
      adds: [[3, 'Pune']],
      refused: [
        '4: 2 records have this value for “City”.',
        "5: “City” is empty, so the record can't be identified.",
        '6: “City” has the same value at line 2; only that one is imported.',
      ],
    });
  });

  it('add one record for two rows whose keys differ only in case or spaces', async () => {
    const rows = ['a@b.example', 'A@B.example '].map((cell, at) => ({ position: at + 2, cells: [null, cell] }));
    const { adds, refused } = await read(rows, { kind: 'field', field: city });
    assert.deepEqual([adds.map(({ position }) => position), refused.map(({ position }) => position)], [[2], [3]]);
  });

  it('only add records if so configured', async () => {
    const work = await read([{ position: 2, cells: ['1', 'Goa'] }], { kind: 'none' });
    assert.deepEqual(said(work), { updates: [], adds: [[2, 'Goa']], refused: [] });
  });
});
