import assert from 'node:assert/strict';
import type { Column } from '../../../../src/model/list/recordPage.ts';
import { arrange } from '../../../../src/webview/table/columns/arrange.ts';
import { pinned, reordered, resized, shownOrHidden } from '../../../../src/webview/table/columns/layoutChanges.ts';
import { plainColumn } from '../../../support/plainColumn.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => plainColumn(key)) as [Column, Column, Column, Column];
const columns = [a, b, c, d];
const keys = (layout: Parameters<typeof arrange>[1], of: readonly Column[] = columns): string =>
  arrange(of, layout)
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
    const layout = reordered(null, columns, d, a);
    assert.equal(keys(layout), 'dabc');
    assert.deepEqual(
      arrange(columns, layout).map(({ cell }) => cell),
      [3, 0, 1, 2],
    );
  });

  it('can be moved behind all others', () => {
    assert.equal(keys(reordered(null, columns, a, undefined)), 'bcda');
  });

  it('stay behind their neighbor when they are new to an arranged table', () => {
    const layout = reordered(null, [a, b, d], d, a);
    assert.equal(keys(layout, [a, b, c, d]), 'dabc');
  });

  it('can be hidden and shown again', () => {
    const hidden = shownOrHidden(null, b, false);
    assert.equal(keys(hidden), 'acd');
    assert.equal(keys(shownOrHidden(hidden, b, true)), 'abcd');
    const unasked = plainColumn('e', { isVisible: false });
    assert.equal(keys(shownOrHidden(null, unasked, true), [...columns, unasked]), 'abcde');
  });

  it('stand first when they are pinned', () => {
    const layout = pinned(null, c, true);
    assert.equal(keys(layout), 'cabd');
    assert.equal(arrange(columns, layout)[0]?.isPinned, true);
    assert.equal(keys(pinned(layout, c, false)), 'abcd');
  });

  it('are neither too narrow to grasp nor too wide', () => {
    const width = (wanted: number): number | undefined => arrange(columns, resized(null, a, wanted))[0]?.width;
    assert.equal(width(-5), 20);
    assert.equal(width(99_999), 2_000);
    assert.equal(width(123.4), 123);
  });

  it('have room for the whole of their totals', () => {
    const width = (total?: number) => arrange([plainColumn('n', { kind: 'number', total })], null)[0]?.width ?? 0;
    assert.ok(width(1_420_879_580.25) >= '1,420,879,580.25'.length * 8 + 16);
    assert.equal(width(12), width());
  });
});
