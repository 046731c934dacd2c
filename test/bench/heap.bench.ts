import type { Browser } from 'playwright-core';
import { withBrowser } from './benchBrowser.ts';
import type { BenchLine } from './benchLine.ts';
import { type BenchPages, serveBenchPages } from './benchPages.ts';
import { alternate } from './interleave.ts';
import { ScrolledGrid } from './scrolledGrid.ts';

const columns = 30;
/** In a list of 10,000 every page of 100 is shown. */
const jumps = 100;
const more = 2;
const turns = 2;

export default async function heap(): Promise<BenchLine[]> {
  const pages = await serveBenchPages();
  return withBrowser(async (browser) => {
    const { ratio, spread, ours, theirs } = await alternate(
      () => heapAfter(browser, pages, 1_000_000, jumps * more),
      () => heapAfter(browser, pages, 10_000, jumps),
      turns,
      0,
    );
    return [
      {
        name: 'heap after scrolling through 1,000,000 × 30 ÷ through 10,000 × 30',
        ratio,
        limit: 1.2,
        spread,
        detail: `${ours.toFixed(1)} MB ÷ ${theirs.toFixed(1)} MB`,
      },
    ];
  });
}

/** In a new page: megabytes after showing rows all the way from the first to the last. */
async function heapAfter(browser: Browser, pages: BenchPages, rows: number, count: number): Promise<number> {
  const table = await ScrolledGrid.openTable(browser, pages, { rows, columns });
  const last = rows - table.screen - 1;
  await table.jumps(Array.from({ length: count }, (_, step) => Math.floor((last * (step + 1)) / count)));
  const bytes = await table.page.heap();
  await table.page.close();
  return bytes / 1_000_000;
}
