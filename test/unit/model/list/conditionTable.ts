import type { FieldKind } from '../../../../src/model/form/fieldKind.ts';
import type { ConditionOperator } from '../../../../src/model/list/condition.ts';
import type { ConditionField } from '../../../../src/model/list/conditionField.ts';
import type { Cell } from '../../../../src/model/list/recordPage.ts';

/*
 * For every kind of field: cells, and for every operator which of them match. Written by hand, not computed.
 */

export const options = [
  { value: '1', text: 'Open' },
  { value: '2', text: 'Won' },
  { value: '3', text: 'Größe XL' },
];

export interface Kind {
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

export const kinds: Readonly<Record<FieldKind, Kind | undefined>> = {
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

/** The cells to test an operator on, and the expected matches by the operator's values. */
export function expectationsOf(
  kind: FieldKind,
  operator: ConditionOperator,
): { readonly cells: readonly Cell[]; readonly rows: NonNullable<Kind['rows'][ConditionOperator]> } {
  const expected = kinds[kind];
  const isText = expected?.rows === textRows;
  if (isText && operator === 'inLast') return { cells: days, rows: ofDays.inLast ?? [] };
  const isSized = isText && Object.hasOwn(ofNumbers, operator);
  return { cells: isSized ? numbers : (expected?.cells ?? []), rows: expected?.rows[operator] ?? [] };
}
