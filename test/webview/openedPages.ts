import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { Progress } from '../support/progress.ts';
import { type Pages, servePages } from './webviewPage.ts';

export interface PageSize {
  readonly width: number;
  readonly height: number;
  readonly scale?: number;
}

/** Base of every webview that a test opens in a page without VS Code. */
export class ShownPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** True if the scroll position and height stay the same for three frames. */
  isStill(selector: string): Promise<boolean> {
    return this.page.evaluate(`(async () => {
      const { scrollTop, scrollHeight } = document.querySelector('${selector}');
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      const now = document.querySelector('${selector}');
      return now.scrollTop === scrollTop && now.scrollHeight === scrollHeight;
    })()`);
  }

  async until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
    const end = Date.now() + 60_000;
    while (!(await condition())) {
      if (Date.now() > end) assert.fail(`it never came: ${what}`);
      await this.page.waitForTimeout(20);
    }
  }
}

/** A page whose host is a script in the page, controlled by the test. */
export class ScriptedPage extends ShownPage {
  /** Events the stub host received, newest last. */
  received(name: string): Promise<unknown[]> {
    return this.page.evaluate(`testHost.received.filter(({ name }) => name === '${name}').map(({ data }) => data)`);
  }

  /** Waits, since events arrive asynchronously. */
  async hasReceived(name: string, expected: readonly unknown[]): Promise<void> {
    await this.until(name, async () => (await this.received(name)).length >= expected.length);
    assert.deepEqual(await this.received(name), expected);
  }

  host(expression: string): Promise<unknown> {
    return this.page.evaluate(`testHost.${expression}`);
  }
}

/** Opens an empty page; `address` builds the URLs of the webviews. */
type OpenPage = (size: PageSize) => Promise<{ page: Page; address: Pages['address'] }>;

/** A `describe` whose tests open pages; a page that reports an error fails its test. */
export function describePages(title: string, define: (open: OpenPage) => void): void {
  describe(title, function () {
    const opened: Page[] = [];
    const problems: string[] = [];

    before(async function () {
      await (shared ??= start());
    });

    afterEach(async () => {
      for (const page of opened.splice(0)) {
        // a fake clock applies to all pages of the context
        const isClockSet = await page.evaluate(`'__pwClock' in window`).catch(() => false);
        await page.close();
        if (isClockSet) contexts.clear();
      }
      assert.deepEqual(problems.splice(0), []);
    });

    define(async ({ width, height, scale = 1 }) => {
      const { browser, pages } = await (shared ??= start());
      const page = await (await contextOf(browser, scale)).newPage();
      opened.push(page);
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      await page.setViewportSize({ width, height });
      return { page, address: pages.address };
    });
  });
}

/** One browser for all tests of the process; it closes when the process exits. */
let shared: Promise<{ browser: Browser; pages: Pages }> | undefined;

async function start(): Promise<{ browser: Browser; pages: Pages }> {
  return { pages: await servePages(), browser: await launchBrowser(await findBrowser(new Progress())) };
}

/** Contexts by scale. One context per page would start a process per page, which takes most of a test's time. */
const contexts = new Map<number, Promise<BrowserContext>>();

function contextOf(browser: Browser, scale: number): Promise<BrowserContext> {
  const known = contexts.get(scale);
  if (known) return known;
  const made = browser.newContext({ deviceScaleFactor: scale }).then((context) => {
    context.setDefaultTimeout(60_000);
    return context;
  });
  contexts.set(scale, made);
  return made;
}
