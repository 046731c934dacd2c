import { t } from '@vscode/l10n';
import type { FieldPermission, PermissionBar, PermissionSource } from '../../../model/form/permission.ts';

/** The interface's permission values. Any other number is unknown, and a field with an unknown permission is not sent. */
export const permissionNames: ReadonlyMap<number, string> = new Map([
  [0, 'INHERIT'],
  [1, 'DELETE'],
  [2, 'EDIT'],
  [4, 'VIEW'],
]);

const inherit = 0;
export const edit = 2;
const view = 4;

/** A permission with the number that decided, or the last one seen, and the label of the group that it comes from. */
export interface Decision extends Omit<FieldPermission, 'details'> {
  readonly number?: number;
  readonly fromLabel?: string;
}

/** What the rest of the product knows of it, in words. */
export function fieldPermission(decision: Decision): FieldPermission {
  const { editable, from, number = inherit } = decision;
  const bar = decision.bar ?? (editable || permissionNames.has(number) ? undefined : 'unreadable');
  return { editable, from, ...(bar && { bar }), details: detailsOf(decision) };
}

/** What one place says about a field: a number, that it is read-only, or something that could not be read. */
export interface PermissionStep {
  readonly from: PermissionSource;
  readonly says: number | 'readOnly' | 'unreadable';
  readonly label?: string;
}

/** What stands above all elements: the record and the way its form was asked for. */
export interface RecordAccess {
  readonly operation: 'view' | 'edit' | 'add';
  readonly isDeleted: boolean;
  readonly isEditable: boolean | undefined;
}

/**
 * Asks each place in turn, the element first, until one says something other than INHERIT.
 * Three things overrule all numbers: a deleted record, one that the service calls not editable, and a form that was
 * only opened for viewing. A record that is yet to be added has none of these.
 *
 * When no place says anything, a field may be edited only if the answer is a license by other words: `is_editable` for
 * a record that exists, or the service handing out its form for a new one, which can overwrite nothing and is nothing
 * that its own `is_editable` could be about.
 */
export function resolvePermission(steps: readonly PermissionStep[], access: RecordAccess): Decision {
  const found = firstDecision(steps);
  const bar = recordBar(access);
  // a form for viewing says so by its own numbers as a rule, and then these are the better explanation
  const numbersSayEnough = bar === 'openedForViewing' && !found.editable && found.from !== 'nothing';
  if (bar && !numbersSayEnough) return { ...found, editable: false, from: 'record', bar };
  if (found.from !== 'nothing') return found;
  const licensed = access.operation === 'add' || access.isEditable === true;
  return { ...found, editable: licensed, from: licensed ? 'record' : 'nothing' };
}

function firstDecision(steps: readonly PermissionStep[]): Decision {
  let sawInherit = false;
  for (const step of steps) {
    if (step.says === inherit) {
      sawInherit = true;
      continue;
    }
    const where = { from: step.from, ...(step.label === undefined ? {} : { fromLabel: step.label }) };
    if (step.says === 'readOnly') return { editable: false, bar: 'declaredReadOnly', ...where };
    if (step.says === 'unreadable') return { editable: false, bar: 'unreadable', ...where };
    return { editable: step.says === edit, number: step.says, ...where };
  }
  return { editable: false, from: 'nothing', ...(sawInherit ? { number: inherit } : {}) };
}

function recordBar(access: RecordAccess): PermissionBar | undefined {
  if (access.operation === 'add') return undefined;
  if (access.isDeleted) return 'deleted';
  if (access.isEditable === false) return 'recordNotEditable';
  return access.operation === 'view' ? 'openedForViewing' : undefined;
}

/** What the service says about it, in its own numbers and names, and who can change that. */
function detailsOf(permission: Decision): string {
  const { bar, from } = permission;
  if (permission.editable)
    return permission.number === edit
      ? t('{0}: permission to edit.', levelOf(permission))
      : t('The service lets you edit this record and names no permission for the field.');
  if (bar) return `${barDetails(permission, bar)} ${whoDecides[from]()}`;
  if (from === 'nothing')
    return permission.number === inherit
      ? t('The service names no permission for it, nor for anything around it.')
      : t('The service names no permission for it.');
  const number = permission.number ?? inherit;
  const level = levelOf(permission);
  const said =
    number === view
      ? t('{0}: permission to view. Changing it takes permission to edit.', level)
      : permissionNames.has(number)
        ? t('{0}: permission to delete. Changing it takes permission to edit.', level)
        : t('{0}: {1}, a permission that Recordbench does not know.', level, number);
  return `${said} ${whoDecides[from]()}`;
}

function barDetails(permission: Decision, bar: PermissionBar): string {
  const answers: Record<PermissionBar, () => string> = {
    deleted: () => t('This record is deleted; an administrator may be able to restore it.'),
    recordNotEditable: () => t('The service says that you may not edit this record.'),
    openedForViewing: () => t('The service gave this record for viewing only.'),
    declaredReadOnly: () => t('{0}: declared read-only.', levelOf(permission)),
    unreadable: () => t('{0}: a permission that Recordbench cannot read.', levelOf(permission)),
    noElement: () => t('The form has no field for it.'),
    unsendableName: () => t('Its name cannot be written into a request.'),
  };
  return answers[bar]();
}

function levelOf(permission: Decision): string {
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
