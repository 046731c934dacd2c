import assert from 'node:assert/strict';
import { failure } from '../../../support/failure.ts';
import { describeService, leads } from './embeddedService.ts';

describeService(
  'the client, when someone signs up at the embedded service',
  (use) => {
    describe('7: sign-up', () => {
      it('tells what there is to choose from', async () => {
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

      it('is not sent where a text would be read as empty', async () => {
        const request = { userName: 'null', lastName: 'Nowak', isLicenseAccepted: true, roleId: 'x', currencyId: 'y' };
        const error = await failure(
          use.connect(undefined).sendSignup(request),
          'refused',
          /^Could not sign up null: “User name” holds the text “null”/,
        );
        assert.equal(error.effect, 'notSent');
      });

      it('is refused at the fields that are wrong', async () => {
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
