import assert from 'node:assert/strict';
import type { ColumnKind, RecordRow } from '../../../../src/model/list/recordPage.ts';
import { type SortDirection, sortRows } from '../../../../src/model/list/relatedPage.ts';

const row = (cell: string | null, place: number): RecordRow => ({
  id: String(place),
  name: '',
  isDeleted: false,
  canEdit: undefined,
  canDelete: undefined,
  canComment: undefined,
  cells: ['same', cell],
});

const sorted = (cells: (string | null)[], kind: ColumnKind, direction: SortDirection): unknown[] =>
  sortRows(cells.map(row), 1, kind, direction).map(({ cells: [, cell] }) => cell);

describe('rows that are sorted here', () => {
  it('go by number in a column of numbers, with what is no number and what is empty behind', () => {
    assert.deepEqual(sorted(['10', null, '9', '-1', 'n/a', ''], 'number', 'ASC').slice(0, 4), ['-1', '9', '10', 'n/a']);
    assert.deepEqual(sorted(['10', null, '9'], 'number', 'DESC'), ['10', '9', null]);
  });

  it('go by the alphabet elsewhere, whatever the case, with dates in their order', () => {
    assert.deepEqual(sorted(['pune', 'Agra', null, 'Goa'], 'text', 'ASC'), ['Agra', 'Goa', 'pune', null]);
    assert.deepEqual(sorted(['2026-01-02', '2025-12-31'], 'date', 'DESC'), ['2026-01-02', '2025-12-31']);
  });

  it('stay in their order where they are equal', () => {
    const ids = sortRows(['b', 'a', 'b', 'a'].map(row), 0, 'text', 'DESC').map(({ id }) => id);
    assert.deepEqual(ids, ['0', '1', '2', '3']);
  });
});
