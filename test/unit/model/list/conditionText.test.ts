import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { config, type l10nJsonFormat } from '@vscode/l10n';
import type { FieldKind } from '../../../../src/model/form/fieldKind.ts';
import { fieldKinds } from '../../../../src/model/form/fieldKind.ts';
import { type Condition, valueCount } from '../../../../src/model/list/condition.ts';
import { conditionText, typedCondition } from '../../../../src/model/list/conditionText.ts';
import { plainColumn } from '../../../support/plainColumn.ts';

const options = [
  { value: '1', text: 'Open' },
  { value: '2', text: 'Won, at last' },
];
const columns = [
  plainColumn('leads.first_name', { label: 'First name', name: 'first_name' }),
  plainColumn('leads.first', { label: 'First', name: 'first' }),
  plainColumn('leads.city', { label: 'City' }),
  plainColumn('leads.amount', { label: 'Amount', kind: 'number' }),
  plainColumn('leads.created', { label: 'Created', kind: 'dateTime' }),
  plainColumn('leads.status', { label: 'Status' }),
  plainColumn('leads.vip', { label: 'VIP', kind: 'boolean' }),
  plainColumn('Größe', { label: 'Größe is', columnName: undefined }),
];
const fields = {
  'leads.amount': { kind: 'number' as const },
  'leads.created': { kind: 'dateTime' as const },
  'leads.status': { kind: 'choice' as const, options },
  'leads.vip': { kind: 'boolean' as const },
};
const known = { columns, fields };

function typed(text: string): readonly unknown[] | string {
  const { condition, why } = typedCondition(text, known);
  return condition ? [condition.column, condition.operator, ...condition.values] : why;
}

describe('typed filter', () => {
  const examples: readonly (readonly [string, readonly string[]])[] = [
    ['amount > 1000', ['leads.amount', 'greater', '1000']],
    ['Amount>=1,000.50', ['leads.amount', 'atLeast', '1000.50']],
    ['amount ≠ 7', ['leads.amount', 'isNot', '7']],
    ['amount between 5 and 10', ['leads.amount', 'between', '5', '10']],
    ['amount zwischen 5 und 10', ['leads.amount', 'between', '5', '10']],
    ['amount in 5, 10', ['leads.amount', 'isOneOf', '5', '10']],
    ['created last 7 days', ['leads.created', 'inLast', '7', 'days']],
    ['created in the last week', ['leads.created', 'inLast', '1', 'weeks']],
    ['created in den letzten 24 Stunden', ['leads.created', 'inLast', '24', 'hours']],
    ['created > 2026-01-01', ['leads.created', 'after', '2026-01-01']],
    ['created vor 24.12.2026', ['leads.created', 'before', '2026-12-24']],
    ['created since 2026-01', ['leads.created', 'atLeast', '2026-01']],
    ['city contains gmbh', ['leads.city', 'contains', 'gmbh']],
    ['CITY enthält nicht Köln', ['leads.city', 'containsNot', 'Köln']],
    ['leads.city beginnt mit "New "', ['leads.city', 'startsWith', 'New ']],
    ['city is Goa', ['leads.city', 'is', 'Goa']],
    ['city is not one of us', ['leads.city', 'isNot', 'one of us']],
    ['status is one of open, "Won, at last"', ['leads.status', 'isOneOf', 'open', 'Won, at last']],
    ['"first name" is empty', ['leads.first_name', 'isEmpty']],
    ['first name ist nicht leer', ['leads.first_name', 'isNotEmpty']],
    ['first is Mia', ['leads.first', 'is', 'Mia']],
    ['first_name is Mia', ['leads.first_name', 'is', 'Mia']],
    ['vip = ja', ['leads.vip', 'is', '1']],
    ['größe is contains x', ['Größe', 'contains', 'x']],
    ['city >= 10', ['leads.city', 'atLeast', '10']],
    ['city > 2026-01-01', ['leads.city', 'greater', '2026-01-01']],
  ];
  for (const [text, expected] of examples)
    it(`parses ${text}`, () => {
      assert.deepEqual(typed(text), expected);
    });

  const mistakes: readonly (readonly [string, string])[] = [
    [
      'colour is red',
      "“colour is red” doesn't start with the name of a column. Columns: First name, First, City, Amount, Created, Status, VIP, Größe is.",
    ],
    ['vip > 3', "The operator “>” can't be used with “VIP”. Use is, is not, is empty, is not empty."],
    ['vip', 'Type an operator after “VIP”: is, is not, is empty, is not empty.'],
    ['amount > many', '“many” is not a valid number for “Amount”.'],
    ['amount >', 'Type a value after “Amount >”.'],
    ['amount between 5', 'Type two values after “Amount between”, such as 5 and 10.'],
    ['created after 05/06/2031', '“05/06/2031” is not a valid date for “Created”. Use the format 2031-12-24.'],
    [
      'created last few days',
      'Type an operator after “Created”: is, is not, before, after, on or before, on or after, between, in the last, is one of, is empty, is not empty.',
    ],
    ['city is empty now', '“City is empty” takes no value: remove “now”.'],
    ['city > big', "“big” is neither a number nor a date, so “City” can't be compared with it."],
    ['vip is maybe', '“maybe” is not a valid value for “VIP”. Enter yes or no.'],
  ];
  for (const [text, why] of mistakes)
    it(`explains what is wrong with ${text}`, () => {
      assert.equal(typed(text), why);
    });
});

