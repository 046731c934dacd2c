import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import { type BulkService, bulkService } from '../support/bulkService.ts';
import { describeJourney } from '../support/journey.ts';
import { openListView, tableOnScreen } from '../support/table.ts';
import type { VsCodeOptions } from '../support/vsCodeForTests.ts';
import { chooseFromMenu, showTab, tree, webview } from '../support/workbench.ts';

describe('bulk edit whose connection is pointed at a clone of its service', () => {
  let service: BulkService;
  let clone: BulkService;
  before(async () => {
    service = await bulkService(5);
    clone = await bulkService(5);
    for (const lead of clone.leads.values()) lead.city = 'Pune';
  });
  after(async () => {
    await service.close();
    await clone.close();
  });

  const options = (): VsCodeOptions => ({
    settings: { 'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: service.url }] },
  });
  const cities = ({ leads }: BulkService): unknown[] => [...leads.values()].map(({ city }) => city);

  describeJourney('in its tabs', options, (journey) => {
    const bulk = (page: Page): FrameLocator => webview(page);

    async function moveTo(page: Page, { url }: BulkService): Promise<void> {
      await tree(page).filter({ hasText: 'Leads' }).first().click({ button: 'right' });
      await chooseFromMenu(page, 'Edit Connection');
      const form = webview(page);
      await form.getByLabel('Address').fill(url);
      await page.keyboard.press('Control+s');
      await form.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    }

    it('changes the records of its service', async () => {
      const { page } = journey();
      await openListView(page, 'All Leads');
      const table = await tableOnScreen(page);
      await (await table.cell(1, 'NAME')).click();
      await table.check(2).click({ modifiers: ['Shift'] });
      await table.frame.getByText('2 selected').first().waitFor();
      await table.frame.getByRole('button', { name: 'Edit selected' }).click();
      await bulk(page).getByLabel('Field to change').selectOption({ label: 'City' });
      await bulk(page).getByRole('group', { name: 'City' }).getByLabel('New value').fill('Pune');
      await bulk(page).getByRole('button', { name: 'Preview' }).click();
      await bulk(page).getByRole('button', { name: 'Change 2 records' }).click();
      await bulk(page).getByText('Finished: 2 records changed.').waitFor();
      assert.deepEqual(cities(service), ['Pune', 'Pune', 'Goa', 'Goa', 'Goa']);
    });

    it('is not undone on the clone, and explains why', async () => {
      const { page } = journey();
      await moveTo(page, clone);
      await showTab(page, 'City: 2 of 2 changed');
      await bulk(page).getByRole('button', { name: 'Undo…' }).click();
      await bulk(page)
        .getByText(`it was created for ${service.url}, but the connection Leads now points to ${clone.url}`)
        .first()
        .waitFor();
      assert.deepEqual([clone.posts(), cities(clone)], [0, ['Pune', 'Pune', 'Pune', 'Pune', 'Pune']]);
    });

    it('leaves nothing selected in the table of the clone', async () => {
      const { page } = journey();
      await showTab(page, 'All Leads');
      const table = await tableOnScreen(page);
      await (await table.cell(3, 'CITY')).filter({ hasText: 'Pune' }).waitFor();
      await table.status.filter({ hasNotText: 'selected' }).waitFor();
    });

    it('is undone once the connection points back to its service', async () => {
      const { page } = journey();
      await moveTo(page, service);
      await showTab(page, 'City: 2 of 2 changed');
      await bulk(page).getByRole('button', { name: 'Undo…' }).click();
      await bulk(page).getByRole('button', { name: 'Restore 2 records' }).click();
      await bulk(page).getByText('Finished: 2 records changed.').waitFor();
      assert.deepEqual(cities(service), ['Goa', 'Goa', 'Goa', 'Goa', 'Goa']);
      assert.equal(clone.posts(), 0);
    });
  });
});
