import type { Locator } from 'playwright-core';
import { bothServices, holdPages, inEveryTheme, openByName, plainList } from '../support/bothServices.ts';
import { describeJourney } from '../support/journey.ts';
import { type TableOnScreen, tableOnScreen } from '../support/table.ts';

describe('filters that the service does not support', () => {
  const { settings, plain } = bothServices(250);

  const chip = ({ frame }: TableOnScreen, text: string): Locator =>
    frame.getByRole('button', { name: text, exact: true });
  const input = ({ frame }: TableOnScreen): Locator => frame.getByRole('combobox', { name: 'Add filter' });

  describeJourney('in a window with both services', { settings }, (journey) => {
    it('are set from the menu of a column, stopped, continued and removed, by mouse', async () => {
      const { page } = journey();
      const table = await openByName(page, plainList);
      const release = holdPages(plain(), 3);
      await table.grid.getByRole('columnheader', { name: 'Score', exact: true }).click({ button: 'right' });
      await table.frame.getByRole('menuitem', { name: 'Filter…' }).click();
      await table.frame.getByRole('menuitem', { name: '> …', exact: true }).click();
      await input(table).pressSequentially('100');
      await page.keyboard.press('Enter');
      // the first rows are shown while the rest is read
      await (await table.cell(1, 'Score')).filter({ hasText: /^101$/ }).waitFor();
      await table.frame.getByText('Filtered locally: 99 found, 200 of 250 read').waitFor();
      await table.frame.getByRole('button', { name: 'Stop' }).click();
      await table.status.filter({ hasText: '200 of 250 read, stopped' }).waitFor();
      release();
      await table.frame.getByRole('button', { name: 'Continue' }).click();
      await table.status.filter({ hasText: 'Filtered locally: 149 of 250' }).waitFor();
      await chip(table, 'Score > 100').click();
      await input(table).fill('score between 5 and 10');
      await page.keyboard.press('Enter');
      await table.status.filter({ hasText: 'Filtered locally: 44 of 250' }).waitFor();
      await chip(table, 'Remove filter: Score between 5 and 10').click();
      await table.status.filter({ hasText: /^\s*1–\d+ of 250\s*$/ }).waitFor();
    });

    it('are typed and edited by keyboard, and keep their matches if the service goes down', async () => {
      const { page } = journey();
      const table = await tableOnScreen(page);
      await (await table.cell(1, 'Last Name')).click();
      const release = holdPages(plain(), 3);
      for (const key of ['ArrowUp', 'Shift+F10', 'f', 'f', 'Enter', 'c', 'Enter']) await page.keyboard.press(key);
      await input(table).and(table.frame.locator(':focus')).waitFor();
      await page.keyboard.type('EXTRA 1');
      await page.keyboard.press('Enter');
      await table.frame.getByText('Filtered locally: 100 found, 200 of 250 read').waitFor();
      await table.grid.and(table.frame.locator(':focus')).waitFor();
      plain().isGone = true;
      release();
      const retry = table.frame.getByRole('button', { name: 'Retry' });
      await retry.waitFor();
      await table.status.filter({ hasText: /100 found, 200 of 250 read\s*Could not list the records/ }).waitFor();
      await (await table.cell(1, 'Last Name')).filter({ hasText: 'Extra 100' }).waitFor();
      plain().isGone = false;
      await retry.focus();
      await page.keyboard.press('Enter');
      await table.status.filter({ hasText: 'Filtered locally: 100 of 250' }).waitFor();
    });

    it('are applied locally if the service ignores them, by keyboard', async () => {
      const { page } = journey();
      const table = await tableOnScreen(page);
      const [lead] = plain().records.get('crm/leads')?.values() ?? [];
      Object.assign(lead ?? {}, { country: 'PT' });
      plain().trouble = ({ query }) => {
        query.delete('q');
        return false;
      };
      await chip(table, 'Last Name contains EXTRA 1').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+A');
      await page.keyboard.type('country is Portugal');
      await page.keyboard.press('Enter');
      await table.status.filter({ hasText: 'The service ignores the filter on Country.' }).waitFor();
      await table.frame.getByRole('button', { name: 'Filter Locally' }).focus();
      await page.keyboard.press('Enter');
      await table.status.filter({ hasText: 'Filtered locally: 1 of 250' }).waitFor();
      plain().trouble = undefined;
      await chip(table, 'Country is Portugal').press('Delete');
      await table.status.filter({ hasText: /^\s*1–\d+ of 250\s*$/ }).waitFor();
    });

    it('complete the names of records', async () => {
      const { page } = journey();
      const table = await tableOnScreen(page);
      await table.frame.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
      await input(table).fill('owner is one of dan');
      await table.frame.getByRole('option', { name: 'Dana Ito', exact: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await table.status.filter({ hasText: 'Filtered locally: 2 of 250' }).waitFor();
      await chip(table, 'Remove filter: Owner is one of Dana Ito').click();
    });

    it('are combined on the demo, in every theme, wide and narrow', async () => {
      const { page } = journey();
      const table = await openByName(page, 'All Leads');
      await table.frame.getByRole('button', { name: 'Filter', exact: true }).click();
      const add = async (text: string): Promise<void> => {
        await input(table).fill(text);
        await page.keyboard.press('Enter');
      };
      await add('company contains GMBH');
      await table.status.filter({ hasText: /Filtered locally: \d+ of 4,978/ }).waitFor();
      const total = (await table.status.textContent()) ?? '';
      await add('expected amount > 50000');
      await table.status.filter({ hasText: total }).waitFor({ state: 'detached' });
      await table.status.filter({ hasText: /Filtered locally: \d+ of 4,978/ }).waitFor();
      const budget = chip(table, 'Budget is not empty');
      await inEveryTheme(page, async () => {
        if (await budget.isVisible()) await budget.press('Delete');
        await budget.waitFor({ state: 'detached' });
        await add('budget is not empty');
        await table.status.filter({ hasText: /Filtered locally: \d+ of 4,978/ }).waitFor();
        return budget;
      });
    });
  });
});
