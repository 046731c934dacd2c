import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { formOnScreen, holds } from '../support/form.ts';
import { describeJourney } from '../support/journey.ts';
import { type LeadService, leadService } from '../support/leadService.ts';
import type { VsCodeOptions } from '../support/vsCodeForTests.ts';
import { openListView } from '../support/table.ts';
import { openFile, runCommand } from '../support/workbench.ts';

describe('untrusted workspace', () => {
  let service: LeadService;
  let folder: string;
  before(async () => {
    service = await leadService(30);
    folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-untrusted-'));
    mkdirSync(path.join(folder, '.vscode'));
    const evil = [{ id: 'evil', name: 'Evil', baseUrl: service.url }];
    const wishes = { 'recordbench.connections': evil, 'recordbench.links.plainIds': true };
    writeFileSync(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(wishes));
    writeFileSync(path.join(folder, 'notes.txt'), 'see records://leads/crm/leads/3.record.json\nand crm/leads/4 too\n');
  });
  after(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const options = (): VsCodeOptions => ({
    folder,
    isUntrusted: true,
    settings: {
      'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: service.url }],
      'terminal.integrated.gpuAcceleration': 'off',
    },
  });

  describeJourney('with links to records in its files', options, (journey) => {
    const restricted = (page: Page): Locator => page.locator('.statusbar').getByText('Restricted Mode');
    const link = (page: Page, text: string): Locator =>
      page.locator('.monaco-editor .detected-link', { hasText: text });

    async function openNotes(): Promise<void> {
      const { page } = journey();
      await openFile(page, 'notes.txt');
      await page.locator('.monaco-editor .view-line', { hasText: 'see records:' }).waitFor();
    }

    it('reads and saves records through the connections of the user', async () => {
      const { page } = journey();
      await restricted(page).waitFor();
      const table = await openListView(page, 'All Leads');
      await (await table.cell(2, 'NAME')).getByText('Lead 2', { exact: true }).dblclick();
      const form = await formOnScreen(page, 'Lead 2');
      await holds(form.field('City'), 'Goa');
      await form.field('City').fill('Pune');
      await page.keyboard.press('Control+S');
      while (service.leads.get('2')?.city !== 'Pune') await page.waitForTimeout(50);
      assert.equal(await page.getByText('Evil').count(), 0);
    });

    it('shows a card for a link to a record, and opens the record from the link', async () => {
      const { page } = journey();
      await openNotes();
      await link(page, 'records:').hover();
      const card = page.locator('.monaco-hover', { hasText: 'Lead 3' });
      await card.getByText('City: Goa').waitFor();
      await page.keyboard.press('Escape');
      assert.equal(await link(page, 'crm/leads/4').count(), 0);
      await follow(link(page, 'records:'), '.detected-link-active', '3');
      await formOnScreen(page, 'Lead 3');
    });

    it('shows the links defined in its own settings once it is trusted', async () => {
      const { page } = journey();
      await restricted(page).click();
      await page.getByRole('button', { name: 'Trust', exact: true }).click();
      await restricted(page).waitFor({ state: 'detached' });
      await openNotes();
      await follow(link(page, 'crm/leads/4'), '.detected-link-active', '4');
      const form = await formOnScreen(page, 'Lead 4');
      await holds(form.field('City'), 'Goa');
    });

    it('opens a record from a link in the terminal', async () => {
      const { page } = journey();
      await runCommand(page, 'Terminal: Create New Terminal');
      const rows = page.locator('.terminal .xterm-rows');
      await rows.filter({ hasText: /[#$]/ }).waitFor();
      // a mouse layer covers it, and a click while the panel opens is lost
      for (let turn = 0; turn < 10 && !(await isThere(page.locator('.terminal.focus'), 5_000)); turn++)
        await rows.click({ force: true });
      await page.keyboard.type('echo "records://leads/crm/leads/"5.record.json');
      await page.keyboard.press('Enter');
      const line = rows.locator('> div').filter({ hasText: /^records:\/\/leads/ });
      await follow(line, 'text=Open the record in Leads (ctrl + click)', '5');
      await formOnScreen(page, 'Lead 5');
    });

    /**
     * Clicks manually: pressing Ctrl redraws a link, and a terminal has its own mouse layer. A click during the redraw
     * is lost, as it is for users, who click again.
     */
    async function follow(text: Locator, sign: string, id: string): Promise<void> {
      const { page } = journey();
      const shown = page.locator(sign).first();
      await text.waitFor();
      for (let turn = 0; turn < 10; turn++) {
        // a terminal is laid out again while its panel opens, and detects links only when the mouse enters again
        const place = (await text.boundingBox()) ?? assert.fail('it is not on the screen');
        const [x, y] = [place.x + 40, place.y + place.height / 2] as const;
        await page.mouse.move(x, place.y - 60);
        await page.mouse.move(x, y, { steps: 3 });
        await page.keyboard.down('Control');
        const isShown = await isThere(shown, 3_000);
        if (isShown) await page.mouse.click(x, y);
        await page.keyboard.up('Control');
        const tab = page.locator('.tab').filter({ hasText: new RegExp(`^(Lead ${id}|${id}\\.record\\.json)$`) });
        if (isShown && (await isThere(tab, 10_000))) return;
      }
      assert.fail(`“${sign}” is not shown at the link, or leads nowhere`);
    }
  });
});

async function isThere(what: Locator, timeout: number): Promise<boolean> {
  return what
    .first()
    .waitFor({ state: 'attached', timeout })
    .then(
      () => true,
      () => false,
    );
}
