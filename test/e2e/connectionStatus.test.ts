import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describeJourney } from '../support/journey.ts';
import { type ListViewService, listViewService } from '../support/listViewService.ts';
import { tableOnScreen } from '../support/table.ts';
import type { VsCodeOptions } from '../support/vsCodeForTests.ts';
import { openView, tree, treeLine, pickFromStatusBar } from '../support/workbench.ts';

describe('status bar', () => {
  let service: ListViewService;
  before(async () => (service = await listViewService()));
  after(() => service.close());

  const options = (): VsCodeOptions => ({
    settings: {
      'recordbench.connections': [
        { id: 'prod', name: 'Production', baseUrl: service.url, color: 'red', readOnly: true },
        { id: 'test', name: 'Testing', baseUrl: service.url, color: 'green' },
      ],
    },
  });

  describeJourney('with two connections', options, (journey) => {
    const item = (name: string): Locator =>
      journey()
        .page.locator('.statusbar')
        .getByRole('button', { name: `Connection ${name}` });

    it('names only the connection of the active list view', async () => {
      const { page } = journey();
      await openView(page, 'Recordbench');
      await treeLine(page, 'leads').last().click();
      await treeLine(page, 'All leads').waitFor();
      assert.equal(await item('').count(), 0);
      await treeLine(page, 'All leads').click();
      await item('Testing').waitFor();
      await page.getByRole('tab', { name: 'All leads' }).waitFor();
      // a preview tab that is replaced before its table was shown is not among the recent ones
      await tree(page).filter({ hasText: 'nothing yet' }).waitFor({ state: 'detached' });
      await treeLine(page, 'users').first().click();
      await treeLine(page, 'Everyone').click();
      await item('Production, read-only').waitFor();
      assert.equal(await item('Testing').count(), 0);
    });

    it('allows changes when the user unlocks the connection', async () => {
      const { page } = journey();
      await tableOnScreen(page); // an editor that is still opening takes focus and closes the list of actions
      await pickFromStatusBar(page, item('Production, read-only'), 'Allow Changes');
      await item('Production').waitFor();
      await tree(page).filter({ hasText: 'read-only' }).waitFor({ state: 'detached' });
      assert.equal(await item('Production, read-only').count(), 0);
    });

    it('keeps opened items under Recent', async () => {
      const { page } = journey();
      await treeLine(page, 'Recent').click();
      await treeLine(page, 'Everyone').filter({ hasText: 'users · Production' }).waitFor();
      await treeLine(page, 'All leads').filter({ hasText: 'leads · Testing' }).waitFor();
    });
  });
});
