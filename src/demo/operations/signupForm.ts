import type { JsonObject } from '../../model/json.ts';
import { permission } from '../access/rights.ts';
import { currencies, timeZones } from '../catalog/choiceLists.ts';
import { modelClassOf } from '../catalog/controller.ts';
import { users } from '../catalog/controllers.ts';
import { signupRoles } from '../catalog/roles.ts';
import { uuidOf } from '../catalog/uuid.ts';
import { submitElement } from '../forms/submitElement.ts';
import { signupRules } from './signupRules.ts';
import { classesOf, whoAndWhere } from './viewResponse.ts';

const emptyUser = {
  related_entity: [],
  addresses: [],
  email_addresses: [],
  phone_numbers: [],
  roles_users: [],
  images: [],
  http: [],
  owned_by: null,
  __owned_by: null,
};

export const currencyChoices = currencies.map((currency, position) => ({
  text: currency.text,
  value: String(position + 1),
}));

/** Everything that a sign-up form needs to know. */
export function signupInformation(): JsonObject {
  return {
    data: { users: { ...emptyUser } },
    errors: [],
    message: [],
    permissions: [],
    form_permission: permission.edit,
    form: form(),
    timezones: Object.fromEntries(timeZones.map(({ value }) => [value, value])),
    locales: [
      { text: 'English', value: 'en_US' },
      { text: 'Deutsch', value: 'de_DE' },
      { text: 'हिन्दी', value: 'hi_IN' },
      { text: '日本語', value: 'ja_JP' },
      { text: 'العربية', value: 'ar_EG' },
    ],
    user_has_edit_permission: true,
    hour_format: { '12': '12 hours', '24': '24 hours' },
    themes: {
      classic: [
        { text: 'Blue', value: 'classic/blue' },
        { text: 'Grey', value: 'classic/grey' },
      ],
      modern: [
        { text: 'Light', value: 'modern/light' },
        { text: 'Dark', value: 'modern/dark' },
      ],
    },
    currencies: currencyChoices,
    signup_roles: signupRoles.map(({ text, value }) => ({ text, value })),
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
    ...whoAndWhere(undefined),
  };
}

const fields: readonly (readonly [path: string, label: string, template: string, required: boolean])[] = [
  ['user_name', 'User Name', 'text', true],
  ['first_name', 'First Name', 'text', false],
  ['last_name', 'Last Name', 'text', true],
  ['user_password', 'Password', 'password', false],
  ['confirm_password', 'Confirm Password', 'password', false],
  ['role_id', 'Role', 'select', true],
  ['organizations.name', 'Organization', 'text', false],
  ['organizations.currency_id', 'Currency', 'select', true],
  ['images.name', 'Picture', 'file', false],
  ['is_license_agreement_accepted', 'I accept the license agreement', 'checkbox', true],
  ['auto_login', 'Sign me in', 'checkbox', false],
];

function form(): JsonObject {
  const elements = fields.map(([path, label, template, required]): JsonObject => {
    const name = ['users', ...path.split('.')];
    return {
      name,
      __name: name.join('.'),
      label,
      template,
      method: template,
      data_type: 'VAR_STRING',
      permission: permission.inherit,
      required: required ? '1' : '0',
    };
  });
  const submit = submitElement({ name: 'signup', label: 'Signup', isWebCompatible: true, nextStage: (stage) => stage });
  return {
    model_class: modelClassOf(users),
    template: 'form',
    labels: Object.fromEntries(fields.map(([path, label]) => [path, label])),
    enable_split_layout: 0,
    form_metadata_id: uuidOf('form signup'),
    form_view_href: '/access_controls/users/signup',
    field_configurations: [
      { label: 'Sign Up', template: 'section', permission: permission.inherit, elements },
      { label: 'Actions', template: 'buttons', elements: [submit] },
    ],
    field_request_status: [],
    field_request_message: [],
    href: '/access_controls/users/signup.json',
    permission: permission.edit,
  };
}
