import { t } from '@vscode/l10n';
import { ServiceError } from '../errors.ts';
import { chosenIn } from '../form/choices.ts';
import { messagesByField } from '../form/fieldMessages.ts';
import { type FieldPath, pathKey } from '../form/fieldPath.ts';
import { type FileValue, type FormValues, isEmpty, isFile, isRows } from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import type { RecordForm } from '../form/recordForm.ts';
import type { WriteResult } from '../form/saveResult.ts';
import { subTableAt } from '../form/subTable.ts';
import { fieldProblem } from '../form/validation.ts';
import {
  confirmField,
  documentedFields,
  isInPart,
  licenseField,
  organizationName,
  passwordField,
  pictureField,
  type SignupField,
  type SignupInformation,
  signupSections,
} from './signupFields.ts';

/** Form values by field key; a checkbox is `1` or empty. */
export type SignupValues = Readonly<Record<string, string | readonly string[] | FileValue>>;

/** The part that survives the page: never a password or a file. */
export type SignupInput = Readonly<Record<string, string | readonly string[]>>;

/** One sentence for each invalid field. */
export type SignupProblems = Readonly<Record<string, string>>;

/** The sign-up request as documented by the interface. */
export interface SignupRequest {
  readonly userName: string;
  readonly firstName?: string;
  readonly lastName: string;
  readonly password?: string;
  readonly confirmPassword?: string;
  readonly isLicenseAccepted: boolean;
  readonly roleId: string;
  readonly autoLogin?: boolean;
  readonly organizationName?: string;
  readonly currencyId: string;
  readonly image?: FileValue;
  /** Values for the form's additional fields that the interface doesn't document. */
  readonly others?: {
    readonly form: RecordForm;
    readonly fields: readonly RecordField[];
    readonly values: FormValues;
  };
}

export interface SignupResult extends WriteResult {
  /** Returned by some services after a sign-up with automatic sign-in. Store it only in SecretStorage. */
  readonly token: string | undefined;
  readonly userId: string | undefined;
}

/** Initial values: required fields with a single option are preselected. */
export function emptyDraft(offer: SignupInformation): SignupInput {
  const single = allFields(offer).filter(({ options, isRequired }) => isRequired && options.length === 1);
  return { ...Object.fromEntries(single.map(({ key, options }) => [key, options[0]?.value ?? ''])), auto_login: '1' };
}

/**
 * Returns what the service would refuse, according to its interface and the rules of its form. Address, email, phone
 * and additional roles are checked only if some part of them is filled in.
 */
export function signupProblems(offer: SignupInformation, values: SignupValues): SignupProblems {
  const problems: Record<string, string> = {};
  for (const field of allFields(offer)) {
    if (!isAsked(field, values)) continue;
    const value = valueOf(field, values);
    const problem = ownProblem(field.key, value, values) ?? fieldProblem(field, value);
    if (problem !== undefined) problems[field.key] = problem;
  }
  return problems;
}

/** An empty part isn't sent, so nothing in it is required. */
function isAsked({ path }: SignupField, values: SignupValues): boolean {
  if (!isInPart({ path })) return true;
  const prefix = `${path.slice(1, -1).join('.')}.`;
  return Object.entries(values).some(
    ([key, value]) => key.startsWith(prefix) && !isNothing(typeof value === 'string' ? value.trim() : value),
  );
}

function ownProblem(key: string, value: SignupValues[string], values: SignupValues): string | undefined {
  // other checks of the service aren't documented; it reports them itself
  if (key === 'user_name' && typeof value === 'string' && /[\s\p{C}]/u.test(value))
    return t("A user name can't contain spaces.");
  if (key === confirmField && value !== (values[passwordField] ?? '')) return t('The two passwords differ.');
  return key === pictureField && isFile(value) ? pictureProblem(value) : undefined;
}

const largestPicture = 20_000_000;

/** The accepted types and sizes are unknown, so reject only files that can't be pictures. */
function pictureProblem({ type, bytes }: FileValue): string | undefined {
  if (!type.startsWith('image/')) return t('Choose another file: this one is not a picture.');
  if (bytes.length === 0) return t('Choose another picture: this file is empty.');
  return bytes.length > largestPicture ? t('Choose a smaller picture: this one is larger than 20 MB.') : undefined;
}

