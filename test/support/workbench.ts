import type { Browser, BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core';
import type { VsCode } from './vsCodeForTests.ts';

export const usualViewport = { width: 1280, height: 800 };
export const usualTimeout = 60_000;

/** Opens VS Code in a browser and waits until it is usable. */
export async function openWorkbench(
  browser: Browser,
  vsCode: VsCode,
  options: BrowserContextOptions = {},
): Promise<Page> {
  // animations cost time and prove nothing
  const context = await browser.newContext({
    viewport: usualViewport,
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(usualTimeout);
  // as a language pack would set it
  if (vsCode.language) await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = '${vsCode.language}';`);
  const page = await context.newPage();
  await openWindow(page, vsCode);
  return page;
}

/** The same in this tab. */
export async function openWindow(page: Page, vsCode: VsCode): Promise<void> {
  const address = new URL(vsCode.address);
  if (vsCode.workspaceFile) address.searchParams.set('workspace', vsCode.workspaceFile);
  else address.searchParams.set('folder', vsCode.folder);
  await page.goto(address.href, { timeout: 120_000 });
  await workbenchReady(page);
}

/** Waits until the parts are shown and the window is connected to its remote. */
export async function workbenchReady(page: Page): Promise<void> {
  await page.locator('.monaco-workbench .activitybar').waitFor();
  await page.getByRole('button', { name: 'remote', exact: false }).first().waitFor();
}

/** Opens a view container by the name on its activity-bar tab. */
export async function openView(page: Page, name: string): Promise<void> {
  const tab = page.locator('.activitybar').getByRole('tab', { name });
  // a click on the selected tab would hide the side bar
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.locator('a').click();
}

/** Moves focus to the side bar; the active editor stays the same. */
export async function focusSideBar(page: Page): Promise<void> {
  await page.keyboard.press('Control+0');
  await page.locator('.sidebar .monaco-list:focus').waitFor();
}

/** The items of the trees in the side bar. */
export function tree(page: Page): Locator {
  return page.locator('.sidebar').getByRole('treeitem');
}

/** Tree items with exactly this name, ignoring their description. */
export function treeLine(page: Page, name: string): Locator {
  return tree(page).filter({ has: page.locator('.label-name').getByText(name, { exact: true }) });
}

/** Runs a command by the title that the command palette shows for it. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await runAndChoose(page, title, () => []);
}

/** The same, and chooses from the lists that it shows, one after the other. */
export async function runAndChoose(
  page: Page,
  title: string,
  choices: (box: Locator) => readonly Locator[],
): Promise<void> {
  await inPalette(page, async (box) => {
    await box.locator('input').fill(`>${title}`, { timeout: palettePatience });
    const lines = [box.locator('.monaco-list-row', { hasText: title }).first(), ...choices(box)];
    for (const line of lines) await line.click({ timeout: palettePatience });
  });
}

const palettePatience = 10_000;

/** A newly opened page takes focus asynchronously and closes the palette; then opens it again. */
async function inPalette<T>(page: Page, choose: (box: Locator) => Promise<T>): Promise<T> {
  const box = page.locator('.quick-input-widget');
  for (let turn = 1; ; turn++) {
    await page.keyboard.press('F1');
    try {
      return await choose(box);
    } catch (error) {
      if (turn === 4) throw error;
      if (await box.isVisible()) await page.keyboard.press('Escape');
    }
  }
}

/** Whether the palette has a command with this title. */
export async function isInPalette(page: Page, title: string): Promise<boolean> {
  return inPalette(page, async (box) => {
    const first = box.locator('.monaco-list-row').first();
    const before = await first.textContent({ timeout: palettePatience });
    await box.locator('input').fill(`>${title}`, { timeout: palettePatience });
    // another item comes first once the list is filtered
    for (let turn = 0; turn < 100 && (await first.textContent({ timeout: palettePatience })) === before; turn++)
      await page.waitForTimeout(50);
    const found = await box.locator('.monaco-list-row', { hasText: title }).count();
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden', timeout: palettePatience });
    return found > 0;
  });
}

/** The same without the mouse. */
export async function runByKeyboard(page: Page, title: string): Promise<void> {
  await inPalette(page, async (box) => {
    const input = box.locator('input');
    // the caret may be in front of the “>”
    for (let turn = 0; turn < 100 && (await input.inputValue({ timeout: palettePatience })) !== '>'; turn++)
      await page.waitForTimeout(50);
    await input.press('End');
    await input.pressSequentially(title, { timeout: palettePatience });
    await box.locator('.monaco-list-row', { hasText: title }).first().waitFor({ timeout: palettePatience });
    const chosen = box.locator('.monaco-list-row.focused', { hasText: title });
    for (let turn = 0; turn < 10 && (await chosen.count()) === 0; turn++) await input.press('ArrowDown');
    await chosen.waitFor({ timeout: palettePatience });
    await input.press('Enter');
  });
}

/** Moves down to the answer and accepts it. */
export async function answerByKeyboard(page: Page, question: string, answer: string): Promise<void> {
  const box = page.locator('.quick-input-widget', { hasText: question });
  await box.locator('.monaco-list-row.focused').waitFor();
  const chosen = box.locator('.monaco-list-row.focused', { hasText: answer });
  for (let turn = 0; turn < 10 && (await chosen.count()) === 0; turn++) await box.locator('input').press('ArrowDown');
  await chosen.waitFor();
  await box.locator('input').press('Enter');
}

/**
 * Opens a file by name. The list of files loads in parts, and a click during a redraw is lost, so this clicks again.
 */
export async function openFile(page: Page, name: string): Promise<void> {
  const box = page.locator('.quick-input-widget');
  await page.keyboard.press('Control+P');
  await box.locator('input').fill(name);
  const line = box.locator('.monaco-list-row', { hasText: name }).first();
  await line.waitFor();
  for (let turn = 0; turn < 10 && (await box.isVisible()); turn++) {
    await line.click({ timeout: 1_000 }).catch(() => undefined); // it may disappear at this moment
    await box.waitFor({ state: 'hidden', timeout: 5_000 }).catch(() => undefined);
  }
}

/** Picks from an open context menu. */
export async function chooseFromMenu(page: Page, name: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name });
  await entry.waitFor();
  // a menu treats a click right after opening as the end of the click that opened it
  await page.waitForTimeout(400);
  await entry.click();
}

/** Drags a tree item to the right edge of the editors, which opens it in a new group there. */
export async function dragBeside(page: Page, line: Locator): Promise<void> {
  const editors = await page.locator('.part.editor').boundingBox();
  if (!editors) throw new Error('There are no editors on the screen.');
  const [x, y] = [editors.x + editors.width - 40, editors.y + editors.height / 2];
  await line.hover();
  await page.mouse.down();
  await page.mouse.move(x - 20, y, { steps: 8 });
  await page.locator('#monaco-workbench-editor-drop-overlay').waitFor();
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
}

/** Toasts, and the notification center while it is open. */
export function notifications(page: Page): Locator {
  return page.locator('.notifications-toasts, .notifications-center');
}

/** Waits for a notification to finish sliding in. */
export async function pressInNotification(page: Page, button: string): Promise<void> {
  const target = notifications(page).getByRole('button', { name: button }).first();
  await target.waitFor();
  await page.waitForTimeout(500);
  await target.click();
}

/**
 * Clicks an item of the status bar until it opens a list, and picks a line. VS Code adds items to the bar when it likes,
 * so a click may hit the neighbor.
 */
export async function pickFromStatusBar(page: Page, item: Locator, line: string): Promise<void> {
  const row = page.locator('.quick-input-widget .monaco-list-row', { hasText: line });
  for (let turn = 0; turn < 15 && !(await row.isVisible()); turn++) {
    await item.click();
    await row.waitFor({ timeout: 4_000 }).catch(() => undefined);
  }
  await row.click();
}

/** Confirms VS Code's own save dialog, which ignores its button while it checks the typed path. */
export async function saveThere(page: Page): Promise<void> {
  const box = page.locator('.quick-input-widget');
  const ok = box.getByRole('button', { name: 'OK' });
  await ok.waitFor();
  for (let turn = 0; turn < 15 && (await ok.isVisible()); turn++) {
    await ok.click({ timeout: 1_000 }).catch(() => undefined); // it may disappear at this moment
    await ok.waitFor({ state: 'hidden', timeout: 2_000 }).catch(() => undefined);
  }
}

/** Picks a theme by its name in VS Code's list: `Dark Modern`. */
export async function chooseTheme(page: Page, name: string): Promise<void> {
  await runCommand(page, 'Preferences: Color Theme');
  const box = page.getByPlaceholder('Select Color Theme', { exact: false });
  await box.waitFor();
  await box.fill(name);
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: name }).first().waitFor();
  await box.press('Enter');
  await page.waitForTimeout(500);
}

/** Waits for the box with this title and fills it in. */
export async function enter(page: Page, title: string, text: string): Promise<void> {
  const box = page.locator('.quick-input-widget');
  await box.getByText(title, { exact: false }).first().waitFor();
  await box.locator('input').fill(text);
  await box.locator('input').press('Enter');
}

/** Clicks the label: the middle of a tab with a short name is its close button. */
export async function showTab(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('tab', { name }).locator('.tab-label').click();
}

/** Content of the active webview. */
export function webview(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
}

/** Continues from the column mapping to the preview. */
export async function previewImport(page: Page): Promise<void> {
  await webview(page).getByRole('button', { name: 'Preview changes' }).click();
}

/** Closes all tabs and discards changes. A tab that is being restored stays and is closed the next time. */
export async function closeAllTabs(page: Page): Promise<void> {
  const discard = page.getByRole('dialog').getByRole('button', { name: "Don't Save" });
  const tabs = page.locator('.tab');
  for (let turn = 0; turn < 20 && (await tabs.count()) > 0; turn++) {
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+W');
    await page.waitForTimeout(1_000);
    if (await discard.isVisible()) await discard.click();
  }
  if ((await tabs.count()) > 0) throw new Error('Some tabs cannot be closed.');
}
