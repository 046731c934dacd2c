import * as vscode from 'vscode';
import type { RecordForms } from '../../services/recordForms.ts';
import { type Target, targetsIn, targetUri, type TextLinkParts } from './linkTarget.ts';
import { RecordHover } from './recordHover.ts';

/** Any document: code, logs, output. */
const everywhere: vscode.DocumentSelector = { scheme: '*' };

/** Links of known connections in documents and in the terminal. */
export function registerTextLinks(parts: TextLinkParts & { readonly forms: RecordForms }): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDocumentLinkProvider(everywhere, {
      provideDocumentLinks: (document) =>
        targetsIn(document.getText(), parts).map((target) => {
          const end = document.positionAt(target.start + target.length);
          const link = new vscode.DocumentLink(
            new vscode.Range(document.positionAt(target.start), end),
            targetUri(target),
          );
          link.tooltip = target.tooltip;
          return link;
        }),
    }),
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
