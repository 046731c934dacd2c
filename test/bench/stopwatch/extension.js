const { createServer } = require('node:http');
const vscode = require('vscode');
const { bareHtml } = require('./bareHtml.js');

/** The benchmark sends a request for what to do, and gets the start time in milliseconds of the system clock. */
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
 * After the first extension, VS Code activates built-in ones for another second or two, which would disturb some
 * measurements at random.
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
