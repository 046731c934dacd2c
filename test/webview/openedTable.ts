import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { Progress } from '../support/progress.ts';
import type { ThemeName } from './themes.ts';
import { buildPages, type Pages, servePages } from './webviewPage.ts';

export interface OpenOptions {
  readonly theme?: ThemeName;
  /** How the stand-in answers: rows, columns, delay, cap, readOnly, noTotal. */
  readonly script?: Readonly<Record<string, string | number>>;
  readonly width?: number;
  readonly height?: number;
  readonly scale?: number;
}

/** A table in a page without VS Code, with a host that does what the test says. */
export class OpenedTable {
  readonly page: Page;
  readonly grid: Locator;
  readonly status: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid');
    this.status = page.getByRole('status');
  }

  cell(row: number, column: number): Locator {
    return this.grid.locator(`.body .row[aria-rowindex="${row + 2}"] [role=gridcell][aria-colindex="${column + 1}"]`);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The cell that the keyboard is on, as assistive technology finds it. */
  async active(): Promise<{ row: number; column: number }> {
    const id = await this.grid.getAttribute('aria-activedescendant');
    assert.ok(id, 'no cell is active');
    const cell = this.page.locator(`#${id}`);
    const row = await cell.locator('xpath=ancestor-or-self::*[@role="row"]').getAttribute('aria-rowindex');
    return { row: Number(row) - 2, column: Number(await cell.getAttribute('aria-colindex')) - 1 };
  }

  /** What the stand-in was told, newest last. */
  told(name: string): Promise<unknown[]> {
    return this.page.evaluate(`testHost.told.filter(({ name }) => name === '${name}').map(({ data }) => data)`);
  }

  /** What is told arrives in its own time. */
  async isTold(name: string, expected: readonly unknown[]): Promise<void> {
    await this.until(name, async () => (await this.told(name)).length >= expected.length);
    assert.deepEqual(await this.told(name), expected);
  }

  host(expression: string): Promise<unknown> {
    return this.page.evaluate(`testHost.${expression}`);
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
export function describeTable(
  title: string,
  define: (open: (options?: OpenOptions) => Promise<OpenedTable>) => void,
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

    define(async ({ theme = 'dark', script = {}, width = 1_000, height = 600, scale = 1 } = {}) => {
      const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale });
      context.setDefaultTimeout(5_000);
      const page = await context.newPage();
      opened.push(page);
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      await page.goto(pages.address(theme, script));
      const table = new OpenedTable(page);
      await table.grid.waitFor();
      return table;
    });
  });
}
