import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { Channel, type Handlers, RemoteError, type Side } from '../../src/protocol/channel.ts';
import { axeViolations } from '../support/axeRun.ts';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { Progress } from '../support/progress.ts';
import type { ThemeName } from './themes.ts';
import { buildPages, type Pages, servePages } from './webviewPage.ts';

/** A webview in a page without VS Code. Its host is the test. */
export class OpenedPage {
  readonly page: Page;
  /** Everything that the page sent to its host, as it was sent. */
  readonly sent: unknown[];
  /** Addresses that the page asked for after it was loaded. */
  readonly requested: string[] = [];

  constructor(page: Page, sent: unknown[]) {
    this.page = page;
    this.sent = sent;
  }

  told(name: string): unknown[] {
    return this.sent.flatMap((message) => {
      const { kind, name: event, data } = message as { kind?: string; name?: string; data?: unknown };
      return kind === 'event' && event === name ? [data] : [];
    });
  }

  /** What VS Code would keep for the page over a reload. */
  state(): Promise<unknown> {
    return this.page.evaluate('keptState');
  }

  violations(): Promise<string[]> {
    return axeViolations(this.page.mainFrame());
  }

  async until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
    const end = Date.now() + 20_000;
    while (!(await condition())) {
      if (Date.now() > end) assert.fail(`it never came: ${what}`);
      await this.page.waitForTimeout(20);
    }
  }
}

interface PageOptions {
  readonly theme?: ThemeName;
  /** Without the policy that keeps a page from running what is not its own. */
  readonly unguarded?: boolean;
}

type Open<Host extends Side> = (handlers: Handlers<Host>, options?: PageOptions) => Promise<OpenedPage>;

/** A `describe` with a browser of its own; a page that reports an error fails its test. */
export function describePage<Host extends Side>(
  title: string,
  name: string,
  host: Host,
  define: (open: Open<Host>) => void,
): void {
  describe(title, function () {
    this.timeout(60_000);
    let browser: Browser;
    let pages: Pages;
    const opened: Page[] = [];
    const problems: string[] = [];

    before(async function () {
      this.timeout(60_000);
      await buildPages();
      pages = await servePages();
      browser = await launchBrowser(await findBrowser(new Progress()));
    });

    afterEach(async () => {
      for (const page of opened.splice(0)) await page.context().close();
      assert.deepEqual(problems.splice(0), []);
    });

    after(async () => {
      await browser.close();
      pages.end();
    });

    define(async (handlers, { theme = 'dark', unguarded = false } = {}) => {
      const context = await browser.newContext({ viewport: { width: 800, height: 900 } });
      context.setDefaultTimeout(10_000);
      const page = await context.newPage();
      opened.push(page);
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      const sent: unknown[] = [];
      await actAsHost(page, host, handlers, sent);
      const shown = new OpenedPage(page, sent);
      await page.goto(pages.address(theme, { page: name, ...(unguarded && { unguarded: 1 }) }));
      page.on('request', (request) => {
        if (!request.url().startsWith('data:')) shown.requested.push(request.url());
      });
      return shown;
    });
  });
}

async function actAsHost<Host extends Side>(
  page: Page,
  host: Host,
  handlers: Handlers<Host>,
  sent: unknown[],
): Promise<void> {
  const hears = Object.keys(host.events).map((event) => [event, () => undefined]);
  const channel = new Channel({
    mine: host,
    theirs: { requests: {}, events: {} },
    handlers,
    listeners: Object.fromEntries(hears) as never,
    post: (message) => {
      const data = JSON.stringify(message);
      void page.evaluate(`window.dispatchEvent(new MessageEvent('message', { data: ${data} }))`).catch(() => undefined);
    },
    onBadMessage: (problem) => assert.fail(problem),
    describeError: (error) => ({
      code: error instanceof RemoteError ? error.code : 'failed',
      message: error instanceof Error ? error.message : String(error),
    }),
  });
  await page.exposeFunction('toHost', (message: string) => {
    sent.push(JSON.parse(message));
    channel.receive(JSON.parse(message));
  });
  await page.addInitScript(`
    window.keptState = undefined;
    window.acquireVsCodeApi = () => ({
      postMessage: (message) => void window.toHost(JSON.stringify(message)),
      getState: () => window.keptState,
      setState: (state) => { window.keptState = state; },
    });`);
}
