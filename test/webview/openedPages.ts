import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Disposable, Locator, Page } from 'playwright-core';
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
type OpenPage = (size: PageSize, isNew?: boolean) => Promise<{ page: Page; address: Pages['address'] }>;

/** A `describe` whose tests open pages; a page that reports an error fails its test. */
export function describePages(title: string, define: (open: OpenPage) => void): void {
  describe(title, function () {
    const opened: TestPage[] = [];
    const problems: string[] = [];

    before(async function () {
      await (shared ??= start());
    });

    afterEach(async function () {
      const { pages } = await (shared ??= start());
      for (const one of opened.splice(0)) {
        if (this.currentTest?.isFailed()) await one.close();
        else await one.leave(pages.empty);
      }
      assert.deepEqual(problems.splice(0), []);
    });

    define(async ({ width, height, scale = 1 }, isNew = false) => {
      const { browser, pages } = await (shared ??= start());
      const one = (!isNew && free.get(scale)?.pop()) || (await TestPage.open(browser, scale, isNew));
      opened.push(one);
      one.report = (problem) => problems.push(problem);
      await one.page.setViewportSize({ width, height });
      return { page: one.page, address: pages.address };
    });
  });
}

/** Pages that tests have left, by scale. A new page starts a process, which takes half of a test's time. */
const free = new Map<number, TestPage[]>();

/** A page that tests use one after another. To each, it is like a new one. */
class TestPage {
  readonly page: Page;
  report: (problem: string) => void = () => undefined;
  readonly #scale: number;
  readonly #isNew: boolean;
  /** What the test added to every document of the page. */
  readonly #added: Disposable[] = [];

  private constructor(page: Page, scale: number, isNew: boolean) {
    this.page = page;
    this.#scale = scale;
    this.#isNew = isNew;
    page.on('pageerror', (error) => this.report(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.report(message.text());
    });
    for (const name of ['addInitScript', 'exposeFunction'] as const) {
      const add = page[name].bind(page) as (...args: unknown[]) => Promise<Disposable>;
      const note = async (...args: unknown[]): Promise<Disposable> => {
        const added = await add(...args);
        this.#added.push(added);
        return added;
      };
      Object.assign(page, { [name]: note });
    }
  }

  static async open(browser: Browser, scale: number, isNew: boolean): Promise<TestPage> {
    return new TestPage(await (await contextOf(browser, scale)).newPage(), scale, isNew);
  }

  /** Leaves it to the next test, without what this one has added, stored or pressed. */
  async leave(empty: string): Promise<void> {
    // a fake clock applies to all pages of the context
    if (await this.page.evaluate(`'__pwClock' in window`)) {
      contexts.clear();
      free.clear();
      return await this.close();
    }
    if (this.#isNew) return await this.close();
    this.page.removeAllListeners('request');
    for (const one of this.#added.splice(0)) await one.dispose();
    await this.page.goto(empty);
    await this.page.mouse.move(-1, -1);
    free.set(this.#scale, [...(free.get(this.#scale) ?? []), this]);
  }

  close(): Promise<void> {
    return this.page.close();
  }
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
