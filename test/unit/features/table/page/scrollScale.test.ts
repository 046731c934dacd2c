import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ScrollScale } from '../../../../../src/features/table/page/grid/scrollScale.ts';

describe('scroll bar of a long list', () => {
  it('moves pixel by pixel while the list is short enough', () => {
    const scale = new ScrollScale(5_000, 24, 600);
    assert.equal(scale.isScaled, false);
    assert.equal(scale.height, 120_000);
    assert.equal(scale.offsetAt(1_234), 1_234);
    assert.equal(scale.lastOffset, 119_400);
  });

  it('reaches the first and the last of any number of rows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 0, max: 2_000 }), (rows, viewport) => {
        const scale = new ScrollScale(rows, 24, viewport);
        assert.ok(scale.height <= 5_000_000);
        assert.equal(scale.offsetAt(0), 0);
        assert.equal(scale.offsetAt(scale.height - viewport), scale.lastOffset);
        assert.equal(scale.scrollTopAt(scale.lastOffset), Math.max(0, scale.height - viewport));
        assert.ok(Math.abs(scale.offsetAt(scale.scrollTopAt(scale.lastOffset / 3)) - scale.lastOffset / 3) < 0.01);
      }),
    );
  });

  it('moves with the rows for a while, and never far from its true position', () => {
    const scale = new ScrollScale(1_000_000, 24, 600);
    const begun = scale.scrollTopAt(1_200_000);
    assert.equal(scale.scrollTopAfter(begun, 1_200_000, 1_200_072), begun + 72);
    const step = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: -10_000, max: 10_000 }));
    fc.assert(
      fc.property(step, fc.integer({ min: 1, max: 300 }), ([part, pixels], steps) => {
        let offset = part * scale.lastOffset;
        let scrollTop = scale.scrollTopAt(offset);
        for (let done = 0; done < steps; done++) {
          const next = scale.clamp(offset + pixels);
          scrollTop = scale.scrollTopAfter(scrollTop, offset, next);
          offset = next;
          assert.ok(Math.abs(scrollTop - scale.scrollTopAt(offset)) < 50_000);
          assert.ok(scrollTop >= 0 && scrollTop <= scale.height - 600);
        }
        if (offset === 0) assert.equal(scrollTop, 0);
        if (offset === scale.lastOffset) assert.equal(scrollTop, scale.height - 600);
      }),
    );
  });
});
