import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type BulkService, bulkService } from '../support/bulkService.ts';
import { killExtensionHost } from '../support/extensionHost.ts';
import { describeJourney } from '../support/journey.ts';
import { reloadWindow, timeToComeBack } from '../support/remembered.ts';
import { openListView } from '../support/table.ts';
import { closeAllTabs, openView, saveThere, tree, webview } from '../support/workbench.ts';

const settings = {
  'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: 'http://127.0.0.1:1' }],
};
const name = 'Edit City of 3 records.recordplan.json';

describe('plan', () => {
  const leads: { service?: BulkService } = {};
  const service = (): BulkService => leads.service ?? assert.fail('there is no service');
  const cities = (...ids: string[]): unknown[] => ids.map((id) => service().leads.get(id)?.city);

  before(async () => {
    leads.service = await bulkService(10);
    const [connection] = settings['recordbench.connections'];
    if (connection) connection.baseUrl = leads.service.url;
  });
  after(() => leads.service?.close());

  describeJourney('from preview to run', { settings }, (journey) => {
    const git = (...words: string[]): string =>
      execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...words], {
        cwd: journey().vsCode.folder,
        encoding: 'utf8',
      });

    it('is saved from a bulk edit preview and committed with git', async () => {
      const { page, vsCode } = journey();
      const table = await openListView(page, 'All Leads');
      await (await table.cell(1, 'NAME')).click();
      await table.check(3).click({ modifiers: ['Shift'] });
      await table.frame.getByRole('button', { name: 'Edit selected' }).click();
      const bulk = webview(page);
      await bulk.getByLabel('Field to change').selectOption({ label: 'City' });
      await bulk.getByRole('group', { name: 'City' }).getByLabel('New value').fill('Pune');
      await bulk.getByRole('button', { name: 'Preview' }).click();
      await bulk.getByRole('button', { name: 'Save as plan…' }).click();
      const place = page.locator('.quick-input-widget input[type=text]');
      while (!(await place.inputValue()).endsWith(name)) await page.waitForTimeout(50);
      await saveThere(page);
      await page.getByText(`Saved ${name}`).first().waitFor();
      git('init', '--quiet');
      git('add', name);
      git('commit', '--quiet', '--message', 'Move three leads');
      const text = readFileSync(path.join(vsCode.folder, name), 'utf8');
      assert.equal(text.split('\n').filter((line) => line.includes('"do":"edit"')).length, 3);
      // the plan opens after saving
      await page.getByRole('tab', { name }).waitFor();
      await webview(page)
        .getByRole('heading', { name: `Plan ${name}` })
        .waitFor();
      await webview(page).getByText('3 records will change. Nothing has been written yet.').waitFor();
      assert.equal(service().posts(), 0);
      await closeAllTabs(page);
    });

    it('marks records changed since it was made, and runs on the others', async () => {
      const { page } = journey();
      Object.assign(service().leads.get('2') ?? {}, { city: 'Agra' });
      await openView(page, 'Explorer');
      await tree(page).filter({ hasText: name }).first().dblclick();
      const plan = webview(page);
      await plan
        .getByText('2 records will change, 1 changed since the plan was made. Nothing has been written yet.')
        .waitFor();
      const changed = plan.getByRole('row').filter({ hasText: 'Lead 2' });
      await changed.getByText('“City” was “Goa” in the plan').waitFor();
      await changed.getByText('Agra').waitFor();
      assert.equal(service().posts(), 0);
      await plan.getByRole('button', { name: 'Change 2 records' }).click();
      await plan.getByText('Finished: 2 records changed.').waitFor();
      assert.deepEqual(cities('1', '2', '3', '4'), ['Pune', 'Agra', 'Pune', 'Goa']);
    });

    it('can be undone', async () => {
      const { page } = journey();
      const plan = webview(page);
      await plan.getByRole('button', { name: 'Undo…' }).click();
      await plan.getByRole('button', { name: 'Restore 2 records' }).click();
      await plan.getByText('Finished: 2 records changed.').waitFor();
      assert.deepEqual(cities('1', '2', '3', '4'), ['Goa', 'Agra', 'Goa', 'Goa']);
    });

    it('is restored after a window reload and a crash, and re-reads its records', async function () {
      this.timeout(2 * timeToComeBack);
      const { page, vsCode } = journey();
      await closeAllTabs(page);
      const open = async (): Promise<void> => {
        const plan = webview(page);
        await plan.getByText('2 records will change, 1 changed since the plan was made.').waitFor();
        await plan.getByRole('row').filter({ hasText: 'Lead 2' }).getByText('Agra').waitFor();
      };
      await tree(page).filter({ hasText: name }).first().dblclick();
      await open();
      await reloadWindow(journey(), /Edit City of 3 records\.recordplan\.json/);
      await open();
      await webview(page)
        .locator('html')
        .evaluate((html) => html.setAttribute('data-old', ''));
      killExtensionHost(vsCode);
      await webview(page)
        .locator('html:not([data-old])')
        .getByText('Lead 2')
        .waitFor({ timeout: timeToComeBack / 2 });
      await open();
      assert.equal(await page.locator('.tab', { hasText: name }).count(), 1);
      await closeAllTabs(page);
    });
  });
});
