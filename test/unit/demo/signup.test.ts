import assert from 'node:assert/strict';
import { DemoClient, type Answer } from './demoClient.ts';

describe('demo service: sign-up', () => {
  let client: DemoClient;
  let role: string;
  before(async () => {
    client = await DemoClient.start({ records: 20, helps: true });
    role = (await client.send('/access_controls/users/signup.json', {})).body.signup_roles[0].value;
  });
  after(() => client.service.close());

  const signUp = async (changes: Record<string, string | File> = {}): Promise<Answer> => {
    const wishes = {
      user_name: 'newcomer',
      last_name: 'Novák',
      user_password: 'long enough',
      confirm_password: 'long enough',
      is_license_agreement_accepted: '1',
      role_id: role,
      '[organizations][currency_id]': '1',
      ...changes,
    };
    const body = new FormData();
    for (const [field, value] of Object.entries(wishes))
      body.append(`data[users]${field.startsWith('[') ? field : `[${field}]`}`, value);
    body.append('data[action][signup]', 'Signup');
    return (await client.send('/access_controls/users/signup.json', { method: 'POST', body })).body;
  };

  it('provides everything a form needs without a token', async () => {
    const { status, body } = await client.send('/access_controls/users/signup', {});
    assert.equal(status, 200);
    assert.deepEqual(body.permissions, []);
    assert.deepEqual(body.data.users, {
      related_entity: [],
      addresses: [],
      email_addresses: [],
      phone_numbers: [],
      roles_users: [],
      images: [],
      http: [],
      owned_by: null,
      __owned_by: null,
    });
    assert.equal(body.timezones.UTC, 'UTC');
    assert.deepEqual(Object.keys(body.hour_format), ['12', '24']);
    for (const [group, themes] of Object.entries<Answer>(body.themes))
      for (const theme of themes) assert.ok(theme.value.startsWith(`${group}/`));
    assert.deepEqual([body.is_multi_tenant, body.allow_public_signup, body.user_id], [0, 1, null]);
    for (const key of 'form_permission form locales user_has_edit_permission currencies signup_roles singleton_key filterRules notEmptyField organization_name'.split(
      ' ',
    ))
      assert.ok(key in body, key);
  });

  it('creates a user whose token works at once', async () => {
    const body = await signUp({
      auto_login: '1',
      '[images][name]': new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'me.png', { type: 'image/png' }),
    });
    assert.deepEqual(body.errors, []);
    assert.equal(body.user_fullname, 'Novák');
    const { status, body: own } = await client.send(`/access_controls/users/view?id=${body.id}`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    assert.equal(status, 200);
    assert.equal(own.data.users.user_name, 'newcomer');
    assert.equal(own.user_id, body.id);
  });

  it('names every invalid field, and creates no user', async () => {
    const count = async () => (await client.get('/access_controls/users/index.json')).body.paginate.total_count;
    const before = await count();
    const body = await signUp({
      user_name: 'x',
      last_name: '',
      confirm_password: 'another',
      is_license_agreement_accepted: '0',
      role_id: 'nobody',
      '[organizations][currency_id]': '',
      '[images][name]': new File(['MZ'], 'me.png'),
    });
    assert.deepEqual(
      new Set(body.errors.map((error: Answer) => error['__name'])),
      new Set(
        [
          'user_name',
          'last_name',
          'confirm_password',
          'is_license_agreement_accepted',
          'role_id',
          'organizations.currency_id',
          'images.name',
        ].map((field) => `users.${field}`),
      ),
    );
    assert.equal(await count(), before);
    assert.equal((await signUp({ user_name: 'admin' })).errors[0].code, 'isUnique');
  });

  it('never creates an administrator', async () => {
    const { body } = await client.get('/access_controls/users/view', 'admin', { id: '1' });
    assert.equal(
      (await signUp({ user_name: 'sneaky', role_id: body.data.users.role_id })).errors[0].code,
      'signupRole',
    );
  });

  it('shows the license to anyone', async () => {
    const { status, body } = await client.send('/access_controls/users/license_agreement.json', {});
    assert.equal(status, 200);
    assert.match(body.license_agreement, /<h1>/);
    assert.deepEqual([body.data, body.notEmptyField, body.user_fullname], [[], [], null]);
  });
});
