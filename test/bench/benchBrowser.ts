import type { Browser, CDPSession, Page } from 'playwright-core';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { Progress } from '../support/progress.ts';

/** A browser that is ended after the work. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchBrowser(await findBrowser(new Progress()));
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Seconds of the page's own thread and of its whole process, on the processor: waiting does not count. */
export interface Work {
  readonly task: number;
  readonly script: number;
  readonly layout: number;
  readonly process: number;
}

/** A page in a process of its own. */
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

  /** Its types are those of the page's scripts, which are not ours to see here. */
  evaluate<T>(expression: string): Promise<T> {
    return this.page.evaluate<T>(expression);
  }

  /** The work that something causes. */
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

  /** Milliseconds of the page's own thread on the processor since it was opened. */
  async workSoFar(): Promise<number> {
    return ((await this.#metrics()).get('TaskDuration') ?? 0) * 1_000;
  }

  /** Bytes of what the page's scripts hold, without garbage. */
  async heap(): Promise<number> {
    await this.#session.send('HeapProfiler.collectGarbage');
    return (await this.#session.send('Runtime.getHeapUsage')).usedSize;
  }

  async #metrics(): Promise<Map<string, number>> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  }
}
