import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { webviewPanels } from '../../../manifest.ts';
import { type Connection, isSameAddress, type NetworkChoices } from '../../../model/connection/connection.ts';
import {
  type ConnectionInput,
  draftProblems,
  connectionOfDraft,
  draftOf,
} from '../../../model/connection/connectionInput.ts';
import { shownProxy } from '../../../model/connection/proxy.ts';
import { sentenceOf } from '../../../platform/errorReporter.ts';
import { editorIcon, webviewRoot, webviewPage } from '../../../platform/webviewPage.ts';
import { addressAnswer, type ConnectionTest, testSentence } from '../../../model/connection/connectionTest.ts';
import type { Log } from '../../../platform/log.ts';
import {
  connectionFormHost,
  connectionFormView,
  type ConnectionFormStart,
  type ConnectionSaveAnswer,
} from '../connectionProtocol.ts';
import type { LookUpViewMemory, RememberedView } from '../../../services/remembered/lookUpViewMemory.ts';
import type { Clients } from '../../../services/connections/clients.ts';
import type { Connections } from '../../../services/connections/connections.ts';
import { testConnection } from '../../../services/connections/testConnection.ts';
import { WebviewChannel } from '../../common/host/webviewChannel.ts';
import { runCommand } from '../../../platform/runCommand.ts';
import { createWebviewPanel, setTabTitle } from '../../../platform/ui/views.ts';
import { showError, showWarning } from '../../../platform/ui/notifications.ts';

/**
 * The open forms, one per connection. The prompt about unsaved changes appears after the tab is closed, because VS Code
 * doesn't let a webview veto closing.
 */
export class ConnectionFormPanels implements vscode.WebviewPanelSerializer {
  readonly #deps: ConnectionFormDeps;
  readonly #open = new Map<string, ConnectionFormPanel>();

