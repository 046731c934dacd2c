import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { formOnScreen } from '../../support/form.ts';
import { openListView } from '../../support/table.ts';
import type { Journey } from '../../support/journey.ts';
import type { LeadService } from '../../support/leadService.ts';

export type LeadSteps = ReturnType<typeof leadSteps>;

/** Shared steps of the lead journeys, which use one window. */
export function leadSteps(journey: () => Journey, service: () => LeadService) {
  const city = (id: string): string | null | undefined => service().leads.get(id)?.city;
  const tab = (page: Page, name: string): Locator => page.locator('.tab', { hasText: name });
  const dirty = (page: Page, name: string): Locator => page.locator('.tab.dirty', { hasText: name });
  const titleButton = (page: Page, name: string): Locator =>
    page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name });
  const isSaved = (page: Page, name: string): Promise<void> => dirty(page, name).first().waitFor({ state: 'detached' });

  /** Waits until the service has the value and the tab is clean. */
  async function arrives(id: string, value: string): Promise<void> {
    const { page } = journey();
    for (let turn = 0; turn < 600 && city(id) !== value; turn++) await page.waitForTimeout(50);
    assert.equal(city(id), value);
    await isSaved(page, `Lead ${id}`);
  }

  async function openLead(name: string): Promise<Awaited<ReturnType<typeof formOnScreen>>> {
    const { page } = journey();
    const table = await openListView(page, 'All Leads');
    await table.search.fill(name);
    await table.status.filter({ hasText: '1–1 of 1' }).waitFor();
    await (await table.cell(1, 'NAME')).getByText(name, { exact: true }).dblclick();
    return formOnScreen(page, name);
  }

  async function assertGone(name: string): Promise<void> {
    const { page } = journey();
    for (let turn = 0; turn < 200; turn++) {
      if (![...service().leads.values()].some((lead) => lead.name === name)) return;
      await page.waitForTimeout(50);
    }
    assert.fail(`${name} is still there`);
  }

  /** Tabs to the field and replaces its value. */
  async function typeInto(field: Locator, text: string): Promise<void> {
    const { page } = journey();
    await field.waitFor();
    // until the page has focus, Tab goes elsewhere
    for (let turn = 0; turn < 200 && !(await hasKeyboard(field)); turn++) await page.waitForTimeout(50);
    for (let turn = 0; turn < 40 && !(await isFocused(field)); turn++) await page.keyboard.press('Tab');
    assert.ok(await isFocused(field), 'Tab leads to the field');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
  }

  function hasKeyboard(field: Locator): Promise<boolean> {
    return field.evaluate((element) => element.ownerDocument.hasFocus());
  }

  function isFocused(field: Locator): Promise<boolean> {
    return field.evaluate((element) => element === element.ownerDocument.activeElement);
  }

  return {
    journey,
    service,
    city,
    tab,
    dirty,
    titleButton,
    isSaved,
    arrives,
    openLead,
    assertGone,
    typeInto,
    isFocused,
  };
}
