import assert from 'node:assert/strict';
import { leadColumns } from '../../../bench/leads.ts';
import { CellFormatter } from '../../../../src/webview/table/cellFormatter.ts';
import { cellContent } from '../../../../src/webview/table/grid/gridContent.ts';

describe('how a cell looks', () => {
  const formatter = new CellFormatter('en', { yes: 'yes', no: 'no' });
  const className = (value: string | null, kind: 'text' | 'number', width: number): string => {
    const column = { ...leadColumns(1)[0]!, kind, isLink: false };
    const row = { id: '1', name: 'x', isDeleted: false, canEdit: true, canDelete: true, cells: [value] };
    return cellContent(row, { column, cell: 0, width, isPinned: false }, undefined, undefined, formatter).className;
  };

  it('is clipped unless its text fits for sure', () => {
    assert.equal(className('1234567', 'number', 120), 'cell number fits');
    assert.equal(className('1234567', 'number', 80), 'cell number');
    assert.equal(className('WWWWWWWWW', 'text', 120), 'cell text');
    assert.equal(className(null, 'text', 120), 'cell text null fits');
  });
});
