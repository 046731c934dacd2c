import assert from 'node:assert/strict';
import { describeJourney } from '../support/journey.ts';
import { type LeadService, leadService } from '../support/leadService.ts';
import { holdsToken, markedToken } from '../support/markedToken.ts';
import { openListView, tableOnScreen } from '../support/table.ts';

const settings = {
  'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: 'http://127.0.0.1:1' }],
};

describe('failing service', () => {
  let service: LeadService;
  before(async () => {
    service = await leadService(30);
    const [connection] = settings['recordbench.connections'];
    if (connection) connection.baseUrl = service.url;
  });
  after(() => service.close());

  describeJourney('under an open table', { settings }, (journey) => {
    it('is reported above the last seen rows, and the table recovers when the service is back', async () => {
      const { page } = journey();
      const table = await openListView(page, 'All Leads');
      await table.grid.getByText('Lead 1', { exact: true }).waitFor();
      service.isGone = true;
      await table.frame.getByRole('button', { name: 'Refresh' }).click();
      const lastSeen = table.frame.getByRole('region', { name: 'Last seen' });
      await lastSeen.getByRole('paragraph').filter({ hasText: "The service can't be reached." }).waitFor();
      service.isGone = false;
      Object.assign(service.leads.get('1') ?? {}, { city: 'Back again' });
      await table.grid.getByText('Back again').waitFor();
      await lastSeen.waitFor({ state: 'hidden' });
    });

    it('offers to set a token it requires, and the table recovers without a restart', async () => {
      const { page } = journey();
      const table = await tableOnScreen(page);
      service.token = markedToken('new');
      await table.frame.getByRole('button', { name: 'Refresh' }).click();
      await table.frame.getByRole('button', { name: 'Set token' }).click();
      const box = page.locator('.quick-input-widget input');
      await box.waitFor();
      Object.assign(service.leads.get('2') ?? {}, { city: 'Signed in' });
      await box.fill(markedToken('new'));
      await box.press('Enter');
      await table.grid.getByText('Signed in').waitFor();
      assert.ok(!holdsToken(Buffer.from(await page.content())));
    });
  });
});
