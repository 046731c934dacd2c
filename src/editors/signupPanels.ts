import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { webviewPanels } from '../manifest.ts';
import { readBaseUrl } from '../model/connection/connection.ts';
import type { SignupDraft } from '../model/signup/signupDraft.ts';
import { webviewRoot } from '../platform/webviewPage.ts';
import type { RequestLog } from '../services/connections/clients.ts';
import type { Connections } from '../services/connections/connections.ts';
import { SignupSession, type SignupPlace } from '../services/writes/signupSession.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';
import { SignupPanel, type SignupPanelDeps } from './signupPanel.ts';

interface SignupDeps extends SignupPanelDeps {
  readonly connections: Connections;
  readonly guard: WriteGuard;
  readonly requests: RequestLog;
}

/** The open sign-up forms, one for each place. */
export class SignupPanels implements vscode.WebviewPanelSerializer {
  readonly #deps: SignupDeps;
  readonly #open = new Map<string, SignupPanel>();

  constructor(deps: SignupDeps) {
    this.#deps = deps;
  }

  open(place: SignupPlace): void {
    const open = this.#open.get(JSON.stringify(place));
    if (open) return open.panel.reveal();
    const desk = new SignupSession(place, this.#deps);
    const panel = vscode.window.createWebviewPanel(
      webviewPanels.signup,
      t('Sign Up: {0}', desk.connection.name),
      vscode.ViewColumn.Active,
      this.#options(),
    );
    this.#show(panel, place, desk, undefined);
  }

  /** After a reload of the window. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { place, draft } = (state ?? {}) as { place?: SignupPlace; draft?: SignupDraft };
    if (!place || !this.#isThere(place) || this.#open.has(JSON.stringify(place))) return panel.dispose();
    panel.webview.options = this.#options();
    this.#show(panel, place, new SignupSession(place, this.#deps), isDraft(draft) ? draft : undefined);
  }

  #show(panel: vscode.WebviewPanel, place: SignupPlace, desk: SignupSession, draft: SignupDraft | undefined): void {
    const key = JSON.stringify(place);
    const form = new SignupPanel(panel, place, desk, draft, this.#deps);
    this.#open.set(key, form);
    panel.onDidDispose(() => this.#open.delete(key));
  }

  #isThere(place: SignupPlace): boolean {
    if ('connection' in place) return this.#deps.connections.get(place.connection) !== undefined;
    return typeof place.baseUrl === 'string' && readBaseUrl(place.baseUrl).problem === undefined;
  }

  #options(): vscode.WebviewOptions & vscode.WebviewPanelOptions {
    return {
      enableScripts: true,
      localResourceRoots: [webviewRoot(this.#deps.extension)],
      // the password and the picture are in the page only, and the license opens in another tab
      retainContextWhenHidden: true,
    };
  }
}

/** The webview's own state is as old as the tab. */
function isDraft(value: SignupDraft | undefined): value is SignupDraft {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
}
