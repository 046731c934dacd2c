import assert from 'node:assert/strict';
import type { Column, ColumnKind, RecordRow } from '../../../../src/model/list/recordPage.ts';
import { plainPage, type SortDirection, sortRows } from '../../../../src/service/documented/list/relatedPage.ts';
import { pluck } from '../../../support/pluck.ts';
import { plainColumn, plainRow } from '../../../support/plainColumn.ts';

const column = (key: string, more: Partial<Column> = {}): Column =>
  plainColumn(key, { columnName: undefined, isVisible: !/^__|_model$/.test(key), isDeclared: false, ...more });

const row = (...cells: (string | null)[]): RecordRow => ({ ...plainRow('1', cells), canComment: undefined });

describe('records without headers', () => {
  const columns = ['business_key', 'lead_id', '__lead_id', 'lead_id_model'].map((key) => column(key));

  it('have columns with readable names, and no companion keys', () => {
    const shown = plainPage({ columns, rows: [] }).columns.filter(
      ({ isVisible, isDeclared }) => isVisible && isDeclared,
    );
    assert.deepEqual(pluck(shown, 'label'), ['Business key', 'Lead id']);
  });

  it('show references by text, or by id if they have none', () => {
    const rows = [row('A', '7', 'Ana Roy', 'Leads'), row('B', '8', null, 'Leads'), row('C', null, '', null)];
    assert.deepEqual(
      plainPage({ columns, rows }).rows.map(({ cells }) => cells[1]),
      ['Ana Roy', '8', null],
    );
  });

  it('are unchanged if the service describes its columns', () => {
    const page = { columns: [column('leads.city', { isDeclared: true, label: 'City' })], rows: [row('Goa')] };
    assert.deepEqual(plainPage(page), page);
  });
});

const placed = (cell: string | null, place: number): RecordRow => ({ ...row('same', cell), id: String(place) });

const sorted = (cells: (string | null)[], kind: ColumnKind, direction: SortDirection): unknown[] =>
  sortRows(cells.map(placed), 1, kind, direction).map(({ cells: [, cell] }) => cell);

describe('rows sorted locally', () => {
  it('are ordered by number in a number column, with other and empty values last', () => {
    assert.deepEqual(sorted(['10', null, '9', '-1', 'n/a', ''], 'number', 'ASC').slice(0, 4), ['-1', '9', '10', 'n/a']);
    assert.deepEqual(sorted(['10', null, '9'], 'number', 'DESC'), ['10', '9', null]);
  });

  it('are ordered alphabetically elsewhere, ignoring case, with dates in order', () => {
    assert.deepEqual(sorted(['pune', 'Agra', null, 'Goa'], 'text', 'ASC'), ['Agra', 'Goa', 'pune', null]);
    assert.deepEqual(sorted(['2026-01-02', '2025-12-31'], 'date', 'DESC'), ['2026-01-02', '2025-12-31']);
  });

  it('keep their order if they are equal', () => {
    const ids = sortRows(['b', 'a', 'b', 'a'].map(placed), 0, 'text', 'DESC').map(({ id }) => id);
    assert.deepEqual(ids, ['0', '1', '2', '3']);
  });
});