describe('text of a filter', () => {
  const samples: Readonly<Partial<Record<FieldKind, readonly string[]>>> = {
    number: ['-5.5', '1000'],
    dateTime: ['2026-11-18', '2026-11-18 10:30'],
    boolean: ['1', '0'],
    choice: ['Open', 'Won, at last'],
    text: ['a and b', 'say "hi", you', ' 7'],
  };
  const conditions = columns.flatMap((column): Condition[] => {
    const name = column.columnName ?? column.key;
    const kind: FieldKind = (fields as Record<string, { kind: FieldKind }>)[name]?.kind ?? 'text';
    return fieldKinds[kind].conditions.map((operator) => {
      const isOrder = ['greater', 'less', 'atLeast', 'atMost', 'between'].includes(operator);
      const values = kind === 'text' && isOrder ? ['5', '10'] : (samples[kind] ?? []);
      const period = operator === 'inLast' ? ['7', 'days'] : values;
      return { column: name, operator, values: period.slice(0, valueCount(operator) ?? period.length) };
    });
  });
  const parsesBack = (): void => {
    for (const condition of conditions) {
      const text = conditionText(condition, known);
      assert.deepEqual(typedCondition(text, known), { condition }, text);
    }
  };

  it('parses back to the same filter', parsesBack);

  it('parses back to the same column even if another one has its label', () => {
    const alike = ['leads.city', 'leads.town'].map((key) => ({
      ...plainColumn(key),
      columnName: key,
      label: 'City',
    }));
    for (const { key: column } of alike) {
      const condition = { column, operator: 'is', values: ['Goa'] } as const;
      const text = conditionText(condition, { columns: alike, fields: {} });
      assert.deepEqual(typedCondition(text, { columns: alike, fields: {} }), { condition }, text);
    }
  });

  it('parses back to the same filter in German', () => {
    const words = JSON.parse(
      readFileSync(new URL('../../../../l10n/de.json', import.meta.url), 'utf8'),
    ) as l10nJsonFormat;
    config({ contents: words });
    try {
      assert.equal(
        conditionText({ column: 'leads.created', operator: 'inLast', values: ['7', 'days'] }, known),
        'Created in den letzten 7 Tagen',
      );
      parsesBack();
    } finally {
      config({ contents: {} });
    }
  });

  it('reads as a sentence, with labels', () => {
    const said = (column: string, operator: Condition['operator'], ...values: string[]): string =>
      conditionText({ column, operator, values }, known);
    assert.equal(said('leads.amount', 'greater', '1000'), 'Amount > 1000');
    assert.equal(said('leads.status', 'isOneOf', '1', '2'), 'Status is one of Open, "Won, at last"');
    assert.equal(said('leads.created', 'between', '2026-01', '2026-03'), 'Created between 2026-01 and 2026-03');
    assert.equal(said('leads.vip', 'is', '1'), 'VIP is Yes');
    assert.equal(said('leads.first_name', 'isEmpty'), 'First name is empty');
    // a part of a text is not the value of a choice
    assert.equal(said('leads.status', 'contains', '1'), 'Status contains 1');
    assert.equal(said('leads.gone', 'is', 'x'), '"leads.gone" is x');
  });
});
