import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { webviewHtml } from './webviewHtml.ts';

/** Where the pages of webviews come from; a webview may read nothing else. */
export function webviewRoot(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

export function webviewPage(webview: vscode.Webview, extension: vscode.Uri, name: string, title: string): string {
  const root = webviewRoot(extension);
  const imports = JSON.parse(readFileSync(vscode.Uri.joinPath(root, 'imports.json').fsPath, 'utf8')) as Readonly<
    Record<string, readonly string[]>
  >;
  return webviewHtml({
    name,
    title,
    nonce: randomBytes(16).toString('base64url'),
    source: webview.cspSource,
    address: (file) => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString(),
    imports: imports[name] ?? [],
    language: vscode.env.language,
    words: vscode.l10n.bundle,
  });
}
