import type { Browser } from 'playwright-core';
import type { BenchPages } from './benchPages.ts';
import { type ListSize, ScrolledGrid } from './scrolledGrid.ts';

/** Megabytes in a new page after scrolling from the first row to the last. */
export async function heapAfter(browser: Browser, pages: BenchPages, size: ListSize, jumps: number): Promise<number> {
  const table = await ScrolledGrid.openTable(browser, pages, size);
  const last = size.rows - table.screen - 1;
  await table.jumps(Array.from({ length: jumps }, (_, step) => Math.floor((last * (step + 1)) / jumps)));
  const bytes = await table.page.heap();
  await table.page.close();
  return bytes / 1_000_000;
}
