import assert from 'node:assert/strict';
import { addLetters } from '../../../src/model/digestTable.ts';

describe('a digest of a text', () => {
  const of = (...pieces: string[]): string => {
    const digest = new Uint32Array(2);
    for (const piece of pieces) addLetters(digest, piece);
    return digest.join();
  };

  it('is the same however it comes in pieces, and another one with any other letter', () => {
    const text = 'Zoë 漢字 🎪'.repeat(50);
    assert.equal(of(text.slice(0, 99), '', text.slice(99)), of(text));
    for (let at = 0; at < text.length; at += 13) {
      const other = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
      assert.notEqual(of(other), of(text));
    }
  });
});
