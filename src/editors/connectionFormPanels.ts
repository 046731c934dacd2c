import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { webviewPanels } from '../manifest.ts';
import type { Connection } from '../model/connection/connection.ts';
import { type ConnectionDraft, draftProblems } from '../model/connection/connectionDraft.ts';
import { sentenceOf } from '../platform/errorReporter.ts';
import { webviewRoot } from '../platform/webviewPage.ts';
import { ConnectionFormPanel, type ConnectionFormDeps } from './connectionFormPanel.ts';

/** The open forms, one per connection. A tab that goes with something unsaved in it is asked about afterward: VS Code lets no webview keep its tab. */
export class ConnectionFormPanels implements vscode.WebviewPanelSerializer {
  readonly #deps: ConnectionFormDeps;
  readonly #open = new Map<string, ConnectionFormPanel>();

  constructor(deps: ConnectionFormDeps) {
    this.#deps = deps;
    deps.connections.onDidChange(() => this.#follow());
  }

  open(connection: Connection, draft?: ConnectionDraft): void {
    const open = this.#open.get(connection.id);
    if (open) return open.panel.reveal();
    const panel = vscode.window.createWebviewPanel(
      webviewPanels.connection,
      connection.name,
      vscode.ViewColumn.Active,
      this.#options(),
    );
    this.#show(panel, connection, draft);
  }

  /** After a reload of the window. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { connection: id, draft } = (state ?? {}) as { connection?: unknown; draft?: ConnectionDraft };
    const connection = typeof id === 'string' ? this.#deps.connections.get(id) : undefined;
    if (!connection || this.#open.has(connection.id)) return panel.dispose();
    panel.webview.options = this.#options();
    this.#show(panel, connection, isDraft(draft) ? draft : undefined);
  }

  #show(panel: vscode.WebviewPanel, connection: Connection, draft: ConnectionDraft | undefined): void {
    const form = new ConnectionFormPanel(panel, connection, draft, this.#deps);
    this.#open.set(connection.id, form);
    panel.onDidDispose(() => {
      this.#open.delete(connection.id);
      if (form.isDirty && this.#deps.connections.get(connection.id)) void this.#askAbout(form);
    });
  }

  async #askAbout(form: ConnectionFormPanel): Promise<void> {
    const { connection, draft } = form;
    const [save, back] = [t('Save'), t('Back to the Form')] as const;
    const canSave = Object.keys(draftProblems(draft)).length === 0;
    const chosen = await vscode.window.showWarningMessage(
      t('The changes to the connection “{0}” are not saved.', connection.name),
      ...(canSave ? [save, back] : [back]),
    );
    const now = this.#deps.connections.get(connection.id);
    if (chosen === save) await this.#save(form, draft);
    if (chosen === back && now) this.open(now, draft);
  }

  /** What goes wrong has no form any more to be told in. */
  async #save(form: ConnectionFormPanel, draft: ConnectionDraft): Promise<void> {
    try {
      await form.save(draft);
    } catch (error) {
      this.#deps.log.error(error);
      void vscode.window.showErrorMessage(sentenceOf(t('Saving the connection'), error));
    }
  }

  #follow(): void {
    for (const [id, form] of this.#open) {
      const connection = this.#deps.connections.get(id);
      if (!connection) form.panel.dispose();
      else if (JSON.stringify(connection) !== JSON.stringify(form.connection)) form.follow(connection);
    }
  }

  #options(): vscode.WebviewOptions & vscode.WebviewPanelOptions {
    return {
      enableScripts: true,
      localResourceRoots: [webviewRoot(this.#deps.extension)],
      enableFindWidget: false,
    };
  }
}

/** The webview's own state is as old as the tab: a form of an earlier version may have written it. */
function isDraft(value: ConnectionDraft | undefined): value is ConnectionDraft {
  return (
    typeof value === 'object' && value !== null && typeof value.name === 'string' && typeof value.proxy === 'string'
  );
}
