import assert from 'node:assert/strict';
import { formOnScreen, holds } from '../../support/form.ts';
import { json } from '../../support/scriptedService.ts';
import { openListView } from '../../support/table.ts';
import { focusSideBar, notifications, runCommand } from '../../support/workbench.ts';
import type { LeadSteps } from './leadSteps.ts';

/** A save that the service rejects. */
export function refusalsOfARecord({ journey, service, tab, dirty }: LeadSteps): void {
  it('keeps the refused values of a new record, with the reason in the form and no notification', async () => {
    const { page } = journey();
    const toast = notifications(page).getByText(/^Failed to save|This name is taken/);
    const refused: string[] = [];
    service().trouble = ({ method, path }, response) => {
      if (method !== 'POST' || !path.startsWith('/crm/leads/add')) return false;
      refused.push(path);
      json(response, { errors: { name: ['This name is taken.'] } });
      return true;
    };
    await openListView(page, 'All Leads');
    await runCommand(page, 'Recordbench: Add Record');
    const fresh = await formOnScreen(page, 'New Lead');
    await fresh.field('name').fill('Ravi');
    await page.keyboard.press('Control+S');
    await fresh.frame.getByText('This name is taken.').first().waitFor();
    await dirty(page, 'New Lead').waitFor();
    await holds(fresh.field('name'), 'Ravi');
    assert.deepEqual([refused.length, await toast.count()], [1, 0]);
    await focusSideBar(page);
    await page.keyboard.press('Control+S');
    for (let turn = 0; turn < 200 && refused.length < 2; turn++) await page.waitForTimeout(50);
    service().trouble = undefined;
    await fresh.field('name').fill('Ravi the Second');
    await page.keyboard.press('Control+S');
    await formOnScreen(page, 'Ravi the Second');
    await tab(page, 'New Lead').waitFor({ state: 'detached' });
    assert.deepEqual([refused.length, await toast.count()], [2, 0]);
  });
}
