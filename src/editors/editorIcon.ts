import * as vscode from 'vscode';

/** The icon on the tab of an editor of ours. */
export function editorIcon(
  extension: vscode.Uri,
  name: 'table' | 'record' | 'bulk',
): { light: vscode.Uri; dark: vscode.Uri } {
  const file = (theme: string): vscode.Uri => vscode.Uri.joinPath(extension, 'media', `${name}-${theme}.svg`);
  return { light: file('light'), dark: file('dark') };
}
