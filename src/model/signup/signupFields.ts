import { t } from '@vscode/l10n';
import { type FieldKind, fieldKinds, type FieldKindTraits, type FieldOption } from '../form/fieldKind.ts';
import type { FieldPath } from '../form/fieldPath.ts';
import type { FieldRule, RecordField } from '../form/formElement.ts';
import type { RecordForm } from '../form/recordForm.ts';
import type { Identity } from '../identity.ts';

/** Target of a sign-up or license request: a connection, or a URL without one yet. */
export type SignupSource = { readonly connection: string } | { readonly baseUrl: string };

/** What the service offers to users without an account. */
export interface SignupInformation {
  /** Undefined if the service doesn't provide it. */
  readonly allowsPublicSignup: boolean | undefined;
  readonly isMultiTenant: boolean | undefined;
  readonly roles: readonly FieldOption[];
  readonly currencies: readonly FieldOption[];
  readonly timeZones: readonly FieldOption[];
  readonly locales: readonly FieldOption[];
  /** Grouped by theme group. */
  readonly themes: readonly FieldOption[];
  readonly hourFormats: readonly FieldOption[];
  readonly identity: Identity;
  readonly form: RecordForm;
}

/** A field of the sign-up form. */
export interface SignupField extends Pick<RecordField, 'path' | 'label' | 'kind' | 'format' | 'options' | 'rules'> {
  /** Path after `users`, as text: `organizations.currency_id`. */
  readonly key: string;
  readonly help: string;
  readonly isRequired: boolean;
  /** Required only if something else in its part is filled in. */
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
export const organizationName = 'organizations.name';
const organizationField = 'organization_id';

/** Fields that the interface documents for a sign-up. Others are sent only if the service's form has them. */
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
  organizationName,
  'organizations.currency_id',
]);

/** Required fields of each optional part. */
const partRules: Readonly<Record<string, readonly string[]>> = {
  addresses: ['type', 'address_line_1', 'city', 'state_id', 'country_id', 'zip'],
  email_addresses: ['email', 'type'],
  phone_numbers: ['number', 'type'],
  roles_users: ['role_id', 'user_id'],
};

/** True if the field belongs to an optional part. */
export function isInPart({ path }: Pick<SignupField, 'path'>): boolean {
  return Object.hasOwn(partRules, path[1] ?? '');
}

/** Returns the sections of the form, as far as the service offers them. */
export function signupSections(offer: SignupInformation): SignupSection[] {
  const others = otherFields(offer);
  const grouped = new Set(groups().map(([group]) => group));
  const sections: SignupSection[] = [
    {
      title: t('You'),
      fields: [
        field('user_name', t('User name'), { help: t('Your name in the service.'), isRequired: true }),
        field('first_name', t('First name')),
        field('last_name', t('Last name'), { isRequired: true }),
        field(passwordField, t('Password'), { help: t('Sent once; never stored.'), kind: 'password' }),
        field(confirmField, t('Confirm password'), { kind: 'password' }),
        choice('role_id', t('Role'), t('Determines what you can do.'), offer.roles),
        field(pictureField, t('Picture'), { help: t('It stays on this page until you sign up.'), kind: 'file' }),
      ],
    },
    { title: t('Organization'), help: tenancy(offer), fields: organizationFields(offer) },
    ...groups().map(([group, title]) => ({
      title,
      help: t('Leave this section empty, or fill in all marked fields.'),
      fields: others.filter(({ path }) => path[1] === group),
    })),
    { title: t('More'), fields: others.filter(({ path }) => !grouped.has(path[1] ?? '')) },
    {
      title: t('Agreement'),
      fields: [
        field(licenseField, t('I accept the license'), {
          help: t('Open the license and read it first.'),
          kind: 'boolean',
          isRequired: true,
        }),
        field('auto_login', t('Sign me in afterward'), {
          help: t('The service then returns a token, if it can.'),
          kind: 'boolean',
        }),
      ],
    },
  ];
  const ruled = new Map(offer.form.fields.map((one) => [keyOf(one), one.permission.editable ? one.rules : []]));
  return sections
    .filter(({ fields }) => fields.length > 0)
    .map((section) => ({
      ...section,
      fields: section.fields.map((one) => ({ ...one, rules: [...ownRules(one), ...(ruled.get(one.key) ?? [])] })),
    }));
}

/** The interface's requirements for each field, worded as instructions. The service's own rules follow. */
function ownRules({
  key,
  kind,
  path,
  options,
  format,
  isRequired,
  isRequiredInPart = false,
}: SignupField): FieldRule[] {
  if (key === licenseField) {
    const message = t('Read and accept the license. It is required to sign up.');
    return [
      { kind: 'required', message },
      { kind: 'inList', values: ['1'], message },
    ];
  }
  const isChoice = kind === 'choice' || kind === 'choices';
  const isMail = format === 'email' || (path[1] === 'email_addresses' && path.at(-1) === 'email');
  const required: FieldRule = { kind: 'required', ...(isChoice && { message: t('Choose one of these.') }) };
  const values = options.map(({ value }) => value);
  return [
    ...(isRequired || isRequiredInPart ? [required] : []),
    ...(values.length > 0 ? [{ kind: 'inList', values, message: t('Choose one from the list.') } as const] : []),
    ...(isMail ? [{ kind: 'email', message: t('Enter an email address, such as ada@example.com.') } as const] : []),
  ];
}

