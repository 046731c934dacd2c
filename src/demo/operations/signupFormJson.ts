import type { JsonObject } from '../../model/json.ts';
import { permission } from '../access/rights.ts';
import { currencies, demoOrganization, roleIds, roleTexts, timeZones } from '../catalog/choiceLists.ts';
import { modelClassOf, users } from '../catalog/controllers.ts';
import { formJson, inputElement } from '../forms/formMetadata.ts';
import { classesOf, identityJson } from './viewJson.ts';

const lists = 'related_entity addresses email_addresses phone_numbers roles_users images http'.split(' ');

export const currencyChoices = currencies.map((text, position) => ({ text, value: String(position + 1) }));

/** All roles except administrator. */
export const signupRoles = roleIds.map((value, role) => ({ text: roleTexts[role] ?? '', value })).slice(1);

/** Parses `value text, value text`. */
function choices(texts: string): { text: string; value: string }[] {
  return texts.split(', ').map((one) => {
    const [value = '', text = ''] = one.split(' ');
    return { text, value };
  });
}

/** All the data of a sign-up form. */
export function signupFormJson(): JsonObject {
  return {
    data: { users: { ...Object.fromEntries(lists.map((name) => [name, []])), owned_by: null, __owned_by: null } },
    errors: [],
    message: [],
    permissions: [],
    form_permission: permission.edit,
    form: form(),
    timezones: Object.fromEntries(timeZones.map((zone) => [zone, zone])),
    locales: choices('en_US English, de_DE Deutsch, hi_IN हिन्दी, ja_JP 日本語, ar_EG العربية'),
    user_has_edit_permission: true,
    hour_format: { '12': '12 hours', '24': '24 hours' },
    themes: {
      classic: choices('classic/blue Blue, classic/grey Grey'),
      modern: choices('modern/light Light, modern/dark Dark'),
    },
    currencies: currencyChoices,
    signup_roles: signupRoles,
    is_multi_tenant: 0,
    allow_public_signup: 1,
    primary_key: 'id',
    display_field: 'last_name',
    model: users.model,
    model_class: modelClassOf(users),
    singleton_key: null,
    filterRules: signupRules(),
    id: null,
    name: '',
    rebaseline: [],
    allow_comments: 0,
    is_deletable: 0,
    ...classesOf(users),
    notEmptyField: [],
    ...identityJson(undefined),
  };
}

const fields: readonly (readonly [path: string, label: string, template: string])[] = [
  ['user_name', 'User Name', 'text'],
  ['first_name', 'First Name', 'text'],
  ['last_name', 'Last Name', 'text'],
  ['user_password', 'Password', 'password'],
  ['confirm_password', 'Confirm Password', 'password'],
  ['role_id', 'Role', 'select'],
  ['organizations.name', 'Organization', 'text'],
  ['organizations.currency_id', 'Currency', 'select'],
  ['images.name', 'Picture', 'file'],
  ['is_license_agreement_accepted', 'I accept the license agreement', 'checkbox'],
  ['auto_login', 'Sign me in', 'checkbox'],
];

function form(): JsonObject {
  const elements = fields.map(([path, label, template]) =>
    inputElement(['users', ...path.split('.')], label, template, permission.inherit),
  );
  return formJson({
    controller: users,
    labels: Object.fromEntries(fields.map(([path, label]) => [path, label])),
    viewPath: '/access_controls/users/signup',
    path: '/access_controls/users/signup.json',
    elements: [{ label: 'Sign Up', template: 'section', permission: permission.inherit, elements }],
    actions: [{ name: 'signup', label: 'Signup', isWebCompatible: true, nextStage: (stage) => stage }],
    level: permission.edit,
  });
}

/** The interface's rules for sign-up, in the format of this service's forms. */
function signupRules(): JsonObject {
  return {
    user_name: [notEmpty('User Name'), { rule: 'userName', message: 'User Name is not valid.' }],
    last_name: [notEmpty('Last Name')],
    organization_id: [notEmpty('Organization')],
    'organizations.currency_id': [notEmpty('Currency')],
    is_license_agreement_accepted: [
      { rule: ['equalTo', '1'], required: true, message: 'The license agreement must be accepted.' },
    ],
    role_id: [notEmpty('Role'), { rule: 'signupRole', message: 'Role is not one that can be signed up for.' }],
    'addresses.type': [notEmpty('Address type', true)],
    'addresses.address_line_1': [notEmpty('Address', true)],
    'addresses.city': [notEmpty('City')],
    'addresses.state_id': [notEmpty('State')],
    'addresses.country_id': [notEmpty('Country')],
    'addresses.zip': [notEmpty('Zip')],
    'email_addresses.email': [notEmpty('E-mail', true), { rule: 274, message: 'E-mail is not an e-mail address.' }],
    'email_addresses.type': [notEmpty('E-mail type')],
    'phone_numbers.number': [notEmpty('Phone number', true)],
    'phone_numbers.type': [notEmpty('Phone type', true)],
    'roles_users.role_id': [notEmpty('Role')],
    'roles_users.user_id': [notEmpty('User')],
    'images.error': [{ rule: 'uploadError', message: 'The picture could not be taken.' }],
    'images.mime_type': [
      {
        rule: ['mimeType', ['image/png', 'image/jpeg', 'image/gif', 'image/webp']],
        message: 'The picture must be PNG, JPEG, GIF or WebP.',
      },
    ],
  };
}

function notEmpty(label: string, required = false): JsonObject {
  return { rule: 'notEmpty', required, message: `${label} must not be empty.` };
}

const text = `<h1>License Agreement</h1>
<p>This agreement is between you and <strong>${demoOrganization.name}</strong> and covers a demonstration: every record is made up.</p>
<h2>1. Use</h2>
<p>You may look at, change and delete whatever you are allowed to. Nothing you enter leaves this computer.</p>
<ul><li>Do not enter what is secret.</li><li>Do not rely on what is kept here: a reset removes it.</li></ul>
<h2>2. Liability</h2>
<p>The service comes <em>as it is</em>. See <a href="https://example.com/terms">the terms</a> for more.</p>
<table><tr><th>Term</th><th>Meaning</th></tr><tr><td>Record</td><td>A lead, an account, a person, an activity or a user</td></tr></table>`;

export function answerLicense(): JsonObject {
  return {
    errors: [],
    message: [],
    license_agreement: text,
    ...classesOf(users),
    notEmptyField: [],
    ...identityJson(undefined),
    data: [],
  };
}
