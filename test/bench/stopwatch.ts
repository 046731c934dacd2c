import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { atEnd } from '../support/program.ts';
import { tableOnScreen } from '../support/table.ts';
import { openView, tree, treeLine } from '../support/workbench.ts';

/** Folder of a bench extension, with the parts of the bare page. */
export function benchExtension(name: 'stopwatch' | 'bareEditor'): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `recordbench-${name}-`));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  cpSync(path.join(import.meta.dirname, name), folder, { recursive: true });
  for (const file of ['bare.css', 'bareHtml.js', 'bareFelt.js'])
    cpSync(path.join(import.meta.dirname, 'page', file), path.join(folder, file));
  return folder;
}

/** Address of the list view with this many columns. */
export const address = (columns: number): string => `records://leads/crm/leads/c${columns}.listview`;

/** Client for the bench extension. */
export class Stopwatch {
  readonly #page: Page;
  readonly #port: number;
  #painted = Promise.withResolvers<number>();

  constructor(page: Page, port: number) {
    this.#page = page;
    this.#port = port;
  }

  /** How many the table shows in a window of this size. */
  async rowsOnScreen(): Promise<number> {
    await this.ask('/table', address(30));
    const { status } = await tableOnScreen(this.#page);
    const shown = status.filter({ hasText: / of 1,000,000/ });
    const text = await shown.textContent();
    await this.ask('/close', '');
    return Number(/1–(\d+) of/.exec(text ?? '')?.[1]);
  }

  /** Injects the probe into every frame created from now on. */
  async watch(context: BrowserContext, rows: number): Promise<void> {
    const probe = readFileSync(new URL('page/webviewProbe.js', import.meta.url), 'utf8');
    await context.exposeFunction('benchPainted', (at: number) => this.#painted.resolve(at));
    await context.addInitScript(`window.benchLast = 'Record ${rows - 1}'; ${probe}`);
  }

  /** Milliseconds from the command to the frame with the rows; leaves the tab open. */
  async untilPainted(action: string, content: string): Promise<number> {
    this.#painted = Promise.withResolvers();
    const began = await this.ask(action, content);
    return (await this.#painted.promise) - began;
  }

  /** Same, then closes the tab. */
  async time(action: string, content: string): Promise<number> {
    const taken = await this.untilPainted(action, content);
    await this.ask('/close', '');
    await this.#page.locator('iframe.webview').first().waitFor({ state: 'detached' });
    return taken;
  }

  async ask(action: string, content: string): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}${action}`, { method: 'POST', body: content });
    return Number(await answer.text());
  }

  /** Expands the tree down to the list views, as a user about to pick one would. */
  async showListViews(): Promise<void> {
    await this.ready();
    await openView(this.#page, 'Recordbench');
    await treeLine(this.#page, 'leads').click();
    await tree(this.#page).filter({ hasText: '30 columns' }).waitFor();
  }

  /** Waits until the window has activated its startup extensions. */
  async settled(): Promise<void> {
    await this.ready();
    await this.ask('/settle', '');
  }

  /** Waits until the extension has started. */
  async ready(): Promise<void> {
    for (;;)
      try {
        await this.ask('/close', '');
        return;
      } catch {
        await this.#page.waitForTimeout(200);
      }
  }
}
