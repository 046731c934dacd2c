import assert from 'node:assert/strict';
import { killExtensionHost } from '../../support/extensionHost.ts';
import { formOnScreen, holds } from '../../support/form.ts';
import { backupIsGone, reloadWindow, timeToComeBack } from '../../support/remembered.ts';
import { runCommand } from '../../support/workbench.ts';
import type { LeadSteps } from './leadSteps.ts';

/** Typed text survives the window and the extension host. */
export function returnsOfARecord({ journey, service, city, dirty, arrives, openLead }: LeadSteps): void {
  it('is restored unsaved after a window reload, and can be saved', async function () {
    this.timeout(timeToComeBack);
    const { page } = journey();
    const form = await openLead('Lead 10');
    await form.field('City').fill('Patna');
    await form.field('City').press('Tab');
    await dirty(page, 'Lead 10').waitFor();
    await reloadWindow(journey(), /editorResource.{0,80}10\.record\.json/, /Patna/);
    await page.locator('.tab', { hasText: /10\.record\.json|Lead 10/ }).click();
    const again = await formOnScreen(page, 'Lead 10');
    await holds(again.field('City'), 'Patna');
    assert.equal(city('10'), 'Goa');
    await again.field('City').click();
    await page.keyboard.press('Control+S');
    await arrives('10', 'Patna');
  });

  it('restores an earlier value from its history once that is saved', async () => {
    const { page } = journey();
    const form = await openLead('Lead 27');
    await form.field('City').fill('Patna');
    await form.field('City').press('Tab');
    await page.keyboard.press('Control+S');
    await arrives('27', 'Patna');
    await runCommand(page, 'Show History…');
    await page.locator('.quick-input-title', { hasText: 'History of Lead 27' }).waitFor();
    const line = page.locator('.quick-input-widget .monaco-list-row', { hasText: 'City: Goa → Patna' });
    await line.hover();
    await line.getByLabel('Restore', { exact: true }).click();
    await dirty(page, 'Lead 27').waitFor();
    await holds(form.field('City'), 'Goa');
    assert.equal(city('27'), 'Patna');
    await form.field('City').click();
    await page.keyboard.press('Control+S');
    await arrives('27', 'Goa');
  });

  it('survives an extension host crash in the same tab', async function () {
    this.timeout(timeToComeBack);
    const { page, vsCode } = journey();
    const form = await openLead('Lead 9');
    await form.field('City').fill('Bhopal');
    await form.field('City').press('Tab');
    await dirty(page, 'Lead 9').waitFor();
    await form.field('City').evaluate((field) => field.ownerDocument.documentElement.setAttribute('data-old', ''));
    killExtensionHost(vsCode);
    await form.field('score').fill('77');
    await form.field('City').focus();
    // the host restarts, finds the orphaned tab, and puts a new page into it
    await form.frame
      .locator('html:not([data-old]) .field')
      .first()
      .waitFor({ timeout: timeToComeBack / 2 });
    const again = await formOnScreen(page, 'Lead 9');
    await holds(again.field('City'), 'Bhopal');
    await holds(again.field('score'), '77');
    await again.field('score').fill('99');
    await page.keyboard.press('Control+S');
    await arrives('9', 'Bhopal');
    const saved = { name: 'Lead 9', city: 'Bhopal', score: '99' };
    assert.deepEqual(service().leads.get('9'), saved);
    const posts = service().posts().length;
    await backupIsGone(journey(), /crm\/leads\/9\.record\.json/);
    // a reloaded window shows a tab in its last persisted state
    await reloadWindow(journey(), /editorResource.{0,80}9\.record\.json.{0,300}?dirty\W+false/);
    await page.locator('.tab', { hasText: /^9\.record\.json|^Lead 9/ }).click();
    const reloaded = await formOnScreen(page, 'Lead 9');
    await holds(reloaded.field('score'), '99');
    await holds(reloaded.field('City'), 'Bhopal');
    await dirty(page, 'Lead 9').waitFor({ state: 'detached' });
    assert.deepEqual([service().leads.get('9'), service().posts().length], [saved, posts]);
  });
}
