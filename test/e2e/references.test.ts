import assert from 'node:assert/strict';
import { formOnScreen, holds } from '../support/form.ts';
import { bigIds } from '../support/interfaceRecords.ts';
import { type InterfaceService, interfaceService } from '../support/interfaceService.ts';
import { describeJourney } from '../support/journey.ts';
import { openListView, tableOnScreen } from '../support/table.ts';
import { showTab, webview } from '../support/workbench.ts';

const model = String.raw`\AccessControls\Model\Users`;

describe('owner of a lead', () => {
  const connection = { id: 'letter', name: 'Letter', baseUrl: 'http://127.0.0.1:1' };
  let service: InterfaceService;

  before(async () => {
    service = await interfaceService({ temperament: 'orderly' });
    connection.baseUrl = service.url;
  });
  after(() => service.close());

  describeJourney('is set by name', { settings: { 'recordbench.connections': [connection] } }, (journey) => {
    const sent = (): (string | undefined)[] => {
      const entries = new Map(service.writes.at(-1)?.entries);
      return ['id', 'owner_id', '__owner_id', 'owner_id_model'].map((key) => entries.get(`data[leads][${key}]`));
    };

    it('in a form', async () => {
      const { page } = journey();
      const table = await openListView(page, 'All');
      await table.search.fill('Smith');
      await table.status.filter({ hasText: '1–1 of 1' }).waitFor();
      await (await table.cell(1, 'Last Name')).dblclick();
      const form = await formOnScreen(page, 'Smith');
      await holds(form.field('Owner'), 'Carlos Núñez');
      await form.field('Owner').fill('dan');
      await form.frame.getByRole('option', { name: 'Dana Ito' }).waitFor();
      await page.keyboard.press('Enter');
      await holds(form.field('Owner'), 'Dana Ito');
      const dirty = page.locator('.tab.dirty', { hasText: 'Smith' });
      await dirty.waitFor();
      await page.keyboard.press('Control+S');
      await dirty.waitFor({ state: 'detached' });
      assert.deepEqual(sent(), ['l1', bigIds[1], 'Dana Ito', model]);
    });

    it('in a cell, which links to the record', async () => {
      const { page } = journey();
      await showTab(page, 'All');
      const table = await tableOnScreen(page);
      const owner = await table.cell(1, 'Owner');
      await owner.filter({ hasText: 'Dana Ito' }).waitFor();
      await owner.click();
      await page.keyboard.press('F2');
      await table.frame.getByRole('option', { name: 'Carla Moss' }).waitFor();
      await page.keyboard.type('carla');
      await table.frame.getByText('1 record', { exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await owner.filter({ hasText: 'Carla Moss' }).waitFor();
      await page.locator('.tab.dirty', { hasText: 'All' }).waitFor();
      await page.keyboard.press('Control+S');
      await page.locator('.tab.dirty').waitFor({ state: 'detached' });
      assert.deepEqual(sent(), ['l1', '17', 'Carla Moss', model]);
      await owner.click();
      await page.keyboard.press('F12');
      await formOnScreen(page, 'Carla Moss');
      // it opens next to the table, not instead of it
      await page.getByRole('tab', { name: 'All' }).waitFor();
    });

    it('and shown in a card while the mouse hovers over its cell', async () => {
      const { page } = journey();
      await showTab(page, 'All');
      const table = await tableOnScreen(page);
      await (await table.cell(1, 'Last Name')).hover();
      await (await table.cell(1, 'Owner')).hover();
      await table.frame.getByRole('tooltip').getByText('Carla Moss').first().waitFor();
    });

    it('for forty leads at once', async () => {
      const { page } = journey();
      const table = await openListView(page, 'All');
      await table.search.fill('Many');
      await table.status.filter({ hasText: 'of 40' }).waitFor();
      await (await table.cell(1, 'Last Name')).click({ position: { x: 3, y: 12 } });
      await page.keyboard.press('Control+A');
      await table.frame.getByText('40 selected').first().waitFor();
      await table.frame.getByRole('button', { name: 'Edit selected' }).click();
      const bulk = webview(page);
      await bulk.getByLabel('Field to change').selectOption({ label: 'Owner' });
      const value = bulk.getByRole('group', { name: 'Owner' }).getByLabel('New value');
      await value.focus();
      await page.keyboard.type('dan');
      await bulk.getByRole('option', { name: 'Dana Ito' }).waitFor();
      await page.keyboard.press('Enter');
      await bulk.getByRole('button', { name: 'Preview' }).click();
      await bulk.getByText('40 records will change. Nothing has been written yet.').waitFor();
      const row = bulk.getByRole('row').filter({ hasText: 'Lead 0' });
      await row.getByText('Carlos Núñez').waitFor();
      await row.getByText('Dana Ito').waitFor();
      await bulk.getByRole('button', { name: 'Change 40 records' }).click();
      await bulk.getByText('Finished: 40 records changed.').waitFor();
      assert.deepEqual(sent().slice(1), [bigIds[1], 'Dana Ito', model]);
      const owners = Array.from(
        { length: 40 },
        (_, at) => service.records.get('crm/leads')?.get(`m${at}`)?.['owner_id'],
      );
      assert.deepEqual(new Set(owners), new Set([bigIds[1]]));
    });
  });
});
