const { createServer } = require('node:http');
const { randomBytes } = require('node:crypto');
const vscode = require('vscode');

/** The bench says by a request what to do, and is told when it began, in milliseconds of the machine's clock. */
exports.activate = ({ extensionUri, subscriptions }) => {
  const actions = {
    '/table': (uri) => {
      const began = Date.now();
      return vscode.commands
        .executeCommand('vscode.openWith', vscode.Uri.parse(uri), 'recordbench.table')
        .then(() => began);
    },
    '/bare': (rows) => {
      const began = Date.now();
      openBare(extensionUri, rows);
      return began;
    },
    '/close': async () => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      return Date.now();
    },
  };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const began = await actions[request.url](Buffer.concat(chunks).toString());
    response.end(String(began));
  });
  server.listen(vscode.workspace.getConfiguration().get('recordbenchBench.port'), '127.0.0.1');
  subscriptions.push({ dispose: () => server.close() });
};

/** Under the table's own policy. */
function openBare(extensionUri, rows) {
  const panel = vscode.window.createWebviewPanel('bench.bare', 'All leads', vscode.ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [extensionUri],
  });
  const { cspSource: source } = panel.webview;
  const nonce = randomBytes(16).toString('base64url');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source}; font-src ${source}; img-src ${source} data:`;
  const style = panel.webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'bare.css'));
  panel.webview.html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>All leads</title>
    <link rel="stylesheet" href="${style.toString()}" />
  </head>
  <body>${rows}</body>
</html>`;
}
