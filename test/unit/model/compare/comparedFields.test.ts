import assert from 'node:assert/strict';
import {
  type ComparedField,
  comparedFields,
  fileColumns,
  keyNamed,
  listColumns,
  matchingFields,
  normalizedCell,
  sameCell,
  type SideColumn,
} from '../../../../src/model/compare/comparedFields.ts';
import { plainColumn } from '../../../support/plainColumn.ts';
import { pluck } from '../../../support/pluck.ts';

const choices = [
  { value: 'n', text: 'New' },
  { value: 'o', text: 'Old' },
];

function end(more: Partial<SideColumn> = {}): SideColumn {
  const plain = { at: 0, key: 'leads.x', label: 'X', kind: 'text', options: [], isId: false, isSystem: false } as const;
  return { ...plain, mayBeDefused: false, ...more };
}

function field(kind: ComparedField['kind'], here: Partial<SideColumn> = {}, there = here): ComparedField {
  return {
    key: 'leads.x',
    label: 'X',
    kind,
    ends: [end({ kind, ...here }), end({ kind, ...there })],
    isCompared: true,
  };
}

const ofFile = { kind: undefined, mayBeDefused: true } as unknown as Partial<SideColumn>;

describe('compared fields', () => {
  const same: readonly (readonly [string, ComparedField, string | null, string | null])[] = [
    ['numbers as numbers', field('number'), '1', '1.00'],
    ['dates as dates', field('date'), '2026-03-01', '2026-03-01 00:00:00'],
    ['sets without order', field('choices'), 'a, b', 'b,a'],
    ['sets as a list and as a text', field('choices', { options: choices }), '["n","o"]', 'o,n'],
    ['nothing and an empty text', field('text'), null, ''],
    ['a day that is none', field('date'), '0000-00-00', null],
    ['yes and true', field('boolean'), '1', 'true'],
    ['a choice and what it is called', field('choice', { options: choices }), 'n', 'New'],
    [
      'what a choice is called where one side knows it',
      field('choice', { options: choices }, { options: [] }),
      'o',
      'Old',
    ],
    ['a formula that a file holds as a text', field('text', {}, ofFile), '=1+1', "'=1+1"],
    ['the line ends of a file', field('text', {}, ofFile), 'a\r\nb', 'a\nb'],
  ];
  for (const [what, one, here, there] of same)
    it(`are equal: ${what}`, () => {
      assert.ok(sameCell(one, here, there));
    });

  const different: typeof same = [
    ['numbers in a field of texts', field('text'), '1', '1.0'],
    ['line ends of two services', field('text'), 'a\r\nb', 'a\nb'],
    ['an apostrophe of two services', field('text'), '=1', "'=1"],
    ['another set', field('choices'), 'a,b', 'a,c'],
    ['nought and nothing', field('number'), '0', null],
  ];
  for (const [what, one, here, there] of different)
    it(`are different: ${what}`, () => {
      assert.ok(!sameCell(one, here, there));
    });

  it('give the meaning of a cell in the notation of the service', () => {
    assert.equal(normalizedCell(field('choice', { options: choices }), 1, 'Old'), 'o');
    assert.equal(normalizedCell(field('text', ofFile), 0, "'=1"), '=1');
    assert.equal(normalizedCell(field('text'), 0, ''), null);
  });

  const page = (alias: string, ...keys: string[]) => ({
    columns: keys.map((key) => plainColumn(`${alias}.${key}`, { label: key.toUpperCase() })),
    alias,
    primaryKey: `${alias}.id`,
  });
  const labels = (fields: readonly ComparedField[]): unknown =>
    fields.map(({ label, ends: [here, there] }) => `${label} ${here?.at ?? '-'}${there?.at ?? '-'}`);

  it('are matched by key, field or label', () => {
    const here = listColumns(page('leads', 'id', 'city', 'phone'), undefined);
    const there = listColumns(page('people', 'phone', 'id', 'city', 'zip'), undefined);
    const fields = comparedFields(here, there, { isSystemHidden: false });
    assert.deepEqual(labels(fields), ['ID 01', 'CITY 12', 'PHONE 20', 'ZIP -3']);
    assert.deepEqual(pluck(fields, 'isCompared'), [false, true, true, false]);
    assert.deepEqual(pluck(matchingFields(fields), 'label'), ['CITY', 'PHONE']);
  });

  it('are found by the titles of an exported file, by key if two labels are equal', () => {
    const here = listColumns(
      {
        columns: [
          plainColumn('leads.id', { label: 'ID' }),
          plainColumn('leads.name', { label: 'Name' }),
          plainColumn('owner.name', { label: 'Name' }),
          plainColumn('leads.email', { label: 'Email' }),
        ],
        alias: 'leads',
        primaryKey: 'leads.id',
      },
      undefined,
    );
    const titles = ['Name (owner.name)', 'Email', 'Name (leads.name)', 'id', ''];
    const fields = comparedFields(here, fileColumns(titles, true, 'leads.id'), { isSystemHidden: false });
    assert.deepEqual(labels(fields), ['ID 03', 'Name 12', 'Name 20', 'Email 31']);
  });

  it('omit fields that the service maintains, if requested', () => {
    const own = [end({ key: 'leads.modified', isSystem: true })];
    const [kept] = comparedFields(own, own, { isSystemHidden: false });
    const [hidden] = comparedFields(own, own, { isSystemHidden: true });
    assert.deepEqual([kept?.isCompared, hidden?.isCompared], [true, false]);
  });
});

describe('the field that records are matched by', () => {
  const fields = [
    { ...field('text'), key: 'leads.town', label: 'city' },
    { ...field('text'), key: 'city', label: 'City' },
    { ...field('text'), key: 'leads.city_name', label: 'City' },
  ];

  it('is named by its key, or by its label', () => {
    assert.deepEqual([keyNamed('leads.town', fields), keyNamed('city', fields)], [0, 1]);
    assert.equal(keyNamed('City', fields.slice(0, 2)), 1);
  });

  it('is not chosen among several with the same label', () => {
    assert.throws(() => keyNamed('City', fields), /several fields are called “City”\. .*: city, leads\.city_name\.$/);
  });
});
