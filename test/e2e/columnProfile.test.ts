import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describeJourney } from '../support/journey.ts';
import { openListView, type TableOnScreen, tableOnScreen } from '../support/table.ts';
import { runAndChoose } from '../support/workbench.ts';

describeJourney('what is in a column', { settings: { 'recordbench.demo.autoStart': true } }, (journey) => {
  const profileOf = ({ frame }: TableOnScreen, label: string): Locator =>
    frame.getByRole('region', { name: `Profile of ${label}`, exact: true });

  it('opens by mouse; clicking a value filters the table to exactly the counted records', async () => {
    const table = await openListView(journey().page, 'All Leads');
    await table.grid.getByText('LD-0000001').waitFor();
    await table.grid.getByRole('columnheader', { name: 'Company', exact: true }).click({ button: 'right' });
    await table.frame.getByRole('menuitem', { name: 'Profile Column', exact: true }).click();
    const profile = profileOf(table, 'Company');
    await profile.getByText(/records, read at/).waitFor();
    const [first] = await profile.locator('.frequent > li').all();
    assert.ok(first);
    const count = (await first.locator('.count').textContent()) ?? '';
    await first.getByRole('button').click();
    await table.status.filter({ hasText: `of ${count}` }).waitFor();
    await profile.getByRole('button', { name: 'Show All Profiled Records' }).click();
    await table.status.filter({ hasText: 'of 4,' }).waitFor();
    await profile.getByRole('button', { name: 'Close' }).click();
    await profile.waitFor({ state: 'detached' }).catch(() => profile.waitFor({ state: 'hidden' }));
  });

  it('opens by keyboard, from a header and from the Command Palette, and returns focus to the rows', async () => {
    const { page } = journey();
    const table = await tableOnScreen(page);
    await (await table.cell(1, 'Company')).click();
    for (const key of ['ArrowUp', 'Shift+F10', 'p', 'Enter']) await page.keyboard.press(key);
    const company = profileOf(table, 'Company');
    await company.getByText(/records, read at/).waitFor();
    await company.getByRole('heading').first().and(table.frame.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await table.grid.and(table.frame.locator(':focus')).waitFor();
    await runAndChoose(page, 'Recordbench: Profile Column', (box) => [
      box.locator('.monaco-list-row', { hasText: 'leads.budget' }).first(),
    ]);
    const budget = profileOf(table, 'Budget');
    await budget.getByText(/records, read at/).waitFor();
    const min = budget.locator('dl > div').filter({ hasText: 'Min' }).getByRole('button');
    await min.focus();
    await page.keyboard.press('Enter');
    await budget.getByText(/The table shows records matching “Budget is/).waitFor();
  });
});
