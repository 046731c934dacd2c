import * as vscode from 'vscode';

/** Whoever picks none ends the command that asked, without a word. */
export async function pickOne<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T> {
  const picked = await vscode.window.showQuickPick(items, options);
  if (!picked) throw new vscode.CancellationError();
  return picked;
}
