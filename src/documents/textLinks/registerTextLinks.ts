import * as vscode from 'vscode';
import { settings } from '../../manifest.ts';
import type { RecordForms } from '../../services/recordForms.ts';
import { type Target, targetsIn, targetUri, type TextLinkParts } from './linkTarget.ts';
import { RecordHover } from './recordHover.ts';

/** Any document: code, logs, output. */
const everywhere: vscode.DocumentSelector = { scheme: '*' };

/** Links of known connections in documents and in the terminal. */
export function registerTextLinks(parts: TextLinkParts & { readonly forms: RecordForms }): vscode.Disposable {
  return vscode.Disposable.from(
    new DocumentLinks(parts),
    vscode.languages.registerHoverProvider(everywhere, new RecordHover(parts, parts.forms)),
    vscode.window.registerTerminalLinkProvider({
      provideTerminalLinks: ({ line }) =>
        targetsIn(line, parts).map(({ start: startIndex, ...target }) => ({ startIndex, ...target })),
      handleTerminalLink: ({
        command: { command, arguments: given = [] },
      }: vscode.TerminalLink & Pick<Target, 'command'>) =>
        void vscode.commands.executeCommand(command, ...(given as unknown[])),
    }),
  );
}

/** VS Code asks a provider once for each version of a text, so a new one is registered when there may be other links. */
class DocumentLinks implements vscode.Disposable {
  readonly #parts: TextLinkParts;
  readonly #followed: vscode.Disposable;
  #registered: vscode.Disposable;

  constructor(parts: TextLinkParts) {
    this.#parts = parts;
    this.#registered = this.#register();
    const again = (): void => {
      this.#registered.dispose();
      this.#registered = this.#register();
    };
    this.#followed = vscode.Disposable.from(
      parts.connections.onDidChange(again),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settings.linksPlainIds)) again();
      }),
    );
  }

  #register(): vscode.Disposable {
    return vscode.languages.registerDocumentLinkProvider(everywhere, {
      provideDocumentLinks: (document) => targetsIn(document.getText(), this.#parts).map(linkIn(document)),
    });
  }

  dispose(): void {
    this.#followed.dispose();
    this.#registered.dispose();
  }
}

function linkIn(document: vscode.TextDocument): (target: Target) => vscode.DocumentLink {
  return (target) => {
    const end = document.positionAt(target.start + target.length);
    const link = new vscode.DocumentLink(new vscode.Range(document.positionAt(target.start), end), targetUri(target));
    link.tooltip = target.tooltip;
    return link;
  };
}
