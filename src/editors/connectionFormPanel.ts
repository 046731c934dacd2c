import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection, NetworkChoices } from '../model/connection/connection.ts';
import {
  type ConnectionDraft,
  connectionOfDraft,
  draftOf,
  draftProblems,
} from '../model/connection/connectionDraft.ts';
import { testSentence } from '../model/connection/connectionTest.ts';
import type { Log } from '../platform/log.ts';
import { requirePlainHttpConsent } from '../platform/confirmations.ts';
import { webviewPage } from '../platform/webviewPage.ts';
import {
  connectionFormHost,
  connectionFormView,
  type ConnectionFormStart,
  type ConnectionSaveAnswer,
} from '../protocol/connectionProtocol.ts';
import type { RequestLog } from '../services/connections/clients.ts';
import type { Connections } from '../services/connections/connections.ts';
import { testConnection } from '../services/connections/testConnection.ts';
import { WebviewChannel } from './webviewChannel.ts';
import { runCommand } from '../platform/runCommand.ts';

export interface ConnectionFormDeps {
  readonly extension: vscode.Uri;
  readonly connections: Connections;
  readonly requests: RequestLog;
  readonly log: Log;
}

/** One connection's form in its tab. It saves when it is asked to; what is not saved outlives the tab in `draft`. */
export class ConnectionFormPanel {
  readonly panel: vscode.WebviewPanel;
  readonly #deps: ConnectionFormDeps;
  readonly #channel: WebviewChannel<typeof connectionFormHost, typeof connectionFormView>;
  #connection: Connection;
  #draft: ConnectionDraft;
  #isSaving = false;

  constructor(
    panel: vscode.WebviewPanel,
    connection: Connection,
    draft: ConnectionDraft | undefined,
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
      },
      listeners: {
        draft: (typed) => this.#keep(typed),
        setToken: () => void runCommand('setToken', { connection: connection.id }),
      },
      accepts: (name) => name !== 'save' || !this.#isSaving,
      log: deps.log,
      what: `form of the connection ${connection.name}`,
      failing: t('The form'),
    });
    panel.webview.html = webviewPage(panel.webview, deps.extension, 'connection', connection.name);
    this.#showTitle();
  }

  get connection(): Connection {
    return this.#connection;
  }

  get draft(): ConnectionDraft {
    return this.#draft;
  }

  get isDirty(): boolean {
    return JSON.stringify(this.#draft) !== JSON.stringify(this.#saved());
  }

  /** The connection as it is now: in a form that nobody has typed into, what it shows follows. */
  follow(connection: Connection): void {
    const wasDirty = this.isDirty;
    this.#connection = connection;
    if (!wasDirty) this.#draft = this.#saved();
    this.#channel.tell.changed(this.#saved());
    this.#showTitle();
  }

  async save(draft: ConnectionDraft): Promise<ConnectionSaveAnswer> {
    const problems = draftProblems(draft);
    if (Object.keys(problems).length > 0) return { problems };
    const before = this.#connection;
    const connection = connectionOfDraft(draft, before, this.#usual());
    const hasMoved = new URL(connection.baseUrl).origin !== new URL(before.baseUrl).origin;
    if (hasMoved && !(await agrees(connection))) return null;
    const hadToken = (await this.#deps.connections.token(before)) !== undefined;
    await this.#deps.connections.change(connection);
    this.#connection = connection;
    this.#keep(this.#saved());
    // the old token stays with the old address
    if (hasMoved && hadToken && (await this.#deps.connections.token(connection)) === undefined)
      void runCommand('setToken', { connection: connection.id });
    return { saved: this.#saved() };
  }

  async #saveOnce(draft: ConnectionDraft): Promise<ConnectionSaveAnswer> {
    this.#isSaving = true;
    try {
      return await this.save(draft);
    } finally {
      this.#isSaving = false;
    }
  }

  async #test(draft: ConnectionDraft, signal: AbortSignal): Promise<{ works: boolean; sentence: string }> {
    const [problem] = Object.values(draftProblems(draft));
    if (problem !== undefined) return { works: false, sentence: problem };
    const connection = connectionOfDraft(draft, this.#connection, this.#usual());
    // the token is given out for its own origin only, so a new address is tried without one
    const token = await this.#deps.connections.token(connection);
    const test = await testConnection(connection, token, this.#deps.requests, signal);
    return { works: test.kind === 'works', sentence: testSentence(connection, test) };
  }

  #start(): ConnectionFormStart {
    const { timeoutMs, pageSize, proxy = '' } = this.#usual();
    return {
      connection: this.#connection.id,
      saved: this.#saved(),
      draft: this.#draft,
      usual: { timeoutSeconds: timeoutMs / 1000, pageSize, proxy },
    };
  }

  #keep(draft: ConnectionDraft): void {
    this.#draft = draft;
    this.#showTitle();
  }

  #showTitle(): void {
    // what is typed may be saved after the tab is gone
    if (this.#channel.isOpen) this.panel.title = `${this.isDirty ? '● ' : ''}${this.#connection.name}`;
  }

  #saved(): ConnectionDraft {
    return draftOf(this.#connection, this.#usual());
  }

  #usual(): NetworkChoices {
    return this.#deps.connections.networkDefaults();
  }
}

async function agrees(connection: Connection): Promise<boolean> {
  try {
    await requirePlainHttpConsent(connection.baseUrl);
    return true;
  } catch (error) {
    if (error instanceof vscode.CancellationError) return false;
    throw error;
  }
}
