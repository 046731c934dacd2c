import assert from 'node:assert/strict';
import { deniedMarks, formRights, type RecordRights, whyNotAllowed } from '../../../src/model/writePermission.ts';

const open = { name: 'Work', readOnly: false };
const closed = { name: 'Work', readOnly: true };
const rights: RecordRights = { isDeleted: false, canEdit: true, canDelete: true, canComment: true };
const operations = ['add', 'edit', 'delete', 'comment'] as const;

const reasons = (connection: typeof open | undefined, record?: RecordRights): (string | undefined)[] =>
  operations.map((operation) => whyNotAllowed(operation, connection, record));

describe('whether something may be written', () => {
  it('is a yes where nothing is known against it', () => {
    const untold = { isDeleted: false, canEdit: undefined, canDelete: undefined };
    for (const record of [undefined, rights, untold])
      assert.deepEqual(reasons(open, record), [undefined, undefined, undefined, undefined]);
    assert.deepEqual(reasons(undefined), [undefined, undefined, undefined, undefined]);
  });

  it('is a no for everything over a read-only connection, in one sentence that says what to do', () => {
    const sentence = 'The connection Work is read-only. Change that in the connection first.';
    assert.deepEqual(reasons(closed, rights), [sentence, sentence, sentence, sentence]);
    assert.deepEqual(reasons(closed), [sentence, sentence, sentence, sentence]);
  });

  it('is decided for each operation by itself', () => {
    assert.deepEqual(reasons(open, { ...rights, canEdit: false }), [
      undefined,
      'You may look at this record, but not change it.',
      undefined,
      undefined,
    ]);
    assert.deepEqual(reasons(open, { ...rights, canDelete: false, canComment: false }), [
      undefined,
      undefined,
      'You may not delete this record.',
      'You may not comment on this record.',
    ]);
  });

  it('is a no for a deleted record, from which a new one can still be made', () => {
    const [add, edit, remove] = reasons(open, { ...rights, isDeleted: true });
    assert.deepEqual(
      [add, edit, remove],
      [undefined, 'This record is deleted, so it cannot be changed.', 'This record is deleted already.'],
    );
  });

  it('is marked for menus by the operations that are denied', () => {
    assert.deepEqual(deniedMarks(open), []);
    assert.deepEqual(deniedMarks(closed), ['noAdd', 'noEdit', 'noDelete']);
    assert.deepEqual(deniedMarks(open, { ...rights, canDelete: false }), ['noDelete']);
  });
});

describe('what a form says of its record', () => {
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

  it('comes from its flags and from the numbers of its elements', () => {
    assert.equal(formRights(form).canEdit, true);
    assert.equal(formRights({ ...form, fields: [permission(false)] }).canEdit, false);
    assert.equal(formRights({ ...form, isEditable: false }).canEdit, false);
    const { canDelete, canComment } = formRights({ ...form, isDeletable: false, allowComments: false });
    assert.deepEqual([canDelete, canComment], [false, false]);
  });

  it('lets a button be pressed in a form whose fields are only to be looked at', () => {
    const approval = { ...form, fields: [permission(false)], submitActions: [permission(true)] };
    assert.equal(formRights(approval).canEdit, true);
  });

  it('says nothing of a record that is yet to be added, whatever the flags of its empty form are', () => {
    const flags = { isDeleted: true, isEditable: false, isDeletable: false, allowComments: false };
    const adding = { ...form, ...flags, operation: 'add', fields: [permission(false)] } as const;
    assert.deepEqual(reasons(open, formRights(adding)), [undefined, undefined, undefined, undefined]);
  });
});
