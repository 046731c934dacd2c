import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describeJourney } from '../support/journey.ts';
import { bothServices, holdPages, inEveryTheme, openByName, plainList } from '../support/bothServices.ts';
import { type TableOnScreen, tableOnScreen } from '../support/table.ts';
import { runAndChoose } from '../support/workbench.ts';

describe('what is in a column', () => {
  const { settings, plain } = bothServices(250);

  describeJourney('in a window with both services', { settings }, (journey) => {
    const profileOf = ({ frame }: TableOnScreen, label: string): Locator =>
      frame.getByRole('region', { name: `Profile of ${label}`, exact: true });

    it('opens by mouse; clicking a value filters the table to exactly the counted records', async () => {
      const table = await openByName(journey().page, 'All Leads');
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

    it('keeps its counts if the service goes down, continues, and lists repeated values, by keyboard', async () => {
      const { page } = journey();
      const table = await openByName(page, plainList);
      const release = holdPages(plain(), 3);
      await (await table.cell(1, 'First Name')).click();
      for (const key of ['ArrowUp', 'Shift+F10', 'p', 'Enter']) await page.keyboard.press(key);
      const profile = profileOf(table, 'First Name');
      await profile.getByText(/00 of 250 records/).waitFor();
      plain().isGone = true;
      release();
      await profile.getByText('Reading stopped after 200 records.').waitFor();
      await profile.getByText('of the first 200').first().waitFor();
      plain().isGone = false;
      await profile.getByRole('button', { name: 'Continue' }).press('Enter');
      await profile.getByText(/250 records, read at/).waitFor();
      await profile.getByRole('button', { name: 'Ändi', exact: true }).press('Enter');
      await table.status.filter({ hasText: 'of 69' }).waitFor();
      await profile.getByRole('button', { name: 'Show All Profiled Records' }).press('Enter');
      await table.status.filter({ hasText: 'of 250' }).waitFor();
      await profile.getByRole('button', { name: /^3 values in \d+ records$/ }).press('Enter');
      await profile.getByRole('button', { name: 'Extra 45', exact: true }).press('Enter');
      await page.locator('.tab.active', { hasText: 'Extra 45' }).waitFor();
    });

    it('is readable in every theme, wide and narrow', async () => {
      const { page } = journey();
      const table = await openByName(page, plainList);
      const names = profileOf(table, 'Last Name');
      await inEveryTheme(page, async () => {
        if (await names.isVisible()) await names.getByRole('button', { name: 'Close' }).click();
        await names.waitFor({ state: 'hidden' });
        await (await table.cell(1, 'Last Name')).click();
        for (const key of ['ArrowUp', 'Shift+F10', 'p', 'Enter']) await page.keyboard.press(key);
        await names.getByText(/250 records, read at/).waitFor();
        return names.getByRole('heading').first();
      });
    });
  });
});
