import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { connectionFormHost } from '../../src/features/connection/connectionProtocol.ts';
import { importHost } from '../../src/features/import/importProtocol.ts';
import { licenseHost, signupHost } from '../../src/features/account/accountProtocol.ts';
import { bulkHost } from '../../src/features/bulk/bulkProtocol.ts';
import { compareHost } from '../../src/features/compare/compareProtocol.ts';
import { pseudo } from '../support/pseudoWords.ts';
import { signupOffer } from '../support/signupOffer.ts';
import { bulkRow, bulkSteps } from './bulkSamples.ts';
import { compareState, compareWindow } from './compareSamples.ts';
import { connectionHost, wrongConnection } from './connectionSample.ts';
import { importStart } from './importSamples.ts';
import { startOf, troubled } from './formSamples.ts';
import { describeForm } from './openedForm.ts';
import { describePage } from './openedPage.ts';
import { describeTable } from './openedTable.ts';
import { cutOff, untranslated } from './pseudoPage.ts';
import { signupStart } from './signupSample.ts';

/** Asserts that nothing is left in English, and that nothing is cut off for being longer than English. */
async function isAllTranslated(page: Page): Promise<void> {
  assert.deepEqual(await untranslated(page), []);
  assert.deepEqual(await cutOff(page), []);
}

describeTable('table in the pseudo-locale', (open) => {
  it('translates everything and truncates nothing', async () => {
    const table = await open({ script: { pseudo: 1, rows: 1_000, columns: 12 } });
    await table.shows(0, 0, 'Record 0');
    await isAllTranslated(table.page);
    await table.button(pseudo('Columns')).click();
    await isAllTranslated(table.page);
    await table.page.keyboard.press('Escape');
    await table.button(pseudo('More')).click();
    await table.page.getByRole('menuitem', { name: pseudo('Edit query') }).click();
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

  it('translates everything about a chart and truncates nothing', async () => {
    const table = await open({ script: { pseudo: 1, chart: 'bar', rows: 40, columns: 3 } });
    await table.page.getByRole('img', { name: 'All leads' }).waitFor();
    await isAllTranslated(table.page);
  });
});

describeForm('form in the pseudo-locale', (open) => {
  for (const width of [1_000, 400])
    it(`translates everything and truncates nothing at ${width} pixels`, async () => {
      const form = await open({ isPseudo: true, width, start: startOf({ state: troubled }) });
      await form.page.getByRole('heading', { name: pseudo('System'), exact: true }).click();
      await form.field('Owner').fill('an');
      await form.page.getByRole('option', { name: 'Ana Roy Sales' }).waitFor();
      await isAllTranslated(form.page);
    });
});

describePage('bulk run in the pseudo-locale', 'bulk', bulkHost, (open) => {
  it('translates everything and truncates nothing', async () => {
    for (const state of bulkSteps) {
      const rows = { total: 1, rows: [bulkRow] };
      const { page } = await open(
        { start: () => state, lookUp: () => ({ records: [], isCut: false }), rows: () => rows },
        { isPseudo: true },
      );
      await page.getByText(state.step === 'choose' ? pseudo('Preview') : 'Lead 1').waitFor();
      await isAllTranslated(page);
    }
  });
});

describePage('comparison in the pseudo-locale', 'compare', compareHost, (open) => {
  it('translates everything and truncates nothing', async () => {
    const { page } = await open({ start: () => compareState, rows: compareWindow(4) }, { isPseudo: true });
    await page.getByText('Lead 1').waitFor();
    await isAllTranslated(page);
  });
});

describePage('column mapping page in the pseudo-locale', 'import', importHost, (open) => {
  it('translates everything and truncates nothing', async () => {
    const { page } = await open({ start: () => importStart, reload: () => importStart }, { isPseudo: true });
    await page.getByText(pseudo('Preview changes'), { exact: true }).waitFor();
    await page.locator('table select').nth(1).focus();
    await isAllTranslated(page);
  });
});

describePage('connection form in the pseudo-locale', 'connection', connectionFormHost, (open) => {
  it('translates everything and truncates nothing', async () => {
    const { page } = await open(connectionHost(wrongConnection), { isPseudo: true });
    await page.getByText(pseudo('Save'), { exact: true }).waitFor();
    await isAllTranslated(page);
  });
});

describePage('sign-up form in the pseudo-locale', 'signup', signupHost, (open) => {
  it('translates everything and truncates nothing', async () => {
    const start = signupStart(await signupOffer({}));
    const done = { kind: 'done' as const, sentences: ['Welcome.'], next: null };
    const handlers = { start: () => start, openLicense: () => undefined, submit: () => done };
    const { page } = await open(handlers, { isPseudo: true });
    await page.getByRole('button', { name: pseudo('Sign up'), exact: true }).click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await page.locator('summary').click();
    await isAllTranslated(page);
  });
});

describePage('license in the pseudo-locale', 'license', licenseHost, (open) => {
  it('translates everything and truncates nothing', async () => {
    const { page } = await open(
      { start: () => ({ source: { connection: 'example' }, service: 'Example', html: 'Terms' }) },
      { isPseudo: true },
    );
    await page.getByRole('button', { name: pseudo('Copy as plain text') }).waitFor();
    await isAllTranslated(page);
  });
});
