import { t } from '@vscode/l10n';
import type { ControllerName } from '../model/controller.ts';
import type { JsonObject } from '../model/json.ts';
import type { SignupInformation, SignupRequest, SignupResult } from '../model/signup/signup.ts';
import { type Entry, multipart } from './http/multipart.ts';
import { readRecordForm } from './form/readForm.ts';
import { readIdentity } from './readIdentity.ts';
import { readOptions } from './form/readOptions.ts';
import { tokenIn } from './tokenInAnswer.ts';
import { bracketKey } from './form/saveBody.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import { firstOf, flag, object, nonBlank } from './tolerant.ts';

const users: ControllerName = { module: 'access_controls', controller: 'users' };

/** Part 7 of the interface: what a sign-up may choose from. */
export async function signupInformation(link: ServiceLink, signal?: AbortSignal): Promise<SignupInformation> {
  const { answer } = await link.read(users, 'signup', { doing: t('read the sign-up form'), signal });
  return {
    allowsPublicSignup: flag(answer['allow_public_signup']),
    isMultiTenant: flag(answer['is_multi_tenant']),
    roles: readOptions(answer['signup_roles']),
    currencies: readOptions(answer['currencies']),
    timeZones: readOptions(answer['timezones']),
    locales: readOptions(answer['locales']),
    themes: readOptions(answer['themes']),
    hourFormats: readOptions(answer['hour_format']),
    identity: readIdentity(answer),
    form: readRecordForm(answer, { controller: users, operation: 'add' }),
  };
}

/** Sent once: a second one would be a second user. */
export async function signup(link: ServiceLink, request: SignupRequest, signal?: AbortSignal): Promise<SignupResult> {
  const body = multipart(signupEntries(request));
  const { answer, messages } = await link.write(users, 'signup', {
    doing: t('sign up {0}', request.userName),
    method: 'POST',
    body,
    signal,
  });
  return { messages, token: tokenIn(answer), userId: userIdIn(answer) };
}

export function signupEntries(request: SignupRequest): Entry[] {
  const user = (key: string, value: string | undefined): Entry[] =>
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
    ...(request.others ?? []).flatMap(({ path, value }): Entry[] => {
      const key = bracketKey(path);
      return key === undefined ? [] : [[key, value]];
    }),
    ['data[action][signup]', 'Signup'],
  ];
}

function userIdIn(answer: JsonObject): string | undefined {
  const user = object(object(answer['data'])['users']);
  return nonBlank(firstOf(user, 'id')) ?? nonBlank(firstOf(answer, 'id', 'user_id'));
}
