import { t } from '@vscode/l10n';
import {
  edit,
  inherit,
  permissionNames,
  type FieldPermission,
  type PermissionBar,
  type PermissionSource,
} from './permission.ts';

/** The answer to "Why can't I edit this?", and to "Can I?" for a field that may be edited, in a person's words. */
export function explainPermission(label: string, permission: FieldPermission): string {
  if (permission.editable) return t('“{0}” can be edited.', label);
  if (permission.bar) return barred(label, permission.bar);
  const isKnown = permission.from !== 'nothing' && permissionNames.has(permission.number ?? inherit);
  return isKnown ? mayRead(label) : t('“{0}” cannot be changed: the service does not say that you may.', label);
}

function mayRead(label: string): string {
  return t('You may read “{0}”, not change it.', label);
}

function barred(label: string, bar: PermissionBar): string {
  const answers: Record<PermissionBar, () => string> = {
    deleted: () => t('“{0}” cannot be changed: this record is deleted.', label),
    recordNotEditable: () => t('“{0}” cannot be changed: you may look at this record, but not change it.', label),
    openedForViewing: () => t('“{0}” cannot be changed: you may look at this record, but not change it.', label),
    declaredReadOnly: () => mayRead(label),
    unreadable: () => t('“{0}” cannot be changed: the service does not say that you may.', label),
    noElement: () => t('“{0}” is shown for information: the form of this record has no place to change it.', label),
    unsendableName: () => t('“{0}” cannot be changed here: its name cannot be sent.', label),
  };
  return answers[bar]();
}

/** What the service says about it, in its own numbers and names, and who can change that. */
export function permissionDetails(permission: FieldPermission): string {
  const { bar, from } = permission;
  if (permission.editable)
    return permission.number === edit
      ? t('{0}: 2 (EDIT).', levelOf(permission))
      : t('The service lets you edit this record and names no permission for the field.');
  if (bar) return `${barDetails(permission, bar)} ${whoDecides[from]()}`;
  if (from === 'nothing')
    return permission.number === inherit
      ? t('The service names no permission for it (0, INHERIT, all the way up).')
      : t('The service names no permission for it.');
  const number = permission.number ?? inherit;
  const name = permissionNames.get(number);
  const said = name
    ? t('{0}: {1} ({2}). Only 2 (EDIT) can be changed.', levelOf(permission), number, name)
    : t('{0}: {1}, a permission that Recordbench does not know.', levelOf(permission), number);
  return `${said} ${whoDecides[from]()}`;
}

function barDetails(permission: FieldPermission, bar: PermissionBar): string {
  const answers: Record<PermissionBar, () => string> = {
    deleted: () => t('This record is deleted; an administrator may be able to restore it.'),
    recordNotEditable: () => t('is_editable is 0, or is_edit is false in the list.'),
    openedForViewing: () => t('The service gave this record for viewing only.'),
    declaredReadOnly: () => t('{0}: declared read-only.', levelOf(permission)),
    unreadable: () => t('{0}: a permission that Recordbench cannot read.', levelOf(permission)),
    noElement: () => t('The form has no field for it.'),
    unsendableName: () => t('Its name cannot be written into a request.'),
  };
  return answers[bar]();
}

function levelOf(permission: FieldPermission): string {
  if (permission.from === 'parent' && permission.fromLabel !== undefined)
    return t('The group “{0}”', permission.fromLabel);
  const levels: Record<PermissionSource, string> = {
    element: t('The field itself'),
    parent: t('The group around it'),
    form: t('The form'),
    user: t('Your user'),
    record: t('The record'),
    nothing: t('The record'),
  };
  return levels[permission.from];
}

const askDesigner = (): string => t('Whoever designs the forms of the service decides that.');

const whoDecides: Record<PermissionSource, () => string> = {
  element: askDesigner,
  parent: askDesigner,
  form: () => t('The service decides that for the whole form, by who you are and what the record allows.'),
  user: () => t('An administrator decides what your user may do.'),
  record: () => t("The record's owner or an administrator decides that."),
  nothing: askDesigner,
};
