import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { type InlineModule, webviewHtml, type WebviewHtmlOptions } from './webviewHtml.ts';

/** Folder of the webview pages; a webview can't read anything else. */
export function webviewRoot(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

export function webviewPage(
  webview: vscode.Webview,
  extension: vscode.Uri,
  name: string,
  title: string,
  more: Pick<WebviewHtmlOptions, 'className' | 'connections'> = {},
): string {
  const root = webviewRoot(extension);
  const read = (file: string): string => readFileSync(vscode.Uri.joinPath(root, file).fsPath, 'utf8');
  return webviewHtml({
    name,
    title,
    nonce: randomBytes(16).toString('base64url'),
    source: webview.cspSource,
    address: (file) => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString(),
    read,
    start: JSON.parse(read(`${name}.start.json`)) as readonly InlineModule[],
    language: vscode.env.language,
    words: vscode.l10n.bundle,
    ...more,
  });
}

/** Tab icon of one of our editors. */
export function editorIcon(
  extension: vscode.Uri,
  name: 'table' | 'record' | 'bulk' | 'connection' | 'account' | 'license',
): { light: vscode.Uri; dark: vscode.Uri } {
  const file = (theme: string): vscode.Uri => vscode.Uri.joinPath(extension, 'media', `${name}-${theme}.svg`);
  return { light: file('light'), dark: file('dark') };
}
