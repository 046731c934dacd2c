import assert from 'node:assert/strict';
import { formOnScreen, holds } from '../support/form.ts';
import { type InterfaceService, interfaceService, type ServedView } from '../support/interfaceService.ts';
import { describeJourney } from '../support/journey.ts';
import { openListView, tableOnScreen } from '../support/table.ts';
import { tree } from '../support/workbench.ts';

const everything = { isDefault: true, shows: () => true };
const views: readonly ServedView[] = [
  { id: 'v1', controller: 'crm/leads', name: 'Every lead', ...everything },
  { id: 'v2', controller: 'crm/leads', name: 'Locked leads', shows: ({ id }) => id === 'l2' },
  { id: 'v3', controller: 'crm/peoples', name: 'Every person', ...everything },
  { id: 'v4', controller: 'access_controls/users', name: 'Every user', ...everything },
];

describe('service that answers with the last opened list view', () => {
  const connection = { id: 'work', name: 'Work', baseUrl: 'http://127.0.0.1:1' };
  let service: InterfaceService;
  before(async () => {
    service = await interfaceService({ views, relatedAsPage: true });
    connection.baseUrl = service.url;
  });
  after(() => service.close());

  describeJourney('in VS Code', { settings: { 'recordbench.connections': [connection] } }, (journey) => {
    it('finds a record for a reference that the open list view excludes', async () => {
      const { page } = journey();
      const locked = await openListView(page, 'Locked leads');
      await locked.status.filter({ hasText: '1–1 of 1' }).waitFor();
      await tree(page).and(page.locator('[aria-level="2"]')).filter({ hasText: 'peoples' }).first().click();
      await tree(page).filter({ hasText: 'Every person' }).first().click();
      await page.getByRole('tab', { name: 'Every person', selected: true }).waitFor();
      const people = await tableOnScreen(page);
      await (await people.cell(1, 'Name')).filter({ hasText: 'Ada Contact' }).dblclick();
      const form = await formOnScreen(page, 'Ada Contact');
      await holds(form.field('Lead'), 'Smith');
      await form.field('Lead').fill('Lasting');
      await form.frame.getByRole('option', { name: 'Lasting' }).waitFor();
      await page.keyboard.press('Enter');
      await holds(form.field('Lead'), 'Lasting');
      const dirty = page.locator('.tab.dirty', { hasText: 'Ada Contact' });
      await dirty.waitFor();
      await page.keyboard.press('Control+S');
      await dirty.waitFor({ state: 'detached' });
      assert.equal(new Map(service.writes.at(-1)?.entries).get('data[peoples][lead_id]'), 'l3');
    });

    it('shows related records returned as a page of a list view', async () => {
      const { page } = journey();
      const leads = await openListView(page, 'Every lead');
      await (await leads.cell(1, 'Last Name')).filter({ hasText: 'Smith' }).dblclick();
      const form = await formOnScreen(page, 'Smith');
      await form.frame.getByRole('heading', { name: 'Contacts' }).click();
      await form.frame.getByRole('grid', { name: 'Contacts' }).getByText('Bob Contact').waitFor();
    });
  });
});
