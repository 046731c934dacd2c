import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../../src/model/json.ts';
import type { FieldPermission } from '../../../../../src/model/form/permission.ts';
import type { FormOperation } from '../../../../../src/model/form/recordForm.ts';
import { answer, element, read } from './formAnswer.ts';

function permission(
  form: JsonValue,
  more: JsonObject = {},
  operation: FormOperation = 'edit',
): FieldPermission | undefined {
  return read(answer({ city: 'Pune' }, form, { is_editable: null, ...more }), operation).fields[0]?.permission;
}

/** The source of the permission, and its number. */
function source(form: JsonValue, more: JsonObject = {}): string {
  const { from, details = '' } = permission(form, more) ?? {};
  return `${from}, ${details.split('. ')[0]}`;
}

const city = (more: JsonObject = {}): JsonObject => ({ elements: [element('city', more)] });

function inGroup(number: number): JsonObject {
  return { label: 'Address', permission: number, children: [{ rows: [element('city')] }] };
}

describe('permission in a response', () => {
  it('is a number, a number in a string, or its name', () => {
    for (const two of [2, '2', ' 2 ', 'EDIT', 'edit'])
      assert.equal(permission(city({ permission: two }))?.editable, true);
    for (const other of [1, 4, '4', 'VIEW', '3', 7, true, 'yes', { a: 1 }]) {
      assert.equal(
        permission({ permission: 2, ...city({ permission: other }) })?.editable,
        false,
        JSON.stringify(other),
      );
    }
  });

  it('is unspecified if empty', () => {
    for (const nothing of [null, '', [], {}, 0, '0']) {
      assert.equal(
        permission({ permission: 2, ...city({ permission: nothing }) })?.editable,
        true,
        JSON.stringify(nothing),
      );
    }
  });

  it('comes from the element, its groups, the form, the response and the user, in this order', () => {
    assert.equal(source({ elements: [inGroup(2)] }), 'parent, The group “Address”: permission to edit.');
    assert.equal(permission({ permission: 2, elements: [inGroup(4)] })?.editable, false);
    assert.equal(source({ permission: 4, ...city() }, { form_permission: 2 }), 'form, The form: permission to view');
    assert.equal(source(city(), { form_permission: '2' }), 'form, The form: permission to edit.');
    assert.equal(
      source({ permission: 0, ...city() }, { permissions: { leads: 2 } }),
      'user, Your user: permission to edit.',
    );
    assert.equal(source(city(), { permissions: { leads: { city: 2 } } }), 'user, Your user: permission to edit.');
    const byForm = 'form, The form: permission to edit.';
    assert.equal(source({ permission: 2, ...city() }, { permissions: { leads: 4 } }), byForm);
    assert.equal(source({ permission: 2, ...city() }, { user_has_edit_permission: false }), byForm);
    assert.equal(permission(city(), { user_has_edit_permission: true })?.editable, true);
    assert.equal(permission(city(), { user_has_edit_permission: false, is_editable: 1 })?.editable, false);
  });

  it('lets VIEW for the user on this field override EDIT of the form', () => {
    const user = { permissions: { leads: { city: 4 } } };
    assert.equal(source({ permission: 2, ...city() }, user), 'user, Your user: permission to view');
    assert.equal(permission({ permission: 2, ...city({ permission: 2 }) }, user)?.editable, true);
  });

  it('treats a 1 among other permissions as DELETE, and alone as a flag', () => {
    const withZip = (own: JsonValue, zip: JsonValue): JsonObject => ({ permissions: { leads: { city: own, zip } } });
    const form = { permission: 2, ...city() };
    assert.equal(source(form, withZip(1, 2)), 'user, Your user: permission to delete');
    assert.equal(permission(form, withZip('DELETE', 'VIEW'))?.editable, false);
    assert.equal(permission(form, { permissions: { 'leads.city': '1', 'leads.zip': '4' } })?.editable, false);
    assert.equal(permission(form, withZip(1, 0))?.editable, true);
  });

  it('ignores other entries in permissions', () => {
    for (const permissions of [[], null, 'x', { anything: { city: [] } }, { city: 'maybe' }, [[1]]] as JsonValue[]) {
      assert.equal(
        permission({ permission: 2, ...city() }, { permissions })?.editable,
        true,
        JSON.stringify(permissions),
      );
    }
  });

  it('respects an element that is marked read-only', () => {
    for (const more of [
      { readonly: '1' },
      { readonly: 'readonly' },
      { disabled: true },
      { attributes: { readonly: 'readonly' } },
    ]) {
      assert.equal(permission({ permission: 2, ...city(more as JsonObject) })?.bar, 'declaredReadOnly');
    }
    assert.equal(permission({ permission: 2, ...city({ readonly: '0' }) })?.editable, true);
  });

  it('is denied in a record that is deleted, read-only or opened for viewing', () => {
    const form = { permission: 2, ...city() };
    assert.equal(permission(form, { is_record_deleted: true })?.bar, 'deleted');
    assert.equal(permission(form, { is_record_deleted: '1' })?.bar, 'deleted');
    assert.equal(permission(form, { is_editable: 0 })?.bar, 'recordNotEditable');
    assert.equal(permission(form, {}, 'view')?.bar, 'openedForViewing');
    assert.equal(permission(form, { is_editable: 0 }, 'add')?.editable, true);
  });

  it('is denied for a name that is invalid in a request', () => {
    const odd = { permission: 2, elements: [{ name: ['leads', 'a][b'], label: 'Odd' }, { name: ['leads', 'a\nb'] }] };
    const fields = read(answer({}, odd)).fields;
    assert.deepEqual(
      fields.map((field) => field.permission.bar),
      ['unsendableName', 'unsendableName'],
    );
  });
});
