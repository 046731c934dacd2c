import assert from 'node:assert/strict';
import { formOnScreen, holds } from '../../support/form.ts';
import { openListView } from '../../support/table.ts';
import { runCommand } from '../../support/workbench.ts';
import type { LeadSteps } from './leadSteps.ts';

/** Edits by a language model, with the user's consent. Leaves a record unsaved. */
export function recordByModel({ journey, service, city, dirty }: LeadSteps): void {
  it('is edited by a language model once the user agrees, and is left unsaved', async () => {
    const { page } = journey();
    const posts = service().posts().length;
    await openListView(page, 'All Leads');
    await runCommand(page, 'Model: Change Lead 5');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Change Lead “Lead 5” (5, crm/leads of Leads)?').waitFor();
    await dialog.getByText('City: Goa → Mysuru').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The model was refused.').first().waitFor();
    await runCommand(page, 'Model: Change Lead 5');
    await dialog.getByRole('button', { name: 'Yes' }).click();
    const form = await formOnScreen(page, 'Lead 5');
    await holds(form.field('City'), 'Mysuru');
    await dirty(page, 'Lead 5').waitFor();
    assert.deepEqual([city('5'), service().posts().length], ['Goa', posts]);
  });
}
