import assert from 'node:assert/strict';
import { formOnScreen, holds } from '../../support/form.ts';
import { openListView } from '../../support/table.ts';
import { answerByKeyboard, runByKeyboard } from '../../support/workbench.ts';
import type { LeadSteps } from './leadSteps.ts';

/** Without a mouse. */
export function recordByKeyboard({
  journey,
  service,
  city,
  tab,
  arrives,
  assertGone,
  typeInto,
  isFocused,
}: LeadSteps): void {
  it('is added, duplicated and deleted by keyboard only', async () => {
    const { page } = journey();
    await openListView(page, 'All Leads');
    await runByKeyboard(page, 'Recordbench: Add Record');
    const fresh = await formOnScreen(page, 'New Lead');
    await typeInto(fresh.field('name'), 'Nadia');
    await page.keyboard.press('Control+S');
    await formOnScreen(page, 'Nadia');
    await tab(page, 'New Lead').waitFor({ state: 'detached' });
    assert.equal([...service().leads.values()].filter(({ name }) => name === 'Nadia').length, 1);
    await runByKeyboard(page, 'Recordbench: Duplicate Record');
    const copy = await formOnScreen(page, 'New Lead');
    await holds(copy.field('name'), 'Nadia');
    await typeInto(copy.field('name'), 'Nadia the Second');
    await page.keyboard.press('Control+S');
    await formOnScreen(page, 'Nadia the Second');
    await tab(page, 'New Lead').waitFor({ state: 'detached' });
    await runByKeyboard(page, 'Recordbench: Delete Record');
    await answerByKeyboard(page, 'Delete Lead “Nadia the Second”?', 'Delete');
    await assertGone('Nadia the Second');
  });

  it('is found, edited and saved by keyboard only', async () => {
    const { page } = journey();
    const table = await openListView(page, 'All Leads');
    await table.search.fill('');
    await table.search.press('Control+A');
    await page.keyboard.type('Lead 8');
    await table.status.filter({ hasText: '1–1 of 1' }).waitFor();
    await (await table.cell(1, 'NAME')).getByText('Lead 8', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await table.grid.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Enter');
    const form = await formOnScreen(page, 'Lead 8');
    await typeInto(form.field('City'), 'Thane');
    await page.keyboard.press('Control+S');
    await arrives('8', 'Thane');
  });

  it('is edited as text, with conflicts resolved, by keyboard only', async () => {
    const { page } = journey();
    await runByKeyboard(page, 'Recordbench: Open as Text');
    const text = page.locator('.monaco-editor').filter({ hasText: '"city"' }).first();
    await text.getByText('"Thane"').waitFor();
    await page.keyboard.press('Control+F');
    await text.locator('.find-widget.visible .input:focus').waitFor();
    await page.keyboard.type('Thane');
    await text.locator('.find-widget').getByText('1 of 1').waitFor();
    // the first Escape may close a notification
    for (const found = text.locator('.find-widget.visible'); (await found.count()) > 0; await page.waitForTimeout(50))
      await page.keyboard.press('Escape');
    await page.keyboard.type('Vapi');
    await text.getByText('"Vapi"').waitFor();
    await page.keyboard.press('Control+S');
    await arrives('8', 'Vapi');
    await runByKeyboard(page, 'Recordbench: Open as Form');
    const form = await formOnScreen(page, 'Lead 8');
    await holds(form.field('City'), 'Vapi');
    await typeInto(form.field('City'), 'Surat');
    Object.assign(service().leads.get('8') ?? {}, { city: 'Delhi' });
    await page.keyboard.press('Control+S');
    const mine = form.frame.getByRole('button', { name: /mine/i }).first();
    await mine.waitFor();
    assert.equal(city('8'), 'Delhi');
    for (let turn = 0; turn < 40 && !(await isFocused(mine)); turn++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await mine.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+S');
    await arrives('8', 'Surat');
  });
}
