import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';

type Texts = vscode.TextDocumentContentProvider;

/** Texts of a scheme, of which diff editors may be open from the start; what makes them is loaded with the first. */
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

/**
 * Hot exit brings texts back without asking our file system for them: whoever cares for open documents hears of it, once
 * the page that shows them had its turn.
 */
export function onFirstRecord(isThere: () => void): vscode.Disposable {
  const prepare = ({ uri }: vscode.TextDocument): void => {
    if (uri.scheme === schemes.records) setTimeout(isThere, 100);
  };
  vscode.workspace.textDocuments.forEach(prepare);
  return vscode.workspace.onDidOpenTextDocument(prepare);
}
