import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { formOnScreen } from '../support/form.ts';
import { type InterfaceService, interfaceService } from '../support/interfaceService.ts';
import { describeJourney } from '../support/journey.ts';
import { openListView, tableOnScreen } from '../support/table.ts';
import type { VsCodeOptions } from '../support/vsCodeForTests.ts';
import { isInPalette, openView, showTab, treeLine, webview } from '../support/workbench.ts';

const why = 'The connection Production is read-only. Change that in the connection first.';
const toolbarWrites = ['Add record', 'Edit selected', 'Delete selected'];
const paletteWrites = ['Add Record', 'Duplicate Record', 'Delete Record', 'Bulk Edit', 'Bulk Delete', 'Import'];

describe('read-only connection', () => {
  let service: InterfaceService;
  before(async () => (service = await interfaceService()));
  after(() => service.close());

  const options = (): VsCodeOptions => ({
    settings: {
      'recordbench.connections': [{ id: 'prod', name: 'Production', baseUrl: service.url, readOnly: true }],
    },
  });

  describeJourney('in a session of a user', options, (journey) => {
    it('offers no writes in the tree, and explains why', async () => {
      const { page } = journey();
      await openView(page, 'Recordbench');
      const leads = treeLine(page, 'leads').first();
      await leads.hover();
      await page.locator('.monaco-hover', { hasText: why }).waitFor();
      assert.deepEqual(await writesIn(menuOf(page, leads)), []);
      await leads.click();
      const all = treeLine(page, 'All').first();
      assert.deepEqual(await writesIn(menuOf(page, all)), []);
    });

    it('offers no writes in a table through buttons, menus or keys, and explains why', async () => {
      const { page } = journey();
      const table = await openListView(page, 'All');
      const cell = await table.cell(1, 'First Name');
      await cell.click();
      await table.frame.getByRole('button', { name: 'Export', exact: true }).waitFor();
      assert.deepEqual(await offered(table.frame.getByRole('toolbar').first(), toolbarWrites), []);
      await cell.click({ button: 'right' });
      const menu = table.frame.getByRole('menu');
      await menu.getByRole('menuitem', { name: 'Copy Cell' }).waitFor();
      assert.deepEqual(
        (await menu.getByRole('menuitem').allTextContents()).filter((name) => /edit|delete/i.test(name)),
        [],
      );
      await page.keyboard.press('Escape');
      await page.keyboard.press('F2');
      await table.status.filter({ hasText: why }).waitFor();
      await page.keyboard.press('Delete');
      assert.equal(await table.frame.getByRole('textbox').count(), 0);
    });

    it('marks deleted rows, and hides them on request', async () => {
      const { page } = journey();
      const table = await tableOnScreen(page);
      const gone = await table.cell(4, 'Last Name');
      assert.deepEqual([await gone.textContent(), await gone.getAttribute('aria-description')], ['Gone', 'deleted']);
      await table.frame.getByRole('button', { name: 'Hide deleted records' }).click();
      await table.grid.getByText('Gone', { exact: true }).waitFor({ state: 'detached' });
      await table.status.filter({ hasText: 'of 43' }).waitFor();
    });

    it('offers no writes in a form, its title bar or the palette, and explains why', async () => {
      const { page } = journey();
      const table = await openListView(page, 'All');
      await (await table.cell(1, 'First Name')).dblclick();
      const form = await formOnScreen(page, 'Smith');
      await form.frame.getByText(why).first().waitFor();
      for (const name of ['Delete…', 'Duplicate', 'Save']) assert.equal(await form.button(name).count(), 0, name);
      assert.equal(await form.field('First Name').isEditable(), false);
      await page.locator('.editor-actions').getByRole('button', { name: 'More Actions...' }).first().click();
      assert.deepEqual(await writesIn(openMenu(page)), []);
      for (const title of paletteWrites) assert.equal(await isInPalette(page, `Recordbench: ${title}`), false, title);
      assert.equal(await isInPalette(page, "Recordbench: Why Can't I Edit"), true);
      assert.deepEqual(service.writes, []);
    });

    it('offers all writes as soon as changes are allowed, including in open editors', async () => {
      const { page } = journey();
      await page.locator('.statusbar').getByRole('button', { name: 'Connection Production' }).click();
      await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Allow Changes' }).click();
      const form = await formOnScreen(page, 'Smith');
      await form.button('Delete…').waitFor();
      assert.equal(await form.field('First Name').isEditable(), true);
      for (const title of paletteWrites) assert.equal(await isInPalette(page, `Recordbench: ${title}`), true, title);
      await showTab(page, 'All');
      await webview(page).getByRole('button', { name: 'Add record' }).waitFor();
    });
  });
});

/** The entries of the context menu. */
async function menuOf(page: Page, line: Locator): Promise<string[]> {
  await line.click({ button: 'right' });
  return openMenu(page);
}

async function openMenu(page: Page): Promise<string[]> {
  const entries = page.locator('.monaco-menu').getByRole('menuitem');
  await entries.first().waitFor();
  const names = await entries.allTextContents();
  await page.keyboard.press('Escape');
  assert.ok(names.length > 0, 'the menu is empty');
  return names;
}

async function writesIn(names: Promise<string[]>): Promise<string[]> {
  return (await names).filter((name) => /add record|duplicate|delete|all records|import|paste|sign up/i.test(name));
}

async function offered(place: Locator, names: readonly string[]): Promise<string[]> {
  const counts = await Promise.all(names.map((name) => place.getByRole('button', { name, exact: true }).count()));
  return names.filter((_, index) => (counts[index] ?? 0) > 0);
}
