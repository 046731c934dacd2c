import assert from 'node:assert/strict';
import { formOnScreen } from '../support/form.ts';
import type { Locator } from 'playwright-core';
import { describeJourney } from '../support/journey.ts';
import { openListView, type TableOnScreen, tableOnScreen } from '../support/table.ts';
import { chooseFromMenu, closeAllTabs, enter, runByKeyboard, treeLine, webview } from '../support/workbench.ts';

describeJourney('finding records', { settings: { 'recordbench.demo.autoStart': true } }, (journey) => {
  const textOf = async (table: TableOnScreen, row: number, column: string): Promise<string> =>
    (await (await table.cell(row, column)).textContent()) ?? '';

  it('filters by the label in a cell, and by a typed one', async () => {
    const { page } = journey();
    await page.setViewportSize({ width: 2_900, height: 900 }); // wide enough to show all columns
    const table = await openListView(page, 'All Leads');
    const country = await table.cell(2, 'Country');
    await country.filter({ hasText: /\w/ }).waitFor();
    const label = await textOf(table, 2, 'Country');
    await country.click({ button: 'right' });
    await table.frame.getByRole('menuitem', { name: 'Filter by This Value' }).click();
    await table.frame.getByRole('button', { name: `Remove filter: Country is ${label}` }).waitFor();
    await table.status.filter({ hasText: /1–\d+ of [1-9]/ }).waitFor();
    // the old rows stay until the filtered ones arrive
    await (await table.cell(1, 'Country')).filter({ hasText: label }).waitFor();
    assert.equal(await textOf(table, 1, 'Country'), label);
    const owner = await textOf(table, 1, 'Owned By');
    await table.frame.getByRole('button', { name: 'Filter', exact: true }).click();
    await table.frame.getByRole('combobox', { name: 'Filter Owned By', exact: true }).fill(owner);
    await page.keyboard.press('Enter');
    await table.frame.getByRole('button', { name: `Remove filter: Owned By is ${owner}` }).waitFor();
    await table.status.filter({ hasText: /1–\d+ of [1-9]/ }).waitFor();
    assert.deepEqual([await textOf(table, 1, 'Country'), await textOf(table, 1, 'Owned By')], [label, owner]);
  });

  it('saves the search, copies its link and returns to the row, by mouse', async () => {
    const { page } = journey();
    const table = await tableOnScreen(page);
    await table.frame.getByRole('button', { name: 'Save Search As…' }).click();
    await enter(page, 'Save Search As', 'By mouse');
    // it is selected in the tree, and focus stays in the table
    await page.locator('.sidebar .monaco-list-row.selected', { hasText: 'By mouse' }).waitFor();
    await table.grid.and(table.frame.locator(':focus')).waitFor();
    await treeLine(page, 'By mouse').click({ button: 'right' });
    await chooseFromMenu(page, 'Copy Link');
    await page.locator('.statusbar').getByText('Link copied').waitFor();
    const name = await table.cell(2, 'Last Name');
    await name.dblclick();
    await page.locator('.tab.active').filter({ hasNotText: 'All Leads' }).waitFor();
    await webview(page).getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.tab', { hasText: 'All Leads' }).click();
    const again = await tableOnScreen(page);
    await again.frame.locator('[role=row][aria-rowindex="3"] .active').waitFor();
  });

  it('filters by two labels, saves the search, copies its link and opens it, by keyboard only', async () => {
    const { page } = journey();
    await closeAllTabs(page);
    await runByKeyboard(page, 'Recordbench: Open List View…');
    const asked = page.getByPlaceholder('Which list view?');
    await asked.pressSequentially('All Leads');
    await page.locator('.quick-input-widget .monaco-list-row.focused', { hasText: 'All Leads' }).waitFor();
    await asked.press('Enter');
    const table = await tableOnScreen(page);
    await (await table.cell(1, 'Country')).filter({ hasText: /\w/ }).waitFor();
    const focused = table.frame.locator(':focus');
    await table.frame.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    const choose = async (column: string, typed: string, label: string): Promise<void> => {
      for (let turn = 0; turn < 60; turn++) {
        if ((await focused.getAttribute('aria-label')) === `Filter ${column}`) break;
        await page.keyboard.press('Tab');
      }
      await page.keyboard.type(typed);
      await table.frame.getByRole('option', { name: label }).first().waitFor();
      await page.keyboard.press('Enter');
      await table.frame.getByRole('button', { name: `Remove filter: ${column} is ${label}` }).waitFor();
    };
    await choose('Country', 'germ', 'Germany');
    await (await table.cell(1, 'Country')).filter({ hasText: 'Germany' }).waitFor();
    const owner = await textOf(table, 1, 'Owned By');
    await choose('Owned By', owner, owner);
    await page.keyboard.press('Enter');
    await runByKeyboard(page, 'Recordbench: Save Search As…');
    await enter(page, 'Save Search As', 'German ones');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await closeAllTabs(page);
    await runByKeyboard(page, 'Recordbench: Focus on Records View');
    await page.keyboard.press('Home');
    const goTo = async (name: string): Promise<Locator> => {
      const line = page.locator('.sidebar .monaco-list-row.focused', { hasText: name });
      for (let turn = 0; turn < 80 && (await line.count()) === 0; turn++) await page.keyboard.press('ArrowDown');
      return line;
    };
    await goTo('All Leads');
    await page.keyboard.press('ArrowRight');
    await treeLine(page, 'German ones').waitFor();
    const line = await goTo('German ones');
    await page.keyboard.press('Shift+F10');
    const copy = page.getByRole('menuitem', { name: 'Copy Link' });
    await copy.waitFor();
    const isAtCopy = page.locator('.action-item.focused', { hasText: 'Copy Link' });
    for (let turn = 0; turn < 10 && (await isAtCopy.count()) === 0; turn++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.statusbar').getByText('Link copied').waitFor();
    await line.waitFor();
    await page.keyboard.press('Enter');
    const again = await tableOnScreen(page);
    await again.frame.getByRole('button', { name: 'Remove filter: Country is Germany' }).waitFor();
    await again.frame.getByRole('button', { name: `Remove filter: Owned By is ${owner}` }).waitFor();
    await (await again.cell(1, 'Country')).filter({ hasText: 'Germany' }).waitFor();
    assert.equal(await textOf(again, 1, 'Owned By'), owner);
  });

  it('finds a record by its full name in reverse order, and opens it with Enter', async () => {
    const { page } = journey();
    const table = await tableOnScreen(page);
    const [first, last] = [await textOf(table, 1, 'First Name'), await textOf(table, 1, 'Last Name')];
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Alt+R');
    const box = page.locator('.quick-input-widget', { hasText: 'Search Records' });
    await box.locator('input').fill(`${last} ${first}`);
    await box
      .locator('.monaco-list-row', { hasText: `${first} ${last}` })
      .first()
      .waitFor();
    await box.locator('input').press('Enter');
    await formOnScreen(page, `${first} ${last}`);
  });
});
