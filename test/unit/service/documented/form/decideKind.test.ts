import assert from 'node:assert/strict';
import { type FieldEvidence, fieldKind, textFormat } from '../../../../../src/service/documented/form/decideKind.ts';

const options = [
  { value: 'n', text: 'New' },
  { value: 'o', text: 'Open' },
  { value: 'c', text: 'Closed' },
];

function kind(control: string, more: Partial<FieldEvidence> = {}): string {
  const controlNames = control === '' ? [] : [control];
  return fieldKind({ controlNames, options: [], multiple: false, isReference: false, shape: 'scalar', ...more });
}

describe('field control', () => {
  it('follows the template', () => {
    const expected = {
      textarea: 'longText',
      date: 'date',
      datePicker: 'date',
      datetime: 'dateTime',
      'date-time': 'dateTime',
      time: 'time',
      checkbox: 'boolean',
      password: 'password',
      file: 'file',
      image: 'file',
      hidden: 'hidden',
      autocomplete: 'reference',
      number: 'number',
      currency: 'number',
      text: 'text',
      input: 'text',
      'something nobody knows': 'text',
    };
    for (const [template, control] of Object.entries(expected)) assert.equal(kind(template), control, template);
  });

  it('follows the data type when the template says nothing', () => {
    const expected = {
      VAR_STRING: 'text',
      'varchar(255)': 'text',
      LONG: 'number',
      'int(11)': 'number',
      NEWDECIMAL: 'number',
      'tinyint(1)': 'boolean',
      DATE: 'date',
      DATETIME: 'dateTime',
      TIMESTAMP: 'dateTime',
      BLOB: 'longText',
      text: 'longText',
      GEOMETRY: 'text',
    };
    for (const [dataType, control] of Object.entries(expected)) {
      assert.equal(kind('', { dataType }), control, dataType);
      assert.equal(kind('text', { dataType }), control, `text with ${dataType}`);
    }
  });

  it('prefers a specific template over the data type', () => {
    assert.equal(kind('textarea', { dataType: 'VAR_STRING' }), 'longText');
    assert.equal(kind('checkbox', { dataType: 'TINY' }), 'boolean');
    assert.equal(kind('autocomplete', { dataType: 'LONG' }), 'reference');
  });

  it('is a choice if there are options, one or many', () => {
    assert.equal(kind('select', { options }), 'choice');
    assert.equal(kind('radio', { options }), 'choice');
    assert.equal(kind('', { options }), 'choice');
    assert.equal(kind('select', { options, multiple: true }), 'choices');
    assert.equal(kind('multiselect', { options }), 'choices');
    assert.equal(kind('checkbox', { options }), 'choices');
    assert.equal(kind('select', { options, shape: 'list' }), 'choices');
  });

  it('is not a choice if there are no options', () => {
    assert.equal(kind('select'), 'text');
    assert.equal(kind('select', { dataType: 'LONG' }), 'number');
    assert.equal(kind('select', { isReference: true }), 'reference');
  });

  it('is a reference by its companion keys, unless options are given', () => {
    assert.equal(kind('', { isReference: true, dataType: 'LONG' }), 'reference');
    assert.equal(kind('text', { isReference: true }), 'reference');
    assert.equal(kind('select', { isReference: true, options }), 'choice');
  });

  it('never puts an object into a control that would flatten it', () => {
    assert.equal(kind('text', { shape: 'structure' }), 'nested');
    assert.equal(kind('text', { shape: 'list' }), 'nested');
    assert.equal(kind('number', { shape: 'structure' }), 'nested');
    assert.equal(kind('file', { shape: 'structure' }), 'file');
  });

  it('does not confuse a time zone with a time or an update with a date', () => {
    assert.equal(kind('timezone'), 'text');
    assert.equal(kind('update'), 'text');
    assert.equal(kind('candidate'), 'text');
  });

  it('keeps email, web and phone fields texts with a format', () => {
    assert.equal(kind('email'), 'text');
    assert.deepEqual([['email'], ['url'], ['tel'], ['text']].map(textFormat), ['email', 'url', 'phone', undefined]);
  });
});
