import * as vscode from 'vscode';

/** Fires when the user switches to something else in this window, and knows whether the window has focus. */
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
  isFocused: (): boolean => vscode.window.state.focused,
};
