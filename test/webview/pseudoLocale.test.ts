import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { connectionFormHost } from '../../src/protocol/connectionForm.ts';
import { licenceHost } from '../../src/protocol/licence.ts';
import { signupHost } from '../../src/protocol/signup.ts';
import { bulkHost } from '../../src/protocol/bulk.ts';
import { draftOf } from '../../src/model/connection/connectionDraft.ts';
import { defaultNetworkChoices } from '../../src/model/connection/connection.ts';
import { emptyDraft } from '../../src/model/signup/signupDraft.ts';
import { pseudo } from '../support/pseudoWords.ts';
import { signupOffer } from '../support/signupOffer.ts';
import { testConnection } from '../support/testConnection.ts';
import { bulkRow, bulkSteps } from './bulkSamples.ts';
import { startOf, troubled } from './formSamples.ts';
import { describeForm } from './openedForm.ts';
import { describePage } from './openedPage.ts';
import { describeTable } from './openedTable.ts';
import { cutOff, untranslated } from './pseudoPage.ts';

/** Nothing is left in English, and nothing is cut off for being longer than English. */
async function isAllTranslated(page: Page): Promise<void> {
  assert.deepEqual(await untranslated(page), []);
  assert.deepEqual(await cutOff(page), []);
}

describeTable('a table in a language that is none', (open) => {
  it('says everything in it, and cuts nothing off', async () => {
    const table = await open({ script: { pseudo: 1, rows: 1_000, columns: 12 } });
    await table.shows(0, 0, 'Record 0');
    await isAllTranslated(table.page);
    await table.button(pseudo('Columns')).click();
    await isAllTranslated(table.page);
    await table.button(pseudo('Edit query')).click();
    await isAllTranslated(table.page);
    await table.page.keyboard.press('Escape');
    await table.cell(2, 2).click({ button: 'right' });
    await table.page.getByRole('menu').waitFor();
    await isAllTranslated(table.page);
    await table.page.keyboard.press('Escape');
    await table.host("fail('notSignedIn', 'The token has expired.')");
    await table.button(pseudo('Refresh')).click();
    await table.button(pseudo('Set token')).waitFor();
    await isAllTranslated(table.page);
  });

  it('says everything about a chart in it, and cuts nothing off', async () => {
    const table = await open({ script: { pseudo: 1, chart: 'bar', rows: 40, columns: 3 } });
    await table.page.getByRole('img', { name: 'All leads' }).waitFor();
    await isAllTranslated(table.page);
  });
});

describeForm('a form in a language that is none', (open) => {
  for (const width of [1_000, 400])
    it(`says everything in it, and cuts nothing off, ${width} pixels wide`, async () => {
      const form = await open({ isPseudo: true, width, start: startOf({ state: troubled }) });
      await form.page.getByText(pseudo('System'), { exact: true }).click();
      await form.field('Owner').fill('an');
      await form.page.getByRole('option', { name: 'Ana Roy Sales' }).waitFor();
      await isAllTranslated(form.page);
    });
});

describePage('a bulk run in a language that is none', 'bulk', bulkHost, (open) => {
  it('says everything in it, and cuts nothing off', async () => {
    for (const state of bulkSteps) {
      const rows = { total: 1, rows: [bulkRow] };
      const { page } = await open({ start: () => state, rows: () => rows }, { isPseudo: true });
      await page.getByText(state.step === 'choose' ? pseudo('Preview') : 'Lead 1').waitFor();
      await isAllTranslated(page);
    }
  });
});

describePage('the form of a connection in a language that is none', 'connection', connectionFormHost, (open) => {
  it('says everything in it, and cuts nothing off', async () => {
    const connection = testConnection('https://records.example.com');
    const draft = draftOf(connection, defaultNetworkChoices);
    const { page } = await open(
      {
        start: () => ({
          connection: connection.id,
          saved: draft,
          draft: { ...draft, name: '', pageSize: 'many' },
          usual: { timeoutSeconds: 30, pageSize: 100, proxy: '' },
        }),
        save: () => null,
        test: () => ({ works: true, sentence: 'It works.' }),
      },
      { isPseudo: true },
    );
    await page.getByText(pseudo('Save'), { exact: true }).waitFor();
    await isAllTranslated(page);
  });
});

describePage('the sign-up in a language that is none', 'signup', signupHost, (open) => {
  it('says everything in it, and cuts nothing off', async () => {
    const offer = await signupOffer({});
    const address = 'https://records.example.com';
    const { page } = await open(
      {
        start: () => ({
          place: { baseUrl: address },
          service: 'Example',
          address,
          offer,
          closed: null,
          draft: emptyDraft(offer),
          isLicenceOpened: false,
        }),
        openLicence: () => undefined,
        submit: () => ({ kind: 'done', sentences: ['Welcome.'], next: null }),
      },
      { isPseudo: true },
    );
    await page.getByRole('button', { name: pseudo('Sign up'), exact: true }).click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await page.locator('summary').click();
    await isAllTranslated(page);
  });
});

describePage('a licence in a language that is none', 'licence', licenceHost, (open) => {
  it('says everything in it, and cuts nothing off', async () => {
    const { page } = await open(
      { start: () => ({ place: { connection: 'example' }, service: 'Example', html: 'Terms' }) },
      { isPseudo: true },
    );
    await page.getByRole('button', { name: pseudo('Copy as plain text') }).waitFor();
    await isAllTranslated(page);
  });
});
