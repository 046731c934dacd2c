import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Where the pages of webviews come from; a webview may read nothing else. */
export function webviewRoot(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

/** The page of one webview: its script and style, and the one element that they fill. Nothing else is let in. */
export function webviewPage(webview: vscode.Webview, extension: vscode.Uri, name: string, title: string): string {
  const nonce = randomBytes(16).toString('base64url');
  const file = (ending: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(webviewRoot(extension), `${name}.${ending}`)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
  ].join('; ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)}</title>
    <link rel="stylesheet" href="${file('css')}" />
    <script type="module" nonce="${nonce}" src="${file('js')}"></script>
  </head>
  <body>
    <recordbench-${name}></recordbench-${name}>
  </body>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
