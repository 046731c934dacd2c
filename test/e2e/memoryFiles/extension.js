// A read-only virtual workspace with one folder and one file.
const vscode = require('vscode');

const text = new TextEncoder().encode('Nothing of this is on a disk.\n');
const times = { ctime: 0, mtime: 0 };

exports.activate = (context) => {
  const refuse = () => {
    throw vscode.FileSystemError.NoPermissions();
  };
  const files = {
    onDidChangeFile: new vscode.EventEmitter().event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: ({ path }) => {
      if (path === '/') return { type: vscode.FileType.Directory, size: 0, ...times };
      if (path === '/notes.txt') return { type: vscode.FileType.File, size: text.length, ...times };
      throw vscode.FileSystemError.FileNotFound(path);
    },
    readDirectory: () => [['notes.txt', vscode.FileType.File]],
    readFile: () => text,
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider('recordbench-memory', files, { isReadonly: true }),
  );
};
