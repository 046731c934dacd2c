/** The interface's permission values. Any other number is unknown, and what is unknown is not sent. */
export const permissionNames: ReadonlyMap<number, string> = new Map([
  [0, 'INHERIT'],
  [1, 'DELETE'],
  [2, 'EDIT'],
  [4, 'VIEW'],
]);

export const inherit = 0;
export const edit = 2;

/** Where the decision about a field was found. */
export type PermissionSource = 'element' | 'parent' | 'form' | 'user' | 'record' | 'nothing';

/** Why no number decided: the record, the way it was opened or the field itself stands in the way. */
export type PermissionBar =
  | 'deleted'
  | 'recordNotEditable'
  | 'openedForViewing'
  | 'declaredReadOnly'
  | 'unreadable'
  | 'noElement'
  | 'unsendableName';

export interface FieldPermission {
  readonly editable: boolean;
  readonly from: PermissionSource;
  /** The number that decided, or the last one seen; absent when there was none. */
  readonly number?: number;
  /** The label of the group that the number comes from. */
  readonly fromLabel?: string;
  readonly bar?: PermissionBar;
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
export function resolvePermission(steps: readonly PermissionStep[], access: RecordAccess): FieldPermission {
  const found = firstDecision(steps);
  const bar = recordBar(access);
  // a form for viewing says so by its own numbers as a rule, and then these are the better explanation
  const numbersSayEnough = bar === 'openedForViewing' && !found.editable && found.from !== 'nothing';
  if (bar && !numbersSayEnough) return { ...found, editable: false, from: 'record', bar };
  if (found.from !== 'nothing') return found;
  const licensed = access.operation === 'add' || access.isEditable === true;
  return { ...found, editable: licensed, from: licensed ? 'record' : 'nothing' };
}

function firstDecision(steps: readonly PermissionStep[]): FieldPermission {
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
