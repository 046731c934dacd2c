import { t } from '@vscode/l10n';
import { type ServiceMessage, ServiceError } from '../errors.ts';
import { jsonList } from '../form/choices.ts';
import { type FieldPath, samePath } from '../form/fieldPath.ts';
import { type FileValue, type FormValue, type FormValues, isEmpty, isRows } from '../form/fieldValue.ts';
import { subTableAt } from '../form/subTable.ts';
import type { SignupInformation, SignupRequest } from './signup.ts';
import {
  confirmField,
  documentedFields,
  isInPart,
  licenseField,
  passwordField,
  pictureField,
  type SignupField,
  signupSections,
} from './signupFields.ts';
import { isMail, validate } from '../form/validation.ts';
import { messagesByField } from '../form/fieldMessages.ts';

/** What was typed, by the key of its field; a switch is `1` or empty, several choices are a JSON list. Passwords and files are never in it. */
export type SignupDraft = Readonly<Record<string, string>>;

/** What is only ever in its field, and in the one request that sends it. */
export interface SignupSecrets {
  readonly password: string;
  readonly confirm: string;
  /** Of other fields that hold a password, by their keys. */
  readonly others?: Readonly<Record<string, string>>;
}

/** Files of the service's own fields, by their keys; the picture is apart. */
export type SignupFiles = Readonly<Record<string, FileValue>>;

/** One sentence for each field that has to be mended. */
export type SignupProblems = Readonly<Record<string, string>>;

/** How an empty form begins: what there is only one of is chosen. */
export function emptyDraft(offer: SignupInformation): SignupDraft {
  const single = allFields(offer).filter(({ options, isRequired }) => isRequired && options.length === 1);
  return { ...Object.fromEntries(single.map(({ key, options }) => [key, options[0]?.value ?? ''])), auto_login: '1' };
}

/**
 * What the service would refuse, as far as its interface and the rules of its form say. Address, e-mail, phone and
 * further roles count only where something of them is filled in.
 */
export function signupProblems(
  offer: SignupInformation,
  draft: SignupDraft,
  secrets: SignupSecrets,
  picture?: Pick<FileValue, 'name' | 'type'> & { readonly size: number },
  files: SignupFiles = {},
): SignupProblems {
  const fields = allFields(offer).filter((field) => isAsked(field, draft));
  const problems: Record<string, string> = {};
  for (const { text, field } of serviceRules(offer, draft, secrets, { picture, files })) {
    const key = field?.slice(1).join('.');
    if (key !== undefined && fields.some((one) => one.key === key)) problems[key] ??= text;
  }
  for (const field of fields) {
    const problem = ownRule(field, valueOf(field, draft, secrets, files));
    if (problem !== undefined) problems[field.key] = problem;
  }
  if (secrets.password !== secrets.confirm) problems[confirmField] = t('The two passwords differ.');
  const wrong = picture && pictureProblem(picture);
  if (wrong !== undefined) problems[pictureField] = wrong;
  return problems;
}

/** Exactly what is sent: what stayed empty is left out. */
export function signupRequest(
  offer: SignupInformation,
  draft: SignupDraft,
  secrets: SignupSecrets,
  image?: FileValue,
  files: SignupFiles = {},
): SignupRequest {
  const { password, confirm } = secrets;
  const given = (key: string): string | undefined => draft[key]?.trim() || undefined;
  const [firstName, organizationName] = [given('first_name'), plainName(given('organizations.name'))];
  const others = filledIn(offer, draft, secrets, files);
  return {
    userName: given('user_name') ?? '',
    ...(firstName !== undefined && { firstName }),
    lastName: given('last_name') ?? '',
    ...(password !== '' && { password, confirmPassword: confirm }),
    isLicenseAccepted: draft[licenseField] === '1',
    roleId: given('role_id') ?? '',
    ...(draft['auto_login'] === '1' && { autoLogin: true }),
    ...(organizationName !== undefined && { organizationName }),
    currencyId: given('organizations.currency_id') ?? '',
    ...(image && { image }),
    ...(others.fields.length > 0 && { others }),
  };
}

