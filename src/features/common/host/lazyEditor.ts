import type * as vscode from 'vscode';

const noScript = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'">`;

/** Gives documents to the editor that they are shown in, which is loaded with the first of them. */
export class LazyEditor implements vscode.CustomTextEditorProvider {
  readonly #editor: () => Promise<vscode.CustomTextEditorProvider>;
  readonly #nameTab: (panel: vscode.WebviewPanel, uri: vscode.Uri) => void;
  readonly #failed: (error: unknown) => string;
  readonly #tabs = new Map<vscode.WebviewPanel, string>();

  /** `nameTab` does not wait for the editor. `failed` hears why it could not be loaded, and answers the sentence to show. */
  constructor(
    editor: () => Promise<vscode.CustomTextEditorProvider>,
    nameTab: (panel: vscode.WebviewPanel, uri: vscode.Uri) => void,
    failed: (error: unknown) => string,
  ) {
    this.#editor = editor;
    this.#nameTab = nameTab;
    this.#failed = failed;
  }

  /** Is done at once: VS Code makes the frame of the page then, while what fills it is loaded. */
  resolveCustomTextEditor(
    document: vscode.TextDocument,
    panel: vscode.WebviewPanel,
    token: vscode.CancellationToken,
  ): void {
    this.#tabs.set(panel, document.uri.toString());
    this.#nameTab(panel, document.uri);
    panel.onDidDispose(() => this.#tabs.delete(panel));
    // VS Code hears of it when nothing else was to be done for a moment, and loading is much to do
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
      // no script is needed for it, as that may be what could not be loaded
      if (this.#tabs.has(panel)) panel.webview.html = `${noScript}<p>${escaped(sentence)}</p>`;
    }
  }

  /** Whether VS Code has given us the tab in this group, however long it takes to fill it. */
  isGiven(uri: vscode.Uri, column: vscode.ViewColumn): boolean {
    const text = uri.toString();
    return [...this.#tabs].some(([panel, shown]) => shown === text && panel.viewColumn === column);
  }
}

/** What is loaded for a tab; undefined when the tab was closed meanwhile. */
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
