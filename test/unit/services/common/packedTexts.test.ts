import assert from 'node:assert/strict';
import { PackedTexts } from '../../../../src/services/common/packedTexts.ts';

describe('packed texts', () => {
  it('are read back unchanged and in order', () => {
    const odd = ['', '17', 'Zoë', '漢字', '🎪', 'half \ud800 a letter', '\0', 'x'.repeat(10_000)];
    const all = Array.from({ length: 5_000 }, (_, at) => `${odd[at % odd.length] ?? ''}${at}`);
    const texts = new PackedTexts();
    for (const text of all) texts.push(text);
    assert.deepEqual([...texts], all);
    assert.equal(texts.length, all.length);
    assert.deepEqual(
      [0, 4_999, 5_000, -1, 1.5, Number.NaN].map((index) => texts.at(index)),
      [all[0], all[4_999], undefined, undefined, undefined, undefined],
    );
  });
});
