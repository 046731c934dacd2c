import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { controllerName } from '../../src/model/controller.ts';
import { type PlanOperation, writePlan } from '../../src/model/plan/recordPlan.ts';
import { atEnd } from '../support/program.ts';
import type { ScriptedService } from '../support/scriptedService.ts';
import { type TableOnScreen, tableOnScreen } from '../support/table.ts';
import { treeLine, webview } from '../support/workbench.ts';
import { leadValue } from './feltService.ts';
import { Stopwatch } from './stopwatch.ts';

/** What fits the screen: the bare pages have no others. */
export const onScreen = { rows: 24, columns: 7 };
export const operations = 10_000;
const listView = 'records://leads/crm/leads/all.listview';

interface BareRequest {
  readonly url: string;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface BareShown {
  readonly body: string;
  readonly title?: string;
  /** The page that replaces it once the requests are answered. */
  readonly opens?: string;
  /** Each list one after the other, several lists at once. */
  readonly jobs?: readonly (readonly BareRequest[])[];
  /** Shows `opens` as a document, whose file sends the requests when it is read. */
  readonly isDocument?: boolean;
}

/** VS Code with the service, and what both sides of a line do in it. */
export class FeltWindow {
  readonly page: Page;
  readonly stopwatch: Stopwatch;
  readonly service: ScriptedService;
  readonly plan: string;
  readonly #session: CDPSession;
  #row = 0;
  #texts = 0;

  private constructor(page: Page, stopwatch: Stopwatch, service: ScriptedService, plan: string, session: CDPSession) {
    this.page = page;
    this.stopwatch = stopwatch;
    this.service = service;
    this.plan = plan;
    this.#session = session;
  }

  static async open(page: Page, stopwatch: Stopwatch, service: ScriptedService): Promise<FeltWindow> {
    const probe = readFileSync(new URL('page/feltProbe.js', import.meta.url), 'utf8');
    await page.evaluate(`{ ${probe} }`);
    await stopwatch.settled();
    const session = await page.context().newCDPSession(page);
    return new FeltWindow(page, stopwatch, service, planFile(service.url), session);
  }

  /** Slows down the window with all of its webviews; the extension host isn't slowed down. */
  async throttle(rate: number): Promise<void> {
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate });
  }

  /** Closes everything, so that each turn reads its records again. */
  async clear(): Promise<void> {
    await this.stopwatch.ask('/close', '');
    await this.page.locator('iframe.webview').first().waitFor({ state: 'detached' });
  }

  /** A row that no turn has used yet, among those on the screen. */
  nextRow(): number {
    return 1 + (this.#row++ % 20);
  }

  /** A text that no turn has typed yet. */
  nextText(): string {
    return `Typed ${++this.#texts}`;
  }

  async time(
    awaits: 'keydown' | 'mousedown' | 'dblclick',
    isDone: string,
    act: () => Promise<unknown>,
  ): Promise<number> {
    await this.page.evaluate(`felt.arm('${awaits}', () => ${isDone})`);
    await act();
    return this.page.evaluate<number>('felt.taken');
  }

  /** From the command instead of an input. */
  async timeOpen(action: string, content: string, isDone: string): Promise<number> {
    await this.page.evaluate(`felt.arm(undefined, () => ${isDone})`);
    const began = await this.stopwatch.ask(action, content);
    return this.page.evaluate<number>(`felt.begin(${began}), felt.taken`);
  }

  async shows(...texts: string[]): Promise<void> {
    await this.page.waitForFunction(`felt.shows(...${JSON.stringify(texts)})`);
  }

  async openTable(): Promise<TableOnScreen> {
    await this.stopwatch.ask('/table', listView);
    const table = await tableOnScreen(this.page);
    await this.shows('Lead 1', `Lead ${onScreen.rows}`);
    return table;
  }

  async openBare(shown: BareShown): Promise<void> {
    await this.stopwatch.ask('/felt', JSON.stringify({ atOnce: 1, jobs: [], ...shown, awaits: true }));
    await this.shows(shown.body.includes('<table>') ? 'Lead 1' : '');
  }

  read(id: number): BareRequest {
    return { url: `${this.service.url}/crm/leads/edit?id=${id}` };
  }

  listUrl(): string {
    return `${this.service.url}/crm/leads/index.json?current_listview=all&page=1&limit=100&search_basic=`;
  }

  async isDirty(): Promise<void> {
    await this.page.locator('.tab.active.dirty').waitFor();
  }

  save(): Promise<number> {
    return this.time('keydown', `!document.querySelector('.tab.dirty')`, () => this.page.keyboard.press('Control+S'));
  }

  /** The requests of the last save, with the same body. */
  lastSave(): readonly BareRequest[] {
    const { url, received } = this.service;
    const post = received.findLast(({ method }) => method === 'POST');
    if (!post) throw new Error('nothing was saved');
    const headers = { 'content-type': post.headers['content-type'] ?? '' };
    return [this.read(1), { url: `${url}${post.path}?`, method: 'POST', body: post.body, headers }, this.read(1)];
  }

  async saveBare(jobs: BareShown['jobs'] & {}): Promise<number> {
    await this.openBare({ body: '<input id="city" /><p id="mark">Unsaved</p>', jobs });
    await webview(this.page).locator('#city').focus();
    return this.time('keydown', `felt.shows('Saved')`, () => this.page.keyboard.press('Control+S'));
  }

  /** Saves a document whose file sends the requests when it is written. */
  async saveDocument(jobs: BareShown['jobs'] & {}): Promise<number> {
    await this.stopwatch.ask('/document', JSON.stringify({ opens: '<input id="city" />', jobs }));
    const input = webview(this.page).locator('#city');
    await input.fill(this.nextText());
    await this.isDirty();
    return this.save();
  }

  async search(open: () => Promise<unknown>): Promise<number> {
    await open();
    const box = this.page.locator('.quick-input-widget input[type=text]');
    await box.waitFor(); // hidden ones stay in the page, and take no key
    await box.focus();
    const isFound = `document.querySelector('.quick-input-widget .monaco-list-row')?.textContent.includes('Lead 1')`;
    const taken = await this.time('keydown', isFound, () => this.page.keyboard.press('L'));
    await this.page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden' });
    return taken;
  }

  async expand(line: string, below: string, reset: () => Promise<unknown>): Promise<number> {
    const item = treeLine(this.page, line);
    await item.waitFor();
    if ((await item.getAttribute('aria-expanded')) === 'true') await item.click();
    await this.page.locator(`.sidebar [role=treeitem][aria-expanded=false]`, { hasText: line }).waitFor();
    await reset();
    const isShown = `[...document.querySelectorAll('.sidebar .monaco-list-row .label-name')].some((name) => name.textContent === '${below}')`;
    return this.time('mousedown', isShown, () => item.click());
  }
}

function planFile(address: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-felt-'));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'leads.recordplan.json');
  const head = { connection: 'Leads', address, controller: controllerName('crm', 'leads'), madeBy: '', why: '' };
  const edits = Array.from({ length: operations }, (_, index): PlanOperation => {
    const changes = [{ field: 'field_0', was: leadValue(index + 1, 1), becomes: 'Pune' }];
    return { do: 'edit', id: String(index + 1), name: `Lead ${index + 1}`, fields: changes };
  });
  writeFileSync(file, [...writePlan({ ...head, madeAt: new Date().toISOString() }, edits)].join(''));
  return pathToFileURL(file).href;
}
