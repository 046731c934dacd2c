import { t } from '@vscode/l10n';
import { type ControllerName, controllerName } from '../../model/controller.ts';
import { labelFromKey } from '../../model/form/fieldPath.ts';
import { ReadAsEmptyError } from '../../model/form/readAsEmpty.ts';
import { type JsonObject, isObject, type JsonValue } from '../../model/json.ts';
import type { SignupRequest, SignupResult } from '../../model/signup/signupInput.ts';
import type { SignupInformation } from '../../model/signup/signupFields.ts';
import { type FormDataEntry, multipart } from './http/multipart.ts';
import { readRecordForm } from './form/readForm.ts';
import { readIdentity } from './readIdentity.ts';
import { readOptions } from './form/readOptions.ts';
import { fieldEntries } from './form/saveBody.ts';
import { scalarText, valueAt } from '../../model/form/fieldValue.ts';
import { fieldInstances } from '../../model/form/recordForm.ts';
import type { License, Sending } from '../recordService.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import { firstOf, asBoolean, asObject, nonBlank, asText } from './tolerant.ts';
import type { Identity } from '../../model/identity.ts';
import { unreadable } from './http/failures.ts';

const users: ControllerName = controllerName('access_controls', 'users');

/** Reads the choices for a sign-up (part 7 of the interface). */
export async function signupInformation(link: ServiceLink, signal?: AbortSignal): Promise<SignupInformation> {
  const { answer, messages } = await link.requestRead(users, 'signup', { doing: t('read the sign-up form'), signal });
  const form = readRecordForm(answer, { controller: users, operation: 'add', notations: link.notations });
  return {
    allowsPublicSignup: asBoolean(answer['allow_public_signup']),
    isMultiTenant: asBoolean(answer['is_multi_tenant']),
    roles: readOptions(answer['signup_roles']),
    currencies: readOptions(answer['currencies']),
    timeZones: readOptions(answer['timezones']),
    locales: readOptions(answer['locales']),
    themes: readOptions(answer['themes']),
    hourFormats: readOptions(answer['hour_format']),
    identity: readIdentity(answer),
    form: { ...form, messages: messages.map(({ text }) => text) },
  };
}

/** Never retried: a second request would create a second user. */
export async function signup(link: ServiceLink, request: SignupRequest, sending: Sending = {}): Promise<SignupResult> {
  link.learn(request.password, request.confirmPassword, ...passwordsIn(request));
  const entries = signupEntries(request);
  const doing = t('sign up {0}', request.userName);
  const sign = link.choices.emptyValue === 'null' ? 'null' : '';
  const texts = entries.flatMap(([key, value]) => {
    const path = key.slice('data['.length, -1).split('][');
    return value !== '' && value === sign ? [{ key, label: labelFromKey(path.at(-1) ?? ''), path }] : [];
  });
  if (texts.length > 0) throw new ReadAsEmptyError(doing, sign, texts);
  const body = multipart(entries);
  const { answer, messages } = await link.requestWrite(users, 'signup', {
    doing,
    kind: 'add',
    method: 'POST',
    body,
    ...sending,
    createdIn: ({ answer: refusal }) => ((ownIdIn(refusal) ?? tokenIn(refusal)) === undefined ? undefined : {}),
  });
  const token = tokenIn(answer);
  link.learn(token);
  return { messages: link.redactMessages(messages), token, userId: ownIdIn(answer) ?? nonBlank(answer['user_id']) };
}

/** Fields that only the service's own form has are sent the way any form sends them. */
export function signupEntries(request: SignupRequest): FormDataEntry[] {
  const user = (key: string, value: string | undefined): FormDataEntry[] =>
    value === undefined ? [] : [[`data[users]${key}`, value]];
  return [
    ...user('[user_name]', request.userName),
    ...user('[first_name]', request.firstName),
    ...user('[last_name]', request.lastName),
    ...user('[user_password]', request.password),
    ...user('[confirm_password]', request.confirmPassword),
    ...user('[is_license_agreement_accepted]', request.isLicenseAccepted ? '1' : undefined),
    ...user('[role_id]', request.roleId),
    ...user('[auto_login]', request.autoLogin ? '1' : undefined),
    ...user('[organizations][name]', request.organizationName),
    ...user('[organizations][currency_id]', request.currencyId),
    ...(request.image ? [['data[users][images][name]', request.image] as const] : []),
    ...otherEntries(request),
    ['data[action][signup]', 'Signup'],
  ];
}

