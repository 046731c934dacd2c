import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/model/json.ts';
import { signupEntries, tokenIn } from '../../../../src/service/documented/accountOperations.ts';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { failure } from '../../../support/failure.ts';
import { json, scriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { describeService, leads } from './embeddedService.ts';

describe('sign-up request', () => {
  it('sends only what the interface names', () => {
    const image = { name: 'me.png', type: 'image/png', bytes: new Uint8Array([1]) };
    const entries = signupEntries({
      userName: 'zoe',
      firstName: 'Zoë',
      lastName: 'Nowak',
      password: 'p',
      confirmPassword: 'p',
      isLicenseAccepted: true,
      roleId: 'r',
      autoLogin: true,
      organizationName: 'o',
      currencyId: '7',
      image,
    });
    assert.deepEqual(Object.fromEntries(entries), {
      'data[users][user_name]': 'zoe',
      'data[users][first_name]': 'Zoë',
      'data[users][last_name]': 'Nowak',
      'data[users][user_password]': 'p',
      'data[users][confirm_password]': 'p',
      'data[users][is_license_agreement_accepted]': '1',
      'data[users][role_id]': 'r',
      'data[users][auto_login]': '1',
      'data[users][organizations][name]': 'o',
      'data[users][organizations][currency_id]': '7',
      'data[users][images][name]': image,
      'data[action][signup]': 'Signup',
    });
  });

  it('omits empty fields, and never claims that the license was accepted', () => {
    const entries = signupEntries({
      userName: 'z',
      lastName: 'n',
      isLicenseAccepted: false,
      roleId: 'r',
      currencyId: '7',
    });
    assert.deepEqual(
      entries.map(([key]) => key),
      [
        'data[users][user_name]',
        'data[users][last_name]',
        'data[users][role_id]',
        'data[users][organizations][currency_id]',
        'data[action][signup]',
      ],
    );
  });
});

describe('license', () => {
  it('has no text if the service returns null for it, so that sign-up is still possible', async () => {
    const service = await scriptedService((_, response) => json(response, { errors: [], license_agreement: null }));
    const client = new RecordClient(testConnection(service.url), { token: async () => undefined });
    try {
      assert.equal((await client.license()).html, '');
    } finally {
      await client.close();
      await service.close();
    }
  });
});

describe('token from a sign-up', () => {
  const ways: readonly (readonly [where: string, answer: JsonObject])[] = [
    ['on top', { access_token: 'abc' }],
    ['in capitals', { ACCESS_TOKEN: 'abc' }],
    ['in the new user', { data: { users: { id: '1', token: 'abc' } } }],
    ['as its kind', { data: { jwt: 'abc' } }],
    ['deep inside', { data: { users: { auth: { tokens: { accessToken: 'abc' } } } } }],
    ['in a list', { data: { access_tokens: [{ token: 'abc' }] } }],
    ['as the header to send', { headers: { Authorization: 'Bearer abc' } }],
    [
      'before one that stands for something else',
      { token: 'against-forgery', data: { users: { access_token: 'abc' } } },
    ],
  ];
  for (const [where, answer] of ways)
    it(`is found ${where}`, () => assert.equal(tokenIn({ errors: [], form: { token: 'x' }, ...answer }), 'abc'));

  it('is not taken from other values', () => {
    const answers: JsonObject[] = [
      { refresh_token: 'abc', csrf_token: 'def' },
      { token: '' },
      { token: null, message: ['Your token comes by mail.'] },
      { token: 'Sent by mail.' },
      { access_token: 17 },
    ];
    assert.deepEqual(
      answers.map((answer) => tokenIn(answer)),
      answers.map(() => undefined),
    );
  });
});

describeService(
  'client signs up at the demo service',
  (use) => {
    describe('7: sign-up', () => {
      it('lists the available choices', async () => {
        const information = await use.connect(undefined).signupInformation();
        assert.ok(information.roles.length > 0 && information.currencies.length > 0 && information.locales.length > 0);
        assert.ok(information.timeZones.some((zone) => zone.value === 'UTC'));
        assert.deepEqual(information.hourFormats.map((format) => format.value).toSorted(), ['12', '24']);
        assert.ok(information.themes.length > 0 && information.themes.every((theme) => theme.group !== undefined));
        assert.deepEqual([information.allowsPublicSignup, information.isMultiTenant], [true, false]);
      });

      it('creates a user who can sign in', async () => {
        const visitor = use.connect(undefined);
        const { roles, currencies } = await visitor.signupInformation();
        const image = {
          name: 'me.png',
          type: 'image/png',
          bytes: Buffer.from(
            'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
            'base64',
          ),
        };
        const request = {
          userName: 'zoe.nowak',
          firstName: 'Zoë',
          lastName: 'Nowak',
          password: 'correct horse 1',
          confirmPassword: 'correct horse 1',
          isLicenseAccepted: true,
          roleId: roles[0]?.value ?? '',
          autoLogin: true,
          organizationName: 'Nowak',
          currencyId: currencies[0]?.value ?? '',
          image,
        };
        const { token } = await visitor.sendSignup(request);
        assert.ok(token);
        const newcomer = use.connectWith(token);
        assert.ok((await newcomer.records(leads, { limit: 1 })).rows.length > 0);
      });

      it('is not sent if a text would be read as empty', async () => {
        const request = { userName: 'null', lastName: 'Nowak', isLicenseAccepted: true, roleId: 'x', currencyId: 'y' };
        const error = await failure(
          use.connect(undefined).sendSignup(request),
          'refused',
          /^Could not sign up null: “User name” contains the text “null”/,
        );
        assert.equal(error.effect, 'notSent');
      });

      it('is refused at the invalid fields', async () => {
        const error = await failure(
          use.connect(undefined).sendSignup({
            userName: '',
            lastName: '',
            isLicenseAccepted: false,
            roleId: 'nobody',
            currencyId: '',
          }),
          'refused',
        );
        const named = new Set(error.reasons.map((reason) => reason.field?.at(-1)));
        for (const field of ['user_name', 'last_name', 'is_license_agreement_accepted', 'role_id', 'currency_id'])
          assert.ok(named.has(field), `${field} of ${[...named].join(', ')}`);
      });
    });
  },
  { helps: true },
);
