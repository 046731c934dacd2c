import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
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

  /** The cell that the keyboard is on, as assistive technology finds it; undefined while none is painted. */
  active(): Promise<{ row: number; column: number } | undefined> {
    // in one go: between two looks the grid may be painted anew
    return this.page.evaluate(`(() => {
      const id = document.querySelector('[role=grid]').getAttribute('aria-activedescendant');
      const cell = id && document.getElementById(id);
      const row = cell && cell.closest('[role=row]');
      return row ? { row: Number(row.ariaRowIndex) - 2, column: Number(cell.ariaColIndex) - 1 } : undefined;
    })()`);
  }

  /** A key is heard at once and painted later. */
  async isAt(row: number, column: number): Promise<void> {
    await this.until(`the keyboard at row ${row}, column ${column}`, async () =>
      isDeepStrictEqual(await this.active(), { row, column }),
    );
  }

  /** The status line comes to say it. */
  async says(text: RegExp): Promise<void> {
    await this.status.filter({ hasText: text }).waitFor();
  }

  /** A cell comes to hold this text and no other. */
  async shows(row: number, column: number, text: string): Promise<void> {
    await this.until(`“${text}” in row ${row}, column ${column}`, async () => {
      const cell = this.cell(row, column);
      return (await cell.count()) === 1 && (await cell.textContent()) === text;
    });
  }

  /** How the table would come back after a reload. */
  kept<T>(): Promise<T | null> {
    return this.page.evaluate(`JSON.parse(sessionStorage.getItem('kept') ?? 'null')`);
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
      context.setDefaultTimeout(20_000);
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
