import assert from 'node:assert/strict';
import { tableRows } from '../../../../../src/features/table/host/tableMessages.ts';
import type { RowSlice } from '../../../../../src/services/lists/listState.ts';

describe('rows sent to a table', () => {
  const about = { id: '1', name: 'Ada', isDeleted: false, canEdit: true, canDelete: false, canComment: true };
  const sent = (...cells: (string | null)[]) => {
    const slice = { from: 0, rows: [{ ...about, cells }], columns: [], total: 1, readAt: 5 };
    return tableRows(slice as unknown as RowSlice);
  };

  it('include the permissions of each record', () => {
    assert.deepEqual(sent('Goa', null).rows, [{ ...about, cells: ['Goa', null] }]);
  });

  it('have the start of a long text, cut at a whole character, and mark it as truncated', () => {
    const [row] = sent('Goa', `${'x'.repeat(1_999)}🙂 and more`).rows;
    assert.deepEqual([row?.cells, row?.cut], [['Goa', 'x'.repeat(1_999)], [1]]);
  });
});
