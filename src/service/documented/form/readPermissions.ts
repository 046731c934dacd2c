import type { FieldPath } from '../../../model/form/fieldPath.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import type { PermissionSource } from '../../../model/form/permission.ts';
import { edit, permissionNames, type PermissionStep } from './resolvePermission.ts';
import { entryForField } from './entryForField.ts';
import { firstOf, asBoolean, asNumber, nonBlank } from '../tolerant.ts';

const remove = 1;
const view = 4;
const numberKeys = ['permission', 'permission_level', 'permissionLevel'];
const readOnlyKeys = ['readonly', 'read_only', 'readOnly', 'is_readonly', 'is_read_only', 'disabled', 'is_disabled'];

/**
 * Reads a permission given as a number, a numeric string or a name. Empty values are ignored; anything else is
 * unreadable.
 */
function permissionIn(value: JsonValue | undefined): PermissionStep['says'] | undefined {
  const found = asNumber(value);
  if (found !== undefined) return found;
  if (value === null || value === undefined || nonBlank(value) === undefined)
    return isEmptyThing(value) ? undefined : 'unreadable';
  const word = String(nonBlank(value)).toUpperCase();
  for (const [known, name] of permissionNames) if (name === word) return known;
  return 'unreadable';
}

function isEmptyThing(value: JsonValue | undefined): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

/** The permission that an object of the form declares for itself and, if it is a group, for its contents. */
export function stepOf(holder: JsonObject, from: PermissionSource, label?: string): PermissionStep[] {
  const where = { from, ...(label === undefined ? {} : { label }) };
  const says = permissionIn(firstOf(holder, ...numberKeys));
  if (declaredReadOnly(holder) && (says === undefined || says === edit || says === 0))
    return [{ ...where, says: 'readOnly' }];
  return says === undefined ? [] : [{ ...where, says }];
}

function declaredReadOnly(holder: JsonObject): boolean {
  const attributes = firstOf(holder, 'attributes', 'attribs', 'attrs');
  return [holder, ...(isObject(attributes) ? [attributes] : [])].some((one) =>
    readOnlyKeys.some((key) => {
      const value = Object.hasOwn(one, key) ? one[key] : undefined;
      return asBoolean(value) === true || value === key;
    }),
  );
}

/** Steps shared by all fields: the form's, then the user's. */
export interface CommonSteps {
  readonly form: readonly PermissionStep[];
  readonly user: readonly PermissionStep[];
  readonly permissions: JsonValue | undefined;
}

export function commonSteps(answer: JsonObject, form: JsonValue | undefined, alias: string): CommonSteps {
  const permissions = firstOf(answer, 'permissions');
  const formPermission = permissionIn(firstOf(answer, 'form_permission'));
  const userFlag = asBoolean(firstOf(answer, 'user_has_edit_permission'));
  return {
    form: [
      ...(isObject(form) ? stepOf(form, 'form') : []),
      ...(formPermission === undefined ? [] : [{ from: 'form', says: formPermission } as const]),
    ],
    user: [
      ...generalSteps(permissions, alias),
      ...(userFlag === undefined ? [] : [{ from: 'user', says: userFlag ? edit : view } as const]),
    ],
    permissions,
  };
}

/**
 * The user's permission for the whole record, in an undocumented shape. Comes last, and unreadable values are ignored
 * because `permissions` may contain more than permission numbers.
 */
function generalSteps(permissions: JsonValue | undefined, alias: string): PermissionStep[] {
  const scopes = isObject(permissions) ? [alias, 'permission', 'level', 'user', 'form', 'edit'] : [undefined];
  for (const key of scopes) {
    const value = key === undefined ? permissions : firstOf(isObject(permissions) ? permissions : {}, key);
    const isFlag = key === 'edit' || typeof value === 'boolean';
    const allowed = isFlag ? asBoolean(value) : undefined;
    const says = isFlag ? (allowed === undefined ? undefined : allowed ? edit : view) : permissionIn(value);
    if (typeof says === 'number') return [{ from: 'user', says }];
  }
  return [];
}

/** True if the numbers are permissions: at least one is EDIT or VIEW, by number or by name. */
function hasNumbers(permissions: JsonValue | undefined, depth = 0): boolean {
  if (isObject(permissions))
    return depth < 4 && Object.values(permissions).some((inside) => hasNumbers(inside, depth + 1));
  const says = permissionIn(permissions);
  return says === edit || says === view;
}

/** All permission steps of a field, in order. */
export function stepsFor(
  own: readonly PermissionStep[],
  parents: readonly PermissionStep[],
  common: CommonSteps,
  field: { readonly path: FieldPath; readonly at: FieldPath },
): PermissionStep[] {
  const said = permissionIn(entryForField(common.permissions, field.path, field.at));
  const user: PermissionStep[] = typeof said === 'number' ? [{ from: 'user', says: said }] : [];
  // a restriction of this field overrides the general permissions; 0 and 1 alone may be flags
  const narrowing = said === view || (said === remove && hasNumbers(common.permissions)) ? user : [];
  return [...own, ...narrowing, ...parents, ...common.form, ...user, ...common.user];
}
