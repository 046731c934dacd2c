import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';

type Texts = vscode.TextDocumentContentProvider;

/** Text documents of a scheme; their provider is loaded with the first one. Diff editors may be restored on startup. */
export function registerLazyTexts(scheme: string, texts: () => Promise<Texts>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let known: Texts | undefined;
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri, token) => {
        const loaded = await texts();
        if (!known) loaded.onDidChange?.((one) => changed.fire(one));
        known = loaded;
        return loaded.provideTextDocumentContent(uri, token);
      },
    }),
  );
}

/** Read-only files of a scheme; their provider is loaded with the first one. */
export function lazyFiles(
  files: () => Promise<Pick<vscode.FileSystemProvider, 'stat' | 'readFile'>>,
): vscode.FileSystemProvider {
  const closed = (): never => {
    throw new TypeError('read-only');
  };
  return {
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    watch: () => new vscode.Disposable(() => undefined),
    readDirectory: () => [],
    createDirectory: closed,
    writeFile: closed,
    delete: closed,
    rename: closed,
  };
}

/**
 * Hot exit restores text without calling our file system, so this notifies the code that tracks open documents, after
 * the page that shows them has had its turn.
 */
export function onFirstRecord(isThere: () => void): vscode.Disposable {
  const prepare = ({ uri }: vscode.TextDocument): void => {
    if (uri.scheme === schemes.records) setTimeout(isThere, 100);
  };
  vscode.workspace.textDocuments.forEach(prepare);
  return vscode.workspace.onDidOpenTextDocument(prepare);
}
