const { randomBytes } = require('node:crypto');
const vscode = require('vscode');

/** With the same CSP as the table. The script is inlined. */
exports.bareHtml = (webview, folder, rows, script = '') => {
  const { cspSource: source } = webview;
  const style = webview.asWebviewUri(vscode.Uri.joinPath(folder, 'bare.css'));
  const nonce = randomBytes(16).toString('base64url');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source}; font-src ${source}; img-src ${source} data:`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>All leads</title>
    <link rel="stylesheet" href="${style.toString()}" />
    <script nonce="${nonce}">${script}</script>
  </head>
  <body>${rows}</body>
</html>`;
};
