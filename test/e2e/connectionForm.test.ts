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

describe('connection form', () => {
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

    it('validates a field while typing, and tests the connection', async () => {
      const form = webview(journey().page);
      await form.getByLabel('Timeout').fill('soon');
      await form.getByText('Enter a whole number of seconds from 1 to 600, or leave it empty.').waitFor();
      assert.equal(await form.getByLabel('Timeout').getAttribute('aria-invalid'), 'true');
      await form.getByLabel('Timeout').fill('5');
      await form.getByRole('button', { name: 'Test' }).click();
      await form.getByText('Production works: 2 controllers with 3 list views.').waitFor();
    });

    it('saves with the keyboard, and the tree shows the lock icon', async () => {
      const { page } = journey();
      const form = webview(page);
      await form.getByLabel('Read-only').focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Control+s');
      await form.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await tree(page).filter({ hasText: 'read-only' }).waitFor();
    });

    it('asks about unsaved changes when its tab closes, and restores them', async () => {
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

    it('does not send the token to a new address, and asks for another', async () => {
      const { page } = journey();
      const other = await listViewService('for the other');
      await runCommand(page, 'Recordbench: Set Token…');
      await enter(page, 'Set Token: Production', 'for the first');
      const form = webview(page);
      await form.getByLabel('Address').fill(other.url);
      await form.getByRole('button', { name: 'Test' }).click();
      await form.getByText('this service requires a token; none is set').waitFor();
      await form.getByRole('button', { name: 'Save' }).click();
      await enter(page, 'Set Token: Production', 'for the other');
      await treeLine(page, 'leads').waitFor();
      // the item may still show the old address
      const sent = (): unknown[] => [...new Set(other.received.map(({ headers }) => headers.authorization))];
      for (let turn = 0; turn < 400 && sent().length < 2; turn++) await page.waitForTimeout(50);
      assert.deepEqual(sent(), [undefined, 'Bearer for the other']);
      await other.close();
    });

    it('has no axe violations in the high contrast theme of VS Code', async () => {
      const { page } = journey();
      await chooseTheme(page, 'Dark High Contrast');
      await webview(page).getByLabel('Proxy').fill('nonsense');
      assert.deepEqual(await axeViolations(await webviewFrame(page, 'recordbench-connection')), []);
    });
  });
});
