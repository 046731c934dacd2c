import type * as vscode from 'vscode';

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