/** Skips empty values, including the name of a record when only its id is known. */
function otherEntries({ others }: SignupRequest): FormDataEntry[] {
  if (!others) return [];
  const entries = fieldEntries(others.form, others.values, others.fields, { emptyValue: 'empty' });
  return entries.filter(([, value]) => value !== '');
}

function passwordsIn({ others }: SignupRequest): (string | undefined)[] {
  if (!others) return [];
  const { form, fields, values } = others;
  return fields
    .filter(({ kind }) => kind === 'password')
    .flatMap((field) => fieldInstances(form, values, field))
    .map(({ at }) => scalarText(valueAt(values, at)));
}

/** The new user's id; `user_id` may be the signed-in user's. */
function ownIdIn(answer: JsonObject): string | undefined {
  const data = asObject(answer['data']);
  return [asObject(data['users']), answer, data]
    .map((holder) => nonBlank(firstOf(holder, 'id')))
    .find((id) => id !== undefined && id !== '0');
}

/**
 * Names of token keys, likeliest first, lowercase and without separators. Refresh tokens and CSRF tokens are excluded.
 */
const names = [
  'accesstoken',
  'bearertoken',
  'authtoken',
  'apitoken',
  'jwttoken',
  'token',
  'jwt',
  'bearer',
  'authorization',
];
const deepest = 5;
const maxCandidates = 1_000;

/**
 * Finds the token anywhere in the response, because the interface doesn't document where it is; the one nearest the top
 * wins.
 */
export function tokenIn(answer: JsonObject): string | undefined {
  const holders = placesIn(answer);
  for (const name of names) {
    for (const holder of holders) {
      for (const [key, value] of Object.entries(holder)) {
        const token = plainKey(key) === name ? tokenOf(value) : undefined;
        if (token !== undefined) return token;
      }
    }
  }
  return undefined;
}

/** The token as it follows `Bearer` in the header; text with spaces isn't a token. */
function tokenOf(value: JsonValue): string | undefined {
  const token = typeof value === 'string' ? nonBlank(value.replace(/^\s*bearer\s+/i, '')) : undefined;
  return token === undefined || /\s/.test(token) ? undefined : token;
}

function plainKey(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, '');
}

/** Breadth first. Skips the form and other metadata, which never hold a token. */
function placesIn(answer: JsonObject): JsonObject[] {
  const found: JsonObject[] = [];
  let level: JsonValue[] = [answer];
  for (let depth = 0; depth < deepest && found.length < maxCandidates; depth++) {
    found.push(...level.filter(isObject));
    level = level.flatMap((holder) =>
      Array.isArray(holder)
        ? holder.slice(0, maxCandidates)
        : isObject(holder)
          ? Object.entries(holder).flatMap(([key, value]) => (describing.has(key) ? [] : [value]))
          : [],
    );
  }
  return found.slice(0, maxCandidates);
}

const describing = new Set(['form', 'filterRules', 'permissions', 'timezones', 'locales', 'themes', 'currencies']);

/** Reads the license agreement (part 8 of the interface). */
export async function license(link: ServiceLink, signal?: AbortSignal): Promise<License> {
  const doing = t('read the license agreement');
  const { answer, messages } = await link.requestRead(users, 'license_agreement', { doing, signal });
  // null and an empty string both mean a license without text
  const html = answer['license_agreement'] === null ? '' : asText(answer['license_agreement']);
  if (html === undefined) throw unreadable({ doing, stage: 'read' }, t('its text is missing'));
  return { html, messages: messages.map(({ text }) => text), identity: readIdentity(answer) };
}

/**
 * The interface names part 9 but doesn't define it. The license and the sign-up form include the organization, and any
 * earlier response may have included the user, so this returns what is known without an undocumented request.
 */
export async function organization(link: ServiceLink, signal?: AbortSignal): Promise<Identity> {
  const asked = await Promise.allSettled([license(link, signal), signupInformation(link, signal)]);
  const failed = asked.find((outcome) => outcome.status === 'rejected');
  const isUnknown = Object.keys(link.identity).length === 0;
  if (failed && isUnknown && asked.every((outcome) => outcome.status === 'rejected')) throw failed.reason;
  return link.identity;
}
