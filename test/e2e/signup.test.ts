import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { type RunningService, startService } from '../../src/demo/service.ts';
import { webviewFrame } from '../support/axeRun.ts';
import { describeJourney } from '../support/journey.ts';
import { reloadWindow, timeToComeBack } from '../support/remembered.ts';
import { tableOnScreen } from '../support/table.ts';
import { enter, openView, runCommand, treeLine, webview } from '../support/workbench.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function typeInto(page: Page, command: string, text: string): Promise<Locator> {
  await runCommand(page, command);
  const box = page.locator('.quick-input-widget');
  await box.getByPlaceholder('Search by id, link, or words in the record').fill(text);
  return box;
}

describeJourney('sign-up', {}, (journey) => {
  let service: RunningService;
  before(async () => (service = await startService({ records: 20, helps: true })));
  after(() => service.close());

  it('starts in the empty view with the address', async () => {
    const { page } = journey();
    await openView(page, 'Recordbench');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await enter(page, 'Sign Up: Address', service.url);
    const form = await webviewFrame(page, 'recordbench-signup');
    await form.getByLabel('User name').waitFor();
  });

  it('opens the license to the side and keeps the input of the form', async () => {
    const { page } = journey();
    const form = await webviewFrame(page, 'recordbench-signup');
    await form.getByLabel('User name').fill('zoe.nowak');
    await form.getByLabel('First name').fill('Zoë');
    await form.getByLabel('Last name').fill('Nowak');
    await form.getByLabel('Password', { exact: true }).fill('long enough');
    await form.getByLabel('Confirm password').fill('long enough');
    await form.getByLabel('Role').selectOption({ index: 1 });
    await form.getByLabel('Currency').selectOption({ index: 1 });
    const buffer = Buffer.from(png, 'base64');
    await form.locator('input[type=file]').setInputFiles({ name: 'zoe.png', mimeType: 'image/png', buffer });
    await form.getByRole('img', { name: 'zoe.png' }).waitFor();
    await form.getByRole('button', { name: 'Open the license' }).click();
    const license = await webviewFrame(page, 'recordbench-license');
    await license.getByRole('heading', { name: 'License Agreement' }).waitFor();
    assert.equal(await form.getByLabel('Confirm password').inputValue(), 'long enough');
  });

  it('asks before opening a link in the license', async () => {
    const { page } = journey();
    const license = await webviewFrame(page, 'recordbench-license');
    await license.getByRole('link', { name: 'the terms' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('https://example.com/terms').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('signs in the new user', async () => {
    const { page } = journey();
    const form = await webviewFrame(page, 'recordbench-signup');
    await form.getByLabel('I accept the license').check();
    await form.getByRole('button', { name: 'Sign up' }).click();
    await form.getByText('Welcome, Zoë Nowak.').waitFor();
    await form.getByText('The connection “127.0.0.1” was added for you').waitFor();
    await treeLine(page, 'leads').waitFor();
  });

  it('shows the license of a connection, also after a reload, and opens it as plain text', async function () {
    this.timeout(timeToComeBack);
    const { page } = journey();
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Recordbench: Show License');
    const license = await webviewFrame(page, 'recordbench-license');
    await license.getByRole('heading', { name: 'License Agreement' }).waitFor();
    await reloadWindow(journey(), /recordbench\.license.*source[\\":{]+connection/);
    await webview(page).getByRole('button', { name: 'Open as plain text' }).click();
    await page.locator('.monaco-editor .view-lines').getByText('This agreement is between you and').waitFor();
  });

  it('shows the user and the organization as far as the service provides them', async () => {
    const { page } = journey();
    await runCommand(page, 'Recordbench: Show Organization');
    const lines = page.locator('.quick-input-widget .monaco-list-row');
    await lines.filter({ hasText: 'User: Zoë Nowak' }).waitFor();
    await lines.filter({ hasText: `Address: ${service.url}` }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('lists the requests and copies one as curl without the token', async () => {
    const { page } = journey();
    await runCommand(page, 'Recordbench: Show Requests');
    const request = page.locator('.panel').getByRole('treeitem', { name: 'GET /core/listviews/index.json' }).first();
    await request.filter({ hasText: /200 completed · [\d.]+ m?s · [\d.]+ k?B · / }).hover();
    await request.getByRole('button', { name: 'Copy as curl' }).click();
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'bash' }).click();
    await page.locator('.statusbar').getByText('curl command copied').waitFor();
    await page.keyboard.press('F1');
    const box = page.locator('.quick-input-widget input');
    await box.press('ControlOrMeta+V');
    const copied = await box.inputValue();
    assert.match(
      copied,
      /curl -g -H 'Accept: application\/json' -H 'Authorization: Bearer '"\$RECORDBENCH_TOKEN" 'http:/,
    );
    await page.keyboard.press('Escape');
  });

  it('finds a record by its id', async () => {
    const { page } = journey();
    const box = await typeInto(page, 'Recordbench: Go to Record…', '7');
    const found = box.locator('.monaco-list-row', { hasText: 'crm/leads/7 ' });
    await found.waitFor();
    await found.click();
    await page.locator('.breadcrumbs-control').getByText('7.record.json').waitFor();
  });

  it('finds records by words they contain', async () => {
    const { page } = journey();
    const box = await typeInto(page, 'Recordbench: Search Records…', 'nowak');
    const found = box.locator('.monaco-list-row', { hasText: 'access_controls/users' }).filter({ hasText: 'Nowak' });
    await found.first().click();
    await page.locator('.tab.active', { hasText: 'Nowak' }).waitFor();
  });

  it('opens a list view by name, regardless of its controller', async () => {
    const { page } = journey();
    await runCommand(page, 'Recordbench: Open List View…');
    const box = page.locator('.quick-input-widget');
    await box.getByPlaceholder('Which list view?').fill('all leads');
    await box.locator('.monaco-list-row', { hasText: 'crm/leads' }).first().click();
    const table = await tableOnScreen(page);
    await table.grid.getByText('LD-0000001').waitFor();
  });

  // must be last: the log takes focus asynchronously
  it('shows the log', async () => {
    const { page } = journey();
    await runCommand(page, 'Recordbench: Show Log');
    await page.getByRole('document', { name: 'Recordbench - Output' }).waitFor();
  });
});
