import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { formOnScreen } from '../support/form.ts';
import { describeJourney } from '../support/journey.ts';
import { type LeadService, leadService } from '../support/leadService.ts';
import { openListView } from '../support/table.ts';
import { notifications, runCommand, webview } from '../support/workbench.ts';

const settings = {
  'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: 'http://127.0.0.1:1' }],
};

/** A click on it as a link would show the log. */
const name = '[Details](command:recordbench.showLog)';

/** The visible text. */
const read = async (place: Locator): Promise<string> => (await place.innerText()).replaceAll('\u2060', '');

describe('record name that looks like a link', () => {
  let service: LeadService;
  before(async () => {
    service = await leadService(3);
    for (const id of ['1', '2']) Object.assign(service.leads.get(id) ?? {}, { name });
    const [connection] = settings['recordbench.connections'];
    if (connection) connection.baseUrl = service.url;
  });
  after(() => service.close());

  describeJourney('in a window', { settings }, (journey) => {
    it('is shown as plain text in the notification about its deletion', async () => {
      const { page } = journey();
      const table = await openListView(page, 'All Leads');
      await table.check(1).click();
      await table.frame.getByRole('button', { name: 'Delete selected' }).click();
      const dialog = page.locator('.quick-input-widget', { hasText: 'Delete Lead' });
      await dialog.waitFor();
      assert.ok((await read(dialog)).includes(`Delete Lead “${name}”?`));
      await dialog.getByRole('option', { name: 'Delete' }).click();
      const reported = notifications(page).locator('.notification-list-item').filter({ hasText: 'was deleted' });
      const words = reported.locator('.notification-list-item-message');
      await words.waitFor();
      assert.equal(await read(words), `Lead “${name}” was deleted.`);
      assert.equal(await words.locator('a, [role=link]').count(), 0);
      await words.click();
      assert.equal(await page.locator('.part.panel').isVisible(), false);
    });

    it('is shown as plain text when a save fails, with the message of the service', async () => {
      const { page } = journey();
      service.temper.set('2', 'refuse');
      const table = await openListView(page, 'All Leads');
      await (await table.cell(1, 'NAME')).dblclick();
      const form = await formOnScreen(page, name);
      await form.field('City').fill('Pune');
      await page.keyboard.press('Control+S');
      const why = webview(page).locator('.notice').filter({ hasText: 'not served' });
      await why.first().waitFor();
      assert.equal(await why.first().locator('a').count(), 0);
      // VS Code reports a save that the form didn't start
      await runCommand(page, 'File: Save');
      const words = notifications(page).locator('.notification-list-item-message').filter({ hasText: 'was not saved' });
      await words.first().waitFor();
      assert.ok((await read(words.first())).includes(name));
      assert.equal(await words.first().locator('a, [role=link]').count(), 0);
    });
  });
});
