import assert from 'node:assert/strict';
import { axeViolations, webviewFrame } from '../support/axeRun.ts';
import { describeJourney } from '../support/journey.ts';
import { type ListViewService, listViewService } from '../support/listViewService.ts';
import type { VsCodeOptions } from '../support/vsCodeForTests.ts';
import {
  chooseFromMenu,
  chooseTheme,
  enter,
  openView,
  pressInNotification,
  runCommand,
  tree,
  treeLine,
  webview,
} from '../support/workbench.ts';

describe('the form of a connection', () => {
  let service: ListViewService;
  before(async () => (service = await listViewService()));
  after(() => service.close());

  const options = (): VsCodeOptions => ({
    settings: { 'recordbench.connections': [{ id: 'prod', name: 'Production', baseUrl: service.url }] },
  });

  describeJourney('in its tab', options, (journey) => {
    it('opens from the tree and explains every field', async () => {
      const { page } = journey();
      await openView(page, 'Recordbench');
      await tree(page).filter({ hasText: 'Production' }).click({ button: 'right' });
      await chooseFromMenu(page, 'Edit Connection');
      const form = webview(page);
      await form.getByLabel('Address').waitFor();
      await form.getByText('Advanced', { exact: true }).click();
      const fields = form.locator('input, select, textarea');
      for (const field of await fields.all()) {
        const described = (await field.getAttribute('aria-describedby')) ?? '';
        assert.notEqual(await form.locator(`#${described.split(' ')[0]}`).innerText(), '');
      }
    });

    it('says what is wrong with a field as it is typed, and tries the connection', async () => {
      const form = webview(journey().page);
      await form.getByLabel('Time-out').fill('soon');
      await form.getByText('Enter a whole number from 1 to 600 seconds, or nothing.').waitFor();
      assert.equal(await form.getByLabel('Time-out').getAttribute('aria-invalid'), 'true');
      await form.getByLabel('Time-out').fill('5');
      await form.getByRole('button', { name: 'Test' }).click();
      await form.getByText('Production works: 2 controllers with 3 list views.').waitFor();
    });

    it('saves with the keyboard, and the tree shows the lock', async () => {
      const { page } = journey();
      const form = webview(page);
      await form.getByLabel('Read-only').focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Control+s');
      await form.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await tree(page).filter({ hasText: 'read-only' }).waitFor();
    });

    it('asks about changes that were not saved when its tab is closed, and brings them back', async () => {
      const { page } = journey();
      await webview(page).getByLabel('Name').fill('Production 2');
      await page.getByRole('tab', { name: '● Production' }).waitFor();
      await runCommand(page, 'View: Close Editor');
      await pressInNotification(page, 'Back to the Form');
      const form = webview(page);
      await form.getByLabel('Name').waitFor();
      assert.equal(await form.getByLabel('Name').inputValue(), 'Production 2');
      await form.getByRole('button', { name: 'Undo changes' }).click();
      await form.getByText('Not saved yet.').waitFor({ state: 'hidden' });
    });

    it('leaves the token with the old address, and asks for one anew', async () => {
      const { page } = journey();
      const other = await listViewService('for the other');
      await runCommand(page, 'Recordbench: Set Token…');
      await enter(page, 'Set Token: Production', 'for the first');
      const form = webview(page);
      await form.getByLabel('Address').fill(other.url);
      await form.getByRole('button', { name: 'Test' }).click();
      await form.getByText('the service wants a token, and there is none').waitFor();
      await form.getByRole('button', { name: 'Save' }).click();
      await enter(page, 'Set Token: Production', 'for the other');
      await treeLine(page, 'leads').waitFor();
      // the line may still be that of the old address
      const sent = (): unknown[] => [...new Set(other.received.map(({ headers }) => headers.authorization))];
      for (let turn = 0; turn < 400 && sent().length < 2; turn++) await page.waitForTimeout(50);
      assert.deepEqual(sent(), [undefined, 'Bearer for the other']);
      await other.close();
    });

    it('has nothing that axe objects to in VS Code’s own high contrast', async () => {
      const { page } = journey();
      await chooseTheme(page, 'Dark High Contrast');
      await webview(page).getByLabel('Proxy').fill('nonsense');
      assert.deepEqual(await axeViolations(await webviewFrame(page, 'recordbench-connection')), []);
    });
  });
});
