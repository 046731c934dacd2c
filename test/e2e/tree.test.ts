import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describeJourney } from '../support/journey.ts';
import { type ListViewService, listViewService } from '../support/listViewService.ts';
import type { VsCodeOptions } from '../support/vsCodeForTests.ts';
import { chooseFromMenu, enter, openView, runCommand, tree, treeLine, workbenchReady } from '../support/workbench.ts';

describe('service tree', () => {
  let service: ListViewService;
  before(async () => (service = await listViewService()));
  after(() => service.close());

  const options = (): VsCodeOptions => ({
    settings: { 'recordbench.connections': [{ id: 'prod', name: 'Production', baseUrl: service.url }] },
  });

  describeJourney('on the screen', options, (journey) => {
    const line = (name: string): Locator => treeLine(journey().page, name);
    const press = async (target: Locator, button: string): Promise<void> => {
      await target.hover();
      await target.getByRole('button', { name: button }).click();
    };

    it('sends no request until it is visible, then one per expanded level', async () => {
      const { page } = journey();
      assert.equal(service.received.length, 0);
      await openView(page, 'Recordbench');
      await line('leads').waitFor();
      assert.equal(service.received.length, 1);
      await line('leads').click();
      await line('By city').waitFor();
      assert.equal(service.received.length, 2);
      assert.deepEqual(await tree(page).locator('.label-description').allInnerTexts(), [
        'nothing yet',
        'crm',
        'Sales · default',
        'Sales',
        'access_controls',
      ]);
    });

    it('shows favorites at the top without sending a request', async () => {
      await press(line('By city'), 'Add to Favorites');
      await line('Favorites').click();
      await line('By city').filter({ hasText: 'leads · Production' }).waitFor();
      assert.equal(service.received.length, 2);
    });

    it('shows the matches of a filter, indicates that it is filtered, and clears the filter', async () => {
      const { page } = journey();
      await runCommand(page, 'Recordbench: Filter…');
      const box = page.locator('.quick-input-widget', { hasText: 'Filter the Records View' }).locator('input');
      await box.pressSequentially('every');
      await line('Everyone').waitFor();
      assert.equal(await line('By city').count(), 0);
      await box.press('Enter');
      await page.locator('.sidebar').getByText('Filter: every').waitFor();
      await page.locator('.sidebar').getByRole('button', { name: 'Clear Filter' }).click();
      await line('By city').last().waitFor();
      assert.equal(service.received.length, 2);
    });

    it('refreshes one level without collapsing others', async () => {
      await press(line('users'), 'Refresh');
      await line('By city').last().waitFor();
      assert.equal(service.received.length, 2);
      await press(line('Production'), 'Refresh');
      // the connection, and the controller expanded below it
      await soon(() => service.received.length === 4);
      await line('By city').last().waitFor();
    });

    it('explains why a failing service shows nothing, and recovers with Retry', async () => {
      const failed = tree(journey().page).filter({ hasText: 'The service failed' });
      service.isDown = true;
      await press(line('leads'), 'Refresh');
      await failed.waitFor();
      await line('users').waitFor();
      await press(line('Production'), 'Refresh');
      await line('leads').waitFor({ state: 'detached' });
      service.isDown = false;
      await press(failed, 'Retry');
      await line('By city').last().waitFor();
      await failed.waitFor({ state: 'detached' });
    });

    it('restores its expanded nodes and favorites after a reload', async () => {
      const { page } = journey();
      await page.reload();
      await workbenchReady(page);
      await line('By city').nth(1).waitFor();
      await press(line('By city').first(), 'Remove from Favorites');
      await line('Favorites').waitFor({ state: 'detached' });
    });

    it('adds a controller by name, and removes it', async () => {
      const { page } = journey();
      await line('Production').click({ button: 'right' });
      await chooseFromMenu(page, 'Add Controller…');
      await enter(page, 'Add Controller: Production', 'crm/tickets');
      await line('tickets').click();
      await line('All records').waitFor();
      await press(line('tickets'), 'Remove Controller');
      await line('tickets').waitFor({ state: 'detached' });
    });
  });
});

async function soon(check: () => boolean): Promise<void> {
  for (let turn = 0; turn < 50 && !check(); turn++)
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  assert.ok(check());
}
