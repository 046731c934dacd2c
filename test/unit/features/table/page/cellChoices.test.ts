import assert from 'node:assert/strict';
import { booleanSpelling, optionsForCell } from '../../../../../src/model/list/shownChoices.ts';
import { matchTyped, matchTypedBoolean } from '../../../../../src/features/table/page/edit/cellChoices.ts';

const options = [
  { value: '1', text: 'Open' },
  { value: '2', text: 'Won' },
  { value: '3', text: 'Waiting' },
];

describe('choices for a cell', () => {
  const stagedAs = (shown: (string | null)[], of = options): string[] =>
    optionsForCell(of, shown).map(({ value }) => value);

  it('are staged as the list shows them', () => {
    assert.deepEqual(stagedAs([null, 'Won']), ['Open', 'Won', 'Waiting']);
    assert.deepEqual(stagedAs([null, 'strange', '2', 'Won']), ['1', '2', '3']);
    assert.deepEqual(stagedAs([]), ['Open', 'Won', 'Waiting']);
  });

  it('are staged by value if the text is another choice or ambiguous', () => {
    const twice = [
      { value: '1', text: '2' },
      { value: '2', text: 'Two' },
      { value: '3', text: 'Lost' },
      { value: '4', text: 'Lost' },
      { value: '5', text: '' },
    ];
    assert.deepEqual(stagedAs(['Two'], twice), ['1', 'Two', '3', '4', '5']);
  });

  it('are found by their first letters, ignoring case and accents', () => {
    const choices = optionsForCell(options, []);
    const meant = (typed: string, current?: string): string | undefined => matchTyped(choices, typed, current)?.text;
    assert.deepEqual(
      ['w', 'WA', ' won', 'x', ''].map((typed) => meant(typed)),
      ['Won', 'Waiting', 'Won', undefined, undefined],
    );
    assert.equal(matchTyped(optionsForCell(options, ['1']), '3')?.text, 'Waiting');
  });

  it('are cycled through by repeating one letter', () => {
    const choices = optionsForCell(options, []);
    assert.equal(matchTyped(choices, 'ww', 'Won')?.text, 'Waiting');
    assert.equal(matchTyped(choices, 'www', 'Waiting')?.text, 'Won');
    assert.equal(matchTyped(choices, 'xx', 'Won'), undefined);
  });
});

describe('yes and no choices', () => {
  it('are written in the notation of the service', () => {
    assert.deepEqual(booleanSpelling(['0']), { yes: '1', no: '0' });
    assert.deepEqual(booleanSpelling([null, '', 'maybe', 'False']), { yes: 'True', no: 'False' });
    assert.deepEqual(booleanSpelling(['Y']), { yes: 'Y', no: 'N' });
    assert.deepEqual(booleanSpelling([]), { yes: '1', no: '0' });
  });

  it('are selected by the first letter', () => {
    const choices = { yes: 'true', no: 'false' };
    assert.deepEqual(
      [matchTypedBoolean('Y', choices), matchTypedBoolean('0', choices), matchTypedBoolean('x', choices)],
      ['true', 'false', undefined],
    );
  });
});
