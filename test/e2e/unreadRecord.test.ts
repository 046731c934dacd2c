import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { formOnScreen, holds } from '../support/form.ts';
import { describeJourney } from '../support/journey.ts';
import { type LeadService, leadService } from '../support/leadService.ts';
import { reloadWindow, timeToComeBack } from '../support/remembered.ts';
import { openListView } from '../support/table.ts';
import { runCommand, webview } from '../support/workbench.ts';
import { leadSteps } from './record/leadSteps.ts';

const leads: { service?: LeadService } = {};
const settings = {
  'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: 'http://127.0.0.1:1' }],
};

describe('record that cannot be read', () => {
  before(async () => {
    leads.service = await leadService(30);
    const [connection] = settings['recordbench.connections'];
    if (connection) connection.baseUrl = leads.service.url;
  });
  after(() => leads.service?.close());

  describeJourney('while its service is down', { settings }, (journey) => {
    const service = (): LeadService => leads.service ?? assert.fail('there is no service');
    const { openLead, arrives, dirty, tab } = leadSteps(journey, service);
    afterEach(() => (service().isGone = false));

    /** Our failure page replaces the form; VS Code's own error page isn't shown. */
    async function failurePage(page: Page, id: string): Promise<Locator> {
      const said = webview(page).getByRole('alert');
      await said
        .getByText(new RegExp(`^Could not open record ${id} of crm/leads: .*the connection was lost`))
        .waitFor();
      assert.equal(await page.getByText('The editor could not be opened').count(), 0);
      return said;
    }

    it('opens as a page with the reason, becomes the form once the service is back, and is saved', async () => {
      const { page } = journey();
      const table = await openListView(page, 'All Leads');
      await table.grid.getByText('Lead 3', { exact: true }).waitFor();
      service().isGone = true;
      await table.grid.getByText('Lead 3', { exact: true }).dblclick();
      await failurePage(page, '3');
      const asked = service().received.length;
      await webview(page).getByRole('button', { name: 'Retry' }).click();
      for (let turn = 0; turn < 200 && service().received.length === asked; turn++) await page.waitForTimeout(50);
      await failurePage(page, '3');
      service().isGone = false;
      const form = await formOnScreen(page, 'Lead 3');
      await tab(page, 'Lead 3').waitFor();
      await form.field('City').fill('Pune');
      await form.field('City').press('Control+S');
      await arrives('3', 'Pune');
    });

    it('shows the reason in the text editor as well, then the record', async () => {
      const { page } = journey();
      service().isGone = true;
      await runCommand(page, 'Go to Record');
      const box = page.locator('.quick-input-widget');
      await box.locator('input').fill('records://leads/crm/leads/4.record.json');
      await box.locator('.monaco-list-row', { hasText: 'Open leads 4' }).first().click();
      await failurePage(page, '4');
      await runCommand(page, 'Open as Text');
      const text = page.locator('.editor-group-container.active .monaco-editor .view-lines');
      await text.getByText('Could not open record 4 of crm/leads', { exact: false }).waitFor();
      service().isGone = false;
      await text.getByText('"Lead 4"', { exact: false }).waitFor();
    });

    it('shows the failure page again after a window reload, also in background tabs, then the forms', async function () {
      this.timeout(timeToComeBack);
      const { page } = journey();
      await openLead('Lead 5');
      const form = await openLead('Lead 6');
      await form.field('City').fill('Patna');
      await form.field('City').press('Tab');
      await dirty(page, 'Lead 6').waitFor();
      service().isGone = true;
      await reloadWindow(journey(), /editorResource.{0,80}6\.record\.json/, /Patna/);
      await failurePage(page, '6');
      await webview(page).getByText('Your input is kept.', { exact: false }).waitFor();
      await page.locator('.tab', { hasText: /^5\.record\.json|leads 5/ }).click();
      await failurePage(page, '5');
      service().isGone = false;
      await formOnScreen(page, 'Lead 5');
      await tab(page, 'Lead 6').click();
      const again = await formOnScreen(page, 'Lead 6');
      await holds(again.field('City'), 'Patna');
      assert.equal(service().leads.get('6')?.city, 'Goa');
      await again.field('City').press('Control+S');
      await arrives('6', 'Patna');
    });
  });
});
