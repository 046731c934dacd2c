import type * as vscode from 'vscode';

/** What is loaded for a tab; undefined when the tab was closed meanwhile. */
export async function whileOpen<T>(panel: vscode.WebviewPanel, load: () => Promise<T>): Promise<T | undefined> {
  let isOpen = true;
  const closing = panel.onDidDispose(() => {
    isOpen = false;
  });
  const loaded = await load();
  closing.dispose();
  return isOpen ? loaded : undefined;
}
