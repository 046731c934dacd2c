import assert from 'node:assert/strict';
import { plainColumn } from '../../../../support/plainColumn.ts';
import { rowAt, sourceWithHost, textAt } from './sourceWithHost.ts';
import { pluck } from '../../../../support/pluck.ts';

describe('the rows that a service answers with', () => {
  it('that a capped page left out are asked for from their own place', async () => {
    const { source, next, rows } = sourceWithHost();
    source.setVisibleRows(0, 9);
    await next().answer({ rows: rows(0, 4), total: 9 });
    source.setVisibleRows(0, 8);
    const rest = next();
    assert.deepEqual([rest.request.from, rest.request.count], [4, 5]);
    await rest.answer({ rows: rows(4, 4), total: 9 });
    const last = next();
    assert.deepEqual([last.request.from, last.request.count], [8, 1]);
    await last.answer({ rows: rows(8, 1), total: 9 });
    assert.deepEqual(
      Array.from({ length: 9 }, (_, place) => textAt(source, place)),
      Array.from({ length: 9 }, (_, place) => `${place}`),
    );
  });

  it('leave a column what it was, however the values of another question look', async () => {
    const { source, next, rows } = sourceWithHost();
    const owner = (kind: 'number' | 'text') => [plainColumn('Owned By', { kind })];
    source.setVisibleRows(0, 9);
    await next().answer({ rows: rows(0, 4), total: 4, columns: owner('text') });
    source.setQuery({ search: 'nobody' });
    await next().answer({ rows: [], total: 0, columns: owner('number') });
    assert.equal(source.columns[0]?.kind, 'text');
  });

  it('that never come are not asked for again and again', async () => {
    const { source, next, rows, pending } = sourceWithHost();
    source.setVisibleRows(0, 9);
    await next().answer({ rows: rows(0, 4), total: 9 });
    source.setVisibleRows(0, 8);
    await next().answer({ rows: [], total: 9 });
    source.setVisibleRows(0, 8);
    source.setVisibleRows(0, 7);
    assert.equal(pending.length, 0);
    assert.equal(source.row(5), undefined);
  });

  it('are placed where the reply says', async () => {
    const { source, next, rows } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10), total: 100 });
    source.setVisibleRows(57, 58);
    await next().answer({ from: 48, rows: rows(48, 12), total: 100 });
    assert.equal(textAt(source, 57), '57');
    assert.equal(textAt(source, 48), '48');
  });

  it('are all asked for anew when the total changes', async () => {
    const { source, next, rows, pending } = sourceWithHost();
    source.setVisibleRows(0, 14);
    await next().answer({ rows: rows(0, 10), total: 100 });
    source.setVisibleRows(0, 14);
    await next().answer({ rows: rows(10, 10, 'moved '), total: 101 });
    assert.equal(source.length, 101);
    assert.equal(source.row(3), undefined, 'it may have moved');
    assert.equal(textAt(source, 12), 'moved 12');
    assert.equal(pending[0]?.request.from, 0);
  });

  it('are not asked for forever when every page has another total', async () => {
    const { source, next, pending } = sourceWithHost();
    source.setVisibleRows(0, 14);
    let asked = 0;
    for (; pending.length > 0 && asked < 50; asked++) {
      const { request, answer } = next();
      await answer({ rows: [rowAt(request.from)], total: 100 + asked });
      source.setVisibleRows(0, 14);
    }
    assert.ok(asked < 50, `${asked} requests`);
  });

  it('go on without a total until a short page ends them', async () => {
    const { source, next, rows } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10) });
    assert.equal(source.isLengthKnown, false);
    assert.equal(source.length, 20);
    source.setVisibleRows(8, 14);
    await next().answer({ rows: rows(10, 3) });
    assert.equal(source.isLengthKnown, true);
    assert.equal(source.length, 13);
  });

  it('without a total may fill their last page', async () => {
    const { source, next, rows } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10) });
    source.setVisibleRows(8, 14);
    await next().answer({ rows: [] });
    assert.equal(source.length, 10);
    assert.equal(source.isLengthKnown, true);
  });

  it('keep their places when pages carry different columns', async () => {
    const { source, next, rows } = sourceWithHost();
    source.setVisibleRows(0, 14);
    await next().answer({ rows: rows(0, 10), total: 20 });
    source.setVisibleRows(0, 14);
    const other = [plainColumn('city'), plainColumn('name')];
    const swapped = rows(10, 10).map((row) => ({ ...row, cells: ['Pune', row.cells[0] ?? null], cut: [1] }));
    await next().answer({ rows: swapped, columns: other, total: 20 });
    assert.deepEqual(pluck(source.columns, 'key'), ['name', 'city']);
    assert.deepEqual(source.row(12)?.cells, ['12', 'Pune']);
    assert.deepEqual(source.row(12)?.cut, [0]);
  });
});
