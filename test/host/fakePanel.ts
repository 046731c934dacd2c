import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { isConnectionsMessage, type ShownConnection } from '../../src/model/connection/shownConnection.ts';
import { wasAnswered } from '../../src/features/common/channel.ts';

/** For a test without a status bar. */
export const noStatus = { addPage: () => ({ shown: [], begin: () => undefined, update: () => undefined }) };

/** A tab without a window: connects the host's and the page's messages to the test. */
export abstract class FakePanel {
  readonly #toHost = new vscode.EventEmitter<unknown>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly #viewState = new vscode.EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>();
  #title = '';
  #isDisposed = false;
  /** Messages queued until the page has loaded. */
  readonly #waiting: unknown[] = [];
  #isAsking = false;
  iconPath: unknown;
  visible = true;
  active = true;
  readonly options: vscode.WebviewPanelOptions = {};
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeViewState = this.#viewState.event;
  /** Titles of the tab, as they were set. */
  readonly titles: string[] = [];
  /** Names of the messages to the page, or their kinds. */
  readonly posted: string[] = [];
  /** Connections shown at the top of the page, as last sent. */
  connections: readonly ShownConnection[] | undefined;
  readonly webview = {
    html: '',
    options: {} as vscode.WebviewOptions,
    cspSource: 'https://csp.example',
    asWebviewUri: (uri: vscode.Uri): vscode.Uri => uri,
    onDidReceiveMessage: this.#toHost.event,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it stands in for VS Code's
    postMessage: async (message: unknown): Promise<boolean> => {
      const { kind, name } = message as { readonly kind: string; readonly name?: string };
      this.posted.push(name ?? kind);
      if (isConnectionsMessage(message)) this.connections = message.data;
      else if (!this.#isAsking) this.#waiting.push(message);
      else if (!isDeepStrictEqual(message, wasAnswered)) this.page.receive(structuredClone(message));
      return true;
    },
  };

  get title(): string {
    return this.#title;
  }

  /** Throws like VS Code. */
  set title(title: string) {
    if (this.#isDisposed) throw new Error('Webview is disposed');
    this.#title = title;
    this.titles.push(title);
  }

  /**
   * Hides the tab and shows it again. Unless the page is retained, VS Code discards it and loads it again, which takes a
   * while.
   */
  comeBack(): void {
    for (const visible of [false, true]) {
      this.visible = visible;
      if (this.options.retainContextWhenHidden !== true) this.#isAsking = false;
      this.#viewState.fire({ webviewPanel: this.asPanel() });
    }
  }

  /** The page's side. */
  abstract page: { receive(message: unknown): void };

  /** From the page to the host. */
  protected post(message: unknown): void {
    this.send(structuredClone(message));
  }

  /** Sends anything, as a compromised page might. */
  send(message: unknown): void {
    this.#isAsking = true;
    this.#toHost.fire(message);
    for (const waiting of this.#waiting.splice(0)) this.page.receive(structuredClone(waiting));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#disposed.fire();
  }

  asPanel(): vscode.WebviewPanel {
    return this as unknown as vscode.WebviewPanel;
  }
}
