import { t } from '@vscode/l10n';
import {
  edit,
  inherit,
  permissionNames,
  type FieldPermission,
  type PermissionBar,
  type PermissionSource,
} from './permission.ts';

const askDesigner = (): string => t('Ask whoever designs the forms of the service.');
const askOwner = (): string => t("Ask the record's owner or an administrator.");

/** The answer to "Why can't I edit this?", and to "Why can I?" for a field that may be edited. */
export function explainPermission(label: string, permission: FieldPermission): string {
  const field = `“${label}”`;
  if (permission.editable) {
    return permission.number === edit
      ? t('{0} can be edited: {1} says 2 (EDIT).', field, levelOf(permission))
      : t('{0} can be edited: the service lets you edit this record and names no permission for the field.', field);
  }
  const [why, who] = permission.bar ? barred(permission, permission.bar) : byNumber(permission);
  return t('{0} is read-only: {1}. {2}', field, why, who);
}

type Answer = [why: string, who: string];

function byNumber(permission: FieldPermission): Answer {
  if (permission.from === 'nothing') {
    return [
      permission.number === inherit
        ? t(
            'the service names no permission for it (0, INHERIT, all the way up), and what is not permitted is not sent',
          )
        : t('the service names no permission for it, and what is not permitted is not sent'),
      whoDecides.nothing(),
    ];
  }
  const number = permission.number ?? inherit;
  const name = permissionNames.get(number);
  const meaning = name
    ? t('{0} ({1}), and only what is 2 (EDIT) can be changed', number, name)
    : t('{0}, a permission that Recordbench does not know', number);
  return [t('{0} says {1}', levelOf(permission), meaning), whoDecides[permission.from]()];
}

function barred(permission: FieldPermission, bar: PermissionBar): Answer {
  const answers: Record<PermissionBar, Answer> = {
    deleted: [
      t('this record is deleted'),
      t('That holds for the whole record; an administrator may be able to restore it.'),
    ],
    recordNotEditable: [
      t('the service says that you may not edit this record (is_editable is 0, or is_edit is false in its list)'),
      askOwner(),
    ],
    openedForViewing: [t('the service gave this record for viewing only'), askOwner()],
    declaredReadOnly: [t('{0} declares it so', levelOf(permission)), whoDecides[permission.from]()],
    unreadable: [
      t('{0} has a permission that Recordbench cannot read', levelOf(permission)),
      whoDecides[permission.from](),
    ],
    noElement: [t('the form of the service has no element for it'), askDesigner()],
    unsendableName: [t('its name cannot be written into a request'), askDesigner()],
  };
  return answers[bar];
}

function levelOf(permission: FieldPermission): string {
  if (permission.from === 'parent' && permission.fromLabel !== undefined)
    return t('the group “{0}”', permission.fromLabel);
  const levels: Record<PermissionSource, string> = {
    element: t('the field itself'),
    parent: t('the group around it'),
    form: t('the form'),
    user: t('the permission of your user'),
    record: t('the record'),
    nothing: t('the record'),
  };
  return levels[permission.from];
}

const whoDecides: Record<PermissionSource, () => string> = {
  element: () => t('Whoever designs the forms of the service decides that.'),
  parent: () => t('Whoever designs the forms of the service decides that.'),
  form: () => t('The service decides that for the whole form, by who you are and what the record allows.'),
  user: () => t('An administrator decides what your user may do.'),
  record: () => t("The record's owner or an administrator decides that."),
  nothing: askDesigner,
};
