import type { Browser } from 'playwright-core';
import { BenchPage, withBrowser } from './benchBrowser.ts';
import type { Report } from './benchLine.ts';
import { type PageName, serveBenchPages } from './benchPages.ts';
import { alternate, quantile } from './interleave.ts';
import { staticTable } from './staticTable.ts';

/** As many as the table shows in a window of this size. */
const rows = 30;
const bareColumns = 30;
const turns = 15;
const warmUp = 2;

export default async function firstRows(report: Report): Promise<void> {
  // a page that draws all of 60 columns would flatter a table that draws those on the screen
  const pages = await serveBenchPages(() => staticTable(rows, bareColumns));
  return withBrowser(async (browser) => {
    for (const columns of [30, 60]) {
      const work = new Map<PageName, number[]>();
      const opened = (page: PageName) => async () => {
        const { painted, worked } = await openPage(
          browser,
          pages.address(page, { rows: 1_000_000, columns, last: rows - 1 }),
        );
        work.set(page, [...(work.get(page) ?? []), worked]);
        return painted;
      };
      const compared = await alternate(opened('tableAtOnce'), opened('bare'), turns, warmUp);
      const worked = (page: PageName): string => quantile(work.get(page) ?? [], 0.5).toFixed(0);
      report({
        name: `open to first rows painted at ${columns} columns ÷ the same rows of ${bareColumns} columns as static HTML`,
        ratio: compared.ratio,
        // stricter than the requirement, which is measured in VS Code; this only guards against regressions
        limit: 2,
        spread: compared.spread,
        detail: `${compared.ours.toFixed(0)} ms ÷ ${compared.theirs.toFixed(0)} ms; work ${worked('tableAtOnce')} ÷ ${worked('bare')} ms`,
      });
    }
  });
}

/**
 * Uses a new profile, so that nothing is cached. Returns milliseconds since the start of the navigation, and
 * milliseconds of CPU work.
 */
async function openPage(browser: Browser, address: string): Promise<{ painted: number; worked: number }> {
  const page = await BenchPage.open(browser, address);
  const painted = await page.evaluate<number>('paintedAt');
  const worked = await page.workSoFar();
  await page.close();
  return { painted, worked };
}
