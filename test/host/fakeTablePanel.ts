import * as vscode from 'vscode';
import { Channel, type Listeners } from '../../src/protocol/channel.ts';
import { type StagedCells, tableHost, tableView } from '../../src/protocol/table.ts';

/** A tab without a window: what the host says to its webview ends up with the test, and the other way round. */
export class FakePanel {
  readonly #toHost = new vscode.EventEmitter<unknown>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly staged: StagedCells[] = [];
  readonly told: string[] = [];
  commits = 0;
  /** Whether the webview answers when it is asked to commit. */
  isAlive = true;
  title = '';
  iconPath: unknown;
  visible = true;
  active = true;
  readonly onDidDispose = this.#disposed.event;
  readonly webview = {
    html: '',
    options: {} as vscode.WebviewOptions,
    cspSource: 'https://csp.example',
    asWebviewUri: (uri: vscode.Uri): vscode.Uri => uri,
    onDidReceiveMessage: this.#toHost.event,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it stands in for VS Code's
    postMessage: async (message: unknown): Promise<boolean> => {
      this.page.receive(structuredClone(message));
      return true;
    },
  };

  /** The webview's side. */
  page = this.#open();

  /** As when the tab was hidden and is shown again: the page knows nothing of its earlier life. */
  reload(): void {
    this.page = this.#open();
  }

  /** Whatever a page that was taken over might send. */
  send(message: unknown): void {
    this.#toHost.fire(message);
  }

  dispose(): void {
    this.#disposed.fire();
  }

  asPanel(): vscode.WebviewPanel {
    return this as unknown as vscode.WebviewPanel;
  }

  #open(): Channel<typeof tableView, typeof tableHost> {
    const listeners: Listeners<typeof tableView> = {
      staged: (cells) => void this.staged.push(cells),
      refresh: () => void this.told.push('refresh'),
      autoRefresh: () => void this.told.push('autoRefresh'),
      focusSearch: () => void this.told.push('focusSearch'),
      query: () => void this.told.push('query'),
      goToRow: ({ row }) => void this.told.push(`goToRow ${row}`),
    };
    return new Channel({
      mine: tableView,
      theirs: tableHost,
      handlers: {
        commit: async () => {
          if (!this.isAlive) await new Promise(() => undefined);
          this.commits += 1;
          return undefined;
        },
      },
      listeners,
      post: (message) => this.#toHost.fire(structuredClone(message)),
      onBadMessage: (problem) => this.told.push(`bad: ${problem}`),
      describeError: () => ({ code: 'failed', message: 'It failed.' }),
    });
  }
}
