import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { Progress } from '../support/progress.ts';
import { type ChartPages, chartThemeCss, serveChartPages } from './chartPage.ts';
import { type Sample, type SampleName, samples } from './chartSamples.ts';
import { pageViolations } from './pageViolations.ts';
import { bodyClasses, type ThemeName, themeNames } from './themes.ts';

/** Members of the page's element that the tests use. */
interface Chart {
  exportSvg(): string;
  exportPng(): Promise<Uint8Array>;
  remove(): void;
}

const kinds: readonly SampleName[] = ['line', 'lines', 'pie', 'bar', 'gauge', 'geo'];

describe('chart in the browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let pages: ChartPages;
  /** Shows one document after another: a new page would start a process and compile the library again. */
  let page: Page;
  let faults: string[] = [];

  before(async function () {
    browser = await launchBrowser(await findBrowser(new Progress()));
    context = await browser.newContext({ reducedMotion: 'reduce' });
    pages = await serveChartPages();
    page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
  });
  afterEach(async () => {
    await page.goto('about:blank');
    await page.mouse.move(-1, -1);
    // a style or script blocked by the CSP is logged as an error in the console
    assert.deepEqual(faults, []);
  });
  after(async () => {
    await browser.close();
    pages.end();
  });

  async function open(theme: ThemeName, width = 900, height = 560): Promise<void> {
    faults = [];
    await page.setViewportSize({ width, height });
    await page.goto(pages.address(theme));
    await page.evaluate(`customElements.whenDefined('recordbench-chart').then(() => true)`);
  }

  async function show(given: Sample): Promise<void> {
    await page.locator('recordbench-chart').evaluate((element, sample) => void Object.assign(element, sample), given);
    if (given.kind !== 'other')
      await page.locator('recordbench-chart .picture svg path').first().waitFor({ state: 'attached' });
  }

  const announced = (): Promise<string> => page.locator('recordbench-chart [aria-live]').innerText();

  for (const theme of themeNames) {
    for (const name of kinds) {
      it(`shows ${name} in ${theme} without axe violations, wide and narrow`, async () => {
        await open(theme);
        await show(samples[name]);
        await page.locator('recordbench-chart summary').click();
        assert.deepEqual(await pageViolations(page, theme), []);
        await page.locator('recordbench-chart summary').click();
        await page.setViewportSize({ width: 340, height: 420 });
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(width <= 340, `${width} wide`);
      });
    }
  }

  it('reports an unknown chart type', async () => {
    await open('dark');
    await show(samples.other);
    await page.getByText('The chart type “sankey_chart” is not supported. Showing the table instead.').waitFor();
    assert.equal(await page.locator('recordbench-chart svg').count(), 0);
  });

  it('is an image with a summary, and its points can be navigated', async () => {
    await open('dark');
    await show(samples.gauge);
    await page.getByRole('img', { name: 'Gauge Share Won: 16.42 on a scale from 0 to 100' }).waitFor();
    await show(samples.bar);
    const walk = page.getByRole('application', { name: 'Points of Pipeline by Stage' });
    await walk.press('ArrowRight');
    assert.equal(await announced(), '1. New, Records: 1,204, Budget: 9,500,000, Expected amount: 6,000,000, 1 of 6');
    await walk.press('ArrowRight');
    await walk.press('End');
    assert.match(await announced(), /^6\. Lost, .* 6 of 6$/);
    await walk.press('Escape');
    assert.equal(await announced(), '');
  });

  it('reports the row of a point, by keyboard and by mouse', async () => {
    await open('light');
    await page.evaluate(
      `globalThis.chosen = []; document.addEventListener('chart-point', (event) => chosen.push(event.detail.row))`,
    );
    await show(samples.geo);
    const walk = page.getByRole('application');
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await walk.press(key);
    await show(samples.gauge);
    await show(samples.bar);
    const bar = page.locator('recordbench-chart .picture svg path[fill="#0063d3"]').nth(2);
    await bar.click({ force: true });
    assert.deepEqual(await page.evaluate('chosen'), [1, 2]);
  });

  it('lists the same numbers below', async () => {
    await open('light');
    await show(samples.pie);
    await page.locator('recordbench-chart summary').click();
    const first = page.locator('recordbench-chart tbody tr').first();
    await first.waitFor();
    assert.deepEqual(await first.locator('th, td').allInnerTexts(), ['Web', '1,200', '5']);
  });

  it('switches to another number column', async () => {
    await open('light');
    await show(samples.pie);
    await page.getByLabel('Measure').selectOption('Budget');
    await page.getByRole('img', { name: /highest Other 12, lowest Web 5/ }).waitFor();
  });

  it('names locations that are not on the map', async () => {
    await open('light');
    await show(samples.geo);
    await page.getByText('1 place is not on the map: Atlantis').waitFor();
  });

  it('shows HTML and styles as plain text', async () => {
    await open('dark');
    const [first, ...rest] = samples.bar.rows;
    const label = '<img src=x onerror=alert(1)> {a|b} ${c} \u0001\ud800 "quoted" & more';
    await show({ ...samples.bar, rows: [{ ...first!, cells: [label, '7', '1', '2'] }, ...rest] });
    await page.getByRole('application').press('Home');
    assert.ok((await announced()).startsWith(label));
    assert.equal(await page.locator('recordbench-chart img').count(), 0);
    const texts = await page.locator('recordbench-chart svg text').allTextContents();
    assert.ok(texts.some((text) => text.replaceAll('\u200b', '').includes('{a|b}')));
    const png = await page.locator('recordbench-chart').evaluate((chart) => (chart as unknown as Chart).exportPng());
    assert.ok(png);
    const svg = await page.locator('recordbench-chart').evaluate((chart) => (chart as unknown as Chart).exportSvg());
    assert.doesNotMatch(svg, /<img/);
  });

  it('follows the theme', async () => {
    await open('light');
    await show(samples.bar);
    const isBlue = (blue: string): Promise<unknown> =>
      page.locator(`recordbench-chart .picture svg path[fill="${blue}"]`).first().waitFor({ state: 'attached' });
    await isBlue('#0063d3');
    await page.evaluate(
      `document.querySelector('style').textContent = ${JSON.stringify(chartThemeCss('dark'))}; document.body.className = '${bodyClasses.dark}'`,
    );
    await isBlue('#59a4f9');
  });

  it('is rendered only once it becomes visible', async () => {
    await open('dark');
    const chart = page.locator('recordbench-chart');
    await chart.evaluate((element) => element.toggleAttribute('hidden', true));
    await chart.evaluate((element, sample) => void Object.assign(element, sample), samples.bar);
    await page.waitForTimeout(100);
    assert.equal(await page.locator('recordbench-chart .picture').count(), 0);
    await chart.evaluate((element) => element.toggleAttribute('hidden', false));
    await page.locator('recordbench-chart .picture svg path').first().waitFor({ state: 'attached' });
  });

  it('is rendered again after it was removed and reattached', async () => {
    await open('dark');
    await show(samples.geo);
    await page.evaluate(
      `{ const chart = document.querySelector('recordbench-chart'); const place = chart.parentElement; chart.remove(); globalThis.left = chart.shadowRoot.querySelectorAll('svg').length; place.append(chart); }`,
    );
    assert.equal(await page.evaluate('left'), 0);
    await page.locator('recordbench-chart .picture svg path').first().waitFor({ state: 'attached' });
  });

  it('is exported with its title as SVG and PNG', async () => {
    await open('dark');
    for (const name of ['lines', 'bar', 'geo'] as const) {
      await show(samples[name]);
      const { svg, png } = await page.locator('recordbench-chart').evaluate(async (element) => {
        const chart = element as unknown as Chart;
        return { svg: chart.exportSvg(), png: Array.from((await chart.exportPng()).slice(0, 8)) };
      });
      assert.match(svg, new RegExp(`^<svg .*${samples[name].title}`, 's'));
      assert.deepEqual(png.slice(1, 4), [...Buffer.from('PNG')]);
    }
  });
});
