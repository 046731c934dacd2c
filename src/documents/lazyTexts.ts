import * as vscode from 'vscode';

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
