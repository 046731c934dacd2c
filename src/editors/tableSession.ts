import * as vscode from 'vscode';
import type { ListViewAddress } from '../model/address.ts';
import { ServiceError } from '../model/errors.ts';
import { sentenceOf } from '../platform/errors.ts';
import { webviewPage, webviewRoot } from '../platform/webviewPage.ts';
import { Channel } from '../protocol/channel.ts';
import { tableHost, type TableQuery, tableView } from '../protocol/table.ts';
import { UnknownConnectionError } from '../services/connections.ts';
import { TableEvents } from './tableEvents.ts';
import type { TableParts } from './tableParts.ts';
import { TableRequests } from './tableRequests.ts';

/** How long a save waits for what is being typed. */
const commitPatience = 1_500;

/** One table in one tab. */
export class TableSession {
  readonly address: ListViewAddress;
  readonly document: vscode.TextDocument;
  readonly panel: vscode.WebviewPanel;
  readonly #parts: TableParts;
  readonly #requests: TableRequests;
  readonly #events: TableEvents;
  #channel: Channel<typeof tableHost, typeof tableView>;
  #isOpen = true;
  #hasStarted = false;

  constructor(parts: TableParts, address: ListViewAddress, document: vscode.TextDocument, panel: vscode.WebviewPanel) {
    this.#parts = parts;
    this.address = address;
    this.document = document;
    this.panel = panel;
    this.#requests = new TableRequests(parts, address, document, (title) => this.#nameTab(title));
    this.#requests.onColumns = () => this.tellStaged();
    this.#requests.onStarted = () => this.tellLink();
    this.#events = new TableEvents(parts, address, document);
    this.#channel = this.#openChannel();
    panel.onDidDispose(() => this.#close());
    panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(parts.extension)] };
    panel.iconPath = icon(parts.extension);
    panel.title = this.#requests.title;
    panel.webview.html = webviewPage(panel.webview, parts.extension, 'table', this.#requests.title);
  }

  get isFailing(): boolean {
    return this.#requests.isFailing;
  }

  /** What the table asked for last. */
  get query(): TableQuery {
    return this.#requests.query;
  }

  /** What is shown is asked for anew. */
  refresh(): void {
    this.#channel.tell('refresh', undefined);
  }

  /** The table does it unless the person is in the middle of something. */
  autoRefresh(): void {
    if (this.#hasStarted) this.#channel.tell('autoRefresh', undefined);
  }

  focusSearch(): void {
    this.#channel.tell('focusSearch', undefined);
  }

  goToRow(row: number): void {
    this.#channel.tell('goToRow', { row });
  }

  /** From a link. */
  show(query: TableQuery): void {
    this.#requests.linkQuery = query;
    if (this.#hasStarted && this.panel.visible) this.tellLink();
  }

  /** Once the page is there: it may have come back with what it showed before. */
  tellLink(): void {
    const { linkQuery } = this.#requests;
    this.#requests.linkQuery = undefined;
    if (linkQuery) this.#channel.tell('query', linkQuery);
  }

  tellStaged(): void {
    // the answer to the table's own edit is on its way, and newer than this would be
    if (this.#requests.staging === 0) this.#channel.tell('staged', this.#requests.stagedCells);
  }

  /** What is being typed becomes a staged cell. A table that nobody sees has nothing half-typed. */
  async commit(): Promise<void> {
    if (!this.#isOpen || !this.#hasStarted || !this.panel.visible) return;
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), commitPatience);
    try {
      await this.#channel.ask('commit', undefined, ending.signal);
    } catch {
      this.#parts.log.warn(`${this.#requests.title}: the table did not say in time what was being typed.`);
    } finally {
      clearTimeout(timer);
    }
  }

  #receive(message: unknown): void {
    // the page begins anew when its tab was hidden or moved, and counts its requests anew
    if (isStart(message)) {
      this.#channel.dispose();
      this.#channel = this.#openChannel();
      this.#hasStarted = true;
    }
    this.#channel.receive(message);
  }

  #openChannel(): Channel<typeof tableHost, typeof tableView> {
    const { webview } = this.panel;
    return new Channel({
      mine: tableHost,
      theirs: tableView,
      handlers: this.#requests,
      listeners: this.#events,
      post: (message) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own has no such thing
        if (this.#isOpen) void webview.postMessage(message);
      },
      onBadMessage: (problem) => this.#parts.log.warn(`A table sent ${problem}, which was dropped.`),
      describeError: (error) => describe(error, this.#parts),
    });
  }

  #nameTab(title: string): void {
    if (!this.#isOpen) return;
    this.panel.title = title;
    void this.#parts.recents.note(this.address, title);
  }

  #close(): void {
    this.#isOpen = false;
    // whoever opens it again wants to see the list as it is; a window that goes away closes no tab
    void this.#parts.views.forget(this.address);
    this.#channel.dispose();
  }
}

function isStart(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'name' in message && message.name === 'start';
}

function describe(error: unknown, { log }: TableParts): { code: string; message: string } {
  const message = sentenceOf('That', error);
  if (error instanceof ServiceError) return { code: error.code, message };
  if (error instanceof UnknownConnectionError) return { code: 'noConnection', message };
  if (message !== (error as Error).message) log.error(error);
  return { code: 'failed', message };
}

function icon(extension: vscode.Uri): { light: vscode.Uri; dark: vscode.Uri } {
  const file = (name: string): vscode.Uri => vscode.Uri.joinPath(extension, 'media', `table-${name}.svg`);
  return { light: file('light'), dark: file('dark') };
}
