import type * as vscode from 'vscode';

const noScript = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'">`;

/** Passes documents to their editor, which is loaded with the first of them. */
export class LazyEditor implements vscode.CustomTextEditorProvider {
  readonly #editor: () => Promise<vscode.CustomTextEditorProvider>;
  readonly #nameTab: (panel: vscode.WebviewPanel, uri: vscode.Uri) => void;
  readonly #failed: (error: unknown) => string;
  readonly #tabs = new Map<vscode.WebviewPanel, string>();

  /** `nameTab` doesn't wait for the editor. `failed` receives the load error and returns the message to show. */
  constructor(
    editor: () => Promise<vscode.CustomTextEditorProvider>,
    nameTab: (panel: vscode.WebviewPanel, uri: vscode.Uri) => void,
    failed: (error: unknown) => string,
  ) {
    this.#editor = editor;
    this.#nameTab = nameTab;
    this.#failed = failed;
  }

  /** Returns immediately, so that VS Code creates the page's frame while its content loads. */
  resolveCustomTextEditor(
    document: vscode.TextDocument,
    panel: vscode.WebviewPanel,
    token: vscode.CancellationToken,
  ): void {
    this.#tabs.set(panel, document.uri.toString());
    this.#nameTab(panel, document.uri);
    panel.onDidDispose(() => this.#tabs.delete(panel));
    // VS Code is notified only once the event loop is idle, and loading blocks it
    setTimeout(() => this.#tabs.has(panel) && this.#fill(document, panel, token), 9);
  }

  async #fill(
    document: vscode.TextDocument,
    panel: vscode.WebviewPanel,
    token: vscode.CancellationToken,
  ): Promise<void> {
    try {
      await (await whileOpen(panel, this.#editor))?.resolveCustomTextEditor(document, panel, token);
    } catch (error) {
      const sentence = this.#failed(error);
      // without a script, because a script may be what failed to load
      if (this.#tabs.has(panel)) panel.webview.html = `${noScript}<p>${escaped(sentence)}</p>`;
    }
  }

  /** True if VS Code has handed over the tab in this group, even if it is still loading. */
  isGiven(uri: vscode.Uri, column: vscode.ViewColumn): boolean {
    const text = uri.toString();
    return [...this.#tabs].some(([panel, shown]) => shown === text && panel.viewColumn === column);
  }
}

/** Loads something for a tab; resolves to undefined if the tab was closed first. */
export async function whileOpen<T>(panel: vscode.WebviewPanel, load: () => Promise<T>): Promise<T | undefined> {
  let isOpen = true;
  const closing = panel.onDidDispose(() => {
    isOpen = false;
  });
  try {
    const loaded = await load();
    return isOpen ? loaded : undefined;
  } finally {
    closing.dispose();
  }
}

function escaped(text: string): string {
  return text.replace(/[&<]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
