import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { JsonObject } from '../../src/model/json.ts';
import {
  type SignupAnswer,
  signupHost,
  type SignupStart,
  type SignupSubmission,
} from '../../src/features/account/accountProtocol.ts';
import { formWith, signupOffer } from '../support/signupOffer.ts';
import { describePage, type OpenedPage } from './openedPage.ts';
import { signupStart } from './signupSample.ts';
import { themeNames } from './themes.ts';

const password = 'correct horse';
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describePage('sign-up form', 'signup', signupHost, (open) => {
  interface Received {
    readonly submitted: SignupSubmission[];
    answer: SignupAnswer;
  }

  const host = async (changes: JsonObject = {}, more: Partial<SignupStart> = {}) => {
    const offer = await signupOffer(changes);
    const received: Received = { submitted: [], answer: { kind: 'done', sentences: ['Welcome, Zoë.'], next: null } };
    const start: SignupStart = { ...signupStart(offer), ...more };
    const handlers = {
      start: () => start,
      openLicense: () => undefined,
      submit: (submission: SignupSubmission) => {
        received.submitted.push(submission);
        return received.answer;
      },
    };
    return { handlers, received, offer };
  };

  async function fillIn({ page }: OpenedPage): Promise<void> {
    await page.getByLabel('User name').fill('zoe');
    await page.getByLabel('Last name').fill('Nowak');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByLabel('Role').selectOption({ index: 1 });
    await page.getByLabel('Currency').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Open the license' }).click();
    await page.getByLabel('I accept the license').and(page.locator(':enabled')).check();
  }

  it('sends the input once it is complete, including the picture', async () => {
    const { handlers, received, offer } = await host();
    const shown = await open(handlers);
    await fillIn(shown);
    const buffer = Buffer.from(dot, 'base64');
    await shown.page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await shown.page.getByRole('img', { name: 'The chosen picture, me.png' }).waitFor();
    await shown.page.getByRole('button', { name: 'Sign up' }).click();
    await shown.page.getByText('Welcome, Zoë.').waitFor();
    assert.deepEqual(received.submitted, [
      {
        values: {
          auto_login: '1',
          user_name: 'zoe',
          last_name: 'Nowak',
          role_id: offer.roles[0]?.value,
          'organizations.currency_id': offer.currencies[0]?.value,
          is_license_agreement_accepted: '1',
          user_password: password,
          confirm_password: password,
        },
        files: { 'images.name': { name: 'me.png', type: 'image/png', base64: dot } },
      },
    ]);
    assert.equal(await shown.page.locator('input').count(), 0);
  });

  it('shows the message the service sent with the form, once', async () => {
    const { handlers } = await host({ message: ['By invitation only.', 'By invitation only.'] });
    const { page } = await open(handlers);
    await page.getByText('By invitation only.').waitFor();
    assert.equal(await page.getByText('By invitation only.').count(), 1);
  });

  it('has the password only in its field and in the one request', async () => {
    const { handlers, received } = await host();
    const shown = await open(handlers);
    received.answer = { kind: 'unknown', sentence: 'It is not known whether you are signed up.' };
    await fillIn(shown);
    await shown.page.getByRole('button', { name: 'Sign up' }).click();
    await shown.page.getByText('It is not known').waitFor();
    const holding = shown.sent.filter((message) => JSON.stringify(message).includes(password));
    assert.deepEqual(
      holding.map((message) => (message as { name?: string }).name),
      ['submit'],
    );
    assert.ok(!JSON.stringify(await shown.state()).includes(password));
    assert.ok(!(await shown.page.content()).includes(password));
    assert.equal(await shown.page.getByLabel('Password', { exact: true }).inputValue(), '');
    assert.equal(await shown.page.getByLabel('Confirm password').inputValue(), '');
    assert.equal(await shown.page.getByLabel('User name').inputValue(), 'zoe');
  });

  it('reports missing input at the fields, and focuses the first of them', async () => {
    const { handlers, received } = await host();
    const { page } = await open(handlers);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('User name must not be empty.').waitFor();
    const name = page.getByLabel('User name');
    assert.equal(await name.getAttribute('aria-invalid'), 'true');
    const described = (await name.getAttribute('aria-describedby')) ?? '';
    assert.ok(described.includes('user_name-problem'));
    assert.equal(await page.evaluate('document.activeElement.id'), 'user_name');
    assert.deepEqual(received.submitted, []);
  });

  it('uses the form controls: one mark for required fields, and buttons aligned with the fields', async () => {
    const { handlers } = await host();
    const { page } = await open(handlers);
    const name = page.getByLabel('User name');
    await name.waitFor();
    assert.equal(await name.getAttribute('aria-required'), 'true');
    assert.equal(await page.locator('.field:has(#user_name) .required').textContent(), '*');
    assert.equal(await page.getByText('(required)').count(), 0);
    const box = async (shown: Locator): Promise<{ x: number; height: number }> =>
      (await shown.boundingBox()) ?? assert.fail('it is not there');
    const field = await box(name);
    for (const button of ['Choose file…', 'Open the license'])
      assert.equal((await box(page.getByRole('button', { name: button }))).x, field.x, button);
    for (const button of ['Choose file…', 'Open the license', 'Sign up'])
      assert.ok((await box(page.getByRole('button', { name: button }))).height >= field.height, button);
  });

  it('requires opening the license before accepting it', async () => {
    const { handlers } = await host({}, { draft: { is_license_agreement_accepted: '1' } });
    const { page } = await open(handlers);
    const accept = page.getByLabel('I accept the license');
    await accept.waitFor();
    assert.deepEqual([await accept.isDisabled(), await accept.isChecked()], [true, false]);
    await page.getByRole('button', { name: 'Open the license' }).click();
    await accept.and(page.locator(':enabled')).check();
  });

  it('shows the errors of the service at the field until it is changed, and keeps the input', async () => {
    const { handlers, received } = await host();
    const shown = await open(handlers);
    const { page } = shown;
    received.answer = {
      kind: 'refused',
      sentence: 'Mend it.',
      problems: { user_name: 'Somebody else has that name.' },
    };
    await fillIn(shown);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('Somebody else has that name.').waitFor();
    assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), password);
    await page.getByLabel('User name').fill('zoe2');
    await page.getByText('Somebody else has that name.').waitFor({ state: 'hidden' });
  });

  it('can be resubmitted unchanged after a refusal', async () => {
    const { handlers, received } = await host();
    const shown = await open(handlers);
    const { page } = shown;
    received.answer = { kind: 'refused', sentence: 'Mend it.', problems: { role_id: 'That role is full.' } };
    await fillIn(shown);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('That role is full.').waitFor();
    received.answer = { kind: 'done', sentences: ['Welcome, Zoë.'], next: null };
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('Welcome, Zoë.').waitFor();
    assert.equal(received.submitted.length, 2);
  });

  it('reports that the passwords differ', async () => {
    const { handlers } = await host();
    const { page } = await open(handlers);
    await page.getByLabel('Password', { exact: true }).fill('one');
    await page.getByLabel('Confirm password').fill('two');
    await page.getByLabel('User name').focus();
    await page.getByText('The two passwords differ.').waitFor();
    await page.getByLabel('Confirm password').fill('one');
    await page.getByText('The two passwords differ.').waitFor({ state: 'hidden' });
  });

  it('removes a picture, and rejects a file that is not an image', async () => {
    const { handlers } = await host();
    const { page } = await open(handlers);
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('Choose another file: this one is not a picture.').waitFor();
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await page.getByText('Choose another file: this one is not a picture.').waitFor({ state: 'hidden' });
    const buffer = Buffer.from(dot, 'base64');
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await page.getByRole('img', { name: 'The chosen picture, me.png' }).waitFor();
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await page.getByRole('img').waitFor({ state: 'hidden' });
  });

  it('asks for additional fields of the service, with themes grouped', async () => {
    const { handlers, received } = await host({ form: formWith(['theme'], ['email_addresses', '0', 'email']) });
    const shown = await open(handlers);
    await fillIn(shown);
    await shown.page.getByLabel('theme').selectOption('modern/dark');
    assert.equal(await shown.page.locator('optgroup[label="modern"] option').count(), 2);
    await shown.page.getByLabel('email_addresses 0 email').fill('zoe@example.com');
    await shown.page.getByRole('button', { name: 'Sign up' }).click();
    await shown.page.getByText('Welcome, Zoë.').waitFor();
    const values = received.submitted[0]?.values;
    assert.deepEqual([values?.['theme'], values?.['email_addresses.0.email']], ['modern/dark', 'zoe@example.com']);
  });

  it('explains that a service allows no sign-ups or does not respond', async () => {
    const { handlers } = await host({}, { closed: 'Example takes no public sign-ups.' });
    const { page } = await open(handlers);
    await page.getByText('Example takes no public sign-ups.').waitFor();
    assert.equal(await page.locator('input').count(), 0);
    let turn = 0;
    const { handlers: later } = await host();
    const failing = await open({
      ...later,
      start: () => {
        if (turn++ === 0) throw new Error('Could not read the sign-up form: the service is away.');
        return later.start();
      },
    });
    await failing.page.getByText('the service is away').waitFor();
    await failing.page.getByRole('button', { name: 'Retry' }).click();
    await failing.page.getByLabel('User name').waitFor();
  });

  it('offers the next step when there is no token', async () => {
    const { handlers, received } = await host();
    received.answer = { kind: 'done', sentences: ['Get a token.'], next: 'addConnection' };
    const shown = await open(handlers);
    await fillIn(shown);
    await shown.page.getByRole('button', { name: 'Sign up' }).click();
    await shown.page.getByRole('button', { name: 'Add connection…' }).click();
    await shown.until('the next step', () => shown.received('next').length === 1);
  });

  for (const theme of themeNames)
    it(`has no axe violations in the theme ${theme}`, async () => {
      const { handlers } = await host({ form: formWith(['theme']) });
      const shown = await open(handlers, { theme });
      await shown.page.getByRole('button', { name: 'Sign up' }).click();
      await shown.page.getByText('User name must not be empty.').waitFor();
      await shown.page.locator('summary').click();
      assert.deepEqual(await shown.violations(theme), []);
    });
});
