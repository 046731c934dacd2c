import type { Browser, BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core';
import type { VsCode } from './vsCodeForTests.ts';

/** Opens VS Code as a person's browser would and waits until it can be used. */
export async function openWorkbench(
  browser: Browser,
  vsCode: VsCode,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(60_000);
  // as a language pack would say it
  if (vsCode.language) await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = '${vsCode.language}';`);
  const page = await context.newPage();
  const address = new URL(vsCode.address);
  if (vsCode.workspaceFile) address.searchParams.set('workspace', vsCode.workspaceFile);
  else address.searchParams.set('folder', vsCode.folder);
  await page.goto(address.href, { timeout: 120_000 });
  await workbenchReady(page);
  return page;
}

/** The parts are there and the window knows where it is connected to. */
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

/** The keyboard goes to the side bar; the editor in front stays there. */
export async function focusSideBar(page: Page): Promise<void> {
  await page.keyboard.press('Control+0');
  await page.locator('.sidebar .monaco-list:focus').waitFor();
}

/** The items of the trees in the side bar. */
export function tree(page: Page): Locator {
  return page.locator('.sidebar').getByRole('treeitem');
}

/** The lines of the tree that bear this name and no more; what stands beside the name does not count. */
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

/** A page that has just opened takes the keyboard in its own time, and the palette closes: then it is opened again. */
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
    // another line comes first as soon as the list follows the text
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

/** Goes down to the answer, and takes it. */
export async function answerByKeyboard(page: Page, question: string, answer: string): Promise<void> {
  const box = page.locator('.quick-input-widget', { hasText: question });
  await box.locator('.monaco-list-row.focused').waitFor();
  const chosen = box.locator('.monaco-list-row.focused', { hasText: answer });
  for (let turn = 0; turn < 10 && (await chosen.count()) === 0; turn++) await box.locator('input').press('ArrowDown');
  await chosen.waitFor();
  await box.locator('input').press('Enter');
}

/** By its name. The list of files comes in parts, and a click while it is drawn again is lost: then it is clicked again. */
export async function openFile(page: Page, name: string): Promise<void> {
  const box = page.locator('.quick-input-widget');
  await page.keyboard.press('Control+P');
  await box.locator('input').fill(name);
  const line = box.locator('.monaco-list-row', { hasText: name }).first();
  await line.waitFor();
  for (let turn = 0; turn < 10 && (await box.isVisible()); turn++) {
    await line.click({ timeout: 1_000 }).catch(() => undefined); // it may go at this moment
    await box.waitFor({ state: 'hidden', timeout: 5_000 }).catch(() => undefined);
  }
}

/** Chooses from the menu that a right click has opened. */
export async function chooseFromMenu(page: Page, name: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name });
  await entry.waitFor();
  // a menu takes a click right after it opened for the end of the click that opened it
  await page.waitForTimeout(400);
  await entry.click();
}

/** Drags a line of the tree to the right edge of the editors, which opens it in a group of its own there. */
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

/** Those that come in, and the list of all while it is open. */
export function notifications(page: Page): Locator {
  return page.locator('.notifications-toasts, .notifications-center');
}

/** A notification slides in, so it is given the time to stand still. */
export async function pressInNotification(page: Page, button: string): Promise<void> {
  const target = notifications(page).getByRole('button', { name: button }).first();
  await target.waitFor();
  await page.waitForTimeout(500);
  await target.click();
}

/** In VS Code's own dialog for saving, which hears no button while it looks at the place that was typed. */
export async function saveThere(page: Page): Promise<void> {
  const box = page.locator('.quick-input-widget');
  const ok = box.getByRole('button', { name: 'OK' });
  await ok.waitFor();
  for (let turn = 0; turn < 15 && (await ok.isVisible()); turn++) {
    await ok.click({ timeout: 1_000 }).catch(() => undefined); // it may go at this moment
    await ok.waitFor({ state: 'hidden', timeout: 2_000 }).catch(() => undefined);
  }
}

/** By the name in VS Code's own list: `Dark Modern`. */
export async function chooseTheme(page: Page, name: string): Promise<void> {
  await runCommand(page, 'Preferences: Color Theme');
  const box = page.getByPlaceholder('Select Color Theme', { exact: false });
  await box.waitFor();
  await box.fill(name);
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: name }).first().waitFor();
  await box.press('Enter');
  await page.waitForTimeout(500);
}

/** Answers the box with that title, once it asks. */
export async function enter(page: Page, title: string, text: string): Promise<void> {
  const box = page.locator('.quick-input-widget');
  await box.getByText(title, { exact: false }).first().waitFor();
  await box.locator('input').fill(text);
  await box.locator('input').press('Enter');
}

/** By its label: the middle of a tab with a short name is its close button. */
export async function showTab(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('tab', { name }).locator('.tab-label').click();
}

/** The inside of the webview that is in front. */
export function webview(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
}

/** Goes on from the columns of a file to what would change. */
export async function previewImport(page: Page): Promise<void> {
  await webview(page).getByRole('button', { name: 'Preview changes' }).click();
}

/** Without a question about changes. One that is just being opened again stays, and is closed the next time. */
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
