import assert from 'node:assert/strict';
import { chosenIn, sameFieldValue, storedChoices, withChosen } from '../../../../src/model/form/choices.ts';
import type { FormValue } from '../../../../src/model/form/fieldValue.ts';
import type { ChoiceNotation } from '../../../../src/model/form/formElement.ts';

const options = ['a', 'b', 'c, d', '12'].map((value) => ({ value, text: value.toUpperCase() }));
const field = { label: 'Tags', options };

function after(chosen: readonly string[], before: FormValue, choices?: ChoiceNotation): FormValue {
  const { value, problem } = withChosen({ ...field, ...(choices && { notation: { choices } }) }, chosen, before);
  return problem === undefined ? value : { problem };
}

describe('multiple choices', () => {
  it('are parsed from a list and from a text', () => {
    assert.deepEqual(chosenIn(field, ['a', 1]), ['a', '1']);
    assert.deepEqual(chosenIn(field, 'a, b'), ['a', 'b']);
    assert.deepEqual(chosenIn(field, 'c, d'), ['c, d']);
    for (const nothing of [null, undefined, '', []]) assert.deepEqual(chosenIn(field, nothing), []);
  });

  it('are equal in another order, but not if an option contains the separator', () => {
    const tags = { kind: 'choices', options: ['x', 'y', 'x,y'].map((value) => ({ value, text: value })) } as const;
    for (const [one, other, isSame] of [
      ['x|y', 'y|x', true],
      ['x|y', ['y', 'x'], true],
      ['x,y', ['x,y'], true],
      ['x,y', 'x|y', false],
      ['x,y', ['x', 'y'], false],
      ['x;x,y', 'x,y;x', true],
      ['x', null, false],
    ] as const)
      assert.equal(sameFieldValue(tags, one, other), isSame, JSON.stringify([one, other]));
  });

  for (const [before, more, one] of [
    ['a,b', 'a,b,12', 'b'],
    ['a, b', 'a, b, 12', 'b'],
    ['a;b', 'a;b;12', 'b'],
    ['a|b', 'a|b|12', 'b'],
    ['|a|b|', '|a|b|12|', '|b|'],
    ['a\nb', 'a\nb\n12', 'b'],
    ['a b', 'a b 12', 'b'],
    ['^a^,^b^', '^a^,^b^,^12^', '^b^'],
    ['{a,b}', '{a,b,12}', '{b}'],
    ['["a","b"]', '["a","b","12"]', '["b"]'],
    [['a', 'b'], ['a', 'b', '12'], ['b']],
    ['a;c, d', 'a;c, d;12', undefined],
    // a choice that is no longer offered is kept
    ['a;old', 'a;old;12', undefined],
  ] as const)
    it(`keep their notation: ${JSON.stringify(before)}`, () => {
      const chosen = chosenIn(field, before);
      assert.deepEqual(after([...chosen, '12'], before), more);
      if (one !== undefined) assert.deepEqual(after(['b'], before), one);
      assert.deepEqual(after([], before), Array.isArray(before) ? [] : '');
    });

  it('keep numbers in JSON text', () => {
    const numbers = { label: 'Tags', options: ['1', '2'].map((value) => ({ value, text: value })) };
    assert.deepEqual(withChosen(numbers, ['1', '2'], '[1]'), { value: '[1,2]' });
  });

  for (const before of ['x;y', '{"a":true}', 'a:1:{i:0;s:1:"b";}', 'a,b;12', '["a",{"b":1}]'])
    it(`are not rewritten if they cannot be parsed: ${before}`, () => {
      assert.equal(storedChoices(field, before), undefined);
      const { problem } = withChosen(field, ['a', 'b'], before);
      assert.match(problem ?? '', /“Tags” can't be changed here: its value “.*” can't be read as a set of choices\./);
      assert.deepEqual(withChosen(field, [], before), { value: '' });
    });

  it('are written in the notation of other values if the field has none or one', () => {
    const pipe = { open: '', between: '|', close: '' };
    assert.equal(after(['a', 'b'], null, pipe), 'a|b');
    assert.equal(after(['a', 'b'], 'a', pipe), 'a|b');
    assert.equal(after(['a', 'b'], '', 'json'), '["a","b"]');
    assert.deepEqual(after(['a'], null, 'list'), ['a']);
    assert.equal(after(['a', 'b'], 'a,b', pipe), 'a,b');
    assert.equal(after(['old', 'x'], 'old|x', pipe), 'old|x');
  });

  it('use the default notation if nothing shows another, but never guess next to a stored text', () => {
    assert.deepEqual(after(['a'], null), ['a']);
    assert.equal(after(['b'], 'a'), 'b');
    assert.match(
      withChosen(field, ['a', 'b'], 'a').problem ?? '',
      /Could not determine from the values of “Tags”.*“Multiple choices”/,
    );
  });

  it('are not written if they would be parsed as others', () => {
    const comma = { open: '', between: ',', close: '' };
    assert.match(
      withChosen({ ...field, notation: { choices: comma } }, ['x,y', 'a'], 'a').problem ?? '',
      /can't be separated by “,”/,
    );
  });
});
