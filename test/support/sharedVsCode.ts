import type { Page } from 'playwright-core';
import type { Settings } from '../vscode/profile.ts';
import { findBrowser, launchBrowser } from './browser.ts';
import { tokensInBrowser } from './browserStorage.ts';
import { extensionProcesses, processesEnd } from './extensionHost.ts';
import { Progress } from './progress.ts';
import { startVsCode, type VsCode, type VsCodeOptions } from './vsCodeForTests.ts';
import { openWindow, openWorkbench, usualTimeout, usualViewport } from './workbench.ts';

export interface Journey {
  readonly page: Page;
  readonly vsCode: VsCode;
}

export interface JourneyOptions extends VsCodeOptions {
  /** Starts a server and a browser that no other journey uses. */
  readonly isAlone?: true;
}

/** A running server, and a browser tab without a window: starting both takes longer than many journeys. */
interface Idle {
  readonly page: Page;
  readonly renew: (settings?: Settings) => VsCode;
}

let idle: Idle | undefined;

/**
 * Opens a window without any state from others. Journeys of a process that differ only in their settings use one server
 * and one tab, one after the other: the compiled code of VS Code stays in the tab.
 */
export async function beginJourney(options: JourneyOptions): Promise<Journey> {
  if (idle && isShared(options)) {
    const { page, renew } = idle;
    idle = undefined;
    await forgetAll(page);
    const vsCode = renew(options.settings);
    await openWindow(page, vsCode);
    return { page, vsCode };
  }
  const browser = await launchBrowser(await findBrowser(new Progress()));
  const vsCode = await startVsCode(options);
  return { page: await openWorkbench(browser, vsCode), vsCode };
}

/** Fails if a token was found anywhere. After a failure, the next journey starts its own server and browser. */
export async function endJourney(journey: Journey, options: JourneyOptions, hasFailed: boolean): Promise<void> {
  const { page, vsCode } = journey;
  const browser = page.context().browser();
  const found = browser ? await tokensInBrowser(browser) : [];
  if (!hasFailed && isShared(options) && (await closesWindows(journey))) {
    idle = { page, renew: await vsCode.leave(found) };
    return;
  }
  await browser?.close();
  await vsCode.end(found);
}

function isShared(options: JourneyOptions): boolean {
  return Object.keys(options).every((name) => name === 'settings');
}

/**
 * Leaves them like a user, so that their extension hosts end: the server would wait for a lost window to come back.
 * Returns whether all have ended. The tab stays at a page of the server, so that its storage can be cleared.
 */
async function closesWindows({ page, vsCode }: Journey): Promise<boolean> {
  const served = extensionProcesses(vsCode);
  const kept = page.context();
  for (const context of kept.browser()?.contexts() ?? []) {
    for (const one of context.pages()) {
      const left = one.goto(new URL('healthz', vsCode.address).href, { timeout: usualTimeout }).then(
        () => true,
        () => false, // it hangs
      );
      if (!(await left)) return false;
      if (one !== page) await one.close();
    }
    if (context !== kept) await context.close();
  }
  return processesEnd(served);
}

/** Everything but downloaded files and compiled code. */
async function forgetAll(page: Page): Promise<void> {
  const context = page.context();
  await context.clearPermissions();
  await page.evaluate('sessionStorage.clear()');
  const devTools = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devTools.detach();
  await page.mouse.move(0, 0);
  await page.setViewportSize(usualViewport);
  page.setDefaultTimeout(usualTimeout);
}
