const { readFileSync } = require('node:fs');
const { createServer } = require('node:http');
const path = require('node:path');
const vscode = require('vscode');
const { bareHtml } = require('./bareHtml.js');

/** The benchmark sends a request for what to do, and gets the start time in milliseconds of the system clock. */
exports.activate = ({ extensionUri, subscriptions }) => {
  const script = readFileSync(path.join(extensionUri.fsPath, 'bareFelt.js'), 'utf8');
  const tree = new BareTree();
  const documents = new BareDocuments(extensionUri, script);
  const actions = {
    '/table': (uri) => open(uri, 'recordbench.table'),
    '/form': (uri) => open(uri, 'recordbench.form'),
    '/plan': (uri) => open(uri, 'recordbench.plan'),
    '/bareEditor': (uri) => open(uri, 'recordbench-test.bareEditor'),
    '/bare': (rows) => {
      const began = Date.now();
      openBare(extensionUri, rows);
      return began;
    },
    '/felt': (content) => {
      const began = Date.now();
      openFelt(extensionUri, JSON.parse(content), script, documents);
      return began;
    },
    '/document': (content) => documents.open({ ...JSON.parse(content), isWritten: true }),
    '/pick': (url) => {
      openPick(url);
      return Date.now();
    },
    '/tree': (url) => {
      tree.reset(url);
      return Date.now();
    },
    '/command': (name) => {
      void vscode.commands.executeCommand(name);
      return Date.now();
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
  subscriptions.push(
    { dispose: () => server.close() },
    vscode.window.registerTreeDataProvider('bench.tree', tree),
    vscode.workspace.registerFileSystemProvider('bare', documents, { isCaseSensitive: true }),
    vscode.window.registerCustomEditorProvider('bench.document', documents),
  );
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

function openBare(extensionUri, body, title = 'All leads', script = '') {
  const panel = vscode.window.createWebviewPanel('bench.bare', title, vscode.ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [extensionUri],
  });
  panel.webview.html = bareHtml(panel.webview, extensionUri, body, script);
  return panel;
}

/** A bare page that sends its requests at every input, or at once if it has no input. */
function openFelt(extensionUri, { body, title, opens, jobs, atOnce, awaits, isDocument }, script, documents) {
  const show = async () => {
    if (isDocument) return documents.open({ opens, jobs });
    const answer = await answersOf(jobs, atOnce);
    openBare(extensionUri, opens, 'Opened');
    return answer;
  };
  if (!awaits) return void show();
  const { webview } = openBare(extensionUri, body, title, script);
  webview.onDidReceiveMessage(async ({ text }) => {
    if (opens) return show();
    const { paginate } = await answersOf(jobs, atOnce, text);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own has no such thing
    return webview.postMessage({ rows: paginate && rowsOf(paginate) });
  });
}

/** The least editor of a document: reading its file, or writing it, sends the requests, and its page is static. */
class BareDocuments {
  onDidChangeFile = new vscode.EventEmitter().event;
  #extensionUri;
  #script;
  #shown;
  #count = 0;

  constructor(extensionUri, script) {
    this.#extensionUri = extensionUri;
    this.#script = script;
  }

  async open(shown) {
    this.#shown = shown;
    const began = Date.now();
    const uri = vscode.Uri.parse(`bare:/${this.#count++}.bare`);
    await vscode.commands.executeCommand('vscode.openWith', uri, 'bench.document');
    return began;
  }

  watch() {
    return { dispose: () => undefined };
  }

  stat() {
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 0 };
  }

  async readFile() {
    const { opens, jobs, isWritten } = this.#shown;
    if (!isWritten) await answersOf(jobs, 1);
    return Buffer.from(opens);
  }

  async writeFile() {
    await answersOf(this.#shown.jobs, 1);
  }

  // VS Code rejects a file system without these
  readDirectory() {}
  createDirectory() {}
  delete() {}
  rename() {}

  resolveCustomTextEditor(document, { webview }) {
    webview.options = { enableScripts: true, localResourceRoots: [this.#extensionUri] };
    webview.html = bareHtml(webview, this.#extensionUri, document.getText(), this.#script);
    webview.onDidReceiveMessage(({ typed }) => {
      if (typed === undefined) return;
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), typed);
      void vscode.workspace.applyEdit(edit);
    });
  }
}

/** The requests of a job one after the other, several jobs at once. Returns the last answer. */
async function answersOf(jobs, atOnce, text = '') {
  const waiting = [...jobs];
  let last = {};
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift())
      for (const { url, ...options } of job) last = await (await fetch(url + encodeURIComponent(text), options)).json();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return last;
}

function rowsOf({ header, data }) {
  return data.map((row) => header.map((column) => row[column.column_name]));
}

/** Shows what one request finds. */
function openPick(url) {
  const pick = vscode.window.createQuickPick();
  pick.onDidChangeValue(async (text) => {
    const { paginate } = await answersOf([[{ url }]], 1, text);
    pick.items = paginate.data.slice(0, 10).map((row) => ({ label: row.record_display_name }));
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

/** One line, and below it what one request says. */
class BareTree {
  #url = '';
  #changed = new vscode.EventEmitter();
  onDidChangeTreeData = this.#changed.event;

  reset(url) {
    this.#url = url;
    this.#changed.fire();
  }

  getTreeItem(name) {
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    return new vscode.TreeItem(name, name === 'Bare service' ? Collapsed : None);
  }

  async getChildren(name) {
    if (!name) return ['Bare service'];
    const { paginate } = await answersOf([[{ url: this.#url }]], 1);
    return paginate.data.map((view) => `bare ${view.name}`);
  }
}
