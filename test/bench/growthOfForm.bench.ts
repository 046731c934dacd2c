import { BenchPage, withBrowser } from './benchBrowser.ts';
import type { Report } from './benchLine.ts';
import { serveBenchPages } from './benchPages.ts';
import { growth } from './growthLine.ts';

/** Records with more fields than this are rare. */
const fieldCounts = [100, 300, 1_000];

export default async function growthOfForm(report: Report): Promise<void> {
  const pages = await serveBenchPages();
  return withBrowser(async (browser) =>
    report(
      await growth(
        { name: 'opening a form, by number of fields', unit: 'ms', expected: 'linear' },
        fieldCounts,
        async (fields) => {
          const page = await BenchPage.open(browser, pages.address('form', { fields, last: fields - 1 }));
          const painted = await page.evaluate<number>('paintedAt');
          await page.close();
          return painted;
        },
        9,
        1,
      ),
    ),
  );
}