  constructor(deps: ConnectionFormDeps) {
    this.#deps = deps;
    deps.connections.onDidChange(() => this.#follow());
  }

  open(connection: Connection, draft?: ConnectionInput): void {
    const open = this.#open.get(connection.id);
    if (open) return open.panel.reveal();
    const panel = createWebviewPanel(
      webviewPanels.connection,
      connection.name,
      vscode.ViewColumn.Active,
      this.#options(),
    );
    this.#show(panel, connection, draft);
  }

  /** Restores a form after a window reload. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { connection: id, draft } = (state ?? {}) as { connection?: unknown; draft?: unknown };
    const connection = typeof id === 'string' ? this.#deps.connections.get(id) : undefined;
    if (!connection || this.#open.has(connection.id)) return panel.dispose();
    panel.webview.options = this.#options();
    // the state may come from a form of an earlier version
    this.#show(panel, connection, connectionFormHost.events.draft.safeParse(draft).data);
  }

  #show(panel: vscode.WebviewPanel, connection: Connection, draft: ConnectionInput | undefined): void {
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
    const chosen = await showWarning(
      t('The changes to the connection “{0}” are not saved.', connection.name),
      ...(canSave ? [save, back] : [back]),
    );
    const now = this.#deps.connections.get(connection.id);
    if (chosen === save) await this.#save(form, draft);
    if (chosen === back && now) this.open(now, draft);
  }

  /** Reports errors itself, because the form is closed. */
  async #save(form: ConnectionFormPanel, draft: ConnectionInput): Promise<void> {
    try {
      await form.saveConnection(draft);
    } catch (error) {
      this.#deps.log.error(error);
      void showError(sentenceOf(t('Saving the connection'), error));
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

interface ConnectionFormDeps {
  readonly extension: vscode.Uri;
  readonly connections: Connections;
  readonly clients: Clients;
  readonly log: Log;
  readonly lookUps: Pick<LookUpViewMemory, 'get'>;
}

function lookUpSentence({ controller, name, showsAll }: RememberedView): string {
  return showsAll
    ? t('Look-ups of {0} use “{1}”.', controller, name)
    : t('Look-ups of {0} use “{1}”, which may not show every record.', controller, name);
}

/** A connection's form in its tab. It saves on request; unsaved input outlives the tab in `draft`. */
export class ConnectionFormPanel {
  readonly panel: vscode.WebviewPanel;
  readonly #deps: ConnectionFormDeps;
  readonly #channel: WebviewChannel<typeof connectionFormHost, typeof connectionFormView>;
  #connection: Connection;
  #draft: ConnectionInput;
  #isSaving = false;

  constructor(
    panel: vscode.WebviewPanel,
    connection: Connection,
    draft: ConnectionInput | undefined,
    deps: ConnectionFormDeps,
  ) {
    this.panel = panel;
    this.#deps = deps;
    this.#connection = connection;
    this.#draft = draft ?? this.#saved();
    this.#channel = new WebviewChannel({
      panel,
      host: connectionFormHost,
      view: connectionFormView,
      handlers: {
        start: () => this.#start(),
        save: (typed) => this.#saveOnce(typed),
        test: (typed, signal) => this.#test(typed, signal),
        tryAddress: (typed, signal) => this.#tryAddress(typed, signal),
      },
      listeners: {
        draft: (typed) => this.#storeDraft(typed),
        setToken: () => void runCommand('setToken', { connection: connection.id }),
      },
      accepts: (name) => name !== 'save' || !this.#isSaving,
      log: deps.log,
      what: `form of the connection ${connection.name}`,
      failing: t('The form'),
    });
    panel.iconPath = editorIcon(deps.extension, 'connection');
    panel.webview.html = webviewPage(panel.webview, deps.extension, 'connection', connection.name);
    this.#showTitle();
  }

  get connection(): Connection {
    return this.#connection;
  }

  get draft(): ConnectionInput {
    return this.#draft;
  }

  get isDirty(): boolean {
    return JSON.stringify(this.#draft) !== JSON.stringify(this.#saved());
  }

  /** Updates to the current connection; a form without unsaved input shows it. */
  follow(connection: Connection): void {
    const wasDirty = this.isDirty;
    this.#connection = connection;
    if (!wasDirty) this.#draft = this.#saved();
    this.#channel.notify.changed(this.#saved());
    this.#showTitle();
  }

  async saveConnection(draft: ConnectionInput): Promise<ConnectionSaveAnswer> {
    const problems = draftProblems(draft);
    if (Object.keys(problems).length > 0) return { problems };
    const before = this.#connection;
    const connection = connectionOfDraft(draft, before, this.#usual());
    const hasMoved = !isSameAddress(connection.baseUrl, before.baseUrl);
    const plainHttp = await this.#deps.connections.plainHttp.get();
    if (hasMoved && !(await plainHttp.agrees(connection.baseUrl))) return null;
    const hadToken = (await this.#deps.connections.token(before)) !== undefined;
    await this.#deps.connections.change(connection);
    if (hasMoved) await plainHttp.remember(connection);
    this.#connection = connection;
    this.#storeDraft(this.#saved());
    // the old token stays with the old address
    if (hasMoved && hadToken && (await this.#deps.connections.token(connection)) === undefined)
      void runCommand('setToken', { connection: connection.id });
    return { saved: this.#saved() };
  }

  async #saveOnce(draft: ConnectionInput): Promise<ConnectionSaveAnswer> {
    this.#isSaving = true;
    try {
      return await this.saveConnection(draft);
    } finally {
      this.#isSaving = false;
    }
  }

  async #test(draft: ConnectionInput, signal: AbortSignal): Promise<{ works: boolean; sentence: string }> {
    const [problem] = Object.values(draftProblems(draft));
    if (problem !== undefined) return { works: false, sentence: problem };
    const connection = connectionOfDraft(draft, this.#connection, this.#usual());
    // a token is only used for its own address, so a new address is tested without it
    const token = await this.#deps.connections.token(connection);
    const test = await this.#ask(connection, token, signal);
    return { works: test.kind === 'works', sentence: testSentence(connection, test) };
  }

  /**
   * Never uses a token: an address still being typed may belong to anyone, and whether a service responds can be
   * checked without one. Errors elsewhere in the form don't matter here.
   */
  async #tryAddress(draft: ConnectionInput, signal: AbortSignal): Promise<{ works: boolean; sentence: string }> {
    const problems = draftProblems(draft);
    if (problems.baseUrl !== undefined) return { works: false, sentence: problems.baseUrl };
    const usable = Object.entries(draft).filter(([key]) => !(key in problems));
    const typed = { ...this.#saved(), ...Object.fromEntries(usable) };
    const connection = connectionOfDraft(typed, this.#connection, this.#usual());
    return addressAnswer(await this.#ask(connection, undefined, signal));
  }

  /** Uses a separate id for another server, so that its response isn't attributed to the connection. */
  #ask(connection: Connection, token: string | undefined, signal: AbortSignal): Promise<ConnectionTest> {
    const isOwn = isSameAddress(connection.baseUrl, this.#connection.baseUrl);
    const asked = isOwn ? connection : { ...connection, id: `${connection.id}=draft` };
    return testConnection(asked, token, this.#deps, signal);
  }

  #start(): ConnectionFormStart {
    const { timeoutMs, pageSize } = this.#usual();
    return {
      connection: this.#connection.id,
      saved: this.#saved(),
      draft: this.#draft,
      lookUps: this.#deps.lookUps.get(this.#connection.id).map(lookUpSentence),
      usual: { timeoutSeconds: timeoutMs / 1000, pageSize, proxy: shownProxy(this.#deps.connections.proxySettings()) },
    };
  }

  #storeDraft(draft: ConnectionInput): void {
    this.#draft = draft;
    this.#showTitle();
  }

  #showTitle(): void {
    // the draft may be saved after the tab is closed
    if (this.#channel.isOpen) setTabTitle(this.panel, `${this.isDirty ? '● ' : ''}${this.#connection.name}`);
  }

  #saved(): ConnectionInput {
    return draftOf(this.#connection, this.#usual());
  }

  #usual(): NetworkChoices {
    return this.#deps.connections.networkDefaults();
  }
}
