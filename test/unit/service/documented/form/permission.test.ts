import assert from 'node:assert/strict';
import { explainPermission } from '../../../../../src/model/form/permission.ts';
import {
  fieldPermission,
  type PermissionStep,
  type RecordAccess,
  resolvePermission,
} from '../../../../../src/service/documented/form/resolvePermission.ts';

const editing: RecordAccess = { operation: 'edit', isDeleted: false, isEditable: undefined };
const element = (says: PermissionStep['says']): PermissionStep => ({ from: 'element', says });
const group = (says: PermissionStep['says']): PermissionStep => ({ from: 'parent', says, label: 'Address' });
const form = (says: PermissionStep['says']): PermissionStep => ({ from: 'form', says });

function why(steps: PermissionStep[], access = editing): string {
  return explainPermission('City', fieldPermission(resolvePermission(steps, access)));
}

function details(steps: PermissionStep[], access = editing): string {
  return fieldPermission(resolvePermission(steps, access)).details ?? '';
}

describe('field permission', () => {
  it('sends EDIT fields, and neither DELETE nor VIEW fields', () => {
    assert.equal(resolvePermission([element(2)], editing).editable, true);
    assert.equal(resolvePermission([element(1)], editing).editable, false);
    assert.equal(resolvePermission([element(4)], editing).editable, false);
  });

  it('falls back to the group and then the form when the element says INHERIT', () => {
    assert.deepEqual(resolvePermission([element(0), group(0), form(2)], editing), {
      editable: true,
      from: 'form',
      number: 2,
    });
    assert.deepEqual(resolvePermission([element(0), group(4), form(2)], editing), {
      editable: false,
      from: 'parent',
      fromLabel: 'Address',
      number: 4,
    });
  });

  it('prefers the element over its group', () => {
    assert.equal(resolvePermission([element(2), group(4), form(4)], editing).editable, true);
  });

  it('treats an unknown number as denied, and keeps it', () => {
    for (const number of [3, 6, 7, -1, 2.5]) {
      const permission = resolvePermission([element(number), form(2)], editing);
      assert.deepEqual([permission.editable, permission.number], [false, number]);
    }
  });

  it('is denied if the record is deleted or read-only', () => {
    const deleted = resolvePermission([element(2)], { ...editing, isDeleted: true });
    assert.deepEqual([deleted.editable, deleted.from, deleted.bar], [false, 'record', 'deleted']);
    const closed = resolvePermission([element(2)], { ...editing, isEditable: false });
    assert.deepEqual([closed.editable, closed.from, closed.bar], [false, 'record', 'recordNotEditable']);
  });

  it('is denied in a form opened for viewing, with the number if there is one', () => {
    const viewing: RecordAccess = { operation: 'view', isDeleted: false, isEditable: true };
    assert.equal(resolvePermission([element(2)], viewing).bar, 'openedForViewing');
    assert.equal(resolvePermission([], viewing).editable, false);
    assert.deepEqual(resolvePermission([element(0), form(4)], viewing), { editable: false, from: 'form', number: 4 });
  });

  it('is denied if unspecified, unless the response allows editing in another way', () => {
    assert.deepEqual(resolvePermission([], editing), { editable: false, from: 'nothing' });
    assert.deepEqual(resolvePermission([element(0)], editing), { editable: false, from: 'nothing', number: 0 });
    assert.equal(resolvePermission([], { ...editing, isEditable: true }).editable, true);
    assert.equal(resolvePermission([], { ...editing, operation: 'add' }).editable, true);
  });

  it('keeps a new record editable if numbers say so, whatever its record flags', () => {
    const adding: RecordAccess = { operation: 'add', isDeleted: false, isEditable: false };
    assert.equal(resolvePermission([form(2)], adding).editable, true);
    assert.equal(resolvePermission([form(4)], adding).editable, false);
    assert.equal(resolvePermission([], adding).editable, true, 'without any number');
  });
});

describe('"Why can’t I edit this?"', () => {
  it('is answered in plain words, with the permission, its source and who decides on expansion', () => {
    assert.equal(why([element(4)]), '“City” is read-only for you.');
    assert.equal(
      details([element(4)]),
      "The field itself: permission to view. Changing it requires permission to edit. The person who designs the service's forms decides that.",
    );
    assert.match(details([group(1)]), /The group “Address”: permission to delete\./);
    assert.match(details([form(4)]), /The form: permission to view.*for the whole form/);
    assert.match(details([{ from: 'user', says: 4 }]), /Your user: permission to view.*administrator/);
  });

  it('reports an unknown, unreadable or missing number', () => {
    for (const steps of [[element(7)], [element('unreadable')], [], [element(0)]])
      assert.equal(why(steps), '“City” cannot be changed: the service has not granted you permission.');
    assert.match(details([element(7)]), /: 7, a permission that Recordbench does not know/);
    assert.match(details([element('unreadable')]), /cannot read/);
    assert.match(details([]), /specifies no permission/);
    assert.match(details([element(0)]), /for it or anything that contains it/);
  });

  it('reports when the record prevents it', () => {
    assert.match(why([element(2)], { ...editing, isDeleted: true }), /this record is deleted/);
    assert.match(why([element(2)], { ...editing, isEditable: false }), /you don't have permission to edit this record/);
    assert.match(
      details([element(2)], { ...editing, isEditable: false }),
      /The service does not allow you to edit this record/,
    );
  });

  it('also says that a field is editable', () => {
    assert.deepEqual(
      [why([group(2)]), details([group(2)])],
      ['“City” can be edited.', 'The group “Address”: permission to edit.'],
    );
  });
});
