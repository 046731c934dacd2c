import type { JsonObject } from '../../model/json.ts';
import { type User, userWithId } from '../access/users.ts';
import { roleIds } from '../catalog/choiceLists.ts';
import { users } from '../catalog/controllers.ts';
import type { Row, Store } from '../database/store.ts';
import { entryJson, type ErrorEntry } from '../problems.ts';
import { seededUserIds } from '../generator/records.ts';
import type { AccountExchange, Service } from '../http/operation.ts';
import { pathOfKey, type UploadedFile } from '../http/formBody.ts';
import { newRow, insertRow } from './writeRow.ts';
import { currencyChoices, signupFormJson, signupRoles } from './signupFormJson.ts';
import { checkValue } from './submission.ts';
import { identityJson } from './viewJson.ts';

interface Created {
  readonly user: User;
  readonly token: string | undefined;
}

type SignupRequestData = ReadonlyMap<string, string | UploadedFile>;

/**
 * Creates the requested user. The interface doesn't document how `auto_login` signs in; with `isTestMode`, the response
 * includes a token.
 */
export function answerSignup(service: Service, { body }: AccountExchange): JsonObject {
  const requested = new Map(body.map(({ key, value }) => [(pathOfKey(key) ?? [key]).join('.'), value] as const));
  const { store } = service;
  const outcome = store.transaction((): { errors: ErrorEntry[] } | Created => {
    const errors = problemsOf(store, requested);
    return errors.length > 0 ? { errors } : create(service, requested);
  });
  if ('errors' in outcome) return { ...signupFormJson(), errors: outcome.errors.map(entryJson) };
  const { user, token } = outcome;
  return {
    ...signupFormJson(),
    message: [`Welcome, ${user.fullName}.`],
    id: String(user.id),
    name: user.fullName,
    ...identityJson(user),
    ...(token ? { access_token: token, token_type: 'Bearer' } : {}),
  };
}

function text(requested: SignupRequestData, field: string): string | null {
  const value = requested.get(`users.${field}`);
  return typeof value === 'string' && value.trim() !== '' && value !== 'null' ? value : null;
}

/** The form fields to store, and their columns. */
const applicant = {
  user_name: 'user_name',
  first_name: 'first_name',
  last_name: 'last_name',
  'email_addresses.0.email': 'email',
  'phone_numbers.0.number': 'phone',
};

function problemsOf(store: Store, requested: SignupRequestData): ErrorEntry[] {
  const errors: ErrorEntry[] = [];
  const refuse = (field: string, code: string, message: string): void => {
    errors.push({ code, message, name: ['users', ...field.split('.')] });
  };
  const actions = [...requested.keys()].filter((key) => key.startsWith('action.'));
  if (actions.join() !== 'action.signup')
    errors.push({ code: 'one_action', message: 'The body must have data[action][signup].', name: ['action'] });
  for (const [field, name] of Object.entries(applicant)) {
    const column = users.column.get(name);
    const checked = column && checkValue(store, users, column, text(requested, field), undefined);
    if (checked && 'message' in checked) refuse(field, checked.code, checked.message);
  }
  if (text(requested, 'is_license_agreement_accepted') !== '1')
    refuse('is_license_agreement_accepted', 'equalTo', 'The license agreement must be accepted.');
  if (!signupRoles.some((role) => role.value === text(requested, 'role_id')))
    refuse('role_id', 'signupRole', 'Role is not one that can be signed up for.');
  if (!currencyChoices.some((currency) => currency.value === text(requested, 'organizations.currency_id')))
    refuse('organizations.currency_id', 'notEmpty', 'Currency must be one of those offered.');
  const password = text(requested, 'user_password');
  if (password !== null && password.length < 8)
    refuse('user_password', 'minLength', 'Password must have 8 characters at least.');
  if (password !== text(requested, 'confirm_password'))
    refuse('confirm_password', 'equalTo', 'The two passwords differ.');
  const picture = pictureOf(requested);
  const wrong = picture && pictureProblem(picture);
  if (wrong) refuse('images.name', 'uploadError', wrong);
  return errors;
}

function pictureOf(requested: SignupRequestData): UploadedFile | undefined {
  const picture = requested.get('users.images.name');
  return typeof picture === 'object' && (picture.name !== '' || picture.content.length > 0) ? picture : undefined;
}

/** Runs in the caller's transaction. The administrator acts for the service as the creator. */
function create({ store, tokens, isTestMode }: Service, requested: SignupRequestData): Created {
  const adder: User = { id: seededUserIds.admin, name: 'admin', fullName: '', role: 'administrator' };
  const writing = { store, controller: users, user: adder };
  const wanted: Row = { role_id: roleIds.indexOf(text(requested, 'role_id') ?? '') };
  for (const [field, name] of Object.entries(applicant)) wanted[name] = text(requested, field);
  const id = Number(insertRow(writing, { ...newRow(users, adder), ...wanted })['id']);
  const user = userWithId(store, id);
  if (!user) throw new Error('The user that was just added is not there.');
  return { user, token: isTestMode && text(requested, 'auto_login') === '1' ? tokens.issue(id) : undefined };
}

const largest = 1024 * 1024;

/** Magic bytes of each file type; a file name proves nothing. */
const beginnings: readonly (readonly [extension: RegExp, bytes: readonly number[]])[] = [
  [/\.png$/i, [0x89, 0x50, 0x4e, 0x47]],
  [/\.jpe?g$/i, [0xff, 0xd8, 0xff]],
  [/\.gif$/i, [0x47, 0x49, 0x46, 0x38]],
  [/\.webp$/i, [0x52, 0x49, 0x46, 0x46]],
];

/** Why an uploaded picture is rejected, or undefined if it is accepted. */
function pictureProblem(file: UploadedFile): string | undefined {
  if (file.content.length === 0) return 'The picture is empty.';
  if (file.content.length > largest) return `The picture is larger than ${largest} bytes.`;
  const kind = beginnings.find(([extension]) => extension.test(file.name));
  if (!kind) return 'The picture must be PNG, JPEG, GIF or WebP.';
  return kind[1].every((byte, position) => file.content[position] === byte)
    ? undefined
    : 'The picture is not what its name says.';
}
