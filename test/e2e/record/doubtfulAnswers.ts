import assert from 'node:assert/strict';
import { formOnScreen, holds } from '../../support/form.ts';
import { postedField } from '../../support/leadAnswers.ts';
import { json } from '../../support/scriptedService.ts';
import { openListView } from '../../support/table.ts';
import { runCommand } from '../../support/workbench.ts';
import type { LeadSteps } from './leadSteps.ts';

const complaint = 'The welcome mail could not be sent.';

/** Responses that don't say what the service has done. */
export function doubtfulAnswers({ journey, service, tab, dirty }: LeadSteps): void {
  afterEach(() => (service().trouble = undefined));

  const named = (name: string): number => [...service().leads.values()].filter((lead) => lead.name === name).length;

  /** Stores every add, but responds like this. */
  function answerAdds(answer: (id: string) => object, status: number): void {
    service().trouble = ({ method, path, body }, response) => {
      if (method !== 'POST' || !path.startsWith('/crm/leads/add')) return false;
      const id = String(Math.max(...[...service().leads.keys()].map(Number)) + 1);
      service().leads.set(id, { name: postedField(body, 'name') ?? '', city: 'Goa', score: null });
      json(response, answer(id), status);
      return true;
    };
  }

  it('is added once and shows the errors when the service returns both an id and errors', async () => {
    const { page } = journey();
    answerAdds((id) => ({ id, errors: [complaint] }), 200);
    await openListView(page, 'All Leads');
    await runCommand(page, 'Recordbench: Add Record');
    const fresh = await formOnScreen(page, 'New Lead');
    await fresh.field('name').fill('Ines');
    await page.keyboard.press('Control+S');
    const added = await formOnScreen(page, 'Ines');
    await added.frame.getByText(complaint).first().waitFor();
    await tab(page, 'New Lead').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+S');
    assert.equal(named('Ines'), 1);
  });

  it('is not added again by the next save when the service stores it but reports a field error', async () => {
    const { page } = journey();
    answerAdds(() => ({ errors: { name: ['Could not be indexed.'] } }), 500);
    await openListView(page, 'All Leads');
    await runCommand(page, 'Recordbench: Add Record');
    const fresh = await formOnScreen(page, 'New Lead');
    await fresh.field('name').fill('Olga');
    await page.keyboard.press('Control+S');
    await fresh.frame
      .getByText(/may have been added already/)
      .first()
      .waitFor();
    await dirty(page, 'New Lead').waitFor();
    const asked = service().received.length;
    await page.keyboard.press('Control+S');
    for (let turn = 0; turn < 200 && service().received.length === asked; turn++) await page.waitForTimeout(50);
    await holds(fresh.field('name'), 'Olga');
    assert.equal(named('Olga'), 1);
    service().trouble = undefined;
    await runCommand(page, 'View: Revert and Close Editor');
    await tab(page, 'New Lead').waitFor({ state: 'detached' });
  });
}
