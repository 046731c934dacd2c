import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { formOnScreen, holds } from '../support/form.ts';
import { type InterfaceService, interfaceService } from '../support/interfaceService.ts';
import { describeJourney } from '../support/journey.ts';
import { openListView, tableOnScreen } from '../support/table.ts';
import type { VsCodeOptions } from '../support/vsCodeForTests.ts';
import { showTab } from '../support/workbench.ts';

describe('related records', () => {
  let service: InterfaceService;
  before(async () => (service = await interfaceService({ newRecordKeys: { referred_lead_id: 'unnamed' } })));
  after(() => service.close());

  const options = (): VsCodeOptions => ({
    settings: { 'recordbench.connections': [{ id: 'work', name: 'Work', baseUrl: service.url }] },
  });

  describeJourney('in the form of a lead', options, (journey) => {
    const people = () => service.records.get('crm/peoples')!;

    it('are shown in one table per association that sorts, searches, edits, and saves with the form', async () => {
      const { page } = journey();
      const table = await openListView(page, 'All');
      await (await table.cell(1, 'First Name')).dblclick();
      const form = await formOnScreen(page, 'Smith');
      const referrers = form.frame.getByRole('grid', { name: /people|referrers/i });
      await form.frame.getByRole('heading', { name: /people|referrers/i }).click();
      await referrers.getByText('Cleo Referrer').waitFor();
      await form.frame.getByRole('heading', { name: /people|referrers/i }).click();
      await form.frame.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Contacts' }).click();
      const contacts = form.frame.getByRole('grid', { name: 'Contacts' });
      await contacts.getByText('Ada Contact').waitFor();
      assert.equal(await contacts.getByText('Cleo Referrer').count(), 0);
      const header = contacts.getByRole('columnheader', { name: 'Name', exact: true });
      await header.click();
      await header.click();
      await (await nameIn(contacts, 1)).getByText('Bob Contact').waitFor();
      const search = form.frame.getByRole('searchbox', { name: 'Search' }).last();
      await search.fill('ada');
      await search.press('Enter');
      await contacts.getByText('Bob Contact').waitFor({ state: 'detached' });
      await (await nameIn(contacts, 1)).click({ position: { x: 3, y: 12 } });
      await page.keyboard.press('F2');
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Ada Lovelace');
      await page.keyboard.press('Enter');
      await (await nameIn(contacts, 1)).getByText('Ada Lovelace').waitFor();
      assert.equal(people().get('p1')?.['name'], 'Ada Contact', 'it is only staged');
      await form.button('Save changed cells').last().click();
      await waitFor(() => people().get('p1')?.['name'] === 'Ada Lovelace');
      // the table has reloaded it, and nothing is staged
      await form.frame.getByRole('button', { name: 'Save changed cells', disabled: true }).last().waitFor();
      await (await nameIn(contacts, 1)).getByText('Ada Lovelace').waitFor();
      await (await nameIn(contacts, 1)).click({ position: { x: 3, y: 12 } });
      await page.keyboard.press('F2');
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Ada King');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+S');
      await waitFor(() => people().get('p1')?.['name'] === 'Ada King');
    });

    it('can be added with the reference to the lead filled in', async () => {
      const { page } = journey();
      const form = await formOnScreen(page, 'Smith');
      await form.button('Add record').last().click();
      const added = await formOnScreen(page, 'New Person');
      await holds(added.field('Lead'), 'Smith');
      await added.field('Name *').or(added.field('Name')).first().fill('Dora New');
      await page.keyboard.press('Control+S');
      await waitFor(() => [...people().values()].some(({ name }) => name === 'Dora New'));
      const dora = [...people().values()].find(({ name }) => name === 'Dora New');
      assert.equal(dora?.['lead_id'], 'l1');
      const sent = Object.fromEntries(service.writes.at(-1)?.entries ?? []);
      assert.equal(sent['data[peoples][lead_id]'], 'l1');
      assert.equal(sent['data[peoples][__lead_id]'], 'Smith');
      assert.match(sent['data[peoples][lead_id_model]'] ?? '', /leads/i);
    });

    it('can be added by keyboard when the form of a new record lacks the foreign key', async () => {
      const { page } = journey();
      await formOnScreen(page, 'Dora New'); // the added record becomes the active tab
      await showTab(page, /^Smith/);
      const form = await formOnScreen(page, 'Smith');
      await form.frame.getByRole('heading', { name: /people|referrers/i }).click();
      const group = form.frame.getByRole('group', { name: /people|referrers/i });
      await group.getByText('Cleo Referrer').waitFor();
      await group.getByRole('button', { name: 'Add record' }).press('Enter');
      const added = await formOnScreen(page, 'New Person');
      await holds(added.field('Referred lead'), 'l1');
      await added.field('Name *').or(added.field('Name')).first().fill('Emil New');
      await added.button('Save & Continue').click();
      await waitFor(() => [...people().values()].some(({ name }) => name === 'Emil New'));
      const emil = [...people().values()].find(({ name }) => name === 'Emil New');
      assert.equal(emil?.['referred_lead_id'], 'l1');
      await formOnScreen(page, 'Emil New');
    });

    it('open in a separate, full-featured table', async () => {
      const { page } = journey();
      await formOnScreen(page, 'Emil New'); // the added record becomes the active tab
      await showTab(page, /^Smith/);
      const form = await formOnScreen(page, 'Smith');
      await form.frame.getByRole('group', { name: 'Contacts' }).getByRole('button', { name: 'Open as table' }).click();
      await page.getByRole('tab', { name: 'Contacts of Smith', selected: true }).waitFor();
      const table = await tableOnScreen(page);
      await table.frame.getByRole('heading', { name: 'Contacts of Smith' }).waitFor();
      await table.search.fill('');
      await page.keyboard.press('Enter');
      await table.grid.getByText('Dora New').waitFor();
      await table.status.filter({ hasText: '1–3 of 3' }).waitFor();
      await table.frame.getByRole('button', { name: 'Add record' }).waitFor();
    });

    it('open in that table for the profile of a column', async () => {
      const { page } = journey();
      await showTab(page, /^Smith/);
      const form = await formOnScreen(page, 'Smith');
      const contacts = form.frame.getByRole('group', { name: 'Contacts' });
      await contacts.getByRole('columnheader', { name: 'Name', exact: true }).click({ button: 'right' });
      await form.frame.getByRole('menuitem', { name: 'Profile Column' }).click();
      await page.getByRole('tab', { name: 'Contacts of Smith', selected: true }).waitFor();
      const profile = (await tableOnScreen(page)).frame.getByRole('region', { name: 'Profile of Name' });
      await profile.getByText(/3 records, read at/).waitFor();
    });
  });
});

/** The name in a row; rows are one-based. */
async function nameIn(grid: Locator, row: number): Promise<Locator> {
  const index = await grid.getByRole('columnheader', { name: 'Name', exact: true }).getAttribute('aria-colindex');
  return grid.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${index}"]`);
}

async function waitFor(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 300; turn++) {
    if (isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('waited in vain');
}
