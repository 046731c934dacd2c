import assert from 'node:assert/strict';
import { formOnScreen } from '../support/form.ts';
import { describeJourney } from '../support/journey.ts';
import { openListView, type TableOnScreen, tableOnScreen } from '../support/table.ts';

describeJourney('finding records', { settings: { 'recordbench.demo.autoStart': true } }, (journey) => {
  const textOf = async (table: TableOnScreen, row: number, column: string): Promise<string> =>
    (await (await table.cell(row, column)).textContent()) ?? '';

  it('filters by the label in a cell, and by another that is typed', async () => {
    const { page } = journey();
    await page.setViewportSize({ width: 2_900, height: 900 }); // all columns are on the screen
    const table = await openListView(page, 'All Leads');
    const country = await table.cell(2, 'Country');
    await country.filter({ hasText: /\w/ }).waitFor();
    const label = await textOf(table, 2, 'Country');
    await country.click({ button: 'right' });
    await table.frame.getByRole('menuitem', { name: 'Filter by This Value' }).click();
    await table.frame.getByRole('button', { name: `Remove filter: Country is ${label}` }).waitFor();
    await table.status.filter({ hasText: /1–\d+ of [1-9]/ }).waitFor();
    // the rows of before stay until those of the filter are there
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

  it('finds a record by its full name the other way round, by Enter before it is there', async () => {
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
    await page.keyboard.press('Enter');
    await formOnScreen(page, `${first} ${last}`);
  });
});
