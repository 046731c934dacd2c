import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { licenseHost, signupHost } from '../../src/features/account/accountProtocol.ts';
import { bulkHost } from '../../src/features/bulk/bulkProtocol.ts';
import { compareHost } from '../../src/features/compare/compareProtocol.ts';
import { connectionFormHost } from '../../src/features/connection/connectionProtocol.ts';
import { importHost } from '../../src/features/import/importProtocol.ts';
import { signupOffer } from '../support/signupOffer.ts';
import { bulkRow, bulkSteps } from './bulkSamples.ts';
import { compareState, compareWindow } from './compareSamples.ts';
import { connectionHost, wrongConnection } from './connectionSample.ts';
import { doubled, assertFitsWithoutMotion, misfits } from './fittingPage.ts';
import { refusedImport } from './importSamples.ts';
import { startOf, troubled } from './formSamples.ts';
import { describeForm } from './openedForm.ts';
import { describePage } from './openedPage.ts';
import { describeTable } from './openedTable.ts';
import { signupStart } from './signupSample.ts';

const size = doubled;

describeForm('form at 200 %', (open) => {
  it('fits, is fully keyboard accessible, and respects reduced motion', async () => {
    const form = await open({ ...size, start: startOf({ state: troubled }) });
    await form.page.getByRole('heading', { name: 'System', exact: true }).click();
    await assertFitsWithoutMotion(form.page);
  });
});

describeTable('table at 200 %', (open) => {
  it('fits, is fully keyboard accessible, and respects reduced motion', async () => {
    const table = await open({ ...size, script: { rows: 1_000, columns: 12 } });
    await table.shows(0, 0, 'Record 0');
    await assertFitsWithoutMotion(table.page);
    await table.host('script.delay = 60_000');
    await table.page.getByRole('searchbox', { name: 'Search' }).fill('later');
    await table.grid.and(table.page.locator('.stale')).waitFor();
    await assertFitsWithoutMotion(table.page);
    await table.button('Columns').click();
    await assertFitsWithoutMotion(table.page);
  });
});

/** Number of lines in the footer. Sums that don't fit into their line are hidden. */
function lines(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const middles = [...document.querySelectorAll('.statusline :is(span, button):not(.figures > span)')]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .map(({ top, bottom }) => (top + bottom) / 2)
      .sort((one, other) => one - other);
    return 1 + middles.filter((middle, index) => index > 0 && middle - middles[index - 1] > 8).length;
  })()`);
}

describeTable('table footer', (open) => {
  const offered = ['All sums', '2 records not saved', 'Save', 'Discard'];
  for (const [width, more] of [
    [640, ['Select all 5,000', 'Save as plan…']],
    [500, []],
    // a window of 640 pixels with its side bar
    [284, []],
  ] as const)
    it(`needs at most two lines at ${width} pixels for all its texts and actions`, async () => {
      const table = await open({ width, script: { rows: 5_000, columns: 8 } });
      await table.host(`setStaged({
        2: { 'leads.c1': { from: 'a', to: 'b' } },
        4: { 'leads.c2': { from: '1', to: '2', problem: 'Someone else changed it.', theirs: '' } },
      })`);
      await table.host("send('saved')");
      await table.cell(1, 2).click();
      await table.check(3).click({ modifiers: ['Shift'] });
      const footer = table.page.locator('.statusline');
      for (const name of [...offered, ...more]) await footer.getByRole('button', { name, exact: true }).waitFor();
      await table.says(/1–\d+ of 5,000/);
      assert.ok((await lines(table.page)) <= 2, `${await lines(table.page)} lines`);
      assert.deepEqual(await misfits(table.page), []);
    });
});

describePage('bulk run at 200 %', 'bulk', bulkHost, (open) => {
  it('fits, is fully keyboard accessible, and respects reduced motion', async () => {
    for (const state of bulkSteps) {
      const rows = { total: 1, rows: [bulkRow] };
      const { page } = await open(
        { start: () => state, lookUp: () => ({ records: [], isCut: false }), rows: () => rows },
        { size },
      );
      await page.getByText(state.step === 'choose' ? 'Preview' : 'Lead 1').waitFor();
      await assertFitsWithoutMotion(page);
    }
  });
});

describePage('comparison at 200 %', 'compare', compareHost, (open) => {
  it('fits, is fully keyboard accessible, and respects reduced motion', async () => {
    const { page } = await open({ start: () => compareState, rows: compareWindow(4) }, { size });
    await page.getByText('Lead 1').waitFor();
    await assertFitsWithoutMotion(page);
  });
});

describePage('column mapping page at 200 %', 'import', importHost, (open) => {
  it('fits, is fully keyboard accessible, and respects reduced motion', async () => {
    const { page } = await open({ start: () => refusedImport, reload: () => refusedImport }, { size });
    await page.getByLabel('Field for “Town”').waitFor();
    await assertFitsWithoutMotion(page);
  });
});

describePage('connection form at 200 %', 'connection', connectionFormHost, (open) => {
  it('fits, is fully keyboard accessible, and respects reduced motion', async () => {
    const { page } = await open(connectionHost(wrongConnection), { size });
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await assertFitsWithoutMotion(page);
  });
});

describePage('sign-up form at 200 %', 'signup', signupHost, (open) => {
  it('fits, is fully keyboard accessible, and respects reduced motion', async () => {
    const start = signupStart(await signupOffer({}));
    const done = { kind: 'done' as const, sentences: ['Welcome.'], next: null };
    const { page } = await open({ start: () => start, openLicense: () => undefined, submit: () => done }, { size });
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await page.locator('summary').click();
    await assertFitsWithoutMotion(page);
  });
});

describePage('license at 200 %', 'license', licenseHost, (open) => {
  it('fits, is fully keyboard accessible, and respects reduced motion', async () => {
    const html = `<h1>License</h1><p>${'word '.repeat(200)}<a href="https://example.com/">terms</a></p>`;
    const { page } = await open({ start: () => ({ source: { connection: 'a' }, service: 'Example', html }) }, { size });
    await page.locator('article h1').waitFor();
    await assertFitsWithoutMotion(page);
  });
});
