import assert from 'node:assert/strict';
import type { FormElement } from '../../../../../src/model/form/formElement.ts';
import type { RecordForm } from '../../../../../src/model/form/recordForm.ts';
import type { JsonObject, JsonValue } from '../../../../../src/model/json.ts';
import { answer, element, read } from './formAnswer.ts';

function inside(holder: string, key: string, more: JsonObject = {}): JsonObject {
  return { name: ['leads', holder, key], label: key, template: 'text', permission: 2, ...more };
}

function formOf(values: JsonObject, elements: JsonObject[], more: JsonObject = {}): RecordForm {
  return read(answer(values, { permission: 2, elements }, more));
}

/** True if `[]` under that name is a table without rows. */
function isTable(name: string, value: JsonValue | undefined = [], more: JsonObject = {}): boolean {
  const form = formOf(value === undefined ? {} : { [name]: value }, [inside(name, 'x')], more);
  assert.deepEqual(form.values[name], form.subTables.length > 0 ? [] : {});
  return form.subTables.length > 0;
}

describe('sub-tables', () => {
  it('are recognized by the interface when they are empty', () => {
    const rows = ['addresses', 'email_addresses', 'phone_numbers', 'roles_users'];
    assert.deepEqual(
      rows.filter((name) => !isTable(name)),
      [],
    );
    // the interface sends `data[users][images][name]` and `data[users][organizations][name]`
    assert.deepEqual(
      ['images', 'organizations', 'stage_log'].filter((name) => isTable(name)),
      [],
    );
  });

  it('are recognized by the associations, their element or their name', () => {
    const associations = { model_associations: { hasMany: { equipment: [] }, hasOne: { contacts: [] } } };
    assert.equal(isTable('equipment', [], associations), true);
    assert.equal(isTable('contacts', [], associations), false);
    assert.deepEqual(
      [isTable('contacts'), isTable('contact'), isTable('address'), isTable('status')],
      [true, false, false, false],
    );
    assert.deepEqual(
      ['settings', 'more_details', 'series'].filter((name) => isTable(name)),
      [],
    );
    for (const more of [{ template: 'grid' }, { template: 'Sub-Table' }, { multiple: '1' }]) {
      const container = {
        name: ['leads', 'equipment'],
        label: 'Equipment',
        elements: [inside('equipment', 'x')],
        ...more,
      };
      assert.equal(formOf({ equipment: [] }, [container]).subTables.length, 1, JSON.stringify(more));
    }
  });

  it('exist for any empty value, and if the record does not have them', () => {
    for (const nothing of [[], {}, null, '', undefined]) {
      const form = formOf(nothing === undefined ? {} : { phone_numbers: nothing }, [inside('phone_numbers', 'number')]);
      assert.deepEqual(form.values['phone_numbers'], []);
    }
    const closed = formOf({}, [inside('phone_numbers', 'number', { permission: 4 })]);
    assert.equal('phone_numbers' in closed.values, false);
  });

  it('are recognized in the record, whatever their name', () => {
    const held: [JsonValue, boolean][] = [
      [[{ x: '1' }], true],
      [{ 31: { id: 31, x: '1' } }, true],
      [{ a: { x: '1' }, b: { x: '2' } }, true],
      [{ x: '1' }, false],
      [{ owner: { id: '1' }, actor: { id: '2' } }, false],
    ];
    for (const [value, expected] of held)
      assert.equal(
        formOf({ equipment: value }, [inside('equipment', 'x')]).subTables.length > 0,
        expected,
        JSON.stringify(value),
      );
    assert.equal(formOf({ phone_numbers: { number: '1' } }, [inside('phone_numbers', 'number')]).subTables.length, 0);
  });

  it('appear as one item at the position of their first field, with the label of the parent', () => {
    const container = {
      name: ['leads', 'phone_numbers'],
      label: 'Phones',
      help: 'Of the office',
      elements: [inside('phone_numbers', 'number'), inside('phone_numbers', 'type')],
    };
    const { elements } = formOf({}, [
      element('a'),
      container,
      inside('email_addresses', 'email'),
      element('b'),
      inside('email_addresses', 'type'),
    ]);
    const outline = elements.map((one: FormElement) =>
      one.type === 'rows'
        ? [one.table.label, one.table.help, ...one.table.fields.map(({ at }) => at.join('.'))]
        : one.type === 'field' && one.field.key,
    );
    assert.deepEqual(outline, [
      'leads.a',
      ['Phones', 'Of the office', 'phone_numbers.number', 'phone_numbers.type'],
      ['Email addresses', undefined, 'email_addresses.email', 'email_addresses.type'],
      'leads.b',
    ]);
  });

  it('can be nested', () => {
    const deep = { name: ['leads', 'people', 'phones', 'number'], label: 'Number' };
    const form = formOf({ people: [{ name: 'A', phones: {} }, { name: 'B' }] }, [inside('people', 'name'), deep]);
    const [people] = form.subTables;
    assert.deepEqual([people?.fields.length, people?.tables.map(({ at }) => at)], [1, [['people', 'phones']]]);
    assert.deepEqual(form.values['people'], [
      { name: 'A', phones: [] },
      { name: 'B', phones: [] },
    ]);
  });

  it('are a single value if their element is sent as a whole', () => {
    const closed = inside('rows', 'secret', { permission: 4 });
    const form = formOf({ rows: [{ a: '1', secret: 's' }] }, [element('rows'), closed]);
    assert.deepEqual(form.subTables, []);
  });

  it('have references in their rows', () => {
    const rows = [{ id: '1', role_id: '7', __role_id: 'Admin', role_id_model: 'roles' }];
    const [role] = formOf({ roles_users: rows }, [inside('roles_users', 'role_id')]).fields;
    assert.deepEqual([role?.kind, role?.reference?.model], ['reference', 'roles']);
  });
});
