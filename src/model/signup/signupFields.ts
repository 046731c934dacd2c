import { t } from '@vscode/l10n';
import type { FieldKind, FieldOption, TextFormat } from '../form/fieldKind.ts';
import type { FieldPath } from '../form/fieldPath.ts';
import type { SignupInformation } from './signup.ts';
import type { RecordField } from '../form/formElement.ts';

/** One thing that a sign-up asks for. */
export interface SignupField {
  /** Its path after `users`, as one text: `organizations.currency_id`. */
  readonly key: string;
  /** In brackets after `data` it is the key that is sent. */
  readonly path: FieldPath;
  readonly label: string;
  readonly help: string;
  readonly kind: 'text' | 'longText' | 'password' | 'choice' | 'choices' | 'switch' | 'picture' | 'file';
  readonly format?: TextFormat;
  readonly options: readonly FieldOption[];
  readonly isRequired: boolean;
  /** Only once something of the part that it belongs to is filled in. */
  readonly isRequiredInPart?: boolean;
}

export interface SignupSection {
  readonly title: string;
  readonly help?: string;
  readonly fields: readonly SignupField[];
}

export const licenseField = 'is_license_agreement_accepted';
export const pictureField = 'images.name';
export const passwordField = 'user_password';
export const confirmField = 'confirm_password';
const organizationField = 'organization_id';

/** What the interface names for a sign-up. Everything beyond it is sent only where the service's own form has it. */
export const documentedFields: ReadonlySet<string> = new Set([
  'user_name',
  'first_name',
  'last_name',
  passwordField,
  confirmField,
  licenseField,
  'role_id',
  'auto_login',
  pictureField,
  'organizations.name',
  'organizations.currency_id',
]);

/** What the interface asks of each part that may stay empty as a whole. */
const partRules: Readonly<Record<string, readonly string[]>> = {
  addresses: ['type', 'address_line_1', 'city', 'state_id', 'country_id', 'zip'],
  email_addresses: ['email', 'type'],
  phone_numbers: ['number', 'type'],
  roles_users: ['role_id', 'user_id'],
};

/** Whether the field belongs to a part that may stay empty as a whole. */
export function isInPart({ path }: Pick<SignupField, 'path'>): boolean {
  return Object.hasOwn(partRules, path[1] ?? '');
}

/** The form, as far as the service offers it. */
export function signupSections(offer: SignupInformation): SignupSection[] {
  const others = otherFields(offer);
  const inGroup = (group: string): SignupField[] => others.filter(({ path }) => path[1] === group);
  const grouped = new Set(groups().map(([group]) => group));
  return [
    {
      title: t('You'),
      fields: [
        text('user_name', t('User name'), t('The name that the service knows you by.'), true),
        text('first_name', t('First name'), ''),
        text('last_name', t('Last name'), '', true),
        {
          ...text(passwordField, t('Password'), t('It is sent once, and kept nowhere here.')),
          kind: 'password' as const,
        },
        { ...text(confirmField, t('Password again'), ''), kind: 'password' as const },
        choice('role_id', t('Role'), t('What you will be allowed to do.'), offer.roles),
        {
          ...text(pictureField, t('Picture'), t('It stays on this page until you sign up.')),
          kind: 'picture' as const,
        },
      ],
    },
    { title: t('Organization'), help: tenancy(offer), fields: organizationFields(offer) },
    ...groups().map(([group, title]) => ({
      title,
      help: t('Leave it empty, or fill in all that is marked.'),
      fields: inGroup(group),
    })),
    { title: t('More'), fields: others.filter(({ path }) => !grouped.has(path[1] ?? '')) },
    {
      title: t('Agreement'),
      fields: [
        flag(licenseField, t('I accept the license'), t('Open the license and read it first.'), true),
        flag('auto_login', t('Sign me in afterward'), t('The service then hands out a token, if it can.')),
      ],
    },
  ].filter(({ fields }) => fields.length > 0);
}

/** Why nobody can sign up, in one sentence with what to do; undefined when the form is open. */
export function closedBecause(offer: SignupInformation, service: string): string | undefined {
  if (offer.allowsPublicSignup === false)
    return t(
      '{0} takes no public sign-ups. Ask its administrator for an account and a token, then add the connection.',
      service,
    );
  if (offer.roles.length === 0)
    return t(
      '{0} offers no role to sign up for, so it would refuse you. Ask its administrator for an account and a token.',
      service,
    );
  return undefined;
}

const groups = (): readonly (readonly [group: string, title: string])[] => [
  ['addresses', t('Address')],
  ['email_addresses', t('E-mail')],
  ['phone_numbers', t('Phone')],
  ['roles_users', t('Further roles')],
];

