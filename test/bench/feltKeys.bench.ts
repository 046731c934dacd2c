import type { Browser } from 'playwright-core';
import { BenchPage, withBrowser } from './benchBrowser.ts';
import type { Report } from './benchLine.ts';
import { type PageName, serveBenchPages } from './benchPages.ts';
import { reportFelt, slowdowns } from './feltLines.ts';
import { staticTable } from './staticTable.ts';

const columns = 30;
/** As many as fit the screen: the static table has no others. */
const onScreen = { rows: 30, columns: 10 };
const pressesPerTurn = 12;

interface Side {
  readonly page: PageName;
  readonly rows: number;
  /** Expressions of the page. The row and column count from 0. */
  readonly isAt: string;
  readonly isEditing: string;
}

const ours: Side = {
  page: 'tableForKeys',
  rows: 1_000_000,
  isAt: `(row, column) => {
    const cell = document.querySelector('.cell.active');
    return cell?.ariaColIndex === String(column + 1) && cell.closest('[role=row]').ariaRowIndex === String(row + 2) && cell.textContent !== '';
  }`,
  isEditing: `() => document.activeElement.matches('textarea') && document.activeElement.checkVisibility()`,
};
const bare: Side = {
  page: 'bareKeys',
  rows: onScreen.rows,
  isAt: `(row, column) => {
    const cell = document.activeElement;
    return cell.cellIndex === column && bareRow(cell) === row;
  }`,
  isEditing: `() => document.activeElement.matches('input')`,
};

/** The page alone: VS Code has no part in these. */
export default async function feltKeys(report: Report): Promise<void> {
  const pages = await serveBenchPages(() => staticTable(onScreen.rows, onScreen.columns));
  await withBrowser(async (browser) => {
    const [table, static_] = [await KeyPage.open(browser, pages, ours), await KeyPage.open(browser, pages, bare)];
    for (const rate of slowdowns) {
      await table.throttle(rate);
      await static_.throttle(rate);
      for (const { name, press } of keys)
        await reportFelt(
          report,
          { name: `${name} → painted ÷ in a bare table`, limits: [1.2, 1.5], rate, turns: 6 },
          () => press(table),
          () => press(static_),
        );
    }
  });
}

const keys: readonly { readonly name: string; readonly press: (page: KeyPage) => Promise<readonly number[]> }[] = [
  { name: 'arrow key in a table', press: (page) => page.arrows() },
  { name: 'Page Down in a table', press: (page) => page.pages() },
  { name: 'F2 in a table', press: (page) => page.edits() },
  { name: 'typing in a cell', press: (page) => page.types() },
];

/** A table whose cell 0, 0 is active. */
class KeyPage {
  readonly #page: BenchPage;
  readonly #side: Side;

  private constructor(page: BenchPage, side: Side) {
    this.#page = page;
    this.#side = side;
  }

  static async open(
    browser: Browser,
    pages: Awaited<ReturnType<typeof serveBenchPages>>,
    side: Side,
  ): Promise<KeyPage> {
    const page = await BenchPage.open(browser, pages.address(side.page, { rows: side.rows, columns, fixed: 1 }));
    await page.page.getByText('Record 9', { exact: true }).waitFor({ state: 'attached' });
    const opened = new KeyPage(page, side);
    if (side === ours) await page.page.getByRole('grid').focus();
    await opened.#press('ArrowDown', `at(1, 0)`);
    return opened;
  }

  throttle(rate: number): Promise<void> {
    return this.#page.throttle(rate);
  }

  async arrows(): Promise<number[]> {
    await this.#goHome();
    const taken: number[] = [];
    for (let row = 1; row <= pressesPerTurn; row++) taken.push(await this.#press('ArrowDown', `at(${row}, 0)`));
    return taken;
  }

  async pages(): Promise<number[]> {
    await this.#goHome();
    const taken: number[] = [];
    for (let press = 0; press < pressesPerTurn; press++) {
      const before = await this.#page.evaluate<number>(rowOfActive);
      taken.push(await this.#press('PageDown', `(${rowOfActive}) > ${before} && at((${rowOfActive}), 0)`));
    }
    return taken;
  }

  /** Column 5 is a text. */
  async edits(): Promise<number[]> {
    await this.#goToNotes();
    const taken: number[] = [];
    for (let press = 0; press < pressesPerTurn; press++) {
      taken.push(await this.#press('F2', 'isEditing()'));
      await this.#press('Escape', '!isEditing()');
    }
    return taken;
  }

  async types(): Promise<number[]> {
    await this.#goToNotes();
    await this.#press('F2', 'isEditing()');
    const taken: number[] = [];
    for (let press = 1; press <= pressesPerTurn; press++) {
      const before = await this.#page.evaluate<string>(typed);
      taken.push(await this.#press('x', `${typed} !== ${JSON.stringify(before)}`));
    }
    await this.#press('Escape', '!isEditing()');
    return taken;
  }

  async #goToNotes(): Promise<void> {
    await this.#goHome();
    for (let column = 1; column <= 5; column++) await this.#press('ArrowRight', `at(0, ${column})`);
  }

  async #goHome(): Promise<void> {
    if (this.#side === ours) await this.#press('Control+Home', 'at(0, 0)');
    else await this.#page.evaluate('bareHome()');
  }

  /** Milliseconds. */
  async #press(key: string, isDone: string): Promise<number> {
    const { isAt, isEditing } = this.#side;
    await this.#page.evaluate(`{ const at = ${isAt}; const isEditing = ${isEditing}; benchArm(() => ${isDone}); }`);
    await this.#page.page.keyboard.press(key);
    return this.#page.evaluate<number>('benchTaken');
  }
}

const typed = 'document.activeElement.value';
const rowOfActive = `(() => {
  const cell = document.querySelector('.cell.active') ?? document.activeElement;
  const row = cell.closest('[role=row]');
  return row ? Number(row.ariaRowIndex) - 2 : bareRow(cell);
})()`;
