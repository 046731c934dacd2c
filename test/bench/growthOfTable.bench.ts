import { BenchPage, withBrowser } from './benchBrowser.ts';
import type { Report } from './benchLine.ts';
import { serveBenchPages } from './benchPages.ts';
import { heapAfter } from './heapAfter.ts';
import { ScrolledGrid } from './scrolledGrid.ts';
import { ways } from './waysToScroll.ts';
import { growth, listSizes } from './growthLine.ts';

const columns = 30;
const jumps = 100;
/** Index of the last row on the first screen. */
const last = 29;

/** The table's page alone: list length shouldn't affect it. */
export default async function growthOfTable(report: Report): Promise<void> {
  const pages = await serveBenchPages();
  return withBrowser(async (browser) => {
    const tables = new Map<number, ScrolledGrid>();
    for (const rows of listSizes) tables.set(rows, await ScrolledGrid.openTable(browser, pages, { rows, columns }));
    for (const { name, steps, run } of ways) {
      const growing = { name: `work per step, scrolled by ${name}`, unit: 'ms', expected: 'flat' } as const;
      const cost = async (rows: number, turn: number): Promise<number> =>
        ((await run(tables.get(rows)!, turn)).work.task * 1_000) / steps;
      report(await growth(growing, listSizes, cost, 7, 2));
    }
    for (const table of tables.values()) await table.page.close();

    report(
      await growth(
        { name: 'heap after scrolling through a list', unit: 'MB', expected: 'flat' },
        listSizes,
        (rows) => heapAfter(browser, pages, { rows, columns }, jumps),
        2,
        0,
      ),
    );
    report(
      await growth(
        { name: 'work until the first rows are painted', unit: 'ms', expected: 'flat' },
        listSizes,
        async (rows) => {
          const page = await BenchPage.open(browser, pages.address('tableAtOnce', { rows, columns, last }));
          await page.evaluate('paintedAt');
          const worked = await page.workSoFar();
          await page.close();
          return worked;
        },
        15,
        2,
      ),
    );
  });
}
