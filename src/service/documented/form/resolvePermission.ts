import { t } from '@vscode/l10n';
import type { FieldPermission, PermissionBar, PermissionSource } from '../../../model/form/permission.ts';

/**
 * The interface's permission values. Any other number is unknown, and a field with an unknown permission isn't sent.
 */
export const permissionNames: ReadonlyMap<number, string> = new Map([
  [0, 'INHERIT'],
  [1, 'DELETE'],
  [2, 'EDIT'],
  [4, 'VIEW'],
]);

const inherit = 0;
export const edit = 2;
const view = 4;

/** A permission with the deciding number (or the last one seen) and the label of the group it comes from. */
export interface Decision extends Omit<FieldPermission, 'details'> {
  readonly number?: number;
  readonly fromLabel?: string;
}

/** The decision in the form that the rest of the extension uses. */
export function fieldPermission(decision: Decision): FieldPermission {
  const { editable, from, number = inherit } = decision;
  const bar = decision.bar ?? (editable || permissionNames.has(number) ? undefined : 'unreadable');
  return { editable, from, ...(bar && { bar }), details: detailsOf(decision) };
}

/** What one source says about a field: a number, that it is read-only, or an unreadable value. */
export interface PermissionStep {
  readonly from: PermissionSource;
  readonly says: number | 'readOnly' | 'unreadable';
  readonly label?: string;
}

/** Facts that override all elements: the record's state and the operation its form was requested for. */
export interface RecordAccess {
  readonly operation: 'view' | 'edit' | 'add';
  readonly isDeleted: boolean;
  readonly isEditable: boolean | undefined;
}

/**
 * Checks each source in turn, the element first, until one says something other than INHERIT.
 * Three things override all numbers: a deleted record, a record that the service calls not editable, and a form opened
 * for viewing. None of them applies to a new record.
 *
 * If no source decides, a field is editable only if the response allows it in another way: `is_editable` for an
 * existing record, or the fact that the service returned a form for a new one, which can't overwrite anything and which
 * `is_editable` can't refer to.
 */
export function resolvePermission(steps: readonly PermissionStep[], access: RecordAccess): Decision {
  const found = firstDecision(steps);
  const bar = recordBar(access);
  // a form opened for viewing usually says so in its own numbers, which explain it better
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

/** What the service says about the permission, in its own numbers and names, and who can change it. */
function detailsOf(permission: Decision): string {
  const { bar, from } = permission;
  if (permission.editable)
    return permission.number === edit
      ? t('{0}: permission to edit.', levelOf(permission))
      : t('The service lets you edit this record and specifies no permission for the field.');
  if (bar) return `${barDetails(permission, bar)} ${whoDecides[from]()}`;
  if (from === 'nothing')
    return permission.number === inherit
      ? t('The service specifies no permission for it or anything that contains it.')
      : t('The service specifies no permission for it.');
  const number = permission.number ?? inherit;
  const level = levelOf(permission);
  const said =
    number === view
      ? t('{0}: permission to view. Changing it requires permission to edit.', level)
      : permissionNames.has(number)
        ? t('{0}: permission to delete. Changing it requires permission to edit.', level)
        : t('{0}: {1}, a permission that Recordbench does not know.', level, number);
  return `${said} ${whoDecides[from]()}`;
}

function barDetails(permission: Decision, bar: PermissionBar): string {
  const answers: Record<PermissionBar, () => string> = {
    deleted: () => t('This record is deleted; an administrator may be able to restore it.'),
    recordNotEditable: () => t('The service does not allow you to edit this record.'),
    openedForViewing: () => t('The service returned this record for viewing only.'),
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
    parent: t('The group that contains it'),
    form: t('The form'),
    user: t('Your user'),
    record: t('The record'),
    nothing: t('The record'),
  };
  return levels[permission.from];
}

const askDesigner = (): string => t("The person who designs the service's forms decides that.");

const whoDecides: Record<PermissionSource, () => string> = {
  element: askDesigner,
  parent: askDesigner,
  form: () => t('The service decides that for the whole form, by who you are and what the record allows.'),
  user: () => t('An administrator decides what your user may do.'),
  record: () => t("The record's owner or an administrator decides that."),
  nothing: askDesigner,
};
