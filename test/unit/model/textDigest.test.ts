import assert from 'node:assert/strict';
import { addLetters, FirstPlaces } from '../../../src/model/textDigest.ts';

describe('where texts stood first', () => {
  it('is known of each of many, also of those that look alike', () => {
    const places = new FirstPlaces();
    const count = 100_000;
    const forms = [String, (one: number) => `lead-${one}`, (one: number) => String(one * 65_536).padStart(24, '0')];
    for (const form of forms) {
      for (let place = 1; place <= count; place++)
        assert.equal(places.take(form(place), place), undefined, form(place));
      for (let place = 1; place <= count; place += 997) assert.equal(places.of(form(place)), place);
    }
    assert.equal(places.of('lead-0'), undefined);
    for (const odd of ['', '\0', '\0\0', ' ', 'lead-1 ', 'Lead-1'])
      assert.equal(places.take(odd, 7), undefined, JSON.stringify(odd));
  });

  it('is told for one that comes again', () => {
    const places = new FirstPlaces();
    assert.deepEqual(
      ['a', 'b', 'a', 'a'].map((text, at) => places.take(text, at + 2)),
      [undefined, undefined, 2, 2],
    );
    assert.deepEqual(
      ['a', 'b', 'c'].map((text) => places.isRepeated(text)),
      [true, false, false],
    );
  });
});

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
