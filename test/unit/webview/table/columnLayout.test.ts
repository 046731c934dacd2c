import assert from 'node:assert/strict';
import type { Column } from '../../../../src/model/list/recordPage.ts';
import {
  arrangeColumns,
  withPinned,
  withMoved,
  withWidth,
  withVisibility,
} from '../../../../src/webview/table/columns/columnLayout.ts';
import { plainColumn } from '../../../support/plainColumn.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => plainColumn(key)) as [Column, Column, Column, Column];
const columns = [a, b, c, d];
const keys = (layout: Parameters<typeof arrangeColumns>[1], of: readonly Column[] = columns): string =>
  arrangeColumns(of, layout)
    .map((shown) => shown.column.key)
    .join('');

describe('the columns of a table', () => {
  it('are those that the service shows, in its order', () => {
    assert.equal(keys(null), 'abcd');
    assert.equal(
      keys(null, [a, plainColumn('b', { isVisible: false }), c, plainColumn('e', { isDeclared: false })]),
      'ac',
    );
  });

  it('are all that the rows carry when no header names any', () => {
    assert.equal(keys(null, [plainColumn('x', { isDeclared: false, isVisible: false })]), 'x');
  });

  it('keep the place of their cells, however they are arranged', () => {
    const layout = withMoved(null, columns, d, a);
    assert.equal(keys(layout), 'dabc');
    assert.deepEqual(
      arrangeColumns(columns, layout).map(({ cell }) => cell),
      [3, 0, 1, 2],
    );
  });

  it('can be moved behind all others', () => {
    assert.equal(keys(withMoved(null, columns, a, undefined)), 'bcda');
  });

  it('stay behind their neighbor when they are new to an arranged table', () => {
    const layout = withMoved(null, [a, b, d], d, a);
    assert.equal(keys(layout, [a, b, c, d]), 'dabc');
  });

  it('can be hidden and shown again', () => {
    const hidden = withVisibility(null, b, false);
    assert.equal(keys(hidden), 'acd');
    assert.equal(keys(withVisibility(hidden, b, true)), 'abcd');
    const unasked = plainColumn('e', { isVisible: false });
    assert.equal(keys(withVisibility(null, unasked, true), [...columns, unasked]), 'abcde');
  });

  it('stand first when they are pinned', () => {
    const layout = withPinned(null, c, true);
    assert.equal(keys(layout), 'cabd');
    assert.equal(arrangeColumns(columns, layout)[0]?.isPinned, true);
    assert.equal(keys(withPinned(layout, c, false)), 'abcd');
  });

  it('are neither too narrow to grasp nor too wide', () => {
    const width = (wanted: number): number | undefined => arrangeColumns(columns, withWidth(null, a, wanted))[0]?.width;
    assert.equal(width(-5), 20);
    assert.equal(width(99_999), 2_000);
    assert.equal(width(123.4), 123);
  });

  it('have room for the whole of their totals', () => {
    const width = (total?: number) =>
      arrangeColumns([plainColumn('n', { kind: 'number', total })], null)[0]?.width ?? 0;
    assert.ok(width(1_420_879_580.25) >= '1,420,879,580.25'.length * 8 + 16);
    assert.equal(width(12), width());
  });
});
