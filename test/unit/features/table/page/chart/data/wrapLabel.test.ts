import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wrapLabel } from '../../../../../../../src/features/table/page/chart/data/wrapLabel.ts';

describe('bar label', () => {
  it('wraps between words, or anywhere if there are none', () => {
    assert.equal(wrapLabel('Short', 10), 'Short');
    assert.equal(wrapLabel('Department of Very Long Names', 8), 'Department of\nVery Long\nNames');
    assert.equal(wrapLabel('a'.repeat(20), 6), `${'a'.repeat(10)}\n${'a'.repeat(10)}`);
    assert.equal(wrapLabel('東京都庁舎', 3), '東京都\n庁舎');
  });

  it('is complete within three lines, and ends with an ellipsis beyond', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'é', '東', '👍'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.integer({ min: 2, max: 30 }), (words, ems) => {
        const lines = wrapLabel(words.join(' '), ems).split('\n');
        assert.ok(lines.length <= 3);
        const shown = lines.join('').replaceAll(' ', '');
        const isCut = shown.endsWith('…');
        assert.ok(words.join('').startsWith(isCut ? shown.slice(0, -1) : shown));
        assert.ok(isCut || shown === words.join(''));
      }),
    );
  });
});
