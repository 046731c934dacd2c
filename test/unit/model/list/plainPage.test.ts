import assert from 'node:assert/strict';
import { plainPage } from '../../../../src/model/list/relatedPage.ts';
import type { Column, RecordRow } from '../../../../src/model/list/recordPage.ts';
import { pluck } from '../../../support/pluck.ts';

const column = (key: string, more: Partial<Column> = {}): Column => ({
  key,
  columnName: undefined,
  name: key,
  label: key,
  kind: 'text',
  isData: true,
  isVisible: !/^__|_model$/.test(key),
  isSortable: false,
  isSearchable: false,
  isLink: false,
  total: undefined,
  isDeclared: false,
  ...more,
});

const row = (...cells: (string | null)[]): RecordRow => ({
  id: '1',
  name: 'One',
  isDeleted: false,
  canEdit: undefined,
  canDelete: undefined,
  canComment: undefined,
  cells,
});

describe('records that came without headers', () => {
  const columns = ['business_key', 'lead_id', '__lead_id', 'lead_id_model'].map((key) => column(key));

  it('have columns with readable names, and none that only go with another', () => {
    const shown = plainPage({ columns, rows: [] }).columns.filter(
      ({ isVisible, isDeclared }) => isVisible && isDeclared,
    );
    assert.deepEqual(pluck(shown, 'label'), ['Business key', 'Lead id']);
  });

  it('show references by their text, or by their id where they have none', () => {
    const rows = [row('A', '7', 'Ana Roy', 'Leads'), row('B', '8', null, 'Leads'), row('C', null, '', null)];
    assert.deepEqual(
      plainPage({ columns, rows }).rows.map(({ cells }) => cells[1]),
      ['Ana Roy', '8', null],
    );
  });

  it('are left as they are where the service describes its columns', () => {
    const page = { columns: [column('leads.city', { isDeclared: true, label: 'City' })], rows: [row('Goa')] };
    assert.deepEqual(plainPage(page), page);
  });
});
