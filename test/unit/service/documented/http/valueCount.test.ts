import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hasMoreValues } from '../../../../../src/service/documented/http/understandAnswer.ts';

/** Counts arrays, objects and comma-separated items after parsing. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  return 1 + Math.max(0, parts.length - 1) + parts.reduce<number>((sum, part) => sum + valuesIn(part), 0);
}

describe('value count of a response before parsing', () => {
  it('matches the count after parsing, whatever the strings contain', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: fc.constantFrom('a', ',', '{', '[', '"', '\\', 'é') }), (json) => {
        const count = valuesIn(JSON.parse(json));
        // long enough to be checked
        const bytes = Buffer.from(json + ' '.repeat(json.length + count * 2));
        assert.equal(hasMoreValues(bytes, count), false);
        if (count > 0) assert.equal(hasMoreValues(bytes, count - 1), true);
      }),
    );
  });
});
