import assert from 'node:assert/strict';
import { chosenIn, withChosen } from '../../../../src/model/form/choices.ts';

const field = { options: ['a', 'b', 'c, d'].map((value) => ({ value, text: value })) };

describe('many choices', () => {
  it('are read from a list and from a text with commas', () => {
    assert.deepEqual(chosenIn(field, ['a', 1]), ['a', '1']);
    assert.deepEqual(chosenIn(field, 'a, b'), ['a', 'b']);
    assert.deepEqual(chosenIn(field, 'c, d'), ['c, d']);
    for (const nothing of [null, undefined, '', []]) assert.deepEqual(chosenIn(field, nothing), []);
  });

  it('keep the shape that the record has', () => {
    assert.equal(withChosen(field, ['a', 'b'], 'a'), 'a,b');
    assert.deepEqual(withChosen(field, ['a', 'b'], ['a']), ['a', 'b']);
    assert.deepEqual(withChosen(field, ['a'], null), ['a']);
    assert.equal(withChosen({ ...field, dataType: 'SET' }, ['a', 'b'], null), 'a,b');
  });
});
