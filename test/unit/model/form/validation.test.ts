import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import type { FormValues } from '../../../../src/model/form/fieldValue.ts';
import type { FieldRule, RecordField } from '../../../../src/model/form/formElement.ts';
import type { JsonObject, JsonValue } from '../../../../src/model/json.ts';
import type { FormOperation, RecordForm } from '../../../../src/model/form/recordForm.ts';
import { validate } from '../../../../src/model/form/validation.ts';

function field(at: string[], rules: FieldRule[], more: Partial<RecordField> = {}): RecordField {
  const path = ['leads', ...at];
  const permission = { editable: true, from: 'form' } as const;
  return {
    path,
    key: path.join('.'),
    at,
    label: 'City',
    kind: 'text',
    options: [],
    permission,
    required: false,
    rules,
    unreadRules: [],
    isSystem: false,
    ...more,
  };
}

function form(fields: RecordField[], values: JsonObject, operation: FormOperation = 'edit'): RecordForm {
  return {
    controller: controllerName('crm', 'leads'),
    operation,
    alias: 'leads',
    root: 'leads',
    id: '17',
    name: 'Lead 17',
    singular: 'Lead',
    values,
    data: { leads: values },
    isDeleted: false,
    isEditable: true,
    isDeletable: true,
    allowComments: false,
    messages: [],
    errors: [],
    identity: {},
    splitLayout: false,
    elements: fields.map((one) => ({ type: 'field', field: one })),
    fields,
    subTables: [],
    otherFields: [],
    submitActions: [],
    associations: [],
  };
}

function problem(rule: FieldRule, city: FormValues[string]): string | undefined {
  return validate(form([field(['city'], [rule])], { city: 'before' }), { city })[0]?.text;
}