/** What was filled in of the service's own fields, each in the first row of the table that it lies in. */
function filledIn(
  offer: SignupInformation,
  draft: SignupDraft,
  secrets: SignupSecrets,
  files: SignupFiles,
): NonNullable<SignupRequest['others']> {
  const { form } = offer;
  const values = Object.create(null) as Record<string, unknown>;
  const fields = form.fields.filter((field) => {
    const asked = allFields(offer).find(({ path }) => samePath(path, field.path));
    const value = asked && !documentedFields.has(asked.key) ? valueOf(asked, draft, secrets, files) : '';
    if (isEmpty(value) || (isRows(value) && value.length === 0)) return false;
    put(values, inFirstRow(form, field.at), value);
    return true;
  });
  return { form, fields, values: values as FormValues };
}

function inFirstRow({ subTables }: SignupInformation['form'], at: FieldPath): FieldPath {
  return at.flatMap((segment, index) => (subTableAt(subTables, at.slice(0, index + 1)) ? [segment, '0'] : [segment]));
}

/** What a field has: a text, several choices, or a file. */
function valueOf(
  { key, kind }: Pick<SignupField, 'key' | 'kind'>,
  draft: SignupDraft,
  { password, confirm, others = {} }: SignupSecrets,
  files: SignupFiles,
): string | readonly string[] | FileValue {
  if (kind === 'file') return files[key] ?? '';
  if (key === passwordField) return password;
  if (key === confirmField) return confirm;
  if (kind === 'password') return others[key] ?? '';
  const text = (draft[key] ?? '').trim();
  return kind === 'choices' ? chosenInDraft(text) : text;
}

/** Several choices in a draft. */
export function chosenInDraft(text: string): string[] {
  return jsonList(text)?.map(String) ?? [];
}

/** The service cleans a name before it keeps it: what it would surely take away is not sent. */
function plainName(name: string | undefined): string | undefined {
  return name?.replaceAll(/[\s\p{C}]+/gu, ' ').trim() || undefined;
}

function allFields(offer: SignupInformation): SignupField[] {
  return signupSections(offer).flatMap(({ fields }) => [...fields]);
}

/** A part that nobody filled in is not sent, so nothing in it is asked for. */
function isAsked({ path }: SignupField, draft: SignupDraft): boolean {
  if (!isInPart({ path })) return true;
  const prefix = `${path.slice(1, -1).join('.')}.`;
  return Object.entries(draft).some(([key, value]) => key.startsWith(prefix) && value.trim() !== '');
}

function ownRule(field: SignupField, given: ReturnType<typeof valueOf>): string | undefined {
  const { key, path, label, options, kind, format } = field;
  if (typeof given !== 'string') {
    const isMissing = isRows(given) && given.length === 0 && (field.isRequired || field.isRequiredInPart === true);
    if (isMissing) return t('Choose one of these.');
    const isOffered = (one: FormValue): boolean => options.some(({ value }) => value === one);
    return isRows(given) && !given.every(isOffered) ? t('Choose one from the list.') : undefined;
  }
  const value = key === 'organizations.name' ? (plainName(given) ?? '') : given;
  const name = path.at(-1) ?? '';
  if (key === licenseField)
    return value === '1' ? undefined : t('Read the license and accept it: nobody can sign up without.');
  if (value === '') {
    if (!field.isRequired && field.isRequiredInPart !== true) return undefined;
    return kind === 'choice' ? t('Choose one of these.') : t('{0} must not be empty.', label);
  }
  // what else its check asks for is not shown, and is told by the service
  if (key === 'user_name' && /[\s\p{C}]/u.test(value)) return t('A user name has no spaces in it.');
  if (options.length > 0 && !options.some((option) => option.value === value)) return t('Choose one from the list.');
  const isAddress = format === 'email' || (path[1] === 'email_addresses' && name === 'email');
  return isAddress && !isMail(value) ? t('Enter an e-mail address, such as ada@example.com.') : undefined;
}

