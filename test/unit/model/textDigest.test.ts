import assert from 'node:assert/strict';
import { addLetters } from '../../../src/model/digestTable.ts';

describe('text digest', () => {
  const of = (...pieces: string[]): string => {
    const digest = new Uint32Array(2);
    for (const piece of pieces) addLetters(digest, piece);
    return digest.join();
  };

  it('is the same however the text is chunked, and changes with any character', () => {
    const text = 'Zoë 漢字 🎪'.repeat(50);
    assert.equal(of(text.slice(0, 99), '', text.slice(99)), of(text));
    for (let at = 0; at < text.length; at += 13) {
      const other = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
      assert.notEqual(of(other), of(text));
    }
  });
});
