const { createServer } = require('node:http');
const vscode = require('vscode');
const { bareHtml } = require('./bareHtml.js');

/** The bench says by a request what to do, and is told when it began, in milliseconds of the machine's clock. */
exports.activate = ({ extensionUri, subscriptions }) => {
  const actions = {
    '/table': (uri) => open(uri, 'recordbench.table'),
    '/bareEditor': (uri) => open(uri, 'recordbench-test.bareEditor'),
    '/bare': (rows) => {
      const began = Date.now();
      openBare(extensionUri, rows);
      return began;
    },
    '/settle': settle,
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

/**
 * A window goes on starting extensions of its own for a second or two after the first of them: which of two openings
 * meets them would be a matter of luck.
 */
async function settle() {
  const active = () => vscode.extensions.all.filter(({ isActive }) => isActive).length;
  for (let before = -1; before !== active(); await new Promise((done) => setTimeout(done, 2_000))) before = active();
  return Date.now();
}

async function open(uri, viewType) {
  const began = Date.now();
  await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.parse(uri), viewType);
  return began;
}

function openBare(extensionUri, rows) {
  const panel = vscode.window.createWebviewPanel('bench.bare', 'All leads', vscode.ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [extensionUri],
  });
  panel.webview.html = bareHtml(panel.webview, extensionUri, rows);
}
