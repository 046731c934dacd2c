import { globSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { BenchPage, withBrowser } from './benchBrowser.ts';
import type { Report } from './benchLine.ts';
import { type BenchPages, serveBenchPages } from './benchPages.ts';
import { reportFelt, slowdowns } from './feltLines.ts';

/** A name, a text and a number. */
const size = { rows: 100, columns: 3 };

/** The page alone: the rows are there, and the chart's code is loaded on both sides. */
export default async function feltChart(report: Report): Promise<void> {
  const pages = await serveBenchPages();
  await withBrowser(async (browser) => {
    for (const rate of slowdowns)
      await reportFelt(
        report,
        { name: 'open a chart → drawn ÷ bare ECharts with the same rows', limits: [1.3, 1.6], rate, turns: 9 },
        () => opened(browser, pages, rate, 'tableForKeys'),
        () => opened(browser, pages, rate, 'bareChart'),
      );
  });
}

/** Milliseconds, in a new page each time. */
async function opened(
  browser: Browser,
  pages: BenchPages,
  rate: number,
  name: 'tableForKeys' | 'bareChart',
): Promise<readonly number[]> {
  const bench = await BenchPage.open(browser, pages.address(name, { ...size, chart: 'line' }));
  const { page } = bench;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (name === 'tableForKeys') {
    await page.getByText('Record 9', { exact: true }).waitFor();
    const [code = ''] = globSync('chunks/chartElement-*.js', { cwd: pages.folder });
    await bench.evaluate(loaded(code));
  }
  await bench.throttle(rate);
  await page.getByRole('button', { name: 'Chart', exact: true }).focus();
  const root = name === 'tableForKeys' ? `document.querySelector('recordbench-chart')?.renderRoot` : 'document';
  await bench.evaluate(`benchArm(() => (${root}?.querySelectorAll('svg path').length ?? 0) > 2)`);
  await page.keyboard.press('Enter');
  const taken = await bench.evaluate<number>('benchTaken');
  await bench.close();
  return [taken];
}

/** With the page's nonce, without which its policy allows no script. */
function loaded(code: string): string {
  return `new Promise((resolve) => {
    window.chartIsLoaded = resolve;
    const script = document.createElement('script');
    script.nonce = document.querySelector('script').nonce;
    script.textContent = "import('/${code}').then(chartIsLoaded)";
    document.head.append(script);
  }).then(() => undefined)`;
}
