import assert from 'node:assert/strict';
import { FirstIndexes } from '../../../src/model/firstIndexes.ts';

describe('first positions of texts', () => {
  it('are known for each of many texts, even similar ones', () => {
    const places = new FirstIndexes();
    const count = 100_000;
    const forms = [String, (one: number) => `lead-${one}`, (one: number) => String(one * 65_536).padStart(24, '0')];
    for (const form of forms) {
      for (let place = 1; place <= count; place++)
        assert.equal(places.addIfNew(form(place), place), undefined, form(place));
      for (let place = 1; place <= count; place += 997) assert.equal(places.indexOf(form(place)), place);
    }
    assert.equal(places.indexOf('lead-0'), undefined);
    for (const odd of ['', '\0', '\0\0', ' ', 'lead-1 ', 'Lead-1'])
      assert.equal(places.addIfNew(odd, 7), undefined, JSON.stringify(odd));
  });

  it('are returned for a repeated text', () => {
    const places = new FirstIndexes();
    assert.deepEqual(
      ['a', 'b', 'a', 'a'].map((text, at) => places.addIfNew(text, at + 2)),
      [undefined, undefined, 2, 2],
    );
    assert.deepEqual(
      ['a', 'b', 'c'].map((text) => places.isRepeated(text)),
      [true, false, false],
    );
  });
});
