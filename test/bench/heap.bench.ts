import type { Browser } from 'playwright-core';
import { BenchPage, withBrowser } from './benchBrowser.ts';
import type { BenchLine, Report } from './benchLine.ts';
import { type BenchPages, serveBenchPages } from './benchPages.ts';
import { heapAfter } from './heapAfter.ts';
import { alternate } from './interleave.ts';

const columns = 30;
/** In a list of 10,000 every page of 100 is shown. */
const jumps = 100;
const more = 2;
const turns = 2;
const openings = 5;

export default async function heap(report: Report): Promise<void> {
  const pages = await serveBenchPages();
  return withBrowser(async (browser) => {
    const { ratio, spread, ours, theirs } = await alternate(
      () => heapAfter(browser, pages, { rows: 1_000_000, columns }, jumps * more),
      () => heapAfter(browser, pages, { rows: 10_000, columns }, jumps),
      turns,
      0,
    );
    report({
      name: 'heap after scrolling through 1,000,000 × 30 ÷ through 10,000 × 30',
      ratio,
      limit: 1.2,
      spread,
      detail: `${ours.toFixed(1)} MB ÷ ${theirs.toFixed(1)} MB`,
    });
    report(await afterClosing(browser, pages));
  });
}

/**
 * Tables in a frame of a persistent page, as in VS Code's window. The first one isn't counted: it leaves compiled code.
 */
async function afterClosing(browser: Browser, pages: BenchPages): Promise<BenchLine> {
  const around = await BenchPage.open(browser, pages.address('empty', {}));
  const openAndClose = async (): Promise<number> => {
    await around.evaluate(
      `document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(
        pages.address('table', { rows: 1_000_000, columns }),
      )}, width: 1000, height: 600 }))`,
    );
    const frame = around.page.frameLocator('iframe');
    await frame.getByText('Record 9', { exact: true }).waitFor();
    await around.evaluate(`document.querySelector('iframe').remove()`);
    return around.heap();
  };
  const before = await openAndClose();
  const ratios: number[] = [];
  let after = before;
  for (let opening = 0; opening < openings; opening++) {
    after = await openAndClose();
    ratios.push(after / before);
  }
  await around.close();
  return {
    name: `heap after closing a table ${openings} times ÷ before`,
    ratio: after / before,
    limit: 1.1,
    spread: Math.max(...ratios) - Math.min(...ratios),
    detail: `${(after / 1_000_000).toFixed(2)} MB ÷ ${(before / 1_000_000).toFixed(2)} MB`,
  };
}