function tenancy({ isMultiTenant }: SignupInformation): string {
  if (isMultiTenant === true)
    return t('This service keeps several organizations apart. Signing up founds a new one, with you in it.');
  if (isMultiTenant === false) return t('This service has one organization, which you join.');
  return t('The service does not tell whether you join an organization or found one.');
}

/** `organization_id` has to be there: by a field of its own, by the one that there is, or by founding one. */
function foundsOrganization({ isMultiTenant, form }: SignupInformation): boolean {
  return isMultiTenant === true && !form.fields.some(({ path }) => path.slice(1).join('.') === organizationField);
}

function organizationFields(offer: SignupInformation): SignupField[] {
  const isInForm = offer.form.fields.some(({ path }) => path.slice(1).join('.') === 'organizations.name');
  const name = text(
    'organizations.name',
    t('Name of the organization'),
    offer.isMultiTenant === false
      ? t('May stay empty: there is one already.')
      : t('What the new organization is called.'),
    foundsOrganization(offer),
  );
  const currency = choice(
    'organizations.currency_id',
    t('Currency'),
    t('The currency that amounts are kept in.'),
    offer.currencies,
  );
  return offer.isMultiTenant === false && !isInForm ? [currency] : [name, currency];
}

function otherFields({ form, ...offer }: SignupInformation): SignupField[] {
  return form.fields.flatMap((field): SignupField[] => {
    const key = field.path.slice(1).join('.');
    const kind = kinds[field.kind];
    // a name that every object has would be taken for a value that is there
    if (field.path.some((segment) => segment in {})) return [];
    if (field.path[0] !== form.root || key === '' || documentedFields.has(key) || !field.permission.editable || !kind)
      return [];
    const options = optionsOf(field, { form, ...offer });
    return [
      {
        key,
        path: field.path,
        label: field.label,
        help: field.help ?? '',
        kind: options.length > 0 && kind !== 'choices' ? 'choice' : kind,
        ...(field.format && { format: field.format }),
        options,
        ...(isInPart(field)
          ? { isRequired: false, isRequiredInPart: field.required || isAskedInPart(field.path) }
          : { isRequired: field.required || key === organizationField }),
      },
    ];
  });
}

function isAskedInPart(path: FieldPath): boolean {
  return partRules[path[1] ?? '']?.includes(path.at(-1) ?? '') === true;
}

/** Those that one control of the form can hold. */
const kinds: Partial<Record<FieldKind, SignupField['kind']>> = {
  text: 'text',
  longText: 'longText',
  number: 'text',
  date: 'text',
  dateTime: 'text',
  time: 'text',
  boolean: 'switch',
  choice: 'choice',
  choices: 'choices',
  file: 'file',
  password: 'password',
  reference: 'text',
};

function text(key: string, label: string, help: string, isRequired = false): SignupField {
  return { key, path: ['users', ...key.split('.')], label, help, kind: 'text', options: [], isRequired };
}

function flag(key: string, label: string, help: string, isRequired = false): SignupField {
  return { ...text(key, label, help, isRequired), kind: 'switch' };
}

/** Without anything to choose from, its identifier has to be known. */
function choice(key: string, label: string, help: string, options: readonly FieldOption[]): SignupField {
  const known = text(
    key,
    label,
    options.length > 0 ? help : `${help} ${t('The service names none: enter its id.')}`,
    true,
  );
  return options.length > 0 ? { ...known, kind: 'choice', options } : known;
}

/** What a user may choose for themselves, by the names that such fields have. */
const preferences: readonly (readonly [
  name: RegExp,
  label: () => string,
  list: (offer: SignupInformation) => readonly FieldOption[],
])[] = [
  [/time_?zone/i, () => t('Time zones'), (offer) => offer.timeZones],
  [/locale|language/i, () => t('Languages'), (offer) => offer.locales],
  [/theme/i, () => t('Themes'), (offer) => offer.themes],
  [/hour_?format|time_?format/i, () => t('Hour formats'), (offer) => offer.hourFormats],
];

function optionsOf(field: RecordField, offer: SignupInformation): readonly FieldOption[] {
  if (field.options.length > 0) return field.options;
  const name = field.path.at(-1) ?? '';
  return preferences.find(([pattern]) => pattern.test(name))?.[2](offer) ?? [];
}

/** What the service lets a user choose, and its sign-up has no place for: to be chosen later. */
export function chosenLater(offer: SignupInformation): { readonly label: string; readonly options: FieldOption[] }[] {
  const asked = signupSections(offer).flatMap(({ fields }) => fields.map(({ options }) => options));
  return preferences
    .map(([, label, list]) => ({ label: label(), options: [...list(offer)] }))
    .filter(
      ({ options }) => options.length > 0 && !asked.some((list) => list.length > 0 && sameOptions(list, options)),
    );
}

function sameOptions(one: readonly FieldOption[], other: readonly FieldOption[]): boolean {
  return one.length === other.length && one.every(({ value }, index) => value === other[index]?.value);
}