describe('form validation', () => {
  it('requires a value in required fields, with the message of the service if it has one', () => {
    const city = field(['city'], [{ kind: 'required' }]);
    for (const empty of [null, '', '  ', []]) {
      assert.deepEqual(validate(form([city], { city: 'Goa' }), { city: empty }), [
        { text: 'City must not be empty.', field: ['leads', 'city'] },
      ]);
    }
    assert.equal(problem({ kind: 'required', message: 'Say where' }, ''), 'Say where');
    const born = field(['born'], [{ kind: 'required' }], { kind: 'date' });
    assert.equal(validate(form([born], {}, 'add'), { born: '0000-00-00' }).length, 1, 'that is no date');
    assert.deepEqual(validate(form([born], { born: '0000-00-00' }), { born: '' }), [], 'it was none before');
    assert.deepEqual(validate(form([city], {}), { city: 0 }), []);
    assert.deepEqual(validate(form([city], { city: 'Pune' }), {}), []);
  });

  it('checks what it can', () => {
    const wrong: [FieldRule, FormValues[string], FormValues[string]][] = [
      [{ kind: 'maxLength', limit: 3 }, 'four', '😀😀😀'],
      [{ kind: 'minLength', limit: 3 }, 'ab', 'abc'],
      [{ kind: 'number' }, 'twelve', '-1.5e3'],
      [{ kind: 'integer' }, '1.5', 12],
      [{ kind: 'min', limit: 3 }, 2, '3'],
      [{ kind: 'max', limit: 3 }, '4', 'not a number'],
      [{ kind: 'email' }, 'nobody', 'asha@example.org'],
      [{ kind: 'url' }, 'two words', 'https://example.org/x'],
      [{ kind: 'date' }, 'soon', '1. März 2024'],
      [{ kind: 'inList', values: ['1', '2'] }, '3', 1],
      [{ kind: 'inList', values: ['a', 'b'] }, ['a', 'c'], ['a', 'b']],
    ];
    for (const [rule, bad, good] of wrong) {
      assert.match(problem(rule, bad) ?? '', /^City must /, rule.kind);
      assert.equal(problem(rule, good), undefined, rule.kind);
      assert.equal(problem(rule, ''), undefined, `${rule.kind} of nothing`);
    }
  });

  it('never runs a pattern of the service', () => {
    assert.equal(problem({ kind: 'pattern', source: '^(a+)+$' }, `${'a'.repeat(5_000)}!`), undefined);
  });

  it('ignores existing values, and checks everything in a new record', () => {
    const city = field(['city'], [{ kind: 'required' }, { kind: 'maxLength', limit: 3 }]);
    assert.deepEqual(validate(form([city], { city: 'longer than three' }), {}), []);
    assert.deepEqual(validate(form([city], { city: null }), { city: '' }), []);
    assert.equal(validate(form([city], {}, 'add'), {}).length, 1);
    assert.equal(validate(form([city], { city: 'longer' }, 'add'), {}).length, 1);
  });

  it('recognizes multiple choices in one text', () => {
    const rule: FieldRule = { kind: 'inList', values: ['a', 'b'] };
    const tags = field(['tags'], [rule], { kind: 'choices' });
    assert.deepEqual(validate(form([tags], {}), { tags: 'a,b' }), []);
    assert.equal(validate(form([tags], {}), { tags: 'a,x' }).length, 1);
  });

  it('requires no fields that no form shows, and no checkbox', () => {
    for (const kind of ['hidden', 'boolean'] as const)
      assert.deepEqual(validate(form([field(['ref'], [{ kind: 'required' }], { kind })], {}, 'add'), {}), [], kind);
  });

  it('ignores what is not sent', () => {
    const closed = field(['city'], [{ kind: 'required' }], {
      permission: { editable: false, from: 'element' },
    });
    assert.deepEqual(validate(form([closed], {}), {}), []);
  });

  it('does not require an unchanged password', () => {
    const password = field(['password'], [{ kind: 'required' }], { kind: 'password' });
    assert.deepEqual(validate(form([password], {}), {}), []);
    assert.equal(validate(form([password], {}, 'add'), {}).length, 1);
  });

  it('checks every row of a sub-table and requires nothing of missing rows', () => {
    const zip = field(['addresses', 'zip'], [{ kind: 'required' }]);
    assert.deepEqual(validate(form([zip], { addresses: [] }), {}), []);
    assert.deepEqual(validate(form([zip], {}), {}), []);
    assert.deepEqual(validate({ ...form([zip], { addresses: {} }), operation: 'add' }, {}), []);
    assert.equal(
      validate(form([zip], { addresses: [{ zip: '1' }, { zip: '2' }] }), { addresses: [{ zip: '1' }, { zip: '' }] })
        .length,
      1,
    );
    assert.deepEqual(validate(form([zip], { addresses: [{ zip: '' }] }), { addresses: [{ zip: '9' }] }), []);
  });

  it('names the row, checks required fields of a new one, and finds a row by id wherever it is', () => {
    const zip = field(['addresses', 'zip'], [{ kind: 'required' }]);
    const note = field(['addresses', 'note'], []);
    const key = field(['addresses', 'id'], [{ kind: 'required' }]);
    const table = { path: ['leads', 'addresses'], key: 'leads.addresses', at: ['addresses'], label: 'Addresses' };
    const subTables = [{ ...table, fields: [zip, note, key], tables: [] }];
    const stored = {
      addresses: [
        { id: '1', zip: '' },
        { id: '2', zip: '7' },
      ],
    };
    const lead = { ...form([zip, note, key], stored), subTables };
    const reported = (addresses: JsonValue): string[] =>
      validate(lead, { addresses }).map(({ text, at }) => `${at?.join('.') ?? ''} ${text}`);
    assert.deepEqual(
      reported([
        { id: '2', zip: '7' },
        { id: '1', zip: '' },
      ]),
      [],
    );
    assert.deepEqual(reported([{ id: '2', zip: '' }, {}, { zip: null, note: null }]), [
      'addresses.0.zip Addresses, row 1: City must not be empty.',
      'addresses.1.zip Addresses, row 2: City must not be empty.',
      'addresses.2.zip Addresses, row 3: City must not be empty.',
    ]);
    assert.deepEqual(reported({ a: { id: '2', zip: '7' }, b: {} }), [
      'addresses.b.zip Addresses, row 2: City must not be empty.',
    ]);
    for (const nothing of [[], {}, null]) assert.deepEqual(reported(nothing), []);
  });

  it('accepts values of another type than the rule expects', () => {
    assert.equal(problem({ kind: 'maxLength', limit: 1 }, { nested: 'object' }), undefined);
    assert.equal(
      problem({ kind: 'email' }, { name: 'a.txt', type: 'text/plain', bytes: new Uint8Array(1) }),
      undefined,
    );
  });
});
