import { t } from '@vscode/l10n';
import { ServiceError, type ServiceMessage } from '../errors.ts';
import { atFields } from '../form/fieldMessages.ts';
import type { SignupInformation } from './signup.ts';
import type { SignupProblems } from './signupDraft.ts';
import { passwordField, pictureField, signupSections } from './signupFields.ts';

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
  for (const { text, field } of atFields(spelled, fields)) {
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
