import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describeJourney } from '../support/journey.ts';
import { reloadWindow, timeToComeBack } from '../support/remembered.ts';
import { openListView, tableOnScreen } from '../support/table.ts';
import { enter, dragBeside, runCommand, treeLine } from '../support/workbench.ts';

describeJourney('table of the leads', { settings: { 'recordbench.demo.autoStart': true } }, (journey) => {
  /** Found by its address: its name is known only after it was read. */
  const record = (): Locator => journey().page.locator('.tab[data-resource-name="123.record.json"]');

  it('opens a list view from the tree and shows its rows', async () => {
    const { page } = journey();
    const table = await openListView(page, 'All Leads');
    await page.getByRole('tab', { name: 'All Leads' }).waitFor();
    await table.grid.getByText('LD-0000001').waitFor();
    const total = Number(await table.grid.getAttribute('aria-rowcount')) - 1;
    assert.ok(total > 4_000);
    await table.status.filter({ hasText: `of ${total.toLocaleString('en')}` }).waitFor();
  });

  it('opens a list view to the side when it is dragged there from the tree', async () => {
    const { page } = journey();
    await dragBeside(page, treeLine(page, 'Open Leads').first());
    const second = page.locator('.editor-group-container').nth(1);
    await second.locator('.tab', { hasText: 'Open Leads' }).waitFor();
    await runCommand(page, 'View: Close Editor');
    await second.waitFor({ state: 'detached' });
  });

  it('sorts by a column', async () => {
    const table = await tableOnScreen(journey().page);
    const header = table.grid.getByRole('columnheader', { name: 'Last Name' });
    await header.click();
    await table.grid.locator('[role=columnheader][aria-sort=ascending]').waitFor();
    await table.grid.getByText('LD-0000001').waitFor({ state: 'detached' });
  });

  it('goes to a row by number', async () => {
    const { page } = journey();
    const table = await tableOnScreen(page);
    await table.status.filter({ hasText: 'of 4,' }).waitFor();
    await (await table.cell(1, 'Company')).click();
    await runCommand(page, 'Recordbench: Go to Row');
    await enter(page, 'starting at 1', '4000');
    await table.grid.locator('[role=row][aria-rowindex="4001"]').waitFor();
  });

  it('focuses the search box with Ctrl+F and searches', async () => {
    const { page } = journey();
    const table = await tableOnScreen(page);
    await (await table.cell(4000, 'Company')).click();
    await page.keyboard.press('Control+F');
    await page.keyboard.type('LD-00002');
    await table.status.filter({ hasText: '1–' }).filter({ hasText: 'of 100' }).waitFor();
    await page.keyboard.press('ArrowDown');
    // visible and marked as the active cell
    const first = table.grid.locator('[role=row][aria-rowindex="2"] .active');
    await first.click({ trial: true });
    assert.ok(await table.grid.evaluate((grid) => grid.matches(':focus') && grid.scrollTop === 0));
    await table.search.click();
    await table.search.fill('LD-0000123');
    await table.status.filter({ hasText: '1–1 of 1' }).waitFor();
    await table.grid.getByText('LD-0000123').waitFor();
  });

  it('opens the record of a row', async () => {
    const { page } = journey();
    const table = await tableOnScreen(page);
    await table.grid.getByText('LD-0000123').click();
    await record().waitFor();
  });

  it('is restored after a window reload, along with the record', async function () {
    this.timeout(timeToComeBack);
    const { page } = journey();
    await record().dblclick(); // a preview would be replaced
    await record().locator('.italic').waitFor({ state: 'detached' });
    await reloadWindow(journey(), /editorResource.{0,80}123\.record\.json/, /tableViews.*LD-0000123/s);
    await record().waitFor();
    await page.locator('.tab', { hasText: '.listview' }).click();
    const table = await tableOnScreen(page);
    await page.locator('.tab', { hasText: 'All Leads' }).waitFor();
    await table.status.filter({ hasText: '1–1 of 1' }).waitFor();
    assert.equal(await table.search.inputValue(), 'LD-0000123');
  });
});
