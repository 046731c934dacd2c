import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describeJourney } from '../support/journey.ts';
import { type LeadService, leadService } from '../support/leadService.ts';
import { openListView, type TableOnScreen, tableOnScreen } from '../support/table.ts';

describe('filters that the service does not support', () => {
  let service: LeadService | undefined;
  // a held page must not time out on a slow machine
  const settings = { 'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: '', timeoutSeconds: 600 }] };
  before(async () => {
    service = await leadService(900);
    settings['recordbench.connections'][0]!.baseUrl = service.url;
  });
  after(() => service?.close());

  const leadsOf = (): LeadService => service ?? assert.fail('there is no service');
  const chip = ({ frame }: TableOnScreen, text: string): Locator =>
    frame.getByRole('button', { name: text, exact: true });
  const input = ({ frame }: TableOnScreen): Locator => frame.getByRole('combobox', { name: 'Add filter' });
  /** The last page isn't answered until the returned function is called. */
  const holdLastPage = (): (() => void) => {
    const held: (() => void)[] = [];
    let isHeld = true;
    leadsOf().trouble = ({ path, query }, response) => {
      if (!isHeld || !path.includes('/crm/leads/index') || Number(query.get('page')) < 9) return false;
      held.push(() => response.destroy());
      return true;
    };
    return () => {
      isHeld = false;
      for (const end of held) end();
    };
  };

  describeJourney('with a service that has only the documented interface', { settings }, (journey) => {
    it('are set from the menu of a column, stopped, continued and removed, by mouse', async () => {
      const { page } = journey();
      const table = await openListView(page, 'All Leads');
      await (await table.cell(1, 'SCORE')).filter({ hasText: /^1$/ }).waitFor();
      const release = holdLastPage();
      await table.grid.getByRole('columnheader', { name: 'SCORE', exact: true }).click({ button: 'right' });
      await table.frame.getByRole('menuitem', { name: 'Filter…' }).click();
      await table.frame.getByRole('menuitem', { name: '> …', exact: true }).click();
      await input(table).pressSequentially('100');
      await page.keyboard.press('Enter');
      // the first rows are shown while the rest is read
      await (await table.cell(1, 'SCORE')).filter({ hasText: /^101$/ }).waitFor();
      await table.frame.getByText('Filtered locally: 700 found, 800 of 900 read').waitFor();
      await table.frame.getByRole('button', { name: 'Stop' }).click();
      await table.status.filter({ hasText: '800 of 900 read, stopped' }).waitFor();
      release();
      await table.frame.getByRole('button', { name: 'Continue' }).click();
      await table.status.filter({ hasText: 'Filtered locally: 800 of 900' }).waitFor();
      await chip(table, 'SCORE > 100').click();
      await input(table).fill('score between 5 and 10');
      await page.keyboard.press('Enter');
      await table.status.filter({ hasText: 'Filtered locally: 6 of 900' }).waitFor();
      await chip(table, 'Remove filter: SCORE between 5 and 10').click();
      await table.status.filter({ hasText: /^\s*1–\d+ of 900\s*$/ }).waitFor();
    });

    it('are typed and edited by keyboard, and keep their matches if the service goes down', async () => {
      const { page } = journey();
      const table = await tableOnScreen(page);
      await (await table.cell(1, 'NAME')).click();
      const release = holdLastPage();
      for (const key of ['ArrowUp', 'Shift+F10', 'f', 'f', 'Enter', 'c', 'Enter']) await page.keyboard.press(key);
      await input(table).and(table.frame.locator(':focus')).waitFor();
      await page.keyboard.type('LEAD 8');
      await page.keyboard.press('Enter');
      await table.frame.getByText('Filtered locally: 12 found, 800 of 900 read').waitFor();
      await table.grid.and(table.frame.locator(':focus')).waitFor();
      leadsOf().isGone = true;
      release();
      const retry = table.frame.getByRole('button', { name: 'Retry' });
      await retry.waitFor();
      await table.status.filter({ hasText: /12 found, 800 of 900 read\s*Could not list the records/ }).waitFor();
      await (await table.cell(1, 'NAME')).filter({ hasText: 'Lead 8' }).waitFor();
      leadsOf().isGone = false;
      await retry.focus();
      await page.keyboard.press('Enter');
      await table.status.filter({ hasText: 'Filtered locally: 111 of 900' }).waitFor();
      await chip(table, 'NAME contains LEAD 8').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+A');
      await page.keyboard.type('city is Goa');
      await page.keyboard.press('Enter');
      // this service ignores q
      leadsOf().leads.get('2')!.city = 'Pune';
      await table.frame.getByRole('button', { name: 'Refresh' }).focus();
      await page.keyboard.press('Enter');
      await table.status.filter({ hasText: 'The service ignores the filter on CITY.' }).waitFor();
      await table.frame.getByRole('button', { name: 'Filter Locally' }).focus();
      await page.keyboard.press('Enter');
      await table.status.filter({ hasText: 'Filtered locally: 899 of 900' }).waitFor();
    });
  });
});
