import assert from 'node:assert/strict';
import { closedBecause, signupSections, chosenLater } from '../../../../src/model/signup/signupFields.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { formWith, signupOffer } from '../../../support/signupOffer.ts';
import { pluck } from '../../../support/pluck.ts';

async function keys(changes: JsonObject = {}): Promise<string[]> {
  return signupSections(await signupOffer(changes)).flatMap(({ fields }) => fields.map(({ key }) => key));
}

describe('sign-up fields', () => {
  it('are those of the interface', async () => {
    assert.deepEqual(await keys(), [
      'user_name',
      'first_name',
      'last_name',
      'user_password',
      'confirm_password',
      'role_id',
      'images.name',
      'organizations.name',
      'organizations.currency_id',
      'is_license_agreement_accepted',
      'auto_login',
    ]);
  });

  it('include an organization if one is created, and not if one exists', async () => {
    assert.ok((await keys({ is_multi_tenant: 1, form: [] })).includes('organizations.name'));
    assert.ok(!(await keys({ is_multi_tenant: 0, form: [] })).includes('organizations.name'));
    const isNameRequired = async (flag: number | null): Promise<boolean | undefined> =>
      signupSections(await signupOffer({ is_multi_tenant: flag, form: [] }))
        .flatMap(({ fields }) => fields)
        .find(({ key }) => key === 'organizations.name')?.isRequired;
    assert.deepEqual([await isNameRequired(1), await isNameRequired(null)], [true, false]);
    const help = async (flag: number | null): Promise<string | undefined> =>
      signupSections(await signupOffer({ is_multi_tenant: flag })).find(({ title }) => title === 'Organization')?.help;
    assert.match((await help(1)) ?? '', /creates a new organization/);
    assert.match((await help(0)) ?? '', /which you join/);
    assert.match((await help(null)) ?? '', /does not specify/);
  });

  it('include those of the form of the service, with their choices', async () => {
    const offer = await signupOffer({ form: formWith(['email_addresses', '0', 'email'], ['timezone'], ['theme']) });
    const sections = signupSections(offer);
    assert.deepEqual(pluck(sections, 'title'), ['You', 'Organization', 'Email', 'More', 'Agreement']);
    const [timeZone, theme] = sections.find(({ title }) => title === 'More')?.fields ?? [];
    assert.equal(timeZone?.kind, 'choice');
    assert.ok(timeZone.options.some(({ value }) => value === 'UTC'));
    assert.deepEqual(
      theme?.options.map(({ group }) => group),
      ['classic', 'classic', 'modern', 'modern'],
    );
  });

  it('mark what an optional part requires once it is started', async () => {
    const form = formWith(['phone_numbers', '0', 'number'], ['phone_numbers', '0', 'remark'], ['nickname']);
    const fields = signupSections(await signupOffer({ form })).flatMap((section) => section.fields);
    const marked = fields.filter(({ isRequiredInPart }) => isRequiredInPart).map(({ key }) => key);
    assert.deepEqual(marked, ['phone_numbers.0.number']);
  });

  it('defer what the sign-up has no field for', async () => {
    const labels = async (changes: JsonObject = {}): Promise<string[]> =>
      chosenLater(await signupOffer(changes)).map(({ label }) => label);
    assert.deepEqual(await labels(), ['Time zones', 'Languages', 'Themes', 'Hour formats']);
    assert.deepEqual(await labels({ form: formWith(['timezone']), themes: [] }), ['Languages', 'Hour formats']);
  });

  it('accept an id if the service lists no choices', async () => {
    const offer = await signupOffer({ currencies: [] });
    const fields = signupSections(offer).flatMap((section) => section.fields);
    assert.equal(fields.find(({ key }) => key === 'organizations.currency_id')?.kind, 'text');
  });

  it('are hidden if sign-up is not possible, with a reason', async () => {
    assert.equal(closedBecause(await signupOffer(), 'Demo'), undefined);
    assert.equal(closedBecause(await signupOffer({ allow_public_signup: null }), 'Demo'), undefined);
    assert.match(
      closedBecause(await signupOffer({ allow_public_signup: 0 }), 'Demo') ?? '',
      /^Demo does not allow public sign-up\./,
    );
    assert.match(closedBecause(await signupOffer({ signup_roles: [] }), 'Demo') ?? '', /has no role/);
  });

  it('handle names of Object.prototype keys', async () => {
    const found = await keys({ form: formWith(['__proto__', 'x'], ['constructor']) });
    assert.ok(!found.some((key) => /proto|constructor/.test(key)));
  });
});
