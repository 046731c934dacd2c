import type { Browser, CDPSession, Page } from 'playwright-core';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { Progress } from '../support/progress.ts';

/** Runs the work in a browser and closes it afterwards. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchBrowser(await findBrowser(new Progress()));
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** CPU seconds of the page's main thread and of its whole process; waiting doesn't count. */
export interface Work {
  readonly task: number;
  readonly script: number;
  readonly layout: number;
  readonly process: number;
}

/** A page in its own process. */
export class BenchPage {
  readonly page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

  static async open(browser: Browser, address: string): Promise<BenchPage> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error));
    page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(address);
    return new BenchPage(page, session);
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  /** Takes a string because the types of the page's scripts aren't available here. */
  evaluate<T>(expression: string): Promise<T> {
    return this.page.evaluate<T>(expression);
  }

  /** Slows down the page's thread. */
  async throttle(rate: number): Promise<void> {
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate });
  }

  /** The CPU work an action causes. */
  async workOf(cause: () => Promise<unknown>): Promise<Work> {
    const before = await this.#metrics();
    await cause();
    const after = await this.#metrics();
    const spent = (...names: string[]): number =>
      names.reduce((sum, name) => sum + (after.get(name) ?? 0) - (before.get(name) ?? 0), 0);
    return {
      task: spent('TaskDuration'),
      script: spent('ScriptDuration'),
      layout: spent('LayoutDuration', 'RecalcStyleDuration'),
      process: spent('ProcessTime'),
    };
  }

  /** CPU milliseconds of the page's main thread since it was opened. */
  async workSoFar(): Promise<number> {
    return ((await this.#metrics()).get('TaskDuration') ?? 0) * 1_000;
  }

  /** Heap size of the page's scripts in bytes, after garbage collection. */
  async heap(): Promise<number> {
    await this.#session.send('HeapProfiler.collectGarbage');
    return (await this.#session.send('Runtime.getHeapUsage')).usedSize;
  }

  async #metrics(): Promise<Map<string, number>> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  }
}
