import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { killExtensionHost } from '../support/extensionHost.ts';
import { formOnScreen, holds } from '../support/form.ts';
import { describeJourney } from '../support/journey.ts';
import { type LeadService, leadService } from '../support/leadService.ts';
import { inProject } from '../support/projectPaths.ts';
import { reloadWindow, timeToComeBack } from '../support/remembered.ts';
import { openListView, tableOnScreen } from '../support/table.ts';
import { chooseFromMenu, runByKeyboard, runCommand } from '../support/workbench.ts';

const leads: { service?: LeadService } = {};
const settings = {
  'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: 'http://127.0.0.1:1' }],
};

const extensions = { 'recordbench-test.model-0.0.0': inProject('test/e2e/model') };

describe('a record', () => {
  before(async () => {
    leads.service = await leadService(30);
    const [connection] = settings['recordbench.connections'];
    if (connection) connection.baseUrl = leads.service.url;
  });
  after(() => leads.service?.close());

  describeJourney('in its form', { settings, extensions }, (journey) => {
    const service = (): LeadService => leads.service ?? assert.fail('there is no service');
    const city = (id: string): string | null | undefined => service().leads.get(id)?.city;
    const tab = (page: Page, name: string): Locator => page.locator('.tab', { hasText: name });
    const dirty = (page: Page, name: string): Locator => page.locator('.tab.dirty', { hasText: name });
    const titleButton = (page: Page, name: string): Locator =>
      page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name });
    const isSaved = (page: Page, name: string): Promise<void> =>
      dirty(page, name).first().waitFor({ state: 'detached' });

    /** The service has it, and the tab says so. */
    async function arrives(id: string, value: string): Promise<void> {
      const { page } = journey();
      for (let turn = 0; turn < 600 && city(id) !== value; turn++) await page.waitForTimeout(50);
      assert.equal(city(id), value);
      await isSaved(page, `Lead ${id}`);
    }

    async function openLead(name: string): Promise<Awaited<ReturnType<typeof formOnScreen>>> {
      const { page } = journey();
      const table = await openListView(page, 'All Leads');
      await table.search.fill(name);
      await table.status.filter({ hasText: '1–1 of 1' }).waitFor();
      await (await table.cell(1, 'NAME')).getByText(name, { exact: true }).dblclick();
      return formOnScreen(page, name);
    }

    it('is looked up, opened, edited, undone, saved, and seen in the table', async () => {
      const { page } = journey();
      const form = await openLead('Lead 17');
      const field = form.field('City');
      await holds(field, 'Goa');
      await field.fill('Pune');
      await field.press('Tab');
      await dirty(page, 'Lead 17').waitFor();
      await page.keyboard.press('Control+Z');
      await holds(field, 'Goa');
      await isSaved(page, 'Lead 17');
      await field.fill('Agra');
      await page.keyboard.press('Control+S');
      await arrives('17', 'Agra');
      assert.deepEqual(service().posts(), ['17']);
      await tab(page, 'All Leads').click();
      const table = await tableOnScreen(page);
      await (await table.cell(1, 'CITY')).filter({ hasText: 'Agra' }).waitFor();
    });

    it('follows its text, and the text follows it', async () => {
      const { page } = journey();
      const form = await openLead('Lead 16');
      await holds(form.field('City'), 'Goa');
      await form.field('City').fill('Surat');
      await form.field('City').press('Tab');
      await dirty(page, 'Lead 16').waitFor();
      await titleButton(page, 'Open as Text').click();
      const editor = page.locator('.monaco-editor').filter({ hasText: '"city"' }).first();
      await editor.getByText('"Surat"').waitFor();
      await editor.getByText('"Surat"').dblclick();
      await page.keyboard.type('Delhi');
      await editor.getByText('"Delhi"').waitFor();
      // the cursor is in the city, and so is the form
      await titleButton(page, 'Open as Form').click();
      const again = await formOnScreen(page, 'Lead 16');
      await holds(again.field('City'), 'Delhi');
      for (let turn = 0; turn < 200 && !(await isFocused(again.field('City'))); turn++) await page.waitForTimeout(50);
      assert.ok(await isFocused(again.field('City')), 'the form goes to the field');
      await page.keyboard.press('Control+S');
      await arrives('16', 'Delhi');
    });

    it('shows in a diff what is not saved yet, from its tab and from the view of pending changes', async () => {
      const { page } = journey();
      const form = await openLead('Lead 7');
      await form.field('City').fill('Hubli');
      await form.field('City').press('Tab');
      await dirty(page, 'Lead 7').waitFor();
      await page
        .locator('.editor-group-container.active')
        .getByRole('button', { name: /^More Actions/ })
        .click();
      await chooseFromMenu(page, 'Compare Record…');
      const diff = page.locator('.monaco-diff-editor').filter({ hasText: '"Hubli"' });
      await diff.getByText('"Goa"').first().waitFor();
      await page.locator('.tab', { hasText: /^Lead 7$/ }).click();
      await diff.waitFor({ state: 'hidden' });
      const pending = page.locator('.pane', { has: page.getByRole('button', { name: /Pending Changes/ }) });
      if ((await pending.locator('.pane-header').getAttribute('aria-expanded')) !== 'true')
        await pending.locator('.pane-header').click();
      const line = pending.getByRole('treeitem', { name: /Lead 7/ });
      await line.hover();
      await line.getByRole('button', { name: 'Show Unsaved Changes' }).click();
      await diff.getByText('"Goa"').first().waitFor();
      await line.hover();
      await line.getByRole('button', { name: 'Save Pending Changes' }).click();
      await arrives('7', 'Hubli');
    });

    it('is merged with what somebody else changed elsewhere in it', async () => {
      const { page } = journey();
      const form = await openLead('Lead 15');
      await form.field('City').fill('Kochi');
      Object.assign(service().leads.get('15') ?? {}, { score: '1500' });
      await page.keyboard.press('Control+S');
      await arrives('15', 'Kochi');
      await holds(form.field('score'), '1500');
      assert.equal(service().leads.get('15')?.score, '1500');
    });

    it('asks which value stands when somebody else changed the same field', async () => {
      const { page } = journey();
      const form = await openLead('Lead 14');
      await form.field('City').fill('Kochi');
      Object.assign(service().leads.get('14') ?? {}, { city: 'Delhi' });
      const before = service().posts().length;
      await page.keyboard.press('Control+S');
      const mine = form.frame
        .getByRole('button', { name: /mine/i })
        .or(form.frame.getByRole('radio', { name: /mine/i }));
      await mine.first().waitFor();
      assert.deepEqual([city('14'), service().posts().length], ['Delhi', before]);
      await mine.first().click();
      await mine.first().waitFor({ state: 'detached' });
      await page.keyboard.press('Control+S');
      await arrives('14', 'Kochi');
    });

    it('keeps what the service refuses, with the reason at its field', async () => {
      const { page } = journey();
      service().temper.set('13', 'refuse');
      const form = await openLead('Lead 13');
      await form.field('City').fill('Nowhere');
      await page.keyboard.press('Control+S');
      await form.frame.getByText('This city is not served.').first().waitFor();
      await dirty(page, 'Lead 13').waitFor();
      await holds(form.field('City'), 'Nowhere');
      service().temper.clear();
      await form.field('City').fill('Somewhere');
      await page.keyboard.press('Control+S');
      await arrives('13', 'Somewhere');
    });

    it('says why a field cannot be edited, and why a save is not permitted', async () => {
      const { page } = journey();
      const form = await openLead('Lead 12');
      const why = form.frame.getByRole('button', { name: /Why can.t I edit/ }).first();
      await why.click();
      await form.frame
        .getByText(/4 \(VIEW\)/)
        .first()
        .waitFor();
      assert.notEqual(await form.field('name').getAttribute('readonly'), null);
      service().temper.set('12', 'forbid');
      await form.field('City').fill('Kota');
      await page.keyboard.press('Control+S');
      await form.frame.getByText('Only its owner may change this lead.').first().waitFor();
      await dirty(page, 'Lead 12').waitFor();
      await holds(form.field('City'), 'Kota');
      assert.equal(city('12'), 'Goa');
      service().temper.clear();
      await page.keyboard.press('Control+S');
      await arrives('12', 'Kota');
    });

    it('keeps every letter, however fast it is typed', async () => {
      const { page } = journey();
      const form = await openLead('Lead 11');
      const text = 'The quick brown fox jumps over the lazy dog, sixty letters!!';
      assert.equal(text.length, 60);
      await form.field('City').fill('');
      await form.field('City').click();
      await page.keyboard.type(text);
      await page.keyboard.press('Control+S');
      await arrives('11', text);
    });

    it('comes back unsaved after a reload of the window, and is saved then', async function () {
      this.timeout(timeToComeBack);
      const { page } = journey();
      const form = await openLead('Lead 10');
      await form.field('City').fill('Patna');
      await form.field('City').press('Tab');
      await dirty(page, 'Lead 10').waitFor();
      await reloadWindow(journey(), /editorResource.{0,80}10\.record\.json/, /Patna/);
      await page.locator('.tab', { hasText: /10\.record\.json|Lead 10/ }).click();
      const again = await formOnScreen(page, 'Lead 10');
      await holds(again.field('City'), 'Patna');
      assert.equal(city('10'), 'Goa');
      await again.field('City').click();
      await page.keyboard.press('Control+S');
      await arrives('10', 'Patna');
    });

    it('is watched: a badge and a diff tell what somebody else changed, and looking clears it', async () => {
      const { page } = journey();
      const form = await openLead('Lead 6');
      await holds(form.field('City'), 'Goa');
      await titleButton(page, 'Watch').click();
      await titleButton(page, 'Stop Watching').waitFor();
      const line = page.locator('.pane', { has: page.getByRole('button', { name: /^Watched/ }) }).getByRole('treeitem');
      // its name is known once it was looked at
      await line.filter({ hasText: /^Lead 6/ }).waitFor();
      Object.assign(service().leads.get('6') ?? {}, { city: 'Salem' });
      await runCommand(page, 'Records: Look Now');
      const badge = page
        .locator('.activitybar')
        .getByRole('tab', { name: /1 watched record or list view has changed/ });
      await badge.waitFor();
      // what is open follows
      await holds(form.field('City'), 'Salem');
      await line.filter({ hasText: 'City changed' }).click();
      const diff = page.locator('.monaco-diff-editor').filter({ hasText: '"Salem"' });
      await diff.getByText('"Goa"').first().waitFor();
      await badge.waitFor({ state: 'detached' });
      await line.hover();
      await line.getByRole('button', { name: 'Stop Watching' }).click();
      await line.waitFor({ state: 'detached' });
    });

    it('survives a crash of the extension host, in the same tab', async function () {
      this.timeout(timeToComeBack);
      const { page, vsCode } = journey();
      const form = await openLead('Lead 9');
      await form.field('City').fill('Bhopal');
      await form.field('City').press('Tab');
      await dirty(page, 'Lead 9').waitFor();
      await form.field('City').evaluate((field) => field.ownerDocument.documentElement.setAttribute('data-old', ''));
      killExtensionHost(vsCode);
      await form.field('score').fill('77');
      await form.field('City').focus();
      // it starts again, finds the tab that nobody serves, and puts a new page into it
      await form.frame
        .locator('html:not([data-old]) .field')
        .first()
        .waitFor({ timeout: timeToComeBack / 2 });
      const again = await formOnScreen(page, 'Lead 9');
      await holds(again.field('City'), 'Bhopal');
      await holds(again.field('score'), '77');
      await again.field('score').fill('99');
      await page.keyboard.press('Control+S');
      await arrives('9', 'Bhopal');
      const saved = { name: 'Lead 9', city: 'Bhopal', score: '99' };
      assert.deepEqual(service().leads.get('9'), saved);
      const posts = service().posts().length;
      // a window that is reloaded shows a tab as it was written down last
      await reloadWindow(journey(), /editorResource.{0,80}9\.record\.json.{0,300}?dirty\W+false/);
      await page.locator('.tab', { hasText: /^9\.record\.json|^Lead 9/ }).click();
      const reloaded = await formOnScreen(page, 'Lead 9');
      await holds(reloaded.field('score'), '99');
      await holds(reloaded.field('City'), 'Bhopal');
      await dirty(page, 'Lead 9').waitFor({ state: 'detached' });
      assert.deepEqual([service().leads.get('9'), service().posts().length], [saved, posts]);
    });

    it('is added, duplicated and deleted, with the keyboard alone', async () => {
      const { page } = journey();
      await openListView(page, 'All Leads');
      await runByKeyboard(page, 'Records: Add Record');
      const fresh = await formOnScreen(page, 'New Lead');
      await typeInto(fresh.field('name'), 'Nadia');
      await page.keyboard.press('Control+S');
      await formOnScreen(page, 'Nadia');
      await tab(page, 'New Lead').waitFor({ state: 'detached' });
      assert.equal([...service().leads.values()].filter(({ name }) => name === 'Nadia').length, 1);
      await runByKeyboard(page, 'Records: Duplicate Record');
      const copy = await formOnScreen(page, 'New Lead');
      await holds(copy.field('name'), 'Nadia');
      await typeInto(copy.field('name'), 'Nadia the Second');
      await page.keyboard.press('Control+S');
      await formOnScreen(page, 'Nadia the Second');
      await runByKeyboard(page, 'Records: Delete Record');
      const remove = page.getByRole('dialog').getByRole('button', { name: /^Delete/ });
      await remove.waitFor();
      for (let turn = 0; turn < 10 && !(await isFocused(remove)); turn++) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await assertGone('Nadia the Second');
    });

    it('is found, edited and saved with the keyboard alone', async () => {
      const { page } = journey();
      const table = await openListView(page, 'All Leads');
      await table.search.fill('');
      await table.search.press('Control+A');
      await page.keyboard.type('Lead 8');
      await table.status.filter({ hasText: '1–1 of 1' }).waitFor();
      await (await table.cell(1, 'NAME')).getByText('Lead 8', { exact: true }).waitFor();
      await page.keyboard.press('Tab');
      await table.grid.focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Enter');
      const form = await formOnScreen(page, 'Lead 8');
      await typeInto(form.field('City'), 'Thane');
      await page.keyboard.press('Control+S');
      await arrives('8', 'Thane');
    });

    it('is edited as text, and settled where both changed it, with the keyboard alone', async () => {
      const { page } = journey();
      await runByKeyboard(page, 'Records: Open as Text');
      const text = page.locator('.monaco-editor').filter({ hasText: '"city"' }).first();
      await text.getByText('"Thane"').waitFor();
      await page.keyboard.press('Control+F');
      await text.locator('.find-widget.visible .input:focus').waitFor();
      await page.keyboard.type('Thane');
      await text.locator('.find-widget').getByText('1 of 1').waitFor();
      // the first one may be for a notification
      for (const found = text.locator('.find-widget.visible'); (await found.count()) > 0; await page.waitForTimeout(50))
        await page.keyboard.press('Escape');
      await page.keyboard.type('Vapi');
      await text.getByText('"Vapi"').waitFor();
      await page.keyboard.press('Control+S');
      await arrives('8', 'Vapi');
      await runByKeyboard(page, 'Records: Open as Form');
      const form = await formOnScreen(page, 'Lead 8');
      await holds(form.field('City'), 'Vapi');
      await typeInto(form.field('City'), 'Surat');
      Object.assign(service().leads.get('8') ?? {}, { city: 'Delhi' });
      await page.keyboard.press('Control+S');
      const mine = form.frame.getByRole('button', { name: /mine/i }).first();
      await mine.waitFor();
      assert.equal(city('8'), 'Delhi');
      for (let turn = 0; turn < 40 && !(await isFocused(mine)); turn++) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await mine.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+S');
      await arrives('8', 'Surat');
    });

    it('is changed by a language model once the person agrees, and is not saved by it', async () => {
      const { page } = journey();
      const posts = service().posts().length;
      await openListView(page, 'All Leads');
      await runCommand(page, 'Model: Change Lead 5');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Change Lead “Lead 5” (5, crm/leads of Leads)?').waitFor();
      await dialog.getByText('City: Goa → Mysuru').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('The model was refused.').first().waitFor();
      await runCommand(page, 'Model: Change Lead 5');
      await dialog.getByRole('button', { name: 'Yes' }).click();
      const form = await formOnScreen(page, 'Lead 5');
      await holds(form.field('City'), 'Mysuru');
      await dirty(page, 'Lead 5').waitFor();
      assert.deepEqual([city('5'), service().posts().length], ['Goa', posts]);
    });

    async function assertGone(name: string): Promise<void> {
      const { page } = journey();
      for (let turn = 0; turn < 200; turn++) {
        if (![...service().leads.values()].some((lead) => lead.name === name)) return;
        await page.waitForTimeout(50);
      }
      assert.fail(`${name} is still there`);
    }

    /** Goes there with Tab, and writes over what it holds. */
    async function typeInto(field: Locator, text: string): Promise<void> {
      const { page } = journey();
      await field.waitFor();
      for (let turn = 0; turn < 40 && !(await isFocused(field)); turn++) await page.keyboard.press('Tab');
      assert.ok(await isFocused(field), 'Tab leads to the field');
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    }

    function isFocused(field: Locator): Promise<boolean> {
      return field.evaluate((element) => element === element.ownerDocument.activeElement);
    }
  });
});
