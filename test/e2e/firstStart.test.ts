import type { Locator, Page } from 'playwright-core';
import { describeJourney } from '../support/journey.ts';
import { tableOnScreen } from '../support/table.ts';
import { runAndChoose, runByKeyboard, tree, treeLine, webview } from '../support/workbench.ts';

describeJourney('first start, by keyboard only', { isAlone: true }, (journey) => {
  it('leads from the empty view to the walkthrough', async () => {
    const { page } = journey();
    await showRecords(page);
    const steps = page.locator('.sidebar').getByText('Take the first steps');
    await steps.waitFor();
    for (let presses = 0; presses < 40 && !(await isFocused(steps)); presses++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'First Steps with Recordbench', level: 2 }).waitFor();
    // it takes focus asynchronously
    await page.waitForFunction("document.activeElement?.closest('.gettingStartedContainer')");
  });

  it('leads from the empty view to the demo', async () => {
    const { page } = journey();
    await showRecords(page);
    const start = page.locator('.sidebar').getByRole('button', { name: 'Start the Demo' });
    await start.waitFor();
    for (let presses = 0; presses < 40 && !(await isFocused(start)); presses++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await tree(page).filter({ hasText: 'leads' }).first().waitFor();
  });

  it('continues to a list view', async () => {
    const { page } = journey();
    await showRecords(page);
    await page.keyboard.press('Home');
    const leads = treeLine(page, 'leads');
    for (let presses = 0; presses < 20 && !(await isMarked(leads)); presses++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await tree(page).filter({ hasText: 'default' }).first().waitFor();
    const all = treeLine(page, 'All Leads');
    for (let presses = 0; presses < 20 && !(await isMarked(all)); presses++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const table = await tableOnScreen(page);
    await table.grid.getByText('LD-0000001').waitFor();
  });

  it('continues to a record', async () => {
    const { page } = journey();
    const table = await tableOnScreen(page);
    await page.keyboard.press('F6');
    for (let presses = 0; presses < 40 && !(await isWithin(table.grid)); presses++) await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasNotText: 'All Leads' }).waitFor();
    await webview(page).getByRole('heading', { level: 1 }).waitFor();
  });

  it('checks off the completed steps of the walkthrough', async () => {
    const { page } = journey();
    await runAndChoose(page, 'Welcome: Open Walkthrough...', (box) => [
      box.locator('.monaco-list-row', { hasText: 'First Steps with Recordbench' }),
    ]);
    const step = (name: string, isDone: boolean): Locator =>
      page.locator(`[data-done-step-id$="#firstSteps#${name}"][aria-checked=${isDone}]`);
    for (const done of ['demo', 'listView', 'open']) await step(done, true).waitFor();
    for (const open of ['record', 'bulk', 'undo', 'connection']) await step(open, false).waitFor();
  });
});

async function showRecords(page: Page): Promise<void> {
  // the palette offers only commands known when it opens
  await page.locator('.activitybar').getByRole('tab', { name: 'Recordbench' }).waitFor();
  await runByKeyboard(page, 'Focus on Records View');
}

async function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((one: { matches(selector: string): boolean }) => one.matches(':focus'));
}

async function isWithin(element: Locator): Promise<boolean> {
  return element.evaluate((one: { matches(selector: string): boolean }) => one.matches(':focus, :focus-within'));
}

/** The tree element has focus and marks the focused item with a class. */
async function isMarked(line: Locator): Promise<boolean> {
  return ((await line.getAttribute('class')) ?? '').split(' ').includes('focused');
}
