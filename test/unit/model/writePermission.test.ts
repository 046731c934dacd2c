import assert from 'node:assert/strict';
import { deniedMarks, formRights, type RecordRights, whyNotAllowed } from '../../../src/model/writePermission.ts';

const open = { name: 'Work', readOnly: false };
const closed = { name: 'Work', readOnly: true };
const rights: RecordRights = { isDeleted: false, canEdit: true, canDelete: true, canComment: true };
const operations = ['add', 'edit', 'delete', 'comment'] as const;

const reasons = (connection: typeof open | undefined, record?: RecordRights): (string | undefined)[] =>
  operations.map((operation) => whyNotAllowed(operation, connection, record));

describe('write permission', () => {
  it('is granted unless something is known against it', () => {
    const unspecified = { isDeleted: false, canEdit: undefined, canDelete: undefined };
    for (const record of [undefined, rights, unspecified])
      assert.deepEqual(reasons(open, record), [undefined, undefined, undefined, undefined]);
    assert.deepEqual(reasons(undefined), [undefined, undefined, undefined, undefined]);
  });

  it('is denied for everything on a read-only connection, with one message and a fix', () => {
    const sentence = 'The connection Work is read-only. Change that in the connection first.';
    assert.deepEqual(reasons(closed, rights), [sentence, sentence, sentence, sentence]);
    assert.deepEqual(reasons(closed), [sentence, sentence, sentence, sentence]);
  });

  it('is decided per operation', () => {
    assert.deepEqual(reasons(open, { ...rights, canEdit: false }), [
      undefined,
      "You don't have permission to edit this record.",
      undefined,
      undefined,
    ]);
    assert.deepEqual(reasons(open, { ...rights, canDelete: false, canComment: false }), [
      undefined,
      undefined,
      "You don't have permission to delete this record.",
      "You don't have permission to comment on this record.",
    ]);
  });

  it('is denied for a deleted record, from which a new one can still be added', () => {
    const [add, edit, remove] = reasons(open, { ...rights, isDeleted: true });
    assert.deepEqual(
      [add, edit, remove],
      [undefined, 'This record is deleted, so it cannot be changed.', 'This record has already been deleted.'],
    );
  });

  it('is exposed to menus as a list of denied operations', () => {
    assert.deepEqual(deniedMarks(open), []);
    assert.deepEqual(deniedMarks(closed), ['noAdd', 'noEdit', 'noDelete']);
    assert.deepEqual(deniedMarks(open, { ...rights, canDelete: false }), ['noDelete']);
  });
});

describe('permissions from a form', () => {
  const permission = (editable: boolean) => ({ permission: { editable, from: 'element' } }) as never;
  const form = {
    operation: 'edit',
    isDeleted: false,
    isEditable: undefined,
    isDeletable: undefined,
    allowComments: undefined,
    fields: [permission(false), permission(true)],
    submitActions: [],
  } as const;

  it('come from its flags and the permissions of its elements', () => {
    assert.equal(formRights(form).canEdit, true);
    assert.equal(formRights({ ...form, fields: [permission(false)] }).canEdit, false);
    assert.equal(formRights({ ...form, isEditable: false }).canEdit, false);
    const { canDelete, canComment } = formRights({ ...form, isDeletable: false, allowComments: false });
    assert.deepEqual([canDelete, canComment], [false, false]);
  });

  it('allow a button in a form with read-only fields', () => {
    const approval = { ...form, fields: [permission(false)], submitActions: [permission(true)] };
    assert.equal(formRights(approval).canEdit, true);
  });

  it('are unknown for a new record, whatever the flags of its empty form', () => {
    const flags = { isDeleted: true, isEditable: false, isDeletable: false, allowComments: false };
    const adding = { ...form, ...flags, operation: 'add', fields: [permission(false)] } as const;
    assert.deepEqual(reasons(open, formRights(adding)), [undefined, undefined, undefined, undefined]);
  });
});
