import assert from 'node:assert/strict';
import { ServiceError, type ServiceMessage } from '../../../../src/model/errors.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import {
  emptyDraft,
  type SignupProblems,
  signupProblems,
  type SignupRefusal,
  signupRefusal,
  signupRequest,
  type SignupValues,
} from '../../../../src/model/signup/signupInput.ts';
import { signupEntries } from '../../../../src/service/documented/accountOperations.ts';
import { formWith, signupOffer } from '../../../support/signupOffer.ts';

async function filledIn(changes: JsonObject = {}): Promise<SignupValues> {
  const { roles, currencies } = await signupOffer(changes);
  return {
    user_name: 'zoe',
    last_name: 'Nowak',
    role_id: roles[0]?.value ?? '',
    'organizations.currency_id': currencies[0]?.value ?? '',
    is_license_agreement_accepted: '1',
  };
}

async function problems(values: SignupValues, changes: JsonObject = {}): Promise<SignupProblems> {
  return signupProblems(await signupOffer(changes), values);
}

describe('sign-up draft', () => {
  it('requires only what the interface says', async () => {
    assert.deepEqual(Object.keys(await problems({}, { filterRules: [] })).toSorted(), [
      'is_license_agreement_accepted',
      'last_name',
      'organizations.currency_id',
      'role_id',
      'user_name',
    ]);
    assert.deepEqual(await problems(await filledIn()), {});
    for (const accepted of ['', '0'])
      assert.deepEqual(await problems({ ...(await filledIn()), is_license_agreement_accepted: accepted }), {
        is_license_agreement_accepted: 'Read and accept the license. It is required to sign up.',
      });
    assert.deepEqual(Object.keys(await problems({ ...(await filledIn()), user_name: '  ' })), ['user_name']);
  });

  it('rejects user names that are invalid anywhere, and leaves the rest to the service', async () => {
    for (const name of ['zoe nowak', 'zoe\tn', 'zoe\u200Bn', 'z\u0000e'])
      assert.deepEqual(await problems({ ...(await filledIn()), user_name: name }), {
        user_name: "A user name can't contain spaces.",
      });
    for (const name of ['zoë', ' zoe ', 'zoe@example.com', '5', '名前'])
      assert.deepEqual(await problems({ ...(await filledIn()), user_name: name }), {});
  });

  it('requires a name for a new organization, or the existing one', async () => {
    const founding = { is_multi_tenant: 1, filterRules: [] };
    const draft = await filledIn(founding);
    assert.deepEqual(Object.keys(await problems(draft, founding)), ['organizations.name']);
    assert.deepEqual(Object.keys(await problems({ ...draft, 'organizations.name': ' \u200B ' }, founding)), [
      'organizations.name',
    ]);
    assert.deepEqual(await problems({ ...draft, 'organizations.name': 'Ada & Co' }, founding), {});
    assert.deepEqual(await problems(draft, { is_multi_tenant: 0 }), {});
    const named = { ...founding, form: formWith(['organization_id']) };
    assert.deepEqual(Object.keys(await problems(draft, named)), ['organization_id']);
    assert.deepEqual(await problems({ ...draft, organization_id: '7' }, named), {});
  });

  it('accepts only offered roles and currencies', async () => {
    const draft = { ...(await filledIn()), role_id: 'emperor', 'organizations.currency_id': 'doubloon' };
    assert.deepEqual(Object.keys(await problems(draft)).toSorted(), ['organizations.currency_id', 'role_id']);
  });

  it('requires the same password twice, and allows none', async () => {
    const differ = { ...(await filledIn()), user_password: 'one', confirm_password: 'two' };
    assert.deepEqual(await problems(differ), { confirm_password: 'The two passwords differ.' });
  });

  it('validates an email address only once one is entered', async () => {
    const form = formWith(
      ['email_addresses', '0', 'email'],
      ['email_addresses', '0', 'type'],
      ['addresses', '0', 'city'],
    );
    const draft = await filledIn({ form });
    assert.deepEqual(await problems(draft, { form }), {});
    const begun = { ...draft, 'email_addresses.0.email': 'nobody' };
    assert.deepEqual(Object.keys(await problems(begun, { form })).toSorted(), [
      'email_addresses.0.email',
      'email_addresses.0.type',
    ]);
  });

  for (const [group, needed] of Object.entries({
    addresses: ['type', 'address_line_1', 'city', 'state_id', 'country_id', 'zip'],
    email_addresses: ['email', 'type'],
    phone_numbers: ['number', 'type'],
    roles_users: ['role_id', 'user_id'],
  }))
    it(`requires all mandatory fields of ${group} once one is filled in`, async () => {
      const form = formWith(...needed.map((name) => [group, '0', name]), [group, '0', 'remark']);
      const draft = await filledIn({ form });
      assert.deepEqual(await problems(draft, { form }), {});
      const begun = await problems({ ...draft, [`${group}.0.remark`]: 'x' }, { form });
      assert.deepEqual(Object.keys(begun).toSorted(), needed.map((name) => `${group}.0.${name}`).toSorted());
    });

  it('follows the rules of the form of the service', async () => {
    const filterRules = { first_name: [{ rule: ['maxLength', 3], message: 'Three letters at most.' }] };
    const draft = { ...(await filledIn()), first_name: 'Maximiliane' };
    assert.deepEqual(await problems(draft, { filterRules }), { first_name: 'Three letters at most.' });
  });

  it('rejects an invalid picture', async () => {
    const offer = await signupOffer();
    const problem = (type: string, size: number): string | undefined =>
      signupProblems(offer, { 'images.name': { name: 'me', type, bytes: new Uint8Array(size) } })['images.name'];
    assert.equal(problem('image/png', 10), undefined);
    assert.match(problem('text/html', 10) ?? '', /not a picture/);
    assert.match(problem('image/png', 0) ?? '', /empty/);
    assert.match(problem('image/png', 30_000_000) ?? '', /20 MB/);
  });

  it('preselects the only option', async () => {
    const offer = await signupOffer({ signup_roles: [{ text: 'Reader', value: 'r' }] });
    assert.deepEqual(emptyDraft(offer), { role_id: 'r', auto_login: '1' });
  });
});

