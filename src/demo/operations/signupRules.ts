import type { JsonObject } from '../../model/json.ts';

/** The rules that the interface lists for sign-up, in the shape in which every form of this service gives its rules. */
export function signupRules(): JsonObject {
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
