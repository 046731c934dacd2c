import * as vscode from 'vscode';
import { settings } from '../../manifest.ts';
import { wantsPlainIds } from '../../platform/settings.ts';
import type { Connections } from '../../services/connections/connections.ts';
import type { ListViewCache } from '../../services/lists/listViewCache.ts';
import type { TextLinks } from './textLinks.ts';
import { registerTerminalLinks } from '../../platform/ui/views.ts';

/** Any document: code, logs, output. */
const everywhere: vscode.DocumentSelector = { scheme: '*' };

/** The link finder, loaded with the first document. */
type LateLinks = () => Promise<TextLinks>;

/** Links of known connections in documents and in the terminal. */
export function registerTextLinks(
  connections: Connections,
  listViews: Pick<ListViewCache, 'onDidLearn'>,
  links: LateLinks,
): vscode.Disposable {
  return vscode.Disposable.from(
    new DocumentLinks(connections, listViews, links),
    vscode.languages.registerHoverProvider(everywhere, {
      provideHover: async (document, position) => (await links()).hover.provideHover(document, position),
    }),
    registerTerminalLinks(
      async (line) => (await links()).inTerminal(line),
      ({ command: { command, arguments: given = [] } }) =>
        void vscode.commands.executeCommand(command, ...(given as unknown[])),
    ),
  );
}

/** VS Code queries a provider once per document version, so a new one is registered when links may have changed. */
class DocumentLinks implements vscode.Disposable {
  readonly #links: LateLinks;
  readonly #followed: vscode.Disposable;
  #registered: vscode.Disposable;

  constructor(connections: Connections, listViews: Pick<ListViewCache, 'onDidLearn'>, links: LateLinks) {
    this.#links = links;
    this.#registered = this.#register();
    const again = (): void => {
      this.#registered.dispose();
      this.#registered = this.#register();
    };
    this.#followed = vscode.Disposable.from(
      connections.onDidChange(again),
      // `crm/leads/17` is an id only if the controller exists
      listViews.onDidLearn(() => {
        if (wantsPlainIds()) again();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settings.linksPlainIds)) again();
      }),
    );
  }

  #register(): vscode.Disposable {
    return vscode.languages.registerDocumentLinkProvider(everywhere, {
      provideDocumentLinks: async (document) => (await this.#links()).inDocument(document),
    });
  }

  dispose(): void {
    this.#followed.dispose();
    this.#registered.dispose();
  }
}
