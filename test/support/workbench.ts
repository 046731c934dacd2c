import type { Browser, BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core';
import type { VsCode } from './vsCodeForTests.ts';

/** Opens VS Code as a person's browser would and waits until it can be used. */
export async function openWorkbench(
  browser: Browser,
  vsCode: VsCode,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const address = new URL(vsCode.address);
  address.searchParams.set('folder', vsCode.folder);
  await page.goto(address.href);
  await workbenchReady(page);
  return page;
}

/** The parts are there and the window knows where it is connected to. */
async function workbenchReady(page: Page): Promise<void> {
  await page.locator('.monaco-workbench .activitybar').waitFor();
  await page.getByRole('button', { name: 'remote', exact: false }).first().waitFor();
}

/** Opens a view container by the name on its activity-bar tab. */
export async function openView(page: Page, name: string): Promise<void> {
  const tab = page.locator('.activitybar').getByRole('tab', { name });
  // a click on the selected tab would hide the side bar
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.locator('a').click();
}

/** The items of the trees in the side bar. */
export function tree(page: Page): Locator {
  return page.locator('.sidebar').getByRole('treeitem');
}

/** Runs a command by the title that the command palette shows for it. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  const box = page.locator('.quick-input-widget');
  await box.locator('input').fill(`>${title}`);
  await box.locator('.monaco-list-row', { hasText: title }).first().click();
}

/**
 * The inside of the webview that is in front.
 * @public no journey needs it before the first webview is there
 */
export function webview(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
}
