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

/** What was filled in, by the key of its field; a box is `1` or empty. */
export type SignupValues = Readonly<Record<string, string | readonly string[] | FileValue>>;

/** What of it outlives the page: never a password or a file. */
export type SignupDraft = Readonly<Record<string, string | readonly string[]>>;

/** One sentence for each field that has to be mended. */
export type SignupProblems = Readonly<Record<string, string>>;

/** What the interface says a sign-up sends. */
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
  /** What the service's own form asks for beyond the interface: its fields that were filled in. */
  readonly others?: {
    readonly form: RecordForm;
    readonly fields: readonly RecordField[];
    readonly values: FormValues;
  };
}

export interface SignupResult extends WriteResult {
  /** Handed out by some services after a sign-up with automatic log-in. It belongs into SecretStorage and nowhere else. */
  readonly token: string | undefined;
  readonly userId: string | undefined;
}

/** How an empty form begins: what there is only one of is chosen. */
export function emptyDraft(offer: SignupInformation): SignupDraft {
  const single = allFields(offer).filter(({ options, isRequired }) => isRequired && options.length === 1);
  return { ...Object.fromEntries(single.map(({ key, options }) => [key, options[0]?.value ?? ''])), auto_login: '1' };
}

/**
 * What the service would refuse, as far as its interface and the rules of its form say. Address, e-mail, phone and
 * further roles count only where something of them is filled in.
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

/** A part that nobody filled in is not sent, so nothing in it is asked for. */
function isAsked({ path }: SignupField, values: SignupValues): boolean {
  if (!isInPart({ path })) return true;
  const prefix = `${path.slice(1, -1).join('.')}.`;
  return Object.entries(values).some(
    ([key, value]) => key.startsWith(prefix) && !isNothing(typeof value === 'string' ? value.trim() : value),
  );
}

function ownProblem(key: string, value: SignupValues[string], values: SignupValues): string | undefined {
  // what else its check asks for is not shown, and is told by the service
  if (key === 'user_name' && typeof value === 'string' && /[\s\p{C}]/u.test(value))
    return t('A user name has no spaces in it.');
  if (key === confirmField && value !== (values[passwordField] ?? '')) return t('The two passwords differ.');
  return key === pictureField && isFile(value) ? pictureProblem(value) : undefined;
}

const largestPicture = 20_000_000;

/** Which kinds and sizes the service takes is not told, so only what can be no picture is kept back. */
function pictureProblem({ type, bytes }: FileValue): string | undefined {
  if (!type.startsWith('image/')) return t('Choose another file: this one is not a picture.');
  if (bytes.length === 0) return t('Choose another picture: this file is empty.');
  return bytes.length > largestPicture ? t('Choose a smaller picture: this one has more than 20 MB.') : undefined;
}

/** Exactly what is sent: what stayed empty is left out. */
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

/** What was filled in of the service's own fields, each in the first row of the table that it lies in. */
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

/** What a field has, as it is checked and sent. */
function valueOf({ key, kind, options }: SignupField, values: SignupValues): SignupValues[string] {
  const value = values[key] ?? '';
  if (kind === 'file') return isFile(value) ? value : '';
  if (kind === 'choices') return chosenIn({ options }, value);
  if (typeof value !== 'string') return '';
  if (kind === 'password') return value;
  // the service cleans a name before it keeps it: what it would surely take away is not sent
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

/** What the service said, at the fields. What stands there is not said again; of what fits no field, nothing is left out. */
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
  if (rest.length === 0) return { sentence: t('The service wants some fields to be corrected.'), problems };
  const why = rest.join('; ');
  const told = new ServiceError(code, { doing, why, ...(remedy !== undefined && { remedy }) });
  return { sentence: told.message, problems };
}

/** The interface's rules name some fields otherwise than its request does. */
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
