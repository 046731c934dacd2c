import assert from 'node:assert/strict';
import { formOnScreen, holds } from '../../support/form.ts';
import { json } from '../../support/scriptedService.ts';
import { openListView } from '../../support/table.ts';
import { focusSideBar, notifications, runCommand } from '../../support/workbench.ts';
import type { LeadSteps } from './leadSteps.ts';

/** Saves that conflict with another user or that the service rejects. */
export function refusalsOfARecord({ journey, service, city, tab, dirty, arrives, openLead }: LeadSteps): void {
  it('is merged when someone else changed another field', async () => {
    const { page } = journey();
    const form = await openLead('Lead 15');
    await form.field('City').fill('Kochi');
    Object.assign(service().leads.get('15') ?? {}, { score: '1500' });
    await page.keyboard.press('Control+S');
    await arrives('15', 'Kochi');
    await holds(form.field('score'), '1500');
    assert.equal(service().leads.get('15')?.score, '1500');
  });

  it('asks which value to keep when someone else changed the same field', async () => {
    const { page } = journey();
    const form = await openLead('Lead 14');
    await form.field('City').fill('Kochi');
    Object.assign(service().leads.get('14') ?? {}, { city: 'Delhi' });
    const before = service().posts().length;
    await page.keyboard.press('Control+S');
    const mine = form.frame.getByRole('button', { name: /mine/i }).or(form.frame.getByRole('radio', { name: /mine/i }));
    await mine.first().waitFor();
    assert.deepEqual([city('14'), service().posts().length], ['Delhi', before]);
    await mine.first().click();
    await mine.first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+S');
    await arrives('14', 'Kochi');
  });

  it('keeps refused values, with the reason at the field', async () => {
    const { page } = journey();
    service().temper.set('13', 'refuse');
    const form = await openLead('Lead 13');
    await form.field('City').fill('Nowhere');
    await page.keyboard.press('Control+S');
    await form.frame.getByText('This city is not served.').first().waitFor();
    await dirty(page, 'Lead 13').waitFor();
    await holds(form.field('City'), 'Nowhere');
    service().temper.clear();
    await form.field('City').fill('Somewhere');
    await page.keyboard.press('Control+S');
    await arrives('13', 'Somewhere');
  });

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

  it('explains why a field is read-only and why a save is not permitted', async () => {
    const { page } = journey();
    const form = await openLead('Lead 12');
    const why = form.frame.getByRole('button', { name: /Why can.t I edit/ }).first();
    await why.click();
    await form.frame.getByText('“name” is read-only for you.').waitFor();
    await form.frame.getByText('Details', { exact: true }).first().click();
    await form.frame.getByText('The field itself: permission to view.').first().waitFor();
    assert.notEqual(await form.field('name').getAttribute('readonly'), null);
    service().temper.set('12', 'forbid');
    await form.field('City').fill('Kota');
    await page.keyboard.press('Control+S');
    await form.frame.getByText('Only its owner may change this lead.').first().waitFor();
    await dirty(page, 'Lead 12').waitFor();
    await holds(form.field('City'), 'Kota');
    assert.equal(city('12'), 'Goa');
    service().temper.clear();
    await page.keyboard.press('Control+S');
    await arrives('12', 'Kota');
  });
}
