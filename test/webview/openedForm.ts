import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import type { JsonObject } from '../../src/model/json.ts';
import type { FormStart } from '../../src/protocol/form.ts';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { Progress } from '../support/progress.ts';
import { startOf } from './formSamples.ts';
import type { ThemeName } from './themes.ts';
import { buildPages, type Pages, servePages } from './webviewPage.ts';

export interface OpenOptions {
  readonly start?: FormStart;
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly scale?: number;
}

interface EditParams {
  readonly changes: readonly { readonly at: readonly string[]; readonly value?: unknown }[];
}

/** A form in a page without VS Code, with a host that does what the test says. */
export class OpenedForm {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  /** All that stands around a field's control. */
  around(label: string): Locator {
    return this.page.locator('.field').filter({ has: this.page.getByText(label, { exact: true }) });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  get notices(): Locator {
    return this.page.locator('.notices');
  }

  asked<T = unknown>(name: string): Promise<T[]> {
    return this.page.evaluate(`testHost.asked.filter(({ name }) => name === '${name}').map(({ params }) => params)`);
  }

  told(name: string): Promise<unknown[]> {
    return this.page.evaluate(`testHost.told.filter(({ name }) => name === '${name}').map(({ data }) => data)`);
  }

  values(): Promise<JsonObject> {
    return this.page.evaluate('testHost.values');
  }

  host(expression: string): Promise<unknown> {
    return this.page.evaluate(`testHost.${expression}`);
  }

  /** The last edits that arrived, as "path=value". */
  async edits(): Promise<string[]> {
    const asked = await this.asked<EditParams>('edit');
    return asked.map(({ changes }) =>
      changes.map(({ at, value }) => `${at.join('.')}=${JSON.stringify(value)}`).join(' '),
    );
  }

  /** What is edited arrives in its own time. */
  async hasEdits(expected: readonly string[]): Promise<void> {
    await this.until(`${expected.length} edits`, async () => (await this.edits()).length >= expected.length);
    assert.deepEqual(await this.edits(), expected);
  }

  async isTold(name: string, expected: readonly unknown[]): Promise<void> {
    await this.until(name, async () => (await this.told(name)).length >= expected.length);
    assert.deepEqual(await this.told(name), expected);
  }

  /** What a screen reader says about a field beside its name and value. */
  async description(label: string): Promise<string> {
    const ids = (await this.field(label).getAttribute('aria-describedby')) ?? '';
    const said = ids.split(' ').map((id) => this.page.locator(`[id="${id}"]`).textContent());
    return ids === '' ? '' : (await Promise.all(said)).join(' | ');
  }

  /** Types into one field after another and leaves each, with no time passing. */
  typeAtOnce(typed: readonly (readonly [label: string, text: string])[]): Promise<void> {
    return this.page.evaluate(`for (const [label, text] of ${JSON.stringify(typed)}) {
      const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
      found.control.focus();
      found.control.value = text;
      found.control.dispatchEvent(new Event('input', { bubbles: true }));
      found.control.blur();
    }`);
  }

  /** No pause ends and nothing is sent until `work` is done. */
  async withoutTime(work: () => Promise<void>): Promise<void> {
    await this.page.evaluate('window.realTimeout = window.setTimeout; window.setTimeout = () => 0');
    await work();
    await this.page.evaluate('window.setTimeout = window.realTimeout');
  }

  async isFocused(label: string): Promise<void> {
    await this.field(label).and(this.page.locator(':focus')).waitFor();
  }

  scrollTop(): Promise<number> {
    return this.page.evaluate("document.querySelector('.scroller').scrollTop");
  }

  async until(what: string, condition: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + 20_000;
    while (!(await condition())) {
      if (Date.now() > end) assert.fail(`it never came: ${what}`);
      await this.page.waitForTimeout(20);
    }
  }
}

/** A `describe` with a browser of its own; a page that reports an error fails its test. */
export function describeForm(
  title: string,
  define: (open: (options?: OpenOptions) => Promise<OpenedForm>) => void,
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

    define(async ({ start = startOf(), theme = 'dark', width = 1_000, height = 700, scale = 1 } = {}) => {
      const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale });
      context.setDefaultTimeout(10_000);
      const page = await context.newPage();
      opened.push(page);
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      await page.addInitScript(`window.formStart = ${JSON.stringify(start)}`);
      await page.goto(pages.address(theme, { page: 'form' }));
      await page.locator('h1').waitFor();
      return new OpenedForm(page);
    });
  });
}
