import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { bothServices, openByName, plainList } from '../support/bothServices.ts';
import { describeJourney } from '../support/journey.ts';
import { tableOnScreen } from '../support/table.ts';
import {
  closeAllTabs,
  runByKeyboard,
  runCommand,
  saveThere,
  showTab,
  treeLine,
  webview,
} from '../support/workbench.ts';

/** Waits for a question and picks the first item with this text. */
async function pick(page: Page, question: string, words: RegExp): Promise<void> {
  await page.locator('.quick-input-widget').getByPlaceholder(question).waitFor();
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: words }).first().click();
}

async function openRecord(page: Page, id: string): Promise<void> {
  await runCommand(page, 'Recordbench: Go to Record…');
  const box = page.locator('.quick-input-widget');
  await box.locator('input').fill(id);
  await box.locator('.monaco-list-row', { hasText: 'Demo' }).first().click();
}

describe('lists, changes and files', () => {
  const { settings, plain } = bothServices(60);

  describeJourney('in a window with both services', { settings }, (journey) => {
    it('compare pending changes by label, also while the service is down', async () => {
      const { page } = journey();
      const table = await openByName(page, plainList);
      await (await table.cell(7, 'First Name')).click();
      await page.keyboard.press('F2');
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Staged');
      await page.keyboard.press('Enter');
      await table.frame.getByRole('group', { name: '1 change in 1 record' }).waitFor();
      await runByKeyboard(page, 'Recordbench: Compare Pending Changes');
      const diff = page.locator('.monaco-diff-editor');
      const line = (value: string): Locator =>
        diff.locator('.view-line', { hasText: new RegExp(`First\\sName:\\s${value}`) }).first();
      await line('Staged').waitFor();
      await line('Many').waitFor();
      await page.getByRole('tab', { name: /saved ↔ yours/ }).click({ button: 'middle' });
      await diff.waitFor({ state: 'detached' });
      plain().isGone = true;
      const { frame } = await tableOnScreen(page);
      await frame.getByRole('button', { name: 'Compare', exact: true }).click();
      await line('Staged').waitFor();
      plain().isGone = false;
      await page.getByRole('tab', { name: /saved ↔ yours/ }).click({ button: 'middle' });
      await frame.getByRole('button', { name: 'Discard', exact: true }).click();
      await page.locator('.tab.dirty').waitFor({ state: 'detached' });
    });

    it('export, compare and save what a table shows: its search and filters', async () => {
      const { page, vsCode } = journey();
      const table = await openByName(page, plainList);
      const input = table.frame.getByRole('combobox', { name: 'Add filter' });
      if (!(await input.isVisible()))
        await table.frame.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
      await input.fill('score > 50');
      await page.keyboard.press('Enter');
      await table.status.filter({ hasText: 'Filtered locally: 9 of' }).waitFor();
      await table.frame.getByRole('button', { name: 'Export', exact: true }).press('Enter');
      await pick(page, 'Which records, with which columns?', /All matching records.*visible/);
      await pick(page, 'In which format?', /^CSV/);
      await saveThere(page);
      await page.getByText(`Exported 9 records to ${plainList}.csv.`).first().waitFor();
      assert.equal(
        readFileSync(path.join(vsCode.folder, `${plainList}.csv`), 'utf8')
          .trimEnd()
          .split('\n').length,
        10,
      );
      await runByKeyboard(page, 'Recordbench: Compare List View…');
      await pick(page, 'What do you want to compare it with?', /An exported file/);
      await page.locator('.quick-input-widget .monaco-list-row', { hasText: `${plainList}.csv` }).click();
      await pick(page, 'Match records by which field?', /^Id|Last Name/);
      await webview(page).getByText('No differences. The same: 9.').waitFor();
      await page.getByRole('tab', { name: /↔/ }).click({ button: 'middle' });
      await showTab(page, plainList);
      await table.frame.getByRole('button', { name: 'Save Search As…' }).click();
      await page.locator('.quick-input-widget input').fill('High');
      await page.keyboard.press('Enter');
      await treeLine(page, 'High').click();
      await page.locator('.tab.active', { hasText: 'High' }).waitFor();
      const saved = await tableOnScreen(page);
      await saved.status.filter({ hasText: 'Filtered locally: 9 of' }).waitFor();
    });

    it('show access rights as a column, by keyboard and by mouse', async () => {
      const { page } = journey();
      await closeAllTabs(page);
      const table = await openByName(page, 'All Leads');
      const choose = table.frame.getByRole('button', { name: 'Columns', exact: true });
      const access = table.frame.getByRole('checkbox', { name: 'Edit access', exact: true });
      const header = table.grid.getByRole('columnheader', { name: 'Edit access', exact: true });
      await choose.press('Enter');
      await access.focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Escape');
      await (await table.cell(1, 'Company')).click();
      await page.keyboard.press('End');
      await (await table.cell(1, 'Edit access')).filter({ hasText: /user:\d+/ }).waitFor();
      await choose.click();
      await access.click();
      await page.keyboard.press('Escape');
      await header.waitFor({ state: 'detached' });
    });

    it('preview files of a record and save them, by keyboard and by mouse', async () => {
      const { page, vsCode } = journey();
      await openRecord(page, 'crm/leads/5');
      const form = webview(page);
      await form.getByRole('button', { name: 'Preview offer-5.txt' }).press('Enter');
      await page.locator('.tab.active', { hasText: 'offer-5.txt' }).waitFor();
      await page.locator('.monaco-editor').getByText('Offer 5').first().waitFor();
      await openRecord(page, 'crm/leads/4');
      await form.getByRole('button', { name: 'Preview offer-4.png' }).click();
      await page.locator('.tab.active', { hasText: 'offer-4.png' }).waitFor();
      await webview(page).locator('img').waitFor();
      await openRecord(page, 'crm/leads/4');
      await form.getByRole('button', { name: /^Save (offer-4.png )?as/ }).click();
      await saveThere(page);
      const file = path.join(vsCode.folder, 'offer-4.png');
      for (let turn = 0; turn < 200 && !existsSync(file); turn++) await page.waitForTimeout(50);
      assert.equal(readFileSync(file).subarray(1, 4).toString(), 'PNG');
    });
  });
});
