import assert from 'node:assert/strict';
import type { FieldRule } from '../../../../../src/model/form/formElement.ts';
import type { JsonObject, JsonValue } from '../../../../../src/model/json.ts';
import { fieldOf } from './formAnswer.ts';
import { pluck } from '../../../../support/pluck.ts';

function rules(rule: JsonValue, more: JsonObject = {}): readonly FieldRule[] {
  return fieldOf(more, {}, { filterRules: { city: rule } }).rules;
}

describe('field rules', () => {
  it('are parsed in every recognizable shape', () => {
    const maxLength: FieldRule = { kind: 'maxLength', limit: 50 };
    const shapes: JsonValue[] = [
      'maxLength:50',
      ['maxLength', 50],
      ['max_length', [50]],
      [['maxLength', '50']],
      { maxLength: 50 },
      { maxLength: [50] },
      { maxLength: { value: 50 } },
      { rule: 'maxLength', value: 50 },
      { rule: 'maxLength', params: ['50'] },
      { rule: ['maxLength', 50] },
      { length: { rule: ['maxLength', 50] } },
      [{ rule: 'maxLength', options: { max: 50 } }],
      { 0: 'maxLength(50)' },
    ];
    for (const shape of shapes) assert.deepEqual(rules(shape), [maxLength], JSON.stringify(shape));
  });

  it('have the messages of the service as plain text', () => {
    const required: FieldRule = { kind: 'required', message: 'Fill it in' };
    for (const shape of [
      { rule: 'notEmpty', message: '<b>Fill it in</b>' },
      { notEmpty: { message: 'Fill it in' } },
      { notEmpty: 'Fill it in' },
      [{ rule: ['notBlank'], message: 'Fill it in' }],
    ] as JsonValue[]) {
      assert.deepEqual(rules(shape), [required], JSON.stringify(shape));
    }
  });

  it('are combined if there are several', () => {
    assert.deepEqual(pluck(rules('email|required|maxLength:50'), 'kind'), ['required', 'email', 'maxLength']);
    assert.deepEqual(pluck(rules(['required', ['maxLength', 50], { inList: ['a', 'b'] }]), 'kind'), [
      'required',
      'maxLength',
      'inList',
    ]);
    assert.deepEqual(rules({ rule: ['range', 1, null], message: 'No' }, { template: 'number' }), [
      { kind: 'min', limit: 1, message: 'No' },
    ]);
    assert.deepEqual(fieldOf({}, {}, { filterRules: { city: [{ rule: ['date', 'ymd'] }] } }).unreadRules, []);
    assert.deepEqual(rules({ lengthBetween: [2, 5] }), [
      { kind: 'minLength', limit: 2 },
      { kind: 'maxLength', limit: 5 },
    ]);
  });

  it('are found by model and field, by field, and by both in one key', () => {
    for (const filterRules of [
      { leads: { city: 'notEmpty' } },
      { city: ['notEmpty'] },
      { 'leads.city': 'notEmpty' },
      { 'data[leads][city]': 'notEmpty' },
      [
        { field: 'city', rule: 'notEmpty' },
        { field: 'zip', rule: 'email' },
      ],
    ] as JsonValue[]) {
      assert.deepEqual(fieldOf({}, {}, { filterRules }).rules, [{ kind: 'required' }], JSON.stringify(filterRules));
    }
  });

  it('are kept and check nothing when they cannot be parsed', () => {
    for (const shape of [
      'isUniqueOnTuesdays',
      { rule: 'sanitize' },
      275,
      ['maxLength'],
      { maxLength: 'long' },
      { custom: { a: 1 } },
    ] as JsonValue[]) {
      const field = fieldOf({}, {}, { filterRules: { city: shape } });
      assert.deepEqual([field.rules, field.unreadRules.length], [[], 1], JSON.stringify(shape));
    }
  });

  it('are ignored if disabled', () => {
    for (const shape of [
      { required: false },
      { notEmpty: '0' },
      { required: null },
      [],
      {},
      null,
      '',
      false,
    ] as JsonValue[]) {
      assert.deepEqual(rules(shape), [], JSON.stringify(shape));
    }
  });

  it('require a value if notEmptyField names the field', () => {
    for (const notEmptyField of [
      ['city'],
      ['leads.city'],
      { city: 1 },
      { city: true },
      { leads: { city: '1' } },
      { leads: ['city'] },
      { 0: 'city' },
    ] as JsonValue[]) {
      assert.equal(fieldOf({}, {}, { notEmptyField }).required, true, JSON.stringify(notEmptyField));
    }
    for (const notEmptyField of [[], {}, ['zip'], { city: 0 }, { city: false }, null] as JsonValue[]) {
      assert.equal(fieldOf({}, {}, { notEmptyField }).required, false, JSON.stringify(notEmptyField));
    }
    assert.equal(fieldOf({}, {}, { notEmptyField: { city: 'Say where' } }).rules[0]?.message, 'Say where');
  });

  it('also come from the attributes of the element', () => {
    const field = fieldOf({ required: '1', maxlength: '20', minlength: 0, pattern: '(a+)+$' });
    assert.deepEqual(field.rules, [
      { kind: 'required' },
      { kind: 'maxLength', limit: 20 },
      { kind: 'pattern', source: '(a+)+$' },
    ]);
    assert.deepEqual(fieldOf({ template: 'number', attributes: { min: 1, max: '9' } }).rules, [
      { kind: 'min', limit: 1 },
      { kind: 'max', limit: 9 },
    ]);
  });

  it('do not limit a text by min and max, which are ambiguous there', () => {
    const field = fieldOf({}, {}, { filterRules: { city: 'max:50' } });
    assert.deepEqual([field.rules, field.unreadRules], [[], [{ max: 50 }]]);
  });

  it('recognize code 274 for an email address, as documented, and nowhere else', () => {
    const filterRules = { email: { filter: 274 }, city: { filter: 274 } };
    assert.deepEqual(fieldOf({ name: ['leads', 'email'] }, {}, { filterRules }).rules, [{ kind: 'email' }]);
    assert.deepEqual(fieldOf({}, {}, { filterRules }).rules, []);
  });
});
