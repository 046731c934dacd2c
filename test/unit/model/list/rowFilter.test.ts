import assert from 'node:assert/strict';
import { type FieldKind, fieldKinds } from '../../../../src/model/form/fieldKind.ts';
import type { ConditionOperator } from '../../../../src/model/list/condition.ts';
import type { ConditionField } from '../../../../src/model/list/conditionField.ts';
import type { Cell } from '../../../../src/model/list/recordPage.ts';
import { rowFilter } from '../../../../src/model/list/rowFilter.ts';
import { plainColumn } from '../../../support/plainColumn.ts';

const now = new Date(2026, 10, 18, 12, 0, 0);

/** The cells that match, in their order. */
function matches(
  field: ConditionField,
  operator: ConditionOperator,
  values: readonly string[],
  cells: readonly Cell[],
): readonly Cell[] {
  const context = { columns: [plainColumn('leads.x')], fields: { 'leads.x': field }, now };
  const filter = rowFilter([{ column: 'leads.x', operator, values }], context);
  return cells.filter((cell) => filter({ cells: [cell] }));
}

const options = [
  { value: '1', text: 'Open' },
  { value: '2', text: 'Won' },
  { value: '3', text: 'Größe XL' },
];

interface Kind {
  readonly field: ConditionField;
  readonly cells: readonly Cell[];
  /** For each operator: the values, and the cells that match. */
  readonly rows: Readonly<
    Partial<Record<ConditionOperator, readonly (readonly [readonly string[], readonly Cell[]])[]>>
  >;
}

const words = ['Müller GmbH', 'MULLER', 'Acme', '', null];
const ofWords: Kind['rows'] = {
  is: [[['muller'], ['MULLER']]],
  isNot: [[['muller'], ['Müller GmbH', 'Acme', '', null]]],
  contains: [
    [['mull'], ['Müller GmbH', 'MULLER']],
    [['GMBH'], ['Müller GmbH']],
  ],
  containsNot: [[['mull'], ['Acme', '', null]]],
  startsWith: [[['mü'], ['Müller GmbH', 'MULLER']]],
  endsWith: [[['gmbh'], ['Müller GmbH']]],
  isEmpty: [[[], ['', null]]],
  isNotEmpty: [[[], ['Müller GmbH', 'MULLER', 'Acme']]],
  isOneOf: [
    [
      ['acme', 'müller'],
      ['MULLER', 'Acme'],
    ],
  ],
};

const big = '9007199254740993';
const numbers = ['-5', '0.50', '7', '10', '9007199254740992', big, 'n/a', '', null];
const ofNumbers: Kind['rows'] = {
  greater: [
    [['7'], ['10', '9007199254740992', big]],
    [['9007199254740992'], [big]],
    [['-10'], ['-5', '0.50', '7', '10', '9007199254740992', big]],
  ],
  atLeast: [[['7'], ['7', '10', '9007199254740992', big]]],
  less: [
    [['7'], ['-5', '0.50']],
    [['0'], ['-5']],
  ],
  atMost: [[['7.0'], ['-5', '0.50', '7']]],
  between: [
    [
      ['0.5', '10'],
      ['0.50', '7', '10'],
    ],
  ],
};

const days = ['2026-11-18', '2026-11-17 23:59:59', '15.11.2026', '2026-10-31', '0000-00-00', 'soon', '', null];
const ofDays: Kind['rows'] = {
  is: [[['2026-11-15'], ['15.11.2026']]],
  isNot: [[['2026-11-15'], ['2026-11-18', '2026-11-17 23:59:59', '2026-10-31', '0000-00-00', 'soon', '', null]]],
  before: [[['2026-11-15'], ['2026-10-31']]],
  after: [
    [['2026-11-17'], ['2026-11-18']],
    [['2026-10'], ['2026-11-18', '2026-11-17 23:59:59', '15.11.2026']],
  ],
  atMost: [[['15.11.2026'], ['15.11.2026', '2026-10-31']]],
  atLeast: [[['2026-11-17'], ['2026-11-18', '2026-11-17 23:59:59']]],
  between: [
    [
      ['2026-11-15', '2026-11-17'],
      ['2026-11-17 23:59:59', '15.11.2026'],
    ],
  ],
  inLast: [
    [
      ['24', 'hours'],
      ['2026-11-18', '2026-11-17 23:59:59'],
    ],
    [
      ['3', 'days'],
      ['2026-11-18', '2026-11-17 23:59:59', '15.11.2026'],
    ],
    [
      ['1', 'weeks'],
      ['2026-11-18', '2026-11-17 23:59:59', '15.11.2026'],
    ],
    [
      ['1', 'months'],
      ['2026-11-18', '2026-11-17 23:59:59', '15.11.2026', '2026-10-31'],
    ],
  ],
  isOneOf: [
    [
      ['2026-11-18', '2026-10-31'],
      ['2026-11-18', '2026-10-31'],
    ],
  ],
  isEmpty: [[[], ['0000-00-00', '', null]]],
  isNotEmpty: [[[], ['2026-11-18', '2026-11-17 23:59:59', '15.11.2026', '2026-10-31', 'soon']]],
};