/** Returns exactly what is sent; empty values are omitted. */
export function signupRequest(offer: SignupInformation, values: SignupValues): SignupRequest {
  const fields = allFields(offer);
  const text = (key: string): string | undefined => {
    const field = fields.find((one) => one.key === key);
    const value = field && valueOf(field, values);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [firstName, password, confirmPassword] = ['first_name', passwordField, confirmField].map(text);
  const [organization, image] = [text(organizationName), values[pictureField]];
  const others = filledIn(offer, values);
  return {
    userName: text('user_name') ?? '',
    ...(firstName !== undefined && { firstName }),
    lastName: text('last_name') ?? '',
    ...(password !== undefined && { password }),
    ...(confirmPassword !== undefined && { confirmPassword }),
    isLicenseAccepted: values[licenseField] === '1',
    roleId: text('role_id') ?? '',
    ...(values['auto_login'] === '1' && { autoLogin: true }),
    ...(organization !== undefined && { organizationName: organization }),
    currencyId: text('organizations.currency_id') ?? '',
    ...(isFile(image) && { image }),
    ...(others.fields.length > 0 && { others }),
  };
}

/** Returns the values for the service's additional fields, each in the first row of its sub-table. */
function filledIn(offer: SignupInformation, values: SignupValues): NonNullable<SignupRequest['others']> {
  const { form } = offer;
  const own = allFields(offer).filter(({ key }) => !documentedFields.has(key));
  const asked = new Map(own.map((field) => [pathKey(field.path), field]));
  const filled = Object.create(null) as Record<string, unknown>;
  const fields = form.fields.filter(({ path, at }) => {
    const field = asked.get(pathKey(path));
    const value = field ? valueOf(field, values) : '';
    if (isNothing(value)) return false;
    put(filled, inFirstRow(form, at), value);
    return true;
  });
  return { form, fields, values: filled as FormValues };
}

function inFirstRow({ subTables }: RecordForm, at: FieldPath): FieldPath {
  return at.flatMap((segment, index) => (subTableAt(subTables, at.slice(0, index + 1)) ? [segment, '0'] : [segment]));
}

function put(values: Record<string, unknown>, at: readonly string[], value: unknown): void {
  let inside = values;
  for (const segment of at.slice(0, -1)) inside = (inside[segment] ??= Object.create(null)) as Record<string, unknown>;
  const last = at.at(-1);
  if (last !== undefined) inside[last] = value;
}

/** Returns a field's value as validated and sent. */
function valueOf({ key, kind, options }: SignupField, values: SignupValues): SignupValues[string] {
  const value = values[key] ?? '';
  if (kind === 'file') return isFile(value) ? value : '';
  if (kind === 'choices') return chosenIn({ options }, value);
  if (typeof value !== 'string') return '';
  if (kind === 'password') return value;
  // the service normalizes names, so remove what it would certainly strip
  return (key === organizationName ? value.replaceAll(/[\s\p{C}]+/gu, ' ') : value).trim();
}

function isNothing(value: SignupValues[string]): boolean {
  return isEmpty(value) || (isRows(value) && value.length === 0);
}

function allFields(offer: SignupInformation): SignupField[] {
  return signupSections(offer).flatMap(({ fields }) => [...fields]);
}

export interface SignupRefusal {
  readonly sentence: string;
  readonly problems: SignupProblems;
}

/** Assigns the service's messages to fields. Messages shown at a field aren't repeated; all others are kept. */
export function signupRefusal(offer: SignupInformation, error: ServiceError): SignupRefusal {
  const { code, doing, remedy, reasons } = error;
  const fields = allFields(offer).map(({ path }) => ({ path, at: path.slice(1) }));
  const spelled = reasons.map((reason) => (reason.field ? { ...reason, field: interfaceName(reason.field) } : reason));
  const problems: Record<string, string> = {};
  const rest: string[] = [];
  for (const { text, field } of messagesByField(spelled, fields)) {
    const key = field?.slice(1).join('.');
    if (key === undefined) rest.push(text);
    else problems[key] = problems[key] === undefined ? text : `${problems[key]} ${text}`;
  }
  if (reasons.length === 0) return { sentence: error.message, problems };
  if (rest.length === 0) return { sentence: t('The service rejected some fields. Fix them and try again.'), problems };
  const why = rest.join('; ');
  const refusal = new ServiceError(code, { doing, why, ...(remedy !== undefined && { remedy }) });
  return { sentence: refusal.message, problems };
}

/** Some fields have different names in the interface's rules than in its request. */
function interfaceName(path: readonly string[]): readonly string[] {
  const inUser = path[0] === 'users' ? path.slice(1) : path;
  const [first = '', second = ''] = inUser;
  if (first === 'images') return ['users', ...pictureField.split('.')];
  if (first === 'currency_id') return ['users', 'organizations', 'currency_id'];
  if (first === 'organization_id' || first === 'organization_name' || first === 'name')
    return ['users', ...organizationName.split('.')];
  if (first === 'organizations' && second === '') return ['users', ...organizationName.split('.')];
  if (first === 'password') return ['users', passwordField];
  return path;
}
