import type * as vscode from 'vscode';

/** Gives documents to the editor that they are shown in, which is loaded with the first of them. */
export class LazyEditor implements vscode.CustomTextEditorProvider {
  readonly #editor: () => Promise<vscode.CustomTextEditorProvider>;
  readonly #nameTab: (panel: vscode.WebviewPanel, uri: vscode.Uri) => void;
  readonly #tabs = new Map<vscode.WebviewPanel, string>();

  /** `nameTab` does not wait for the editor. */
  constructor(
    editor: () => Promise<vscode.CustomTextEditorProvider>,
    nameTab: (panel: vscode.WebviewPanel, uri: vscode.Uri) => void,
  ) {
    this.#editor = editor;
    this.#nameTab = nameTab;
  }

  async resolveCustomTextEditor(
    document: vscode.TextDocument,
    panel: vscode.WebviewPanel,
    token: vscode.CancellationToken,
  ): Promise<void> {
    this.#tabs.set(panel, document.uri.toString());
    this.#nameTab(panel, document.uri);
    panel.onDidDispose(() => this.#tabs.delete(panel));
    await (await whileOpen(panel, this.#editor))?.resolveCustomTextEditor(document, panel, token);
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
