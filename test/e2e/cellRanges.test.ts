import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { describeJourney } from '../support/journey.ts';
import type { Values } from '../support/interfaceRecords.ts';
import { bothServices, inEveryTheme, openByName, plainList } from '../support/bothServices.ts';
import { type TableOnScreen, tableOnScreen } from '../support/table.ts';

const dirty = (page: Page): Locator => page.locator('.tab.active.dirty');
const clipboard = (page: Page): Promise<string> => page.evaluate('navigator.clipboard.readText()');

async function shows(table: TableOnScreen, column: string, texts: Readonly<Record<number, string>>): Promise<void> {
  for (const [row, text] of Object.entries(texts))
    await (await table.cell(Number(row), column)).filter({ hasText: new RegExp(`^${text}$`) }).waitFor();
}

describe('ranges of cells', () => {
  const { settings, plain } = bothServices(60);
  const lead = (id: string): Values => plain().records.get('crm/leads')?.get(id) ?? assert.fail(`there is no ${id}`);
  const saved = (from = 0): string[] =>
    plain()
      .writes.slice(from)
      .flatMap(({ entries }) => entries.flatMap(([key, value]) => (key === 'data[leads][id]' ? [value] : [])))
      .toSorted();

  describeJourney('in a window with both services', { settings }, (journey) => {
    async function drag(from: Locator, to: Locator): Promise<void> {
      const { mouse } = journey().page;
      await from.hover();
      await mouse.down();
      await to.hover();
      await mouse.up();
    }

    it('are dragged over, added to with Ctrl, and copied', async () => {
      const { page } = journey();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const table = await openByName(page, 'All Leads');
      await table.grid.getByText('LD-0000001').waitFor();
      await drag(await table.cell(2, 'First Name'), await table.cell(4, 'First Name'));
      await table.status.filter({ hasText: /3 rows, 1 column selected/ }).waitFor();
      await page.keyboard.down('Control');
      await (await table.cell(6, 'First Name')).click();
      await page.keyboard.up('Control');
      await table.status.filter({ hasText: /2 ranges, 4 cells selected[^]*count 4/ }).waitFor();
      const names: string[] = [];
      for (const row of [2, 3, 4, 6])
        names.push(((await (await table.cell(row, 'First Name')).textContent()) ?? '').trim());
      await page.keyboard.press('Control+C');
      await table.status.filter({ hasText: 'Copied 4 cells.' }).waitFor();
      assert.equal(await clipboard(page), names.join('\n'));
      await page.evaluate(`navigator.clipboard.writeText('')`);
      await (await table.cell(3, 'First Name')).click({ button: 'right' });
      await table.frame.getByRole('menuitem', { name: 'Copy As…' }).click();
      await table.frame.getByRole('menuitem', { name: 'Copy as IN List' }).click();
      const unique = [...new Set(names)].map((name) => `'${name.replaceAll("'", "''")}'`);
      for (let turn = 0; turn < 200 && (await clipboard(page)) === ''; turn++) await page.waitForTimeout(50);
      assert.equal(await clipboard(page), `(${unique.join(', ')})`);
    });

    it('are filled from their menu, except for read-only cells, and undone in one step', async () => {
      const { page } = journey();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const table = await openByName(page, 'All Leads');
      await table.grid.getByText('LD-0000001').waitFor();
      const before = (await (await table.cell(3, 'First Name')).textContent()) ?? '';
      await drag(await table.cell(2, 'First Name'), await table.cell(4, 'First Name'));
      await page.evaluate(`navigator.clipboard.writeText('Ada')`);
      await (await table.cell(3, 'First Name')).click({ button: 'right' });
      await table.frame.getByRole('menuitem', { name: 'Paste' }).click();
      // the second lead of the demo is read-only
      await table.status.filter({ hasText: 'Changed 2 of 3 cells.' }).waitFor();
      await shows(table, 'First Name', { 3: 'Ada', 4: 'Ada' });
      await table.frame.getByRole('button', { name: '1 value not accepted' }).waitFor();
      await dirty(page).waitFor();
      await page.keyboard.press('Control+Z');
      await shows(table, 'First Name', { 3: before });
      await dirty(page).waitFor({ state: 'detached' });
    });

    it('are selected, announced, filled down, cleared and saved record by record, by keyboard', async () => {
      const { page } = journey();
      const table = await openByName(page, plainList);
      lead('m1')['first_name'] = 'Pune';
      await table.frame.getByRole('button', { name: 'Refresh' }).click();
      await shows(table, 'First Name', { 6: 'Pune', 7: 'Many' });
      await (await table.cell(6, 'First Name')).click();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      const range = table.status.filter({
        hasText: /3 rows, 1 column selected from Lead 1, First Name to Lead 3, First Name/,
      });
      await range.waitFor();
      await page.keyboard.press('Control+D');
      await shows(table, 'First Name', { 6: 'Pune', 7: 'Pune', 8: 'Pune', 9: 'Many' });
      await table.frame.getByRole('group', { name: '2 changes in 2 records' }).waitFor();
      await page.keyboard.press('Control+Z');
      await dirty(page).waitFor({ state: 'detached' });
      await shows(table, 'First Name', { 7: 'Many', 8: 'Many' });
      await page.keyboard.press('Delete');
      await table.frame.getByRole('group', { name: '3 changes in 3 records' }).waitFor();
      await page.keyboard.press('Escape');
      await range.waitFor({ state: 'detached' });
      assert.deepEqual(saved(), [], 'nothing is sent before it is saved');
      await page.keyboard.press('Control+S');
      await dirty(page).waitFor({ state: 'detached' });
      assert.deepEqual(saved(), ['m1', 'm2', 'm3']);
      assert.deepEqual(
        ['m1', 'm2', 'm3', 'm4'].map((id) => lead(id)['first_name']),
        [null, null, null, 'Many'],
      );
    });

    it('stay selected and report what failed if the service goes down before saving', async () => {
      const { page } = journey();
      const table = await tableOnScreen(page);
      const before = plain().writes.length;
      await (await table.cell(10, 'First Name')).click();
      await page.keyboard.press('Shift+ArrowDown');
      plain().isGone = true;
      await page.keyboard.press('Delete');
      await table.frame.getByRole('group', { name: '2 changes in 2 records' }).waitFor();
      await page.keyboard.press('Control+S');
      await table.frame.getByRole('region', { name: 'Not saved' }).waitFor();
      await dirty(page).waitFor();
      plain().isGone = false;
      await (await table.cell(10, 'First Name')).click();
      await page.keyboard.press('Control+S');
      await dirty(page).waitFor({ state: 'detached' });
      assert.deepEqual(saved(before), ['m5', 'm6']);
    });

    it('are marked in every theme, wide and narrow, with their sums', async () => {
      const { page } = journey();
      const table = await tableOnScreen(page);
      await inEveryTheme(page, async () => {
        await page.keyboard.press('Escape');
        await (await table.cell(2, 'Last Name')).click();
        await page.keyboard.press('Shift+ArrowDown');
        await page.keyboard.press('Shift+ArrowLeft');
        await table.status.filter({ hasText: /2 rows, 2 columns selected[^]*count 4/ }).waitFor();
        return table.cell(2, 'First Name');
      });
    });
  });
});
