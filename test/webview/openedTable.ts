import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { describePages, ScriptedPage } from './openedPages.ts';
import type { ThemeName } from './themes.ts';

export interface OpenOptions {
  readonly theme?: ThemeName;
  /** Options of the stub host: rows, columns, delay, cap, readOnly, noTotal. */
  readonly script?: Readonly<Record<string, string | number>>;
  readonly width?: number;
  readonly height?: number;
  readonly scale?: number;
}

/** A table in a page without VS Code, with a host controlled by the test. */
export class OpenedTable extends ScriptedPage {
  readonly grid: Locator;
  readonly status: Locator;

  constructor(page: Page) {
    super(page);
    this.grid = page.getByRole('grid');
    this.status = page.getByRole('status');
  }

  cell(row: number, column: number): Locator {
    return this.grid.locator(`.body .row[aria-rowindex="${row + 2}"] [role=gridcell][aria-colindex="${column + 1}"]`);
  }

  /** The check box that selects a row. */
  check(row: number): Locator {
    return this.grid.locator(`.body .row[aria-rowindex="${row + 2}"] .check`);
  }

  /** The active cell, as exposed to assistive technology; undefined while none is painted. */
  active(): Promise<{ row: number; column: number } | undefined> {
    // in one call: the grid may be repainted between two
    return this.page.evaluate(`(() => {
      const id = document.querySelector('[role=grid]').getAttribute('aria-activedescendant');
      const cell = id && document.getElementById(id);
      const row = cell && cell.closest('[role=row]');
      return row ? { row: Number(row.ariaRowIndex) - 2, column: Number(cell.ariaColIndex) - 1 } : undefined;
    })()`);
  }

  /** Waits, since a key is handled immediately but painted later. */
  async isAt(row: number, column: number): Promise<void> {
    await this.until(`the keyboard at row ${row}, column ${column}`, async () =>
      isDeepStrictEqual(await this.active(), { row, column }),
    );
  }

  /** Waits until the status line shows the text. */
  async says(text: RegExp): Promise<void> {
    await this.status.filter({ hasText: text }).waitFor();
  }

  /** Picks an entry of the toolbar's More menu. */
  async more(name: string): Promise<void> {
    await this.button('More').click();
    await this.page.getByRole('menuitem', { name, exact: true }).click();
  }

  /** Waits until a cell contains exactly this text. */
  async shows(row: number, column: number, text: string): Promise<void> {
    await this.until(`“${text}” in row ${row}, column ${column}`, async () => {
      const cell = this.cell(row, column);
      return (await cell.count()) === 1 && (await cell.textContent()) === text;
    });
  }

  /** The cells sent to the host so far, once there are that many: a cell shows its new value before it is sent. */
  async staged<T>(count: number): Promise<readonly T[]> {
    await this.until(`${count} staged cells`, async () => Number(await this.host('asStaged.length')) >= count);
    const cells = (await this.host('asStaged')) as T[];
    assert.equal(cells.length, count);
    return cells;
  }

  /** The state the table would restore after a reload. */
  kept<T>(): Promise<T | null> {
    return this.page.evaluate(`JSON.parse(sessionStorage.getItem('kept') ?? 'null')`);
  }
}

/** A `describe` whose tests open tables. */
export function describeTable(
  title: string,
  define: (open: (options?: OpenOptions) => Promise<OpenedTable>) => void,
): void {
  describePages(title, (open) =>
    define(async ({ theme = 'dark', script = {}, width = 1_000, height = 600, scale = 1 } = {}) => {
      const { page, address } = await open({ width, height, scale });
      await page.goto(address(theme, script));
      const table = new OpenedTable(page);
      // the grid of a chart is shown on demand
      await page.getByRole('searchbox').waitFor();
      return table;
    }),
  );
}
