import assert from 'node:assert/strict';
import { leadColumns } from '../../../../bench/leads.ts';
import type { Column } from '../../../../../src/model/list/recordPage.ts';
import { CellFormatter } from '../../../../../src/features/table/page/cellFormatter.ts';
import { pluck } from '../../../../support/pluck.ts';
import {
  cellContent,
  type CellContent,
  totalContents,
} from '../../../../../src/features/table/page/grid/gridContent.ts';

describe('cell appearance', () => {
  const formatter = new CellFormatter('en', { yes: 'yes', no: 'no' });
  const className = (value: string | null, kind: 'text' | 'number', width: number): string => {
    const column = { ...leadColumns(1)[0]!, kind, isLink: false };
    const row = { id: '1', name: 'x', isDeleted: false, canEdit: true, canDelete: true, cells: [value] };
    return cellContent(row, { column, cell: 0, width, isPinned: false }, undefined, undefined, formatter).className;
  };

  it('is clipped unless its text is sure to fit', () => {
    assert.equal(className('1234567', 'number', 120), 'cell number fits');
    assert.equal(className('1234567', 'number', 80), 'cell number');
    assert.equal(className('WWWWWWWWW', 'text', 120), 'cell text');
    assert.equal(className(null, 'text', 120), 'cell text null fits');
  });
});

describe('choice in a cell', () => {
  it('has the same label while staged, changed or in conflict', () => {
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

describe('column totals', () => {
  const [column = assert.fail('there is no column')] = leadColumns(1);
  const formatter = new CellFormatter('en', { yes: 'yes', no: 'no' });
  const totals = (listed: number | null, ...columns: Partial<Column>[]): CellContent[] => {
    const shown = columns.map((more, cell) => ({ column: { ...column, ...more }, cell, width: 100, isPinned: false }));
    return [...totalContents(shown, listed, formatter)];
  };
  const budget = { label: 'Budget', kind: 'number', total: 123_456.5, decimals: 2 } as const;

  it('say that they are from the service, in the first column without one', () => {
    assert.deepEqual(pluck(totals(952, budget, {}, {}), 'text'), ['123,456.50', 'Service total', '']);
    const classOf = (...columns: Partial<Column>[]): string | undefined => totals(952, ...columns)[0]?.className;
    assert.equal(classOf({}, {}), 'cell text fits', 'it may be longer than its column');
    assert.equal(classOf({}, budget), 'cell text', 'where no number stands beside it');
    assert.equal(totals(952, budget)[0]?.title, 'Budget: total from the service 123,456.50');
  });

  it('show their record count if it differs from the list', () => {
    const counted = { ...budget, totalCount: 5_000 };
    assert.equal(totals(952, {}, counted)[0]?.text, 'Service total (count 5,000)');
    assert.equal(totals(5_000, {}, counted)[0]?.text, 'Service total');
    assert.equal(totals(null, counted)[0]?.title, 'Budget: total from the service 123,456.50 · count 5,000');
  });

  it('have no digits from floating-point errors', () => {
    const text = (total: number): string | undefined => totals(null, { ...budget, total })[0]?.text;
    assert.equal(text(0.1 + 0.2), '0.30');
    assert.equal(text(9_007_199_254_740_991), '9,007,199,254,740,991.00');
  });
});
