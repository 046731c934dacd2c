import assert from 'node:assert/strict';
import { leadColumns } from '../../../bench/leads.ts';
import { CellFormatter } from '../../../../src/webview/table/cellFormatter.ts';
import { cellContent, totalContent } from '../../../../src/webview/table/grid/gridContent.ts';

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

describe('a choice in a cell', () => {
  it('is called the same while it is staged, changed or in conflict', () => {
    const formatter = new CellFormatter('en', { yes: 'yes', no: 'no' });
    const column = { ...leadColumns(1)[0]!, kind: 'number' as const, isLink: false };
    const options = ['Low', 'High', 'Higher'].map((text, at) => ({ value: String(at), text }));
    formatter.learn({ [column.columnName ?? column.key]: { filter: 'choice', shown: { kind: 'number', options } } });
    const shown = { column, cell: 0, width: 100, isPinned: false };
    const row = { id: '1', name: 'x', isDeleted: false, canEdit: true, canDelete: true, cells: ['2'] };
    const plain = cellContent(row, shown, undefined, '0', formatter);
    assert.deepEqual([plain.text, plain.className], ['Higher', 'cell number changed']);
    assert.match(plain.description, /Low/);
    const staged = cellContent(row, shown, { from: '0', to: '1' }, undefined, formatter);
    assert.equal(staged.text, 'High');
    assert.match(staged.description, /Low.*Higher/);
  });
});

describe('the total of a column', () => {
  it('tells how many it counts, where the service does', () => {
    const [column = assert.fail('there is no column')] = leadColumns(1);
    const formatter = new CellFormatter('en', { yes: 'yes', no: 'no' });
    const title = (more: object): string =>
      totalContent({ ...column, label: 'Budget', ...more }, false, formatter).title;
    assert.equal(title({ total: 1_234 }), 'Total of Budget: 1,234');
    assert.equal(title({ total: 1_234, totalCount: 5_000 }), 'Total of Budget: 1,234, of 5,000');
    assert.equal(title({}), '');
  });
});
