import * as vscode from 'vscode';

/** When a person looks at something else in this window, and whether anyone looks at all. */
export const attention = {
  onDidLook: (listener: () => void): vscode.Disposable =>
    vscode.Disposable.from(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) listener();
      }),
      vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
        if ([...opened, ...changed].some(({ isActive }) => isActive)) listener();
      }),
    ),
  isLookedAt: (): boolean => vscode.window.state.focused,
};