const codes = ['1', 'won', '3', 'x', '', null];
const ofCodes: Kind['rows'] = {
  is: [
    [['Open'], ['1']],
    [['2'], ['won']],
  ],
  isNot: [[['Open'], ['won', '3', 'x', '', null]]],
  isOneOf: [
    [
      ['open', '2'],
      ['1', 'won'],
    ],
  ],
  contains: [
    [['grosse'], []],
    [['große'], ['3']],
  ],
  containsNot: [[['o'], ['x', '', null]]],
  startsWith: [[['o'], ['1']]],
  endsWith: [[['xl'], ['3']]],
  isEmpty: [[[], ['', null]]],
  isNotEmpty: [[[], ['1', 'won', '3', 'x']]],
};

const sets = ['1', '2,1', '["3"]', 'Open, Won', '[]', '', null];
const ofSets: Kind['rows'] = {
  is: [[['Won, Open'], ['2,1', 'Open, Won']]],
  isNot: [[['1,2'], ['1', '["3"]', '[]', '', null]]],
  isOneOf: [
    [
      ['Open', '3'],
      ['1', '2,1', '["3"]', 'Open, Won'],
    ],
  ],
  contains: [[['won'], ['2,1', 'Open, Won']]],
  containsNot: [[['won'], ['1', '["3"]', '[]', '', null]]],
  startsWith: [[['größe'], ['["3"]']]],
  endsWith: [[['xl'], ['["3"]']]],
  isEmpty: [[[], ['[]', '', null]]],
  isNotEmpty: [[[], ['1', '2,1', '["3"]', 'Open, Won']]],
};

const truths = ['1', 'true', 'Yes', '0', 'no', '', null];
const times = ['08:30', '8:31', '14:00:00', 'noon', '', null];

/** A text may be a number or a date. */
const textRows: Kind['rows'] = { ...ofWords, ...ofNumbers };

const parts = Object.fromEntries(
  (['contains', 'containsNot', 'startsWith', 'endsWith', 'isEmpty', 'isNotEmpty'] as const).map((name) => [
    name,
    ofWords[name],
  ]),
);

const kinds: Readonly<Record<FieldKind, Kind | undefined>> = {
  text: { field: { kind: 'text' }, cells: words, rows: textRows },
  longText: { field: { kind: 'longText' }, cells: words, rows: textRows },
  hidden: { field: { kind: 'hidden' }, cells: words, rows: textRows },
  file: { field: { kind: 'file' }, cells: words, rows: parts },
  nested: { field: { kind: 'nested' }, cells: words, rows: parts },
  // its value is never sent
  password: undefined,
  number: {
    field: { kind: 'number' },
    cells: numbers,
    rows: {
      ...ofNumbers,
      is: [
        [['7.00'], ['7']],
        [[big], [big]],
      ],
      isNot: [[['7'], numbers.filter((cell) => cell !== '7')]],
      isOneOf: [
        [
          ['7', '10'],
          ['7', '10'],
        ],
      ],
      startsWith: [[['1'], ['10']]],
      contains: [[['.5'], ['0.50']]],
      isEmpty: [[[], ['', null]]],
      isNotEmpty: [[[], numbers.filter(Boolean)]],
    },
  },
  date: { field: { kind: 'date' }, cells: days, rows: ofDays },
  dateTime: { field: { kind: 'dateTime' }, cells: days, rows: ofDays },
  time: {
    field: { kind: 'time' },
    cells: times,
    rows: {
      is: [[['8:30'], ['08:30']]],
      isNot: [[['8:30'], ['8:31', '14:00:00', 'noon', '', null]]],
      before: [[['8:31'], ['08:30']]],
      after: [[['8:30'], ['8:31', '14:00:00']]],
      atMost: [[['8:31'], ['08:30', '8:31']]],
      atLeast: [[['14:00'], ['14:00:00']]],
      between: [
        [
          ['8:31', '14:00'],
          ['8:31', '14:00:00'],
        ],
      ],
      isOneOf: [
        [
          ['08:30:00', '14:00'],
          ['08:30', '14:00:00'],
        ],
      ],
      isEmpty: [[[], ['', null]]],
      isNotEmpty: [[[], ['08:30', '8:31', '14:00:00', 'noon']]],
    },
  },
  boolean: {
    field: { kind: 'boolean' },
    cells: truths,
    rows: {
      is: [
        [['1'], ['1', 'true', 'Yes']],
        [['0'], ['0', 'no']],
      ],
      isNot: [[['1'], ['0', 'no', '', null]]],
      isEmpty: [[[], ['', null]]],
      isNotEmpty: [[[], ['1', 'true', 'Yes', '0', 'no']]],
    },
  },
  choice: { field: { kind: 'choice', options }, cells: codes, rows: ofCodes },
  choices: { field: { kind: 'choices', options }, cells: sets, rows: ofSets },
  reference: { field: { kind: 'reference', isLabel: true }, cells: words, rows: ofWords },
};

