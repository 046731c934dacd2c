import assert from 'node:assert/strict';
import { ColumnPositions, ColumnWindow } from '../../../../../src/features/table/page/grid/columnPositions.ts';

const shown = (count: number, pinned = 0) =>
  Array.from({ length: count }, (_, place) => ({
    column: {} as never,
    cell: place,
    width: 100,
    isPinned: place < pinned,
  }));

describe('visible columns', () => {
  it('are those in the viewport, and one more on each side', () => {
    const columns = new ColumnWindow(Array.from({ length: 2_000 }, () => 100));
    assert.equal(columns.width, 200_000);
    assert.deepEqual(columns.between(0, 350), { from: 0, to: 5 });
    assert.deepEqual(columns.between(1_050, 1_250), { from: 9, to: 14 });
    assert.deepEqual(columns.between(199_900, 200_000), { from: 1_998, to: 2_000 });
  });

  it('may be empty', () => {
    assert.deepEqual(new ColumnWindow([]).between(0, 500), { from: 0, to: 0 });
  });

  it('leave pinned columns in place', () => {
    const places = new ColumnPositions(shown(20, 2));
    assert.equal(places.pinnedCount, 2);
    assert.equal(places.pinnedWidth, 228);
    assert.equal(places.scroll(1_000, 628), true);
    assert.equal(places.scroll(1_010, 628), false);
    assert.deepEqual([places.from, places.to], [11, 18]);
    assert.equal(places.left(1), 128);
    assert.equal(places.left(2), 228);
  });

  it('scroll only as far as needed', () => {
    const places = new ColumnPositions(shown(20, 1));
    assert.equal(places.scrollLeftFor(0, 500, 400), 500);
    assert.equal(places.scrollLeftFor(2, 500, 400), 100);
    assert.equal(places.scrollLeftFor(10, 0, 428), 700);
    assert.equal(places.scrollLeftFor(5, 300, 428), 300);
  });
});
