import assert from 'node:assert/strict';
import { readableChange, readableText } from '../../../../src/model/history/readableText.ts';
import { changeBetween } from '../../../../src/model/history/recordChange.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';

const options = [
  { value: 'DE', text: 'Germany' },
  { value: 'PT', text: 'Portugal' },
];
const rows = [
  { id: '31', number: '030 1', type: 'w' },
  { id: '32', number: '0170 2', type: null },
];
const values: JsonObject = {
  name: 'Nordlicht',
  country: 'DE',
  owner_id: '7',
  __owner_id: 'Ada',
  owner_id_model: 'users',
  notes: 'One\nTwo',
  phones: rows,
  modified: '2026-01-01 10:00:00',
  revision: '3',
  extra: 'x',
};
const form = read(
  answer(values, {
    permission: 2,
    elements: [
      element('country', { label: 'Country', template: 'select', options }),
      element('name', { label: 'Company' }),
      element('owner_id', { label: 'Owner' }),
      element('notes', { label: 'Notes', template: 'textarea' }),
      {
        name: ['leads', 'phones'],
        label: 'Phone Numbers',
        elements: [
          { name: ['leads', 'phones', 'number'], label: 'Number', template: 'text' },
          { name: ['leads', 'phones', 'type'], label: 'Type', template: 'select', options: { w: 'Work' } },
        ],
      },
    ],
  }),
);
const not = (): boolean => false;

describe('readable record in a diff', () => {
  it('has labels and displayed values in form order, without companion keys and ids', () => {
    assert.equal(
      readableText({ id: '17', ...values }, form, { hidesSystem: true }),
      [
        'Country: Germany',
        'Company: Nordlicht',
        'Owner: Ada',
        'Notes:',
        '  One',
        '  Two',
        'Phone Numbers:',
        '  - Number: 030 1',
        '    Type: Work',
        '  - Number: 0170 2',
        '    Type: (empty)',
        'Extra: x',
        '',
      ].join('\n'),
    );
  });

  it('shows what it can without a form', () => {
    const text = readableText(
      { id: '17', first_name: 'Ada', owner_id: '7', __owner_id: 'Bo', owner_id_model: 'u' },
      undefined,
    );
    assert.equal(text, 'First name: Ada\nOwner id: Bo\n');
  });
});

describe('readable change in a diff', () => {
  const long = 'x'.repeat(300);
  const after = { ...values, country: 'PT', owner_id: '8', __owner_id: 'Bo', notes: long, phones: rows.slice(1) };
  const change = changeBetween(form, values, after, not);

  it('shows each field as displayed then, rows as rows and long texts in full', () => {
    assert.deepEqual(readableChange(change, undefined), {
      before:
        'Country: Germany\nOwner: Ada\nNotes:\n  One\n  Two\nPhone Numbers:\n  - Number: 030 1\n    Type: w\n  - Number: 0170 2\n    Type: (empty)\n',
      after: `Country: Portugal\nOwner: Bo\nNotes: ${long}\nPhone Numbers:\n  - Number: 0170 2\n    Type: (empty)\n`,
    });
    assert.match(readableChange(change, form).before, /- Number: 030 1\n {4}Type: Work/);
  });

  it('names what is not stored, and shows all of a deleted record', () => {
    const secret = { fields: [{ at: ['token'], label: 'Token' }], before: {}, after: {} };
    assert.deepEqual(readableChange(secret, form), { before: 'Token: not stored\n', after: 'Token: not stored\n' });
    const deleted = readableChange({ fields: [], before: values, after: {} }, form);
    assert.match(deleted.before, /^Country: Germany\nCompany: Nordlicht\n/);
    assert.equal(deleted.after, '');
  });

  it('shows a list row by the values of its columns', () => {
    const fields = [{ at: ['City'], label: 'City', from: 'Goa', to: 'Pune' }];
    assert.deepEqual(readableChange({ fields, before: {}, after: {} }, undefined), {
      before: 'City: Goa\n',
      after: 'City: Pune\n',
    });
  });
});
