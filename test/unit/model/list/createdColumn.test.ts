import assert from 'node:assert/strict';
import { createdColumn } from '../../../../src/model/list/columnField.ts';
import type { Column } from '../../../../src/model/list/recordPage.ts';
import { plainColumn } from '../../../support/plainColumn.ts';

const column = (columnName: string | undefined, more: Partial<Column> = {}): Column =>
  plainColumn(columnName ?? '', { columnName, name: columnName?.split('.')[1] ?? '', ...more });

describe('the column that tells when a record was added', () => {
  it('is found by its usual names', () => {
    for (const name of ['leads.created', 'leads.created_at', 'Created_On', 'x.date_created'])
      assert.equal(createdColumn([column('leads.city'), column(name)])?.columnName, name);
    assert.equal(createdColumn([column('t7.c3', { name: 'created' })])?.columnName, 't7.c3');
  });

  it('is none where the service does not sort by it, or has none', () => {
    assert.equal(createdColumn([column('leads.created', { isSortable: false })]), undefined);
    assert.equal(createdColumn([column(undefined, { name: 'created' })]), undefined);
    assert.equal(createdColumn([column('leads.created_by'), column('leads.recreated')]), undefined);
  });
});
