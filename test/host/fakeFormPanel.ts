import * as vscode from 'vscode';
import { Channel } from '../../src/protocol/channel.ts';
import { formHost, type FormState, formView } from '../../src/protocol/form.ts';

/** A tab with a form and without a window: what the host says to its page ends up with the test, and the other way round. */
export class FakeFormPanel {
  readonly #toHost = new vscode.EventEmitter<unknown>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly states: FormState[] = [];
  readonly fields: string[] = [];
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

  /** The page's side. */
  readonly page = new Channel<typeof formView, typeof formHost>({
    mine: formView,
    theirs: formHost,
    handlers: { commit: () => undefined },
    listeners: {
      state: (state) => void this.states.push(state),
      restart: () => undefined,
      focusField: ({ key }) => void this.fields.push(key),
    },
    post: (message) => this.#toHost.fire(structuredClone(message)),
    onBadMessage: () => undefined,
    describeError: () => ({ code: 'failed', message: 'It failed.' }),
  });

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
}
