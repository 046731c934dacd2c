import assert from 'node:assert/strict';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { signupEntries } from '../../../../src/service/documented/accountOperations.ts';
import { json, scriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';

describe('a sign-up', () => {
  it('sends what the interface names, and nothing else', () => {
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

  it('leaves out what was not given, and never claims that the license was accepted', () => {
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

describe('the license', () => {
  it('has no words where the service gives null for them, so that nobody is kept from signing up', async () => {
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