function serviceRules(
  offer: SignupInformation,
  draft: SignupDraft,
  secrets: SignupSecrets,
  { picture, files }: { readonly picture: Pick<FileValue, 'name' | 'type'> | undefined; readonly files: SignupFiles },
): ServiceMessage[] {
  const values = Object.create(null) as Record<string, unknown>;
  const asked = new Map(allFields(offer).map((field) => [field.key, field]));
  for (const { path, at } of offer.form.fields) {
    const key = path.slice(1).join('.');
    const file = picture && { name: picture.name, type: picture.type, bytes: new Uint8Array() };
    const field = asked.get(key) ?? { key, kind: 'text' };
    put(values, at, key === pictureField ? file : valueOf(field, draft, secrets, files));
  }
  return validate(offer.form, values as FormValues);
}

function put(values: Record<string, unknown>, at: readonly string[], value: unknown): void {
  let inside = values;
  for (const segment of at.slice(0, -1)) inside = (inside[segment] ??= Object.create(null)) as Record<string, unknown>;
  const last = at.at(-1);
  if (last !== undefined) inside[last] = value;
}

const largestPicture = 20_000_000;

/** Which kinds and sizes the service takes is not told, so only what can be no picture is kept back. */
function pictureProblem({ type, size }: { readonly type: string; readonly size: number }): string | undefined {
  if (!type.startsWith('image/')) return t('Choose another file: this one is not a picture.');
  if (size === 0) return t('Choose another picture: this file is empty.');
  return size > largestPicture ? t('Choose a smaller picture: this one has more than 20 MB.') : undefined;
}

export interface SignupRefusal {
  readonly sentence: string;
  readonly problems: SignupProblems;
}

/** What the service said, at the fields. What stands there is not said again; of what fits no field, nothing is left out. */
export function signupRefusal(offer: SignupInformation, error: ServiceError): SignupRefusal {
  const { code, doing, remedy, reasons } = error;
  const { problems, rest } = atTheirFields(offer, reasons);
  if (reasons.length === 0) return { sentence: error.message, problems };
  if (rest.length === 0) return { sentence: t('The service wants some fields to be corrected.'), problems };
  const why = rest.join('; ');
  return {
    sentence: new ServiceError(code, { doing, why, ...(remedy !== undefined && { remedy }) }).message,
    problems,
  };
}

/** The service's answers, each at the field that it is about; what fits no field is left over. */
function atTheirFields(
  offer: SignupInformation,
  reasons: readonly ServiceMessage[],
): { readonly problems: SignupProblems; readonly rest: readonly string[] } {
  const fields = signupSections(offer)
    .flatMap((section) => section.fields)
    .map(({ path }) => ({ path, at: path.slice(1) }));
  const spelled = reasons.map((reason) => (reason.field ? { ...reason, field: interfaceName(reason.field) } : reason));
  const problems: Record<string, string> = {};
  const rest: string[] = [];
  for (const { text, field } of messagesByField(spelled, fields)) {
    const key = field?.slice(1).join('.');
    if (key === undefined) rest.push(text);
    else problems[key] = problems[key] === undefined ? text : `${problems[key]} ${text}`;
  }
  return { problems, rest };
}

/** The interface's rules name some fields otherwise than its request does. */
function interfaceName(path: readonly string[]): readonly string[] {
  const inUser = path[0] === 'users' ? path.slice(1) : path;
  const [first = '', second = ''] = inUser;
  if (first === 'images') return ['users', ...pictureField.split('.')];
  if (first === 'currency_id') return ['users', 'organizations', 'currency_id'];
  if (first === 'organization_id' || first === 'organization_name' || first === 'name')
    return ['users', 'organizations', 'name'];
  if (first === 'organizations' && second === '') return ['users', 'organizations', 'name'];
  if (first === 'password') return ['users', passwordField];
  return path;
}