describe('sign-up request', () => {
  it('has the keys of the interface, and none for empty fields', async () => {
    const passwords = { user_password: 'p w ', confirm_password: 'p w ' };
    const values: SignupValues = { ...(await filledIn()), ...passwords, first_name: ' ', auto_login: '1' };
    const request = signupRequest(await signupOffer(), values);
    assert.deepEqual(Object.fromEntries(signupEntries(request)), {
      'data[users][user_name]': 'zoe',
      'data[users][last_name]': 'Nowak',
      'data[users][user_password]': 'p w ',
      'data[users][confirm_password]': 'p w ',
      'data[users][is_license_agreement_accepted]': '1',
      'data[users][role_id]': values['role_id'],
      'data[users][auto_login]': '1',
      'data[users][organizations][currency_id]': values['organizations.currency_id'],
      'data[action][signup]': 'Signup',
    });
  });

  it('contains the organization name without characters that the service would strip', async () => {
    const draft = { ...(await filledIn()), 'organizations.name': ' Ada\u0007 &\n  Co ' };
    const entries = Object.fromEntries(signupEntries(signupRequest(await signupOffer(), draft)));
    assert.equal(entries['data[users][organizations][name]'], 'Ada & Co');
  });

  it('adds what the form of the service requests, by element name', async () => {
    const form = formWith(['email_addresses', '0', 'email'], ['timezone']);
    const draft = { ...(await filledIn({ form })), 'email_addresses.0.email': 'zoe@example.com', timezone: '' };
    const entries = Object.fromEntries(signupEntries(signupRequest(await signupOffer({ form }), draft)));
    assert.equal(entries['data[users][email_addresses][0][email]'], 'zoe@example.com');
    assert.ok(!('data[users][timezone]' in entries));
  });
});

async function refusal(...reasons: ServiceMessage[]): Promise<SignupRefusal> {
  const why = reasons.map(({ text }) => text).slice(0, 3);
  const error = new ServiceError('refused', { doing: 'sign up zoe', why: why.join('; '), reasons });
  return signupRefusal(await signupOffer(), error);
}

describe('service message about a sign-up', () => {
  it('is shown at the field, however the service spells its name', async () => {
    const reported = await refusal(
      { text: 'Taken.', field: ['users', 'user_name'] },
      { text: 'Which currency?', field: ['currency_id'] },
      { text: 'Too large.', field: ['users', 'images', 'error'] },
      { text: 'No such role.', field: ['role_id', 'validSignupRole'] },
    );
    assert.deepEqual(reported.problems, {
      user_name: 'Taken.',
      'organizations.currency_id': 'Which currency?',
      'images.name': 'Too large.',
      role_id: 'No such role.',
    });
  });

  it('is shown in full as a message if it fits no field, and not repeated if it is at one', async () => {
    const { sentence } = await refusal(
      { text: 'Taken.', field: ['users', 'user_name'] },
      { text: 'Come back tomorrow' },
      { text: 'Odd', field: ['users', 'shoe_size'] },
      { text: 'One' },
      { text: 'Two.' },
    );
    assert.equal(sentence, 'Could not sign up zoe: Come back tomorrow; users.shoe_size: Odd; One; Two.');
  });

  it('asks to correct fields if all of it is at fields, and uses the error text if there is none', async () => {
    const atFields = await refusal({ text: 'Taken.', field: ['users', 'user_name'] });
    assert.equal(atFields.sentence, 'The service rejected some fields. Fix them and try again.');
    const error = new ServiceError('notAllowed', { doing: 'sign up zoe', why: 'it is closed', remedy: 'Wait.' });
    assert.deepEqual(signupRefusal(await signupOffer(), error), {
      sentence: 'Could not sign up zoe: it is closed. Wait.',
      problems: {},
    });
  });
});
