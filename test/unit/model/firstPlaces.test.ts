import assert from 'node:assert/strict';
import { FirstPlaces } from '../../../src/model/firstPlaces.ts';

describe('first positions of texts', () => {
  it('are known for each of many texts, even similar ones', () => {
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

  it('are returned for a repeated text', () => {
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
