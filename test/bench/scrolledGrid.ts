import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { BenchPage, type Work } from './benchBrowser.ts';
import { type BenchPages, builtScript } from './benchPages.ts';
import { leadCell, leadWidths } from './leads.ts';
import type { Peer } from './peers/peers.ts';

const rowHeight = 24;
/** Also counts work that a grid defers until scrolling stops. */
const pause = 350;
/** Text columns, which all grids show unformatted. */
const checkedColumns = [0, 1, 5, 8];

export interface ListSize {
  readonly rows: number;
  readonly columns: number;
}

/** Size of the rows area in pixels. */
interface Box {
  readonly width: number;
  readonly height: number;
}

export interface Scrolled {
  readonly work: Work;
  /** Milliseconds between frames. */
  readonly frames: readonly number[];
}

/** A grid in its own page. After scrolling, its content is checked, so that no grid is fast by rendering nothing. */
export class ScrolledGrid {
  readonly name: string;
  readonly page: BenchPage;
  readonly size: ListSize;
  readonly box: Box;
  readonly #widths: readonly number[];

  private constructor(name: string, page: BenchPage, size: ListSize, box: Box) {
    this.name = name;
    this.page = page;
    this.size = size;
    this.box = box;
    this.#widths = leadWidths(size.columns);
  }

  static openTable(browser: Browser, pages: BenchPages, size: ListSize): Promise<ScrolledGrid> {
    return ScrolledGrid.#open('the table', browser, pages.address('table', { ...size, fixed: 1 }), size);
  }

  /** Same size and column widths as the table. */
  static async openPeer(
    browser: Browser,
    pages: BenchPages,
    { page, name }: Peer,
    table: ScrolledGrid,
  ): Promise<ScrolledGrid> {
    const { width, height } = table.box;
    const widths = leadWidths(table.size.columns).join(',');
    const address = pages.address(page, { ...table.size, width, height, widths });
    const grid = await ScrolledGrid.#open(name, browser, address, table.size);
    if (grid.box.width !== width || grid.box.height !== height)
      throw new Error(`${name} is ${grid.box.width} × ${grid.box.height}, the table ${width} × ${height}.`);
    return grid;
  }

  static async #open(name: string, browser: Browser, address: string, size: ListSize): Promise<ScrolledGrid> {
    const page = await BenchPage.open(browser, address);
    await page.page.getByText('Record 9', { exact: true }).waitFor({ state: 'attached' });
    await page.evaluate(builtScript('drive.js'));
    return new ScrolledGrid(name, page, size, await page.evaluate<Box>('drive.box'));
  }

  /** Whole rows that fit the screen. */
  get screen(): number {
    return Math.floor(this.box.height / rowHeight);
  }

  /** Scrolls by this many rows per frame. */
  async steps(count: number, rows: number): Promise<Scrolled> {
    const first = await this.#firstRow();
    return this.#scroll(`drive.steps(${count}, ${rows * rowHeight})`, first + count * rows);
  }

  /** Jumps to each row and waits until its rows are shown. */
  jumps(places: readonly number[]): Promise<Scrolled> {
    return this.#scroll(`drive.jumps([${places.join(',')}])`, places.at(-1) ?? 0);
  }

  async #scroll(expression: string, firstAfter: number): Promise<Scrolled> {
    let frames: readonly number[] = [];
    const work = await this.page.workOf(async () => {
      frames = await this.page.evaluate<number[]>(expression);
      await sleep(pause);
      // on a slow machine the last rows arrive later than that; showing them is part of the work
      await this.page.evaluate('drive.shown()');
    });
    await this.#check(firstAfter);
    return { work, frames };
  }

  async #firstRow(): Promise<number> {
    const text = await this.#textAt(0, 0);
    if (!text.startsWith('Record ')) throw new Error(`A record should be seen first in ${this.name}, not "${text}".`);
    return Number(text.slice('Record '.length));
  }

  #textAt(row: number, left: number): Promise<string> {
    return this.page.evaluate<string>(`drive.textAt(${row}, ${left})`);
  }

  /** In a long list the scroll bar has less than one pixel per row, so an adjacent row is correct, too. */
  async #check(expected: number): Promise<void> {
    const first = await this.#firstRow();
    if (Math.abs(first - expected) > 1)
      throw new Error(`Row ${expected} should be seen first in ${this.name}, not ${first}.`);
    for (const row of [0, Math.floor(this.screen / 2), this.screen - 1]) {
      for (const column of checkedColumns) {
        const left = this.#widths.slice(0, column).reduce((sum, width) => sum + width, 0);
        const text = await this.#textAt(row, left);
        const right = leadCell(first + row, column) ?? '';
        if (text !== right)
          throw new Error(`Row ${first + row} of ${this.name} should have "${right}", not "${text}".`);
      }
    }
  }
}
