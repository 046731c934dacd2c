import assert from 'node:assert/strict';
import type { Column } from '../../../../../src/model/list/recordPage.ts';
import type { ColumnLayout } from '../../../../../src/features/table/tableProtocol.ts';
import {
  arrangeColumns as arrangeIn,
  type ColumnSurroundings,
  withPinned,
  withMoved,
  withWidth,
  withVisibility,
} from '../../../../../src/features/table/page/columns/columnLayout.ts';
import { plainColumn } from '../../../../support/plainColumn.ts';
import { pluck } from '../../../../support/pluck.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => plainColumn(key)) as [Column, Column, Column, Column];
const columns = [a, b, c, d];
const arrangeColumns = (of: readonly Column[], layout: ColumnLayout | null, around: Partial<ColumnSurroundings> = {}) =>
  arrangeIn(of, layout, { widthOf: () => 100, room: 0, nameKey: undefined, ...around });
const keys = (layout: ColumnLayout | null, of: readonly Column[] = columns): string =>
  arrangeColumns(of, layout)
    .map((shown) => shown.column.key)
    .join('');

describe('columns of a table', () => {
  it('are those of the service, in its order', () => {
    assert.equal(keys(null), 'abcd');
    assert.equal(
      keys(null, [a, plainColumn('b', { isVisible: false }), c, plainColumn('e', { isDeclared: false })]),
      'ac',
    );
  });

  it('are all columns of the rows when there are no headers', () => {
    assert.equal(keys(null, [plainColumn('x', { isDeclared: false, isVisible: false })]), 'x');
  });

  it('keep the index of their cells, however they are arranged', () => {
    const layout = withMoved(null, columns, d, a);
    assert.equal(keys(layout), 'dabc');
    assert.deepEqual(pluck(arrangeColumns(columns, layout), 'cell'), [3, 0, 1, 2]);
  });

  it('can be moved to the end', () => {
    assert.equal(keys(withMoved(null, columns, a, undefined)), 'bcda');
  });

  it('follow their neighbor when they are new to an arranged table', () => {
    const layout = withMoved(null, [a, b, d], d, a);
    assert.equal(keys(layout, [a, b, c, d]), 'dabc');
  });

  it('can be hidden and shown again', () => {
    const hidden = withVisibility(null, b, false, []);
    assert.equal(keys(hidden), 'acd');
    assert.equal(keys(withVisibility(hidden, b, true, [])), 'abcd');
    const unasked = plainColumn('e', { isVisible: false });
    assert.equal(keys(withVisibility(null, unasked, true, []), [...columns, unasked]), 'abcde');
  });

  it('with access rights are requested only while one of them is shown', () => {
    const [edit, other] = ['edit', 'delete'].map((key) => plainColumn(key, { isDeclared: false, isAccess: true }));
    assert.ok(edit && other);
    const access = [edit, other];
    assert.equal(keys(null, [a, ...access]), 'a');
    const one = withVisibility(null, edit, true, access);
    const both = withVisibility(one, other, true, access);
    const again = withVisibility(both, edit, false, access);
    const none = withVisibility(again, other, false, access);
    assert.deepEqual(pluck([one, both, again, none], 'withAccess'), [true, true, true, undefined]);
    assert.equal(withVisibility(both, a, false, access).withAccess, true);
  });

  it('come first when they are pinned', () => {
    const layout = withPinned(null, c, true);
    assert.equal(keys(layout), 'cabd');
    assert.equal(arrangeColumns(columns, layout)[0]?.isPinned, true);
    assert.equal(keys(withPinned(layout, c, false)), 'abcd');
  });

  it('have a min and a max width', () => {
    const width = (wanted: number): number | undefined => arrangeColumns(columns, withWidth(null, a, wanted))[0]?.width;
    assert.equal(width(-5), 20);
    assert.equal(width(99_999), 2_000);
    assert.equal(width(123.4), 123);
  });
});

/** Eight columns of 100 pixels. */
const wide = 'abcdefgh'.split('').map((key) => plainColumn(key));
const pinnedIn = (room: number, nameKey: string | undefined, layout: ColumnLayout | null = null, of = wide): string =>
  arrangeColumns(of, layout, { room, nameKey })
    .map(({ column, isPinned }) => (isPinned ? column.key.toUpperCase() : column.key))
    .join('');

describe('name column', () => {
  it('is pinned with the columns before it when the table is wider than the window', () => {
    assert.equal(pinnedIn(828, 'b'), 'abcdefgh', 'all of it is seen');
    assert.equal(pinnedIn(827, 'b'), 'ABcdefgh');
    assert.equal(pinnedIn(0, 'b'), 'abcdefgh', 'nobody knows yet how wide the window is');
  });

  it('stays unpinned when the columns before it would fill the window', () => {
    assert.equal(pinnedIn(500, 'c'), 'abcdefgh');
  });

  it('takes only part of a narrow window', () => {
    assert.equal(pinnedIn(250, 'a'), 'Abcdefgh');
    assert.equal(pinnedIn(249, 'a'), 'abcdefgh');
  });

  it('stays unpinned after the user unpins it, and is pinned again on request', () => {
    const unpinned = withPinned(null, wide[1] ?? a, false);
    assert.equal(pinnedIn(500, 'b', unpinned), 'abcdefgh');
    assert.equal(pinnedIn(500, 'b', withPinned(unpinned, wide[1] ?? a, true)), 'Bacdefgh');
    assert.equal(pinnedIn(500, 'b', withPinned(null, a, false)), 'abcdefgh', 'the one in front of it was');
  });

  it('is pinned along with columns that the user pinned', () => {
    assert.equal(pinnedIn(800, 'a', withPinned(null, wide[4] ?? a, true)), 'EAbcdfgh');
    assert.equal(pinnedIn(800, 'e', withPinned(null, wide[4] ?? a, true)), 'Eabcdfgh');
  });

  it('is the column that links to the record, or the first text, if the service has none', () => {
    const id = plainColumn('leads.id', { name: 'id' });
    const born = plainColumn('n', { kind: 'date' });
    const link = plainColumn('l', { isLink: true });
    const others = [c, d].map(({ key }) => plainColumn(key));
    const room = 427; // one pixel short of four columns
    assert.equal(pinnedIn(room, undefined, null, [link, born, c, d]), 'Lncd');
    assert.equal(pinnedIn(room, 'gone', null, [plainColumn('x'), id, ...others]), 'Xleads.idcd');
    assert.equal(pinnedIn(room, undefined, null, [born, c, link, d]), 'ncld');
  });
});
