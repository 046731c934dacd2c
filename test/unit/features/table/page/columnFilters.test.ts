import assert from 'node:assert/strict';
import type { ColumnInfos, TableQuery } from '../../../../../src/features/table/tableProtocol.ts';
import { ColumnFilters } from '../../../../../src/features/table/page/filter/columnFilters.ts';
import { plainColumn } from '../../../../support/plainColumn.ts';

function filtersOf(answers: (() => Promise<ColumnInfos>)[], known?: ColumnInfos) {
  const reported: ColumnInfos[] = [];
  let asked = 0;
  const table = {
    query: {} as TableQuery,
    source: { columns: [plainColumn('a'), plainColumn('b')] },
    filter: () => undefined,
  };
  const filters = new ColumnFilters(
    {
      filterValue: async ({ text }) => ({ value: text, shown: text }),
      filterChoices: async () => ({ records: [], isCut: false }),
      columnInfos: async () => {
        asked += 1;
        return (await answers.shift()?.()) ?? {};
      },
    },
    table,
    { onChange: () => undefined, onColumnInfos: (infos) => reported.push(infos) },
    known,
  );
  return { filters, table, reported, asked: () => asked };
}

const infos: ColumnInfos = { a: { filter: 'choice' }, b: { filter: 'text' } };

describe('column metadata of a table', () => {
  it('is requested once, even if a refresh returns the same columns', async () => {
    const { filters, table, reported, asked } = filtersOf([async () => infos]);
    await Promise.all([filters.learnColumns(), filters.learnColumns()]);
    assert.deepEqual([asked(), reported], [1, [infos]]);
    assert.equal(filters.kind(plainColumn('a')), 'choice');
    table.source = { columns: [plainColumn('a'), plainColumn('b')] };
    await filters.learnColumns();
    assert.equal(asked(), 1);
    table.source = { columns: [plainColumn('a'), plainColumn('c')] };
    await filters.learnColumns();
    assert.equal(asked(), 2);
  });

  it('is not requested before there are columns, or if the table was shown before', async () => {
    const empty = filtersOf([]);
    empty.table.source = { columns: [] };
    await empty.filters.learnColumns();
    assert.equal(empty.asked(), 0);
    const again = filtersOf([], infos);
    await again.filters.learnColumns();
    assert.deepEqual([again.asked(), again.filters.kind(plainColumn('a'))], [0, 'choice']);
  });

  it('is not requested again right away from a service that does not provide it', async () => {
    const { filters, reported, asked } = filtersOf([async () => Promise.reject(new Error('away'))]);
    await filters.learnColumns();
    await filters.learnColumns();
    assert.deepEqual([asked(), reported], [1, []]);
  });
});
