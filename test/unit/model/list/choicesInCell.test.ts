import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sameChoices } from '../../../../src/model/form/choices.ts';
import {
  choicesText,
  choicesValue,
  heldText,
  offeredChoices,
  readChoices,
} from '../../../../src/model/list/choicesInCell.ts';
import type { RecordField } from '../../../../src/model/form/formElement.ts';

const options = [
  { value: 'en', text: 'English' },
  { value: 'de', text: 'German' },
  { value: 'fd', text: 'Food, drinks' },
];
const field = { kind: 'choices', label: 'Languages', options } as unknown as RecordField;
const read = (text: string | null, of = field): readonly string[] | string => {
  const { chosen, why } = readChoices(of, text);
  return chosen ?? why ?? '';
};

describe('multiple choices in one cell', () => {
  it('are parsed as labels or values, with any separator, or as JSON', () => {
    for (const text of [
      'English, German',
      'en,de',
      ' english ;GERMAN',
      'en|de',
      'English\nGerman',
      '["en","de"]',
      'en,de,',
    ])
      assert.deepEqual(read(text), ['en', 'de'], text);
    assert.deepEqual(read('German, Food, drinks, English'), ['de', 'fd', 'en']);
    for (const nothing of [null, '', ' ', '[]']) assert.deepEqual(read(nothing), []);
    assert.deepEqual(read('a, b', { ...field, options: [] }), ['a', 'b']);
  });

  it('report which one is invalid', () => {
    assert.equal(read('English, Klingon'), '“Klingon” is not one of the choices of “Languages”.');
    const twice = { ...field, options: [...options, { value: 'de-AT', text: 'German' }] };
    assert.equal(read('German', twice), '“German” matches several choices of “Languages”.');
    assert.deepEqual(read('de-AT', twice), ['de-AT']);
    // other values of the record can stay
    assert.deepEqual(read('en,old', offeredChoices(field, 'old,de')), ['en', 'old']);
    assert.deepEqual(offeredChoices({ ...field, kind: 'choice' }, 'old').options, options);
  });

  it('are written in the notation of the list', () => {
    assert.equal(choicesText(field, ['en', 'de'], []), 'English, German');
    assert.equal(choicesText(field, ['en', 'de'], [null, 'de,fd']), 'en,de');
    assert.equal(choicesText(field, ['en', 'de'], ['German; Food, drinks']), 'English; German');
    assert.equal(choicesText(field, ['en', 'fd'], ['English; German']), 'English; Food, drinks');
    assert.equal(choicesText(field, ['en'], ['["de"]']), '["en"]');
    // as in a neighboring cell with the same choices
    assert.equal(choicesText(field, ['en', 'de'], ['German / English', 'German,English']), 'German,English');
    assert.equal(choicesText(field, [], ['English']), null);
  });

  it('always round-trip', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', ',', ';', ' ', '[', '"'), maxLength: 5 });
    const offered = fc.uniqueArray(
      fc.record({ value: text.filter((value) => value.trim() === value && value !== ''), text }),
      { selector: ({ value }) => value, minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(offered, fc.nat(31), fc.array(text, { maxLength: 3 }), (all, mask, near) => {
        const of = { ...field, options: all };
        const chosen = all.filter((_, place) => (mask >> place) & 1).map(({ value }) => value);
        const { chosen: again } = readChoices(of, choicesText(of, chosen, near));
        assert.ok(again && sameChoices(again, chosen), JSON.stringify([all, chosen, again]));
      }),
    );
  });

  it('are sent in the notation and order of the record', () => {
    assert.deepEqual(choicesValue(field, ['de', 'fd'], 'English, German').value, ['de', 'en']);
    assert.equal(choicesValue(field, 'de|fd', 'English, German').value, 'de|en');
    assert.deepEqual(choicesValue(field, ['de'], null).value, []);
    assert.equal(heldText(field, ['a', 'b']), '["a","b"]');
    assert.equal(heldText(field, []), null);
    assert.equal(heldText({ ...field, kind: 'text' }, 'a,b'), 'a,b');
  });
});
