import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { buildPackage } from '../support/buildPackage.ts';
import { atEnd } from '../support/program.ts';
import { Progress } from '../support/progress.ts';
import { tableOnScreen } from '../support/table.ts';
import { startVsCode } from '../support/vsCodeForTests.ts';
import { openWorkbench } from '../support/workbench.ts';
import { installVsCode } from '../vscode/install.ts';
import type { BenchLine } from './benchLine.ts';
import { alternate } from './interleave.ts';
import { leadAnswers } from './leadAnswers.ts';
import { staticTable } from './staticTable.ts';

const widths = [30, 60];
const turns = 12;
const warmUp = 3;

/** Both are opened by an extension in the same window; the clock starts there and stops in the webview. */
export default async function firstRowsInVsCode(): Promise<BenchLine[]> {
  const progress = new Progress();
  await buildPackage();
  await installVsCode(progress);
  const service = await leadAnswers(widths, 1_000_000);
  const port = 40_000 + (process.pid % 20_000); // the extension listens there
  const vsCode = await startVsCode({
    settings: {
      'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: service.url }],
      'recordbenchBench.port': port,
    },
    extensions: { 'recordbench-test.stopwatch-0.0.0': extension() },
  });
  const browser = await launchBrowser(await findBrowser(progress));
  try {
    const page = await openWorkbench(browser, vsCode);
    const stopwatch = new Stopwatch(page, port);
    await stopwatch.ready();
    const rows = await stopwatch.rowsOnScreen();
    await stopwatch.watch(page.context(), rows);
    const lines: BenchLine[] = [];
    for (const columns of widths) {
      const compared = await alternate(
        () => stopwatch.time('/table', address(columns)),
        () => stopwatch.time('/bare', staticTable(rows, columns)),
        turns,
        warmUp,
      );
      lines.push({
        name: `open to first rows painted in VS Code at ${columns} columns ÷ a bare webview with the same rows as static HTML`,
        ratio: compared.ratio,
        limit: 1.5,
        spread: compared.spread,
        detail: `${compared.ours.toFixed(0)} ms ÷ ${compared.theirs.toFixed(0)} ms, ${rows} rows`,
      });
    }
    return lines;
  } finally {
    await browser.close();
    await vsCode.end();
    await service.close();
  }
}

/** The extension that keeps the time, with the styles of the bare page. */
function extension(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-stopwatch-'));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  cpSync(path.join(import.meta.dirname, 'stopwatch'), folder, { recursive: true });
  cpSync(path.join(import.meta.dirname, 'page', 'bare.css'), path.join(folder, 'bare.css'));
  return folder;
}

const address = (columns: number): string => `records://leads/crm/leads/c${columns}.listview`;

/** The bench's extension, from outside. */
class Stopwatch {
  readonly #page: Page;
  readonly #port: number;
  #painted = Promise.withResolvers<number>();

  constructor(page: Page, port: number) {
    this.#page = page;
    this.#port = port;
  }

  /** How many the table shows in a window of this size. */
  async rowsOnScreen(): Promise<number> {
    await this.#ask('/table', address(30));
    const { status } = await tableOnScreen(this.#page);
    const shown = status.filter({ hasText: / of 1,000,000/ });
    const text = await shown.textContent();
    await this.#ask('/close', '');
    return Number(/1–(\d+) of/.exec(text ?? '')?.[1]);
  }

  /** In every frame that is made from now on. */
  async watch(context: BrowserContext, rows: number): Promise<void> {
    const probe = readFileSync(new URL('page/webviewProbe.js', import.meta.url), 'utf8');
    await context.exposeFunction('benchPainted', (at: number) => this.#painted.resolve(at));
    await context.addInitScript(`window.benchLast = 'Record ${rows - 1}'; ${probe}`);
  }

  /** Milliseconds from the command to the frame with the rows. */
  async time(action: string, content: string): Promise<number> {
    this.#painted = Promise.withResolvers();
    const began = await this.#ask(action, content);
    const painted = await this.#painted.promise;
    await this.#ask('/close', '');
    await this.#page.locator('iframe.webview').first().waitFor({ state: 'detached' });
    return painted - began;
  }

  async #ask(action: string, content: string): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}${action}`, { method: 'POST', body: content });
    return Number(await answer.text());
  }

  /** Until the extension has started. */
  async ready(): Promise<void> {
    for (;;)
      try {
        await this.#ask('/close', '');
        return;
      } catch {
        await this.#page.waitForTimeout(200);
      }
  }
}
