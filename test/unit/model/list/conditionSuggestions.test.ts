import assert from 'node:assert/strict';
import { fieldKinds } from '../../../../src/model/form/fieldKind.ts';
import { conditionSuggestions, typedReference } from '../../../../src/model/list/conditionSuggestions.ts';
import { operatorWord } from '../../../../src/model/list/conditionWords.ts';
import { plainColumn } from '../../../support/plainColumn.ts';

const columns = [
  plainColumn('leads.amount', { label: 'Amount', kind: 'number' }),
  plainColumn('leads.created', { label: 'Created', kind: 'dateTime' }),
  plainColumn('leads.status', { label: 'Status' }),
  plainColumn('leads.vip', { label: 'VIP', kind: 'boolean' }),
  plainColumn('leads.vip_since', { label: 'VIP since' }),
];
const options = ['Open', 'Won, at last', 'Lost'].map((text, value) => ({ value: String(value), text }));
const fields = {
  'leads.amount': { kind: 'number' as const },
  'leads.created': { kind: 'dateTime' as const },
  'leads.status': { kind: 'choice' as const, options },
  'leads.vip': { kind: 'boolean' as const },
};

describe('suggestions for a typed filter', () => {
  const examples: readonly (readonly [string, readonly string[]])[] = [
    ['', ['Amount ', 'Created ', 'Status ', 'VIP ', 'VIP since ']],
    ['a', ['Amount ', 'Created ', 'Status ']],
    ['vip', ['VIP ', 'VIP since ']],
    ['"cre', ['Created ']],
    ['nothing', []],
    ['amount b', ['amount between ']],
    ['vip ', ['vip is ', 'vip is not ', 'vip is empty', 'vip is not empty']],
    ['vip is not', ['vip is not empty', 'vip is not Yes', 'vip is not No']],
    ['vip = n', ['vip = No']],
    ['status is one of o', ['status is one of Open']],
    [
      'status is one of open, ',
      ['status is one of open, Open', 'status is one of open, "Won, at last"', 'status is one of open, Lost'],
    ],
    [
      'created in the last 3',
      [
        'created in the last 3 hours',
        'created in the last 3 days',
        'created in the last 3 weeks',
        'created in the last 3 months',
      ],
    ],
    ['amount > 1000', []],
  ];
  for (const [typed, expected] of examples)
    it(`are ${expected.length} for “${typed}”`, () => {
      const found = conditionSuggestions(typed, { columns, fields });
      assert.deepEqual(
        found.map(({ text }) => text),
        expected,
      );
    });

  it('include every operator of a column', () => {
    const found = conditionSuggestions('vip since ', { columns, fields });
    assert.deepEqual(
      found.map(({ text }) => text.trim()),
      fieldKinds.text.conditions.map((operator) => `vip since ${operatorWord(operator, 'text')}`),
    );
  });
});

describe('name of a record in a typed filter', () => {
  const known = { columns, fields: { ...fields, 'leads.status': { kind: 'reference' as const } } };
  const examples: readonly (readonly [string, string | undefined])[] = [
    ['status is Ad', 'Ad'],
    ['status is not "Ad', 'Ad'],
    ['status is one of Ada, Bo', 'Bo'],
    ['status is one of Ada, ', undefined],
    ['status contains Ad', undefined],
    ['amount is 1', undefined],
  ];
  for (const [typed, text] of examples)
    it(`is ${text ?? 'nothing'} in “${typed}”`, () =>
      assert.deepEqual(
        typedReference(typed, known),
        text === undefined ? undefined : { column: 'leads.status', text },
      ));
});
