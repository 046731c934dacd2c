import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type FormOnScreen, formOnScreen, holds } from '../support/form.ts';
import { bigIds } from '../support/interfaceRecords.ts';
import { type InterfaceService, interfaceService } from '../support/interfaceService.ts';
import { describeJourney } from '../support/journey.ts';
import { openListView } from '../support/table.ts';

describe('sub-table rows with ids', () => {
  const connection = { id: 'letter', name: 'Letter', baseUrl: 'http://127.0.0.1:1' };
  let service: InterfaceService;

  before(async () => {
    service = await interfaceService({ temperament: 'loose' });
    connection.baseUrl = service.url;
  });
  after(() => service.close());

  describeJourney('in its form', { settings: { 'recordbench.connections': [connection] } }, (journey) => {
    const row = ({ frame }: FormOnScreen, index: number): Locator =>
      frame.getByRole('group', { name: `Phone Numbers, row ${index}`, exact: true });
    const number = (form: FormOnScreen, index: number): Locator =>
      row(form, index).getByLabel('Number', { exact: true });
    const lead = (): InterfaceService['records'] extends ReadonlyMap<string, Map<string, infer Values>>
      ? Values
      : never => service.records.get('crm/leads')?.get('l1') ?? assert.fail('there is no such lead');
    const rows = (): string[] => {
      const held = lead()['phone_numbers'];
      return Array.isArray(held)
        ? held.map(({ id, number: text, type }) => [id, text, type].map(String).join(' '))
        : [];
    };

    it('are added, undone, removed and saved, and the service receives the remaining ones', async () => {
      const { page } = journey();
      const table = await openListView(page, 'All');
      await table.search.fill('Smith');
      await table.status.filter({ hasText: '1–1 of 1' }).waitFor();
      await (await table.cell(1, 'Last Name')).dblclick();
      const form = await formOnScreen(page, 'Smith');
      const dirty = page.locator('.tab.dirty', { hasText: 'Smith' });
      await holds(number(form, 2), '030 2');

      await form.button('Remove: Phone Numbers, row 1').click();
      await row(form, 2).waitFor({ state: 'detached' });
      await holds(number(form, 1), '030 2');
      await dirty.waitFor();
      // one undo restores the row
      await page.keyboard.press('Control+Z');
      await holds(number(form, 1), '0170 1');
      await dirty.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+Y');
      await row(form, 2).waitFor({ state: 'detached' });

      await form.button('Add row to Phone Numbers').click();
      await page.keyboard.type('112');
      await holds(number(form, 2), '112');
      await row(form, 2).getByLabel('Type', { exact: true }).selectOption('Mobile');
      await form.button('Add row to Email Addresses').click();
      await page.keyboard.type('mia@example.com');
      await page.keyboard.press('Control+S');
      await dirty.waitFor({ state: 'detached' });
      assert.deepEqual(rows(), ['32 030 2 w', '91 112 m']);
      assert.equal(service.writes.length, 1);
      const sent = new Map(service.writes[0]?.entries);
      assert.equal(sent.get('data[leads][owner_id]'), bigIds[0]);
      assert.ok(![...sent.values()].includes('0170 1'), 'what was removed is not sent');

      // remove all rows, including the last one
      await form.button('Remove: Phone Numbers, row 2').click();
      await form.button('Remove: Phone Numbers, row 1').click();
      await dirty.waitFor();
      await page.keyboard.press('Control+S');
      await dirty.waitFor({ state: 'detached' });
      assert.deepEqual(rows(), []);
    });
  });
});

describe('sub-table rows of the demo that contain only a file', () => {
  const settings = { 'recordbench.demo.autoStart': true };
  describeJourney('in its form', { settings }, (journey) => {
    it('all remain when one is added, and the others remain when one is removed', async () => {
      const { page } = journey();
      const table = await openListView(page, 'All People', 'peoples');
      const name = 'Iara Gonçalves';
      const key = await table.cell(2, 'Business Key');
      await key.filter({ hasText: 'PE-0000002' }).waitFor();
      await key.dblclick();
      const form = await formOnScreen(page, name);
      const dirty = page.locator('.tab.dirty', { hasText: name });
      const row = (index: number): Locator =>
        form.frame.getByRole('group', { name: `Documents, row ${index}`, exact: true });
      const scan = (index: number): Locator => row(index).getByLabel('Scan', { exact: true });
      await holds(scan(1), 'contract-2.pdf');
      await holds(scan(2), 'passport-2.pdf');

      await form.button('Add row to Documents').click();
      const file = { name: 'deed.pdf', mimeType: 'application/pdf', buffer: Buffer.from('deed') };
      await row(3).locator('input[type=file]').setInputFiles(file);
      // the page reads the file first
      await holds(scan(3), 'deed.pdf (4 B)');
      await dirty.waitFor();
      await page.keyboard.press('Control+S');
      await dirty.waitFor({ state: 'detached' });
      // as the service has them now
      await holds(scan(3), 'deed.pdf');
      await holds(scan(1), 'contract-2.pdf');
      await holds(scan(2), 'passport-2.pdf');

      await form.button('Remove: Documents, row 1').click();
      await dirty.waitFor();
      await page.keyboard.press('Control+S');
      await dirty.waitFor({ state: 'detached' });
      await row(3).waitFor({ state: 'detached' });
      await holds(scan(1), 'passport-2.pdf');
      await holds(scan(2), 'deed.pdf');
    });
  });
});