describe('a condition on a column', () => {
  for (const kind of Object.keys(fieldKinds) as FieldKind[]) {
    const expected = kinds[kind];
    for (const operator of fieldKinds[kind].conditions)
      it(`matches the expected cells for ${operator} of a ${kind}`, () => {
        const isSized = expected?.rows === textRows && Object.hasOwn(ofNumbers, operator);
        const rows = operator === 'inLast' && expected?.rows === textRows ? ofDays.inLast : expected?.rows[operator];
        const cells = operator === 'inLast' ? days : isSized ? numbers : (expected?.cells ?? []);
        assert.ok(rows && rows.length > 0, 'every operator of the kind has an expectation');
        for (const [values, hits] of rows)
          assert.deepEqual(matches(expected?.field ?? { kind }, operator, values, cells), hits, values.join(' and '));
      });
  }

  it('finds a phone number in any notation', () => {
    const cells = ['+49 (0)30 100413', '030/100413', '030 100414'];
    assert.deepEqual(matches({ kind: 'text' }, 'contains', ['030 100413'], cells), cells.slice(0, 2));
  });

  it('reads dates in the notation of the column', () => {
    const cells = ['05/06/2031', '06/05/2031'];
    const monthFirst = { kind: 'date' as const, format: 'MM/DD/YYYY' };
    assert.deepEqual(matches(monthFirst, 'after', ['2031-05-31'], cells), ['06/05/2031']);
    assert.deepEqual(matches({ kind: 'date', format: 'DD/MM/YYYY' }, 'after', ['2031-05-31'], cells), ['05/06/2031']);
    assert.deepEqual(matches({ kind: 'date' }, 'after', ['2031-05-31'], cells), []);
  });

  it('converts a time zone to local time, as the table shows it', () => {
    const cell = '2026-11-18T00:30:00Z';
    const here = new Date(cell);
    const day = `${here.getFullYear()}-${String(here.getMonth() + 1).padStart(2, '0')}-${String(here.getDate()).padStart(2, '0')}`;
    assert.deepEqual(matches({ kind: 'dateTime' }, 'is', [day], [cell]), [cell]);
    assert.deepEqual(matches({ kind: 'dateTime' }, 'inLast', ['24', 'hours'], [new Date(now).toISOString()]).length, 1);
    assert.deepEqual(
      matches({ kind: 'dateTime' }, 'inLast', ['24', 'hours'], [new Date(now.getTime() + 1_000).toISOString()]),
      [],
    );
  });

  it('compares a text column as dates if a date was typed', () => {
    const cells = ['2026-11-18 10:00:00', 'Acme', '2025-01-01'];
    assert.deepEqual(matches({ kind: 'text' }, 'greater', ['2026-01-01'], cells), ['2026-11-18 10:00:00']);
  });

  it('matches the value or the label if the list shows both', () => {
    const columns = [plainColumn('leads.team'), plainColumn('leads.team', { key: 'Team' })];
    const filter = rowFilter([{ column: 'leads.team', operator: 'contains', values: ['west'] }], {
      columns,
      fields: { 'leads.team': { kind: 'reference' } },
      now,
    });
    assert.equal(filter({ cells: ['7', 'Western team'] }), true);
    assert.equal(filter({ cells: ['7', 'Eastern team'] }), false);
  });

  it('names a column that the list view does not have', () => {
    assert.throws(
      () => rowFilter([{ column: 'leads.y', operator: 'isEmpty', values: [] }], { columns: [], fields: {}, now }),
      { message: 'Could not filter by “leads.y”: the list view has no such column.' },
    );
  });
});

describe('an equality that was sent', () => {
  const matchesSent = (field: ConditionField, value: string | null, cells: readonly Cell[]): readonly Cell[] => {
    const filter = rowFilter([], {
      columns: [plainColumn('leads.x')],
      fields: { 'leads.x': field },
      now,
      sent: { 'leads.x': value },
    });
    return cells.filter((cell) => filter({ cells: [cell] }));
  };

  it('is checked as loosely as a service may compare', () => {
    assert.deepEqual(matchesSent({ kind: 'text' }, 'straße', ['STRASSE', 'Straße ', 'Weg']), ['STRASSE', 'Straße ']);
    assert.deepEqual(matchesSent({ kind: 'choice', options }, '1', ['1', 'Open', '2']), ['1', 'Open']);
    assert.deepEqual(matchesSent({ kind: 'text' }, null, ['', null, 'x']), ['', null]);
  });

  it('is left to the service where the list shows a label whose value is unknown', () => {
    assert.deepEqual(matchesSent({ kind: 'reference', isLabel: true }, '7', ['Western team']), ['Western team']);
  });
});
