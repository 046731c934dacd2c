import {
  edit,
  inherit,
  permissionNames,
  type FieldPermission,
  type PermissionBar,
  type PermissionSource,
} from './permission.ts';

const askDesigner = 'Ask whoever designs the forms of the service.';
const askOwner = "Ask the record's owner or an administrator.";

/** The answer to "Why can't I edit this?", and to "Why can I?" for a field that may be edited. */
export function explainPermission(label: string, permission: FieldPermission): string {
  const field = `“${label}”`;
  if (permission.editable) {
    return permission.number === edit
      ? `${field} can be edited: ${place(permission)} says 2 (EDIT).`
      : `${field} can be edited: the service lets you edit this record and names no permission for the field.`;
  }
  const [why, who] = permission.bar ? barred(permission, permission.bar) : byNumber(permission);
  return `${field} is read-only: ${why}. ${who}`;
}

type Answer = [why: string, who: string];

function byNumber(permission: FieldPermission): Answer {
  if (permission.from === 'nothing') {
    const inherited = permission.number === inherit ? ' (0, INHERIT, all the way up)' : '';
    return [
      `the service names no permission for it${inherited}, and what is not permitted is not sent`,
      whoDecides.nothing,
    ];
  }
  const number = permission.number ?? inherit;
  const name = permissionNames.get(number);
  const meaning = name
    ? `${number} (${name}), and only what is 2 (EDIT) can be changed`
    : `${number}, a permission that Recordbench does not know`;
  return [`${place(permission)} says ${meaning}`, whoDecides[permission.from]];
}

function barred(permission: FieldPermission, bar: PermissionBar): Answer {
  const answers: Record<PermissionBar, Answer> = {
    deleted: ['this record is deleted', 'That holds for the whole record; an administrator may be able to restore it.'],
    recordNotEditable: ['the service says that you may not edit this record (is_editable is 0)', askOwner],
    openedForViewing: ['the service gave this record for viewing only', askOwner],
    declaredReadOnly: [`${place(permission)} declares it so`, whoDecides[permission.from]],
    unreadable: [`${place(permission)} has a permission that Recordbench cannot read`, whoDecides[permission.from]],
    noElement: ['the form of the service has no element for it', askDesigner],
    unsendableName: ['its name cannot be written into a request', askDesigner],
  };
  return answers[bar];
}

function place(permission: FieldPermission): string {
  if (permission.from === 'parent' && permission.fromLabel !== undefined) return `the group “${permission.fromLabel}”`;
  const places: Record<PermissionSource, string> = {
    element: 'the field itself',
    parent: 'the group around it',
    form: 'the form',
    user: 'the permission of your user',
    record: 'the record',
    nothing: 'the record',
  };
  return places[permission.from];
}

const whoDecides: Record<PermissionSource, string> = {
  element: 'Whoever designs the forms of the service decides that.',
  parent: 'Whoever designs the forms of the service decides that.',
  form: 'The service decides that for the whole form, by who you are and what the record allows.',
  user: 'An administrator decides what your user may do.',
  record: "The record's owner or an administrator decides that.",
  nothing: askDesigner,
};
