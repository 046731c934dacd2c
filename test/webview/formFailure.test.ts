import assert from 'node:assert/strict';
import type { FormFailure } from '../../src/features/form/formProtocol.ts';
import { describeForm, type OpenedForm } from './openedForm.ts';
import { pageViolations } from './pageViolations.ts';
import { cutOff } from './pseudoPage.ts';
import { themeNames } from './themes.ts';

const failure: FormFailure = {
  sentence: 'Could not open record 17 of crm/leads: the connection was refused. Check that the service runs.',
  outlook: 'The form opens automatically once the record can be read.',
  actions: ['setToken', 'retry', 'startDemo', 'addConnection', 'showLog'],
};

async function failing(form: OpenedForm, shown: FormFailure = failure): Promise<OpenedForm> {
  await form.page.addInitScript(`window.formFailure = ${JSON.stringify(shown)}`);
  await form.page.reload();
  await form.page.getByRole('alert').getByText(shown.sentence).waitFor();
  return form;
}

describeForm("form of a record that can't be read", (open) => {
  it('explains the reason and the outlook, and offers fixes', async () => {
    const form = await failing(await open());
    await form.page.getByText(failure.outlook).waitFor();
    for (const name of ['Set token', 'Retry', 'Start the demo', 'Add connection', 'Show log'])
      await form.button(name).click();
    await form.hasReceived(
      'command',
      failure.actions.map((name) => ({ name })),
    );
  });

  it('becomes the form automatically, ready for typing', async () => {
    const form = await failing(await open());
    await form.host('restart({})');
    await form.page.getByRole('heading', { name: 'Mira Sen' }).waitFor();
    assert.equal(await form.page.getByRole('alert').count(), 0);
    await form.field('Name').fill('Mira Rao');
    await form.field('City').focus();
    await form.hasEdits(['name="Mira Rao"']);
  });

  it('shows the latest reason, and keeps focus in place', async () => {
    const form = await failing(await open());
    await form.button('Retry').focus();
    await form.host(`fail(${JSON.stringify({ ...failure, sentence: 'The token has expired.' })})`);
    await form.page.getByRole('alert').getByText('The token has expired.').waitFor();
    await form.button('Retry').and(form.page.locator(':focus')).waitFor();
  });

  it('remains the form when its record cannot be reloaded', async () => {
    const form = await open();
    await form.field('Name').fill('Mira Rao');
    await form.host(`fail(${JSON.stringify(failure)})`);
    await form.field('City').focus();
    await form.hasEdits(['name="Mira Rao"']);
    assert.equal(await form.page.getByText(failure.sentence).count(), 0);
  });

  for (const theme of themeNames)
    for (const [width, height] of [
      [1_000, 700],
      [300, 200],
    ] as const)
      it(`is complete in the theme ${theme} at ${width} pixels`, async () => {
        const form = await failing(await open({ theme, width, height }));
        assert.deepEqual(await pageViolations(form.page, theme), []);
        assert.deepEqual(await cutOff(form.page), []);
        await form.button('Show log').scrollIntoViewIfNeeded();
        await form.button('Show log').click();
        await form.page.getByText('Could not open record 17').scrollIntoViewIfNeeded();
      });
});
