import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { webviewPanels } from '../manifest.ts';
import { readBaseUrl } from '../model/connection/connection.ts';
import { outsideAddress } from '../model/address/outsideAddress.ts';
import { ServiceError } from '../model/errors.ts';
import { copyText } from '../platform/clipboard.ts';
import type { Log } from '../platform/log.ts';
import { openExternalLink } from '../platform/confirmations.ts';
import { editorIcon, webviewPage, webviewRoot } from '../platform/webviewPage.ts';
import { licenseHost, type LicenseSource, type LicenseStart, licenseView } from '../protocol/licenseProtocol.ts';
import { awaitedConnection } from '../services/connections/awaitedConnection.ts';
import type { Clients } from '../services/connections/clients.ts';
import type { Connections } from '../services/connections/connections.ts';
import { SignupSession } from '../services/writes/signupSession.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';
import { WebviewChannel } from './webviewChannel.ts';
import { createWebviewPanel, setTabTitle } from '../platform/ui/views.ts';
import { saidOnce } from '../model/serviceWords.ts';

/** A tab that comes back with its window is read before the demo is there again. */
const patience = 15_000;

interface LicenseDeps {
  readonly extension: vscode.Uri;
  readonly connections: Connections;
  readonly clients: Clients;
  readonly guard: WriteGuard;
  readonly log: Log;
}

/** The licenses in their tabs, one for each place. */
export class LicensePanels implements vscode.WebviewPanelSerializer {
  readonly #deps: LicenseDeps;
  readonly #open = new Map<string, vscode.WebviewPanel>();

  constructor(deps: LicenseDeps) {
    this.#deps = deps;
  }

  open(source: LicenseSource, column = vscode.ViewColumn.Active): void {
    const open = this.#open.get(JSON.stringify(source));
    if (open) return open.reveal();
    const title = t('License: {0}', this.#serviceAt(source));
    const options = { ...this.#options(), enableFindWidget: true };
    this.#show(createWebviewPanel(webviewPanels.license, title, column, options), source);
  }

  /** After a reload of the window. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const source = sourceIn(state);
    if (!source || this.#open.has(JSON.stringify(source))) return panel.dispose();
    panel.webview.options = this.#options();
    this.#show(panel, source);
  }

  #show(panel: vscode.WebviewPanel, source: LicenseSource): void {
    const key = JSON.stringify(source);
    this.#open.set(key, panel);
    this.#connect(panel, source);
    const renaming = this.#deps.connections.onDidChange(() => this.#showTitle(panel, source));
    panel.onDidDispose(() => {
      this.#open.delete(key);
      renaming.dispose();
    });
    this.#showTitle(panel, source);
  }

  #showTitle(panel: vscode.WebviewPanel, source: LicenseSource): void {
    setTabTitle(panel, t('License: {0}', this.#serviceAt(source)));
  }

  #connect(panel: vscode.WebviewPanel, source: LicenseSource): void {
    const { log, extension } = this.#deps;
    const service = this.#serviceAt(source);
    let isShown = false;
    let isBusy = false;
    const alone = async (work: () => Promise<void>): Promise<void> => {
      isBusy = true;
      await work().catch((error: unknown) => log.error(error));
      isBusy = false;
    };
    void new WebviewChannel({
      panel,
      host: licenseHost,
      view: licenseView,
      handlers: {
        start: async (_, signal) => {
          const { html, messages } = await this.#read(source, signal);
          isShown = true;
          return { source, service: this.#serviceAt(source), html, messages: saidOnce(messages ?? []) };
        },
      },
      listeners: {
        copy: (text) => void alone(() => copyText(text, t('License'))),
        openAsText: (text) => void alone(() => openAsText(text)),
        openLink: (address) => {
          if (outsideAddress(address) !== undefined) return void alone(() => openExternalLink(address));
          log.warn(`The license of ${service} sent an address that is not opened, which was dropped.`);
        },
      },
      // one thing at a time, and nothing of a license that nobody was shown
      accepts: (name) => name === 'start' || (isShown && !isBusy),
      log,
      what: `license of ${service}`,
      failing: t('Reading the license'),
    });
    panel.iconPath = editorIcon(extension, 'license');
    panel.webview.html = webviewPage(panel.webview, extension, 'license', t('License: {0}', service));
  }

  async #read(source: LicenseSource, signal: AbortSignal): Promise<LicenseText> {
    const { connections, clients } = this.#deps;
    const unsigned = (): Promise<LicenseText> => new SignupSession(source, this.#deps).license(signal);
    if ('baseUrl' in source) return unsigned();
    await awaitedConnection(connections, source.connection, patience);
    try {
      return await (await clients.get(source.connection)).license(signal);
    } catch (error) {
      // who is not signed in (any more) may read it all the same
      if (error instanceof ServiceError && error.code === 'notSignedIn') return unsigned();
      throw error;
    }
  }

  #serviceAt(source: LicenseSource): string {
    if ('baseUrl' in source) return new URL(source.baseUrl).hostname;
    return this.#deps.connections.get(source.connection)?.name ?? source.connection;
  }

  #options(): vscode.WebviewOptions {
    return { enableScripts: true, localResourceRoots: [webviewRoot(this.#deps.extension)] };
  }
}

type LicenseText = Pick<LicenseStart, 'html' | 'messages'>;

/** The webview's own state is as old as the tab. */
function sourceIn(state: unknown): LicenseSource | undefined {
  const { source } = (state ?? {}) as { source?: Partial<Record<'connection' | 'baseUrl', unknown>> };
  if (typeof source?.connection === 'string') return { connection: source.connection };
  if (typeof source?.baseUrl !== 'string' || readBaseUrl(source.baseUrl).problem !== undefined) return undefined;
  return { baseUrl: source.baseUrl };
}

async function openAsText(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
  await vscode.window.showTextDocument(document);
}
