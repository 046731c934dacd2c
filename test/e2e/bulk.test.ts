import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { type BulkService, bulkService } from '../support/bulkService.ts';
import { killExtensionHost } from '../support/extensionHost.ts';
import { describeJourney } from '../support/journey.ts';
import { openListView, type TableOnScreen, tableOnScreen } from '../support/table.ts';
import {
  chooseFromMenu,
  pressInNotification,
  previewImport,
  runAndChoose,
  showTab,
  tree,
  webview,
} from '../support/workbench.ts';

const settings = {
  'recordbench.requestTimeout': 7, // also how long a request without a response is waited for
  'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: 'http://127.0.0.1:1' }],
};

describe('bulk runs', () => {
  const leads: { service?: BulkService } = {};
  const service = (): BulkService => leads.service ?? assert.fail('there is no service');

  before(async () => {
    leads.service = await bulkService(30);
    const [connection] = settings['recordbench.connections'];
    if (connection) connection.baseUrl = leads.service.url;
  });
  after(() => leads.service?.close());

  describeJourney('from a table', { settings }, (journey) => {
    async function selectRows(page: Page, from: number, to: number): Promise<TableOnScreen> {
      const table = await tableOnScreen(page);
      await (await table.cell(from, 'NAME')).click();
      await table.check(to).click({ modifiers: ['Shift'] });
      await table.frame
        .getByText(`${to - from + 1} selected`)
        .first()
        .waitFor();
      return table;
    }

    async function seeCity(page: Page, row: number, city: string): Promise<void> {
      const table = await tableOnScreen(page);
      await (await table.cell(row, 'CITY')).filter({ hasText: city }).waitFor();
    }

    const bulk = (page: Page): FrameLocator => webview(page);
    const cities = (...ids: string[]): unknown[] => ids.map((id) => service().leads.get(id)?.city);

    it('are offered for the selected records', async () => {
      const { page } = journey();
      await openListView(page, 'All Leads');
      const table = await selectRows(page, 1, 3);
      await table.frame.getByRole('button', { name: 'Edit selected' }).click();
      await bulk(page).getByLabel('Field to change').waitFor();
    });

    it('show what will change before writing anything', async () => {
      const { page } = journey();
      await bulk(page).getByLabel('Field to change').selectOption({ label: 'City' });
      await bulk(page).getByRole('group', { name: 'City' }).getByLabel('New value').fill('Pune');
      await bulk(page).getByRole('button', { name: 'Preview' }).click();
      await bulk(page).getByText('3 records will change. Nothing has been written yet.').waitFor();
      await bulk(page).getByRole('row').filter({ hasText: 'Lead 2' }).getByText('Goa').waitFor();
      assert.equal(service().posts(), 0);
    });

    it('change the records and update the table', async () => {
      const { page } = journey();
      await bulk(page).getByRole('button', { name: 'Change 3 records' }).click();
      await bulk(page).getByText('Finished: 3 records changed.').waitFor();
      assert.deepEqual(cities('1', '2', '3', '4'), ['Pune', 'Pune', 'Pune', 'Goa']);
      await showTab(page, 'All Leads');
      await seeCity(page, 3, 'Pune');
    });

    it('can be undone', async () => {
      const { page } = journey();
      await showTab(page, 'City: 3 of 3 changed');
      await bulk(page).getByRole('button', { name: 'Undo…' }).click();
      await bulk(page).getByRole('button', { name: 'Restore 3 records' }).click();
      await bulk(page).getByText('Finished: 3 records changed.').waitFor();
      assert.deepEqual(cities('1', '2', '3', '4'), ['Goa', 'Goa', 'Goa', 'Goa']);
      await showTab(page, 'All Leads');
      await seeCity(page, 3, 'Goa');
      assert.deepEqual(
        ['1', '2', '3', '4'].map((id) => service().leads.get(id)?.writes),
        [2, 2, 2, 0],
      );
    });

    it('finish in-flight requests when canceled, and resume later', async () => {
      const { page } = journey();
      const before = service().posts();
      const table = await selectRows(page, 1, 5);
      await table.frame.getByRole('button', { name: 'Edit selected' }).click();
      await bulk(page).getByLabel('Field to change').selectOption({ label: 'City' });
      await bulk(page).getByRole('group', { name: 'City' }).getByLabel('New value').fill('Rome');
      await bulk(page).getByRole('button', { name: 'Preview' }).click();
      service().fault = () => 'writeAndHold';
      await bulk(page).getByRole('button', { name: 'Change 5 records' }).click();
      while (service().posts() < before + 4) await page.waitForTimeout(50);
      await bulk(page).getByRole('button', { name: 'Cancel' }).click();
      await bulk(page).getByText('Canceling: waiting for requests in progress').waitFor();
      service().fault = () => undefined;
      service().release();
      await bulk(page).getByText('Canceled: 4 records changed.').waitFor();
      assert.equal(service().posts(), before + 4);
      await bulk(page).getByRole('button', { name: 'Resume' }).click();
      await bulk(page).getByText('Finished: 5 records changed.').waitFor();
      assert.deepEqual(cities('1', '2', '3', '4', '5'), ['Rome', 'Rome', 'Rome', 'Rome', 'Rome']);
      assert.equal(service().posts(), before + 5);
      await showTab(page, 'All Leads');
    });

    it('delete the selected records after confirmation', async () => {
      const { page } = journey();
      const table = await selectRows(page, 5, 6);
      await table.frame.getByRole('button', { name: 'Delete selected' }).click();
      await bulk(page).getByText("Deleted records can't be restored").waitFor();
      await bulk(page).getByRole('button', { name: 'Delete 2 records' }).click();
      const asked = page.locator('.quick-input-widget', { hasText: 'Delete 2 records?' });
      await asked.getByRole('option', { name: 'Cancel' }).click();
      await asked.waitFor({ state: 'hidden' });
      assert.equal(service().leads.get('5')?.isDeleted, false);
      await bulk(page).getByRole('button', { name: 'Delete 2 records' }).click();
      await asked.getByRole('option', { name: 'Delete' }).click();
      await bulk(page).getByText('Finished: 2 records deleted.').waitFor();
      assert.deepEqual(
        ['5', '6', '7'].map((id) => service().leads.get(id)?.isDeleted),
        [true, true, false],
      );
    });

    it('delete a single record in place, confirmed by name, and drop it from the selection', async () => {
      const { page } = journey();
      await showTab(page, 'All Leads');
      const table = await selectRows(page, 8, 8);
      const name = await (await table.cell(8, 'NAME')).textContent();
      await table.frame.getByRole('button', { name: 'Delete selected' }).click();
      const asked = page.locator('.quick-input-widget', { hasText: `Delete Lead “${name}”?` });
      await asked.getByRole('option', { name: 'Delete' }).click();
      await table.status.filter({ hasNotText: 'selected' }).waitFor();
      const gone = [...service().leads.values()].find((lead) => lead.name === name);
      assert.equal(gone?.isDeleted, true);
    });

    it('can be resumed after the extension host was killed, without writing a record twice', async () => {
      const { page, vsCode } = journey();
      await showTab(page, 'All Leads');
      const table = await selectRows(page, 6, 25);
      await table.frame.getByRole('button', { name: 'Edit selected' }).click();
      await bulk(page).getByLabel('Field to change').selectOption({ label: 'Score' });
      await bulk(page).getByRole('group', { name: 'Score' }).getByLabel('New value').fill('77');
      await bulk(page).getByRole('button', { name: 'Preview' }).click();
      const before = service().posts();
      // the tenth write arrives, but its sender has been killed
      service().onWrite = () => {
        if (service().posts() === before + 10) killExtensionHost(vsCode);
      };
      await bulk(page).getByRole('button', { name: 'Change 20 records' }).click();
      await page.getByText('was interrupted').first().waitFor({ timeout: 60_000 });
      service().onWrite = () => undefined;
      await pressInNotification(page, 'Resume');
      await bulk(page).getByText('Finished: 20 records changed.').waitFor();
      const changed = [...service().leads.values()].filter(({ score }) => score === '77');
      assert.deepEqual([changed.length, new Set(changed.map(({ writes }) => writes))], [20, new Set([1])]);
    });

    it('are listed and can be opened', async () => {
      const { page } = journey();
      await runAndChoose(page, 'Recordbench: Show Bulk Runs…', (box) => [
        box.getByText('Edit City of 3 records').last(),
        box.getByText('Open').first(),
      ]);
      await bulk(page).getByText('Finished: 3 records changed.').waitFor();
    });

    it('ask before resending a new record that may already exist', async () => {
      const { page, vsCode } = journey();
      writeFileSync(path.join(vsCode.folder, 'new.csv'), 'id,City\n,Agra\n');
      await tree(page).filter({ hasText: 'All Leads' }).first().click({ button: 'right' });
      await chooseFromMenu(page, 'Import…');
      await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'new.csv' }).click();
      await previewImport(page);
      await bulk(page).getByText('Nothing has been written yet').waitFor();
      const before = service().posts();
      service().fault = () => 'writeAndBreak';
      await bulk(page).getByRole('button', { name: 'Import 1 record' }).click();
      const again = bulk(page).getByRole('button', { name: 'Resend unclear records…' });
      await again.click();
      const dialog = page.getByRole('dialog').filter({ hasText: 'Send 1 new record again?' });
      await dialog.getByText('anything already added would be duplicated').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal(service().posts(), before + 1);
      service().fault = () => undefined;
      await again.click();
      await dialog.getByRole('button', { name: 'Send Again' }).click();
      await bulk(page).getByText('Finished: 1 record added or changed.').waitFor();
      assert.equal(service().posts(), before + 2);
    });
  });
});
