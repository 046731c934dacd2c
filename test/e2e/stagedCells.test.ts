import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { killExtensionHost } from '../support/extensionHost.ts';
import { describeJourney, type Journey } from '../support/journey.ts';
import { type LeadService, leadService } from '../support/leadService.ts';
import { reloadWindow, timeToComeBack } from '../support/remembered.ts';
import { openListView, tableOnScreen } from '../support/table.ts';
import { focusSideBar, notifications, runCommand, webview } from '../support/workbench.ts';

const leads: { service?: LeadService } = {};
const settings = {
  'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: 'http://127.0.0.1:1' }],
};

describe('staged cells', () => {
  before(async () => {
    leads.service = await leadService(30);
    const [connection] = settings['recordbench.connections'];
    if (connection) connection.baseUrl = leads.service.url;
  });
  after(() => leads.service?.close());

  describeJourney('in a table', { settings }, (journey) => {
    const service = (): LeadService => leads.service ?? assert.fail('there is no service');
    const tab = (page: Page): Locator => page.locator('.tab', { hasText: 'All Leads' });
    const dirty = (page: Page): Locator => page.locator('.tab.dirty', { hasText: 'All Leads' });
    const city = async ({ page }: Journey, row: number): Promise<Locator> =>
      (await tableOnScreen(page)).cell(row, 'CITY');

    const notSaved = async (page: Page): Promise<Locator> =>
      (await tableOnScreen(page)).frame.getByRole('region', { name: 'Not saved' });

    async function type(row: number, text: string): Promise<void> {
      const { page } = journey();
      await (await city(journey(), row)).click();
      await page.keyboard.press('F2');
      const box = (await tableOnScreen(page)).frame.getByRole('textbox', { name: /^CITY of/ });
      await box.waitFor();
      await box.fill(text);
      await page.keyboard.press('Enter');
      await (await city(journey(), row)).filter({ hasText: text }).waitFor();
    }

    it('show the dirty indicator, and undo reverts them', async () => {
      const { page } = journey();
      await openListView(page, 'All Leads');
      await tab(page).waitFor();
      await type(1, 'Pune');
      await dirty(page).waitFor();
      await page.keyboard.press('Control+Z');
      await (await city(journey(), 1)).filter({ hasText: 'Goa' }).waitFor();
      await dirty(page).waitFor({ state: 'detached' });
      assert.deepEqual(service().posts(), []);
    });

    it('are restored after a window reload, with nothing sent', async function () {
      this.timeout(timeToComeBack);
      const { page } = journey();
      await type(1, 'Pune');
      await type(2, 'Agra');
      await reloadWindow(journey(), /editorResource.{0,80}all\.listview/, /"Agra"/);
      await (await city(journey(), 2)).filter({ hasText: 'Agra' }).waitFor();
      await dirty(page).waitFor();
      assert.deepEqual(service().posts(), []);
    });

    it('are saved once each by Ctrl+S, and the table shows the stored values', async () => {
      const { page } = journey();
      service().temper.set('2', 'refuse');
      await (await city(journey(), 3)).click();
      await page.keyboard.press('Control+S');
      await (await notSaved(page)).filter({ hasText: 'This city is not served' }).waitFor();
      assert.deepEqual(service().posts(), ['1', '2']);
      await dirty(page).waitFor();
      service().temper.clear();
      await (await city(journey(), 3)).click();
      await page.keyboard.press('Control+S');
      await dirty(page).waitFor({ state: 'detached' });
      assert.deepEqual(service().posts(), ['1', '2', '2']);
      await (await city(journey(), 1)).filter({ hasText: 'Pune' }).waitFor();
      assert.equal(service().leads.get('2')?.city, 'Agra');
    });

    it('report a refusal in the table, even for a save from the side bar; VS Code does only for Save All', async () => {
      const { page } = journey();
      const before = service().posts().length;
      const { frame } = await tableOnScreen(page);
      const toast = notifications(page).getByText(/^Failed to save/);
      const refused = (await notSaved(page)).filter({ hasText: 'This city is not served' });
      service().temper.set('6', 'refuse');
      await type(6, 'Kota');
      await page.keyboard.press('Control+S');
      await refused.waitFor();
      assert.deepEqual([await toast.count(), service().posts().slice(before)], [0, ['6']]);
      await focusSideBar(page);
      await page.keyboard.press('Control+S');
      for (let turn = 0; turn < 200 && service().posts().length < before + 2; turn++) await page.waitForTimeout(50);
      service().temper.clear();
      await frame.getByRole('button', { name: 'Save', exact: true }).click();
      await dirty(page).waitFor({ state: 'detached' });
      assert.deepEqual([await toast.count(), service().posts().slice(before)], [0, ['6', '6', '6']]);
      service().temper.set('6', 'refuse');
      await type(6, 'Surat');
      await runCommand(page, 'File: Save All');
      await toast.waitFor();
      assert.match(
        (await toast.textContent()) ?? '',
        /^Failed to save 'all\.listview': Unable to write file '[^']+' \(Could not save .*: This city is not served[^()]*\)$/,
      );
      service().temper.clear();
      await (await city(journey(), 6)).click();
      await page.keyboard.press('Control+S');
      await dirty(page).waitFor({ state: 'detached' });
      await toast.waitFor({ state: 'detached' });
      assert.deepEqual(service().posts().slice(before), ['6', '6', '6', '6', '6']);
    });

    it('are pasted from a spreadsheet, undone and redone in one step, and saved once each', async () => {
      const { page } = journey();
      const before = service().posts().length;
      const rows = Array.from({ length: 10 }, (_, place) => place + 11);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const text = rows.map((row) => `"Town ${row}"\t${row},000.5\r\n`).join('');
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await (await city(journey(), 11)).click();
      await page.keyboard.press('Control+V');
      const { frame } = await tableOnScreen(page);
      const changes = frame.getByRole('group', { name: '20 changes in 10 records' });
      await changes.waitFor();
      await (await city(journey(), 20)).filter({ hasText: 'Town 20' }).waitFor();
      await page.keyboard.press('Control+Z');
      await changes.waitFor({ state: 'detached' });
      await (await city(journey(), 11)).filter({ hasText: 'Goa' }).waitFor();
      await dirty(page).waitFor({ state: 'detached' });
      await page.keyboard.press('Control+Shift+Z');
      await changes.waitFor();
      assert.equal(service().posts().length, before);
      await page.keyboard.press('Control+S');
      await dirty(page).waitFor({ state: 'detached' });
      assert.deepEqual(service().posts().slice(before).toSorted(), rows.map(String).toSorted());
      assert.deepEqual(
        rows.map((row) => service().leads.get(String(row))).map((lead) => [lead?.city, lead?.score]),
        rows.map((row) => [`Town ${row}`, `${row}000.5`]),
      );
    });

    it('stay listed after a failed save until each is resolved, by keyboard at the cell and by mouse', async () => {
      const { page } = journey();
      for (const row of [24, 25, 26]) await type(row, 'Pune');
      // changed by another user
      Object.assign(service().leads.get('25') ?? {}, { city: 'Agra' });
      service().leads.delete('26');
      const before = service().posts().length;
      await page.keyboard.press('Control+S');
      const { frame, grid } = await tableOnScreen(page);
      const list = frame.getByRole('region', { name: 'Not saved' });
      const line = (name: string): Locator => list.getByRole('listitem').filter({ hasText: name });
      await line('Lead 25').filter({ hasText: 'yours is Pune, the service now has Agra' }).waitFor();
      await line('Lead 26').filter({ hasText: 'Someone else deleted this record.' }).waitFor();
      await grid.getByText('Lead 26', { exact: true }).waitFor({ state: 'detached' });
      assert.deepEqual(service().posts().slice(before), ['24']);
      await (await city(journey(), 25)).click();
      await frame.getByRole('button', { name: 'Keep Mine: Pune' }).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await line('Lead 25').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+S');
      await dirty(page).waitFor();
      await frame.getByRole('group', { name: '1 change in 1 record' }).waitFor();
      assert.equal(service().leads.get('25')?.city, 'Pune');
      await line('Lead 26').getByRole('button', { name: 'Discard, Lead 26' }).click();
      await list.waitFor({ state: 'hidden' });
      await dirty(page).waitFor({ state: 'detached' });
      assert.deepEqual(service().posts().slice(before), ['24', '25']);
    });

    it('are cleared by Del at the cursor; only Shift+Del deletes a record, with Cancel preselected', async () => {
      const { page } = journey();
      const leadsBefore = service().leads.size;
      const asked = page.locator('.quick-input-widget', { hasText: 'Delete Lead “Lead 22”?' });
      await type(21, 'Surat');
      // the cursor has moved on to the next row
      await page.keyboard.press('Delete');
      const { frame } = await tableOnScreen(page);
      await frame.getByRole('group', { name: '2 changes in 2 records' }).waitFor();
      assert.equal(await (await city(journey(), 22)).textContent(), '');
      await page.keyboard.press('Shift+Delete');
      await asked.waitFor();
      await page.keyboard.press('Enter');
      await asked.waitFor({ state: 'hidden' });
      assert.equal(service().leads.size, leadsBefore);
      await (await city(journey(), 22)).click({ button: 'right' });
      await frame.getByRole('menuitem', { name: 'Clear Cell' }).waitFor();
      await frame.getByRole('menuitem', { name: 'Delete', exact: true }).click();
      await asked.getByRole('option', { name: 'Delete' }).click();
      await (await tableOnScreen(page)).grid.getByText('Lead 22', { exact: true }).waitFor({ state: 'detached' });
      assert.deepEqual([service().leads.size, service().leads.has('22')], [leadsBefore - 1, false]);
      await frame.getByRole('button', { name: 'Discard' }).click();
      await dirty(page).waitFor({ state: 'detached' });
    });

    it('survive an extension host crash in the same tab', async function () {
      this.timeout(timeToComeBack);
      const { page, vsCode } = journey();
      await type(4, 'Delhi');
      await dirty(page).waitFor();
      await webview(page)
        .locator('html')
        .evaluate((html) => html.classList.add('of-the-old-host'));
      killExtensionHost(vsCode);
      // the host restarts, finds the orphaned tab, and fills it again
      await webview(page).locator('html:not(.of-the-old-host)').waitFor();
      await (await city(journey(), 4)).filter({ hasText: 'Delhi' }).waitFor();
      await type(5, 'Mumbai');
      await page.keyboard.press('Control+S');
      await dirty(page).waitFor({ state: 'detached' });
      assert.deepEqual([service().leads.get('4')?.city, service().leads.get('5')?.city], ['Delhi', 'Mumbai']);
    });
  });
});
