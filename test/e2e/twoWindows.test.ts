import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type FormOnScreen, formOnScreen, holds } from '../support/form.ts';
import { describeJourney } from '../support/journey.ts';
import { type LeadService, leadService } from '../support/leadService.ts';
import { openListView } from '../support/table.ts';
import { openView, openWorkbench, runCommand, treeLine, workbenchReady } from '../support/workbench.ts';

const leads: { service?: LeadService } = {};
const settings = {
  'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: 'http://127.0.0.1:1' }],
};

describe('record in two windows', () => {
  before(async () => {
    leads.service = await leadService(5);
    const [connection] = settings['recordbench.connections'];
    if (connection) connection.baseUrl = leads.service.url;
  });
  after(() => leads.service?.close());

  describeJourney('of the same VS Code', { settings }, (journey) => {
    const service = (): LeadService => leads.service ?? assert.fail('there is no service');
    const opened: { other?: Page } = {};
    const windows = (): [Page, Page] => [journey().page, opened.other ?? assert.fail('there is no other window')];
    const dirty = (page: Page): Promise<void> => page.locator('.tab.dirty').first().waitFor();
    const isSaved = (page: Page): Promise<void> => page.locator('.tab.dirty').first().waitFor({ state: 'detached' });

    before(async function () {
      const { page, vsCode } = journey();
      opened.other = await openWorkbench(page.context().browser() ?? assert.fail('there is no browser'), vsCode);
    });

    /** A clean tab may be about to become dirty. */
    async function has(id: string, city: string): Promise<void> {
      for (let turn = 0; turn < 600 && service().leads.get(id)?.city !== city; turn++)
        await journey().page.waitForTimeout(50);
      assert.equal(service().leads.get(id)?.city, city);
    }

    async function open(page: Page, name: string): Promise<FormOnScreen> {
      const table = await openListView(page, 'All Leads');
      await (await table.cell(Number(name.replace('Lead ', '')), 'NAME')).getByText(name, { exact: true }).dblclick();
      return formOnScreen(page, name);
    }

    it('is merged when different fields changed, and the second window reports the change of the first', async () => {
      const [first, second] = windows();
      const mine = await open(first, 'Lead 1');
      const other = await open(second, 'Lead 1');
      await other.field('score').fill('99');
      await other.field('score').press('Tab');
      await dirty(second);
      await mine.field('City').fill('Pune');
      await first.keyboard.press('Control+S');
      await has('1', 'Pune');
      await isSaved(first);
      await other.field('score').click();
      await second.keyboard.press('Control+S');
      await isSaved(second);
      assert.deepEqual(service().leads.get('1'), { name: 'Lead 1', city: 'Pune', score: '99' });
      await holds(other.field('City'), 'Pune');
      await other.frame.getByText('was changed on the service: it is now', { exact: false }).first().waitFor();
      assert.deepEqual(service().posts(), ['1', '1']);
    });

    it('asks in the second window before sending anything when both changed the same field', async () => {
      const [first, second] = windows();
      const mine = await open(first, 'Lead 2');
      const other = await open(second, 'Lead 2');
      await other.field('City').fill('Agra');
      await other.field('City').press('Tab');
      await dirty(second);
      await mine.field('City').fill('Delhi');
      await first.keyboard.press('Control+S');
      await has('2', 'Delhi');
      await isSaved(first);
      await other.field('City').click();
      await second.keyboard.press('Control+S');
      const theirs = other.frame.getByRole('button', { name: 'Theirs', exact: true });
      await theirs.first().waitFor();
      assert.deepEqual([service().leads.get('2')?.city, service().posts()], ['Delhi', ['1', '1', '2']]);
      await theirs.first().click();
      await theirs.first().waitFor({ state: 'detached' });
      await holds(other.field('City'), 'Delhi');
      await other.field('City').click();
      await second.keyboard.press('Control+S');
      await isSaved(second);
      assert.deepEqual(service().posts(), ['1', '1', '2']);
    });
  });
});

describeJourney('demo in two windows of one VS Code', {}, (journey) => {
  const name = 'Henry Smith';
  const opened: { other?: Page } = {};
  const second = (): Page => opened.other ?? assert.fail('there is no other window');

  async function hasDemo(page: Page): Promise<void> {
    await openView(page, 'Recordbench');
    await treeLine(page, 'leads').first().waitFor();
  }

  /** Opens the current version from the table. */
  async function open(page: Page): Promise<FormOnScreen> {
    await runCommand(page, 'View: Close All Editors');
    const table = await openListView(page, 'All Leads');
    await (await table.cell(5, 'Last Name')).getByText('Smith', { exact: true }).dblclick();
    return formOnScreen(page, name);
  }

  /** Reads what the other window saved, and saves another value. */
  async function change(page: Page, from: string, to: string): Promise<void> {
    const form = await open(page);
    await holds(form.field('City'), from);
    await form.field('City').fill(to);
    await page.locator('.tab.dirty').first().waitFor();
    await page.keyboard.press('Control+S');
    await page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
  }

  before(async function () {
    const { page } = journey();
    await runCommand(page, 'Recordbench: Start Demo');
    await hasDemo(page);
    // shares the secret storage, and starts the demo automatically since it was started before
    const other = await page.context().newPage();
    await other.goto(page.url(), { timeout: 120_000 });
    await workbenchReady(other);
    await hasDemo(other);
    opened.other = other;
  });

  it('is read and saved alternately in both', async () => {
    const { page } = journey();
    await change(page, 'Leeds', 'Pune');
    await change(second(), 'Pune', 'Agra');
    await change(page, 'Agra', 'Goa');
    await holds((await open(second())).field('City'), 'Goa');
  });

  it('keeps running in one while the other reloads, and after the other closes', async () => {
    const { page } = journey();
    await second().reload({ timeout: 120_000 });
    await change(page, 'Goa', 'Ulm');
    await workbenchReady(second());
    await hasDemo(second());
    await change(second(), 'Ulm', 'Trier');
    await second().close();
    await change(page, 'Trier', 'Mainz');
  });
});
