import type { BrowserContext, Page } from 'playwright-core';
import type { Settings } from '../vscode/profile.ts';
import { findBrowser, launchBrowser } from './browser.ts';
import { tokensInBrowser } from './browserStorage.ts';
import { extensionProcesses, processesEnd } from './extensionHost.ts';
import { Progress } from './progress.ts';
import { startVsCode, type VsCode, type VsCodeOptions } from './vsCodeForTests.ts';
import { openWindow, openWorkbench } from './workbench.ts';

export interface Journey {
  readonly page: Page;
  readonly vsCode: VsCode;
}

export interface JourneyOptions extends VsCodeOptions {
  /** Starts a server and a browser that no other journey uses. */
  readonly isAlone?: true;
}

/** A server and a browser without a window: starting both takes longer than many a journey. */
interface Idle {
  readonly context: BrowserContext;
  readonly renew: (settings?: Settings) => VsCode;
}

let idle: Idle | undefined;

/**
 * Opens a window without any state from others. Journeys of a process that differ only in their settings use one server
 * and one browser, whose caches are warm, one after the other.
 */
export async function beginJourney(options: JourneyOptions): Promise<Journey> {
  if (idle && isShared(options)) {
    const { context, renew } = idle;
    idle = undefined;
    const vsCode = renew(options.settings);
    const page = await context.newPage();
    await forgetAll(page, vsCode);
    return { page: await openWindow(page, vsCode), vsCode };
  }
  const browser = await launchBrowser(await findBrowser(new Progress()));
  const vsCode = await startVsCode(options);
  return { page: await openWorkbench(browser, vsCode), vsCode };
}

/** Fails if a token was found anywhere. After a failure, the next journey starts its own server and browser. */
export async function endJourney(
  { page, vsCode }: Journey,
  options: JourneyOptions,
  hasFailed: boolean,
): Promise<void> {
  const context = page.context();
  const browser = context.browser();
  const found = browser ? await tokensInBrowser(browser) : [];
  if (!hasFailed && isShared(options) && (await closesWindows(context, vsCode))) {
    idle = { context, renew: await vsCode.leave(found) };
    return;
  }
  await browser?.close();
  await vsCode.end(found);
}

function isShared(options: JourneyOptions): boolean {
  return Object.keys(options).every((name) => name === 'settings');
}

/**
 * Closes them like a user, so that their extension hosts end: the server would wait for a lost window to come back.
 * Returns whether all have ended.
 */
async function closesWindows(kept: BrowserContext, vsCode: VsCode): Promise<boolean> {
  const served = extensionProcesses(vsCode);
  for (const context of kept.browser()?.contexts() ?? []) {
    for (const page of context.pages()) {
      await page.goto('about:blank');
      await page.close();
    }
    if (context !== kept) await context.close();
  }
  return processesEnd(served);
}

/** What the browser has stored, except for downloaded files. */
async function forgetAll(page: Page, vsCode: VsCode): Promise<void> {
  await page.context().clearPermissions();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Storage.clearDataForOrigin', { origin: new URL(vsCode.address).origin, storageTypes: 'all' });
  await devTools.detach();
}