function keyOf({ path }: Pick<RecordField, 'path'>): string {
  return path.slice(1).join('.');
}

/** One sentence that says why sign-up isn't possible and what to do; undefined if it is. */
export function closedBecause(offer: SignupInformation, service: string): string | undefined {
  if (offer.allowsPublicSignup === false)
    return t(
      '{0} does not allow public sign-up. Ask its administrator for an account and a token, then add the connection.',
      service,
    );
  if (offer.roles.length === 0)
    return t(
      '{0} has no role for new users and would reject the sign-up. Ask its administrator for an account and a token.',
      service,
    );
  return undefined;
}

const groups = (): readonly (readonly [group: string, title: string])[] => [
  ['addresses', t('Address')],
  ['email_addresses', t('Email')],
  ['phone_numbers', t('Phone')],
  ['roles_users', t('Further roles')],
];

function tenancy({ isMultiTenant }: SignupInformation): string {
  if (isMultiTenant === true)
    return t('This service has separate organizations. Signing up creates a new organization and makes you a member.');
  if (isMultiTenant === false) return t('This service has one organization, which you join.');
  return t('The service does not specify whether you join an organization or create one.');
}

/** `organization_id` is required: from a form field, from the only organization, or from a new one. */
function foundsOrganization({ isMultiTenant, form }: SignupInformation): boolean {
  return isMultiTenant === true && !form.fields.some((one) => keyOf(one) === organizationField);
}

function organizationFields(offer: SignupInformation): SignupField[] {
  const currency = choice('organizations.currency_id', t('Currency'), t('The currency for amounts.'), offer.currencies);
  const isInForm = offer.form.fields.some((one) => keyOf(one) === organizationName);
  if (offer.isMultiTenant === false && !isInForm) return [currency];
  const help =
    offer.isMultiTenant === false
      ? t('Optional: an organization already exists.')
      : t('The name of the new organization.');
  const isRequired = foundsOrganization(offer);
  return [field(organizationName, t('Name of the organization'), { help, isRequired }), currency];
}

function otherFields(offer: SignupInformation): SignupField[] {
  return offer.form.fields.flatMap((one): SignupField[] => {
    const { path, label, help, format } = one;
    const key = keyOf(one);
    // names of inherited object properties would look like existing values
    if (path.some((segment) => segment in {}) || path[0] !== offer.form.root || key === '') return [];
    const traits: FieldKindTraits = fieldKinds[one.kind];
    const isHeld = one.permission.editable && !traits.isStructure && !traits.isHidden;
    if (!isHeld || documentedFields.has(key)) return [];
    const options = optionsOf(one, offer);
    const kind = isAsText(one.kind) ? 'text' : one.kind;
    return [
      field(key, label, {
        path,
        help: help ?? '',
        kind: options.length > 0 && kind !== 'choices' ? 'choice' : kind,
        ...(format && { format }),
        options,
        ...(isInPart(one)
          ? { isRequired: false, isRequiredInPart: one.required || isAskedInPart(path) }
          : { isRequired: one.required || key === organizationField }),
      }),
    ];
  });
}

function isAskedInPart(path: FieldPath): boolean {
  return partRules[path[1] ?? '']?.includes(path.at(-1) ?? '') === true;
}

/** No value reveals the service's notation, and records can't be looked up yet. */
function isAsText(kind: FieldKind): boolean {
  const { column } = fieldKinds[kind];
  return kind === 'reference' || (column !== undefined && column !== 'boolean');
}

function field(key: string, label: string, more: Partial<SignupField> = {}): SignupField {
  const path = ['users', ...key.split('.')];
  return { key, path, label, help: '', kind: 'text', options: [], isRequired: false, rules: [], ...more };
}

/** Without options, the user must know the id. */
function choice(key: string, label: string, help: string, options: readonly FieldOption[]): SignupField {
  if (options.length > 0) return field(key, label, { help, kind: 'choice', options, isRequired: true });
  return field(key, label, { help: `${help} ${t('The service lists none. Enter an id.')}`, isRequired: true });
}

/** User preferences, recognized by common field names. */
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

function optionsOf({ options, path }: RecordField, offer: SignupInformation): readonly FieldOption[] {
  if (options.length > 0) return options;
  const name = path.at(-1) ?? '';
  return preferences.find(([pattern]) => pattern.test(name))?.[2](offer) ?? [];
}

/** Preferences that the service offers but its sign-up has no field for; the user can set them later. */
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
