import assert from 'node:assert/strict';
import { formOnScreen, holds } from '../../support/form.ts';
import { tableOnScreen } from '../../support/table.ts';
import { chooseFromMenu, runCommand } from '../../support/workbench.ts';
import type { LeadSteps } from './leadSteps.ts';

/** What a user does with one record in its form. */
export function editsOfARecord({
  journey,
  service,
  tab,
  dirty,
  titleButton,
  isSaved,
  arrives,
  openLead,
  isFocused,
}: LeadSteps): void {
  it('is looked up, opened, edited, undone, saved, and updated in the table', async () => {
    const { page } = journey();
    const form = await openLead('Lead 17');
    const field = form.field('City');
    await holds(field, 'Goa');
    const icons: unknown = await field.evaluate("document.fonts.load('16px codicon').then(({ length }) => length)");
    assert.equal(icons, 1, 'the icons are there');
    await field.fill('Pune');
    await field.press('Tab');
    await dirty(page, 'Lead 17').waitFor();
    await page.keyboard.press('Control+Z');
    await holds(field, 'Goa');
    await isSaved(page, 'Lead 17');
    await field.fill('Agra');
    await page.keyboard.press('Control+S');
    await arrives('17', 'Agra');
    assert.deepEqual(service().posts(), ['17']);
    await tab(page, 'All Leads').click();
    const table = await tableOnScreen(page);
    await (await table.cell(1, 'CITY')).filter({ hasText: 'Agra' }).waitFor();
  });

  it('stays in sync with its text editor', async () => {
    const { page } = journey();
    const form = await openLead('Lead 16');
    await holds(form.field('City'), 'Goa');
    await form.field('City').fill('Surat');
    await form.field('City').press('Tab');
    await dirty(page, 'Lead 16').waitFor();
    await titleButton(page, 'Open as Text').click();
    const editor = page.locator('.monaco-editor').filter({ hasText: '"city"' }).first();
    await editor.getByText('"Surat"').waitFor();
    await editor.getByText('"Surat"').dblclick();
    await page.keyboard.type('Delhi');
    await editor.getByText('"Delhi"').waitFor();
    // the cursor is in the city, so the form opens at that field
    await titleButton(page, 'Open as Form').click();
    const again = await formOnScreen(page, 'Lead 16');
    await holds(again.field('City'), 'Delhi');
    for (let turn = 0; turn < 200 && !(await isFocused(again.field('City'))); turn++) await page.waitForTimeout(50);
    assert.ok(await isFocused(again.field('City')), 'the form goes to the field');
    await page.keyboard.press('Control+S');
    await arrives('16', 'Delhi');
  });

  it('shows unsaved changes in a diff, from its tab and from Pending Changes', async () => {
    const { page } = journey();
    const form = await openLead('Lead 7');
    await form.field('City').fill('Hubli');
    await form.field('City').press('Tab');
    await dirty(page, 'Lead 7').waitFor();
    await page
      .locator('.editor-group-container.active')
      .getByRole('button', { name: /^More Actions/ })
      .click();
    await chooseFromMenu(page, 'Compare Record…');
    const diff = page.locator('.monaco-diff-editor').filter({ hasText: '"Hubli"' });
    await diff.getByText('"Goa"').first().waitFor();
    await page.locator('.tab', { hasText: /^Lead 7$/ }).click();
    await diff.waitFor({ state: 'hidden' });
    const pending = page.locator('.pane', { has: page.getByRole('button', { name: /Pending Changes/ }) });
    if ((await pending.locator('.pane-header').getAttribute('aria-expanded')) !== 'true')
      await pending.locator('.pane-header').click();
    const line = pending.getByRole('treeitem', { name: /Lead 7/ });
    await line.hover();
    await line.getByRole('button', { name: 'Compare Pending Changes' }).click();
    await diff.getByText('"Goa"').first().waitFor();
    await line.hover();
    await line.getByRole('button', { name: 'Save Pending Changes' }).click();
    await arrives('7', 'Hubli');
  });

  it('keeps every character, however fast the user types', async () => {
    const { page } = journey();
    const form = await openLead('Lead 11');
    const text = 'The quick brown fox jumps over the lazy dog, sixty letters!!';
    assert.equal(text.length, 60);
    await form.field('City').fill('');
    await form.field('City').click();
    await page.keyboard.type(text);
    await page.keyboard.press('Control+S');
    await arrives('11', text);
  });

  it('is watched: a badge and a diff show what someone else changed, and viewing it clears them', async () => {
    const { page } = journey();
    const form = await openLead('Lead 6');
    await holds(form.field('City'), 'Goa');
    await titleButton(page, 'Watch').click();
    await titleButton(page, 'Stop Watching').waitFor();
    const watched = page.locator('.pane', { has: page.getByRole('button', { name: /^Watched/ }) });
    // it starts collapsed, below the records
    await watched.getByRole('button', { name: /^Watched/ }).click();
    const line = watched.getByRole('treeitem');
    // its name is known after the first check
    await line.filter({ hasText: /^Lead 6/ }).waitFor();
    Object.assign(service().leads.get('6') ?? {}, { city: 'Salem' });
    await runCommand(page, 'Recordbench: Check Now');
    const badge = page.locator('.activitybar').getByRole('tab', { name: /1 watched record or list view has changed/ });
    await badge.waitFor();
    // the open form updates
    await holds(form.field('City'), 'Salem');
    await line.filter({ hasText: 'City changed' }).click();
    const diff = page.locator('.monaco-diff-editor').filter({ hasText: 'Salem' });
    await diff.getByText('Goa').first().waitFor();
    await badge.waitFor({ state: 'detached' });
    await line.hover();
    await line.getByRole('button', { name: 'Stop Watching' }).click();
    await line.waitFor({ state: 'detached' });
  });
}
