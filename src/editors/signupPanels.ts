import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { webviewPanels } from '../manifest.ts';
import { readBaseUrl } from '../model/connection/connection.ts';
import {
  type SignupDraft,
  emptyDraft,
  signupProblems,
  signupRequest,
  signupRefusal,
} from '../model/signup/signupDraft.ts';
import { editorIcon, webviewRoot, webviewPage } from '../platform/webviewPage.ts';
import type { Clients } from '../services/connections/clients.ts';
import type { Connections } from '../services/connections/connections.ts';
import { SignupSession, type SignupSource, type SignedUp } from '../services/writes/signupSession.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';
import { ServiceError } from '../model/errors.ts';
import { closedBecause, type SignupInformation } from '../model/signup/signupFields.ts';
import type { Log } from '../platform/log.ts';
import {
  type SignupAnswer,
  signupHost,
  type SignupStart,
  signupView,
  type SignupSubmission,
} from '../protocol/signupProtocol.ts';
import type { Lazy } from '../services/common/lazy.ts';
import type { LicensePanels } from './licensePanels.ts';
import { WebviewChannel } from './webviewChannel.ts';
import type { ConnectionStatus } from '../platform/connectionStatus.ts';
import { runCommand } from '../platform/runCommand.ts';
import { createWebviewPanel, setTabTitle } from '../platform/ui/views.ts';
import { saidOnce } from '../model/serviceWords.ts';
import { withoutFullStop } from '../model/trim.ts';

interface SignupDeps extends SignupPanelDeps {
  readonly connections: Connections;
  readonly guard: WriteGuard;
  readonly clients: Clients;
}

/** The open sign-up forms, one for each place. */
export class SignupPanels implements vscode.WebviewPanelSerializer {
  readonly #deps: SignupDeps;
  readonly #open = new Map<string, SignupPanel>();

  constructor(deps: SignupDeps) {
    this.#deps = deps;
  }

  open(source: SignupSource): void {
    const open = this.#open.get(JSON.stringify(source));
    if (open) return open.panel.reveal();
    const desk = new SignupSession(source, this.#deps);
    const panel = createWebviewPanel(
      webviewPanels.signup,
      t('Sign Up: {0}', desk.connection.name),
      vscode.ViewColumn.Active,
      this.#options(),
    );
    this.#show(panel, source, desk, undefined);
  }

  /** After a reload of the window. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { source, draft } = (state ?? {}) as { source?: SignupSource; draft?: unknown };
    if (!source || !this.#isKnown(source) || this.#open.has(JSON.stringify(source))) return panel.dispose();
    panel.webview.options = this.#options();
    // the webview's own state is as old as the tab: a form of an earlier version may have written it
    const typed = signupHost.events.draft.safeParse(draft).data;
    this.#show(panel, source, new SignupSession(source, this.#deps), typed);
  }

  #show(panel: vscode.WebviewPanel, source: SignupSource, desk: SignupSession, draft: SignupDraft | undefined): void {
    const key = JSON.stringify(source);
    const form = new SignupPanel(panel, source, desk, draft, this.#deps);
    this.#open.set(key, form);
    const showTitle = (): void => {
      if (this.#isKnown(source)) setTabTitle(panel, t('Sign Up: {0}', desk.connection.name));
    };
    const renaming = this.#deps.connections.onDidChange(showTitle);
    panel.onDidDispose(() => {
      this.#open.delete(key);
      renaming.dispose();
    });
    showTitle();
  }

  #isKnown(source: SignupSource): boolean {
    if ('connection' in source) return this.#deps.connections.get(source.connection) !== undefined;
    return typeof source.baseUrl === 'string' && readBaseUrl(source.baseUrl).problem === undefined;
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

interface SignupPanelDeps {
  readonly extension: vscode.Uri;
  readonly connectionStatus: Pick<ConnectionStatus, 'addPage'>;
  readonly licenses: Lazy<LicensePanels>;
  readonly log: Log;
}

/** One sign-up form in its tab. */
export class SignupPanel {
  readonly panel: vscode.WebviewPanel;
  readonly #source: SignupSource;
  readonly #desk: SignupSession;
  readonly #deps: SignupPanelDeps;
  #offer: SignupInformation | undefined;
  #draft: SignupDraft | undefined;
  #isLicenseOpened = false;
  #isSending = false;
  #isSignedUp = false;

  constructor(
    panel: vscode.WebviewPanel,
    source: SignupSource,
    desk: SignupSession,
    draft: SignupDraft | undefined,
    deps: SignupPanelDeps,
  ) {
    this.panel = panel;
    this.#source = source;
    this.#desk = desk;
    this.#draft = draft;
    this.#deps = deps;
    const writing = deps.connectionStatus.addPage(panel, () => ('connection' in source ? [source.connection] : []));
    void new WebviewChannel({
      panel,
      writing,
      host: signupHost,
      view: signupView,
      handlers: {
        start: (_, signal) => this.#start(signal),
        openLicense: (_, signal) => this.#openLicense(signal),
        submit: (submission) => this.#submit(submission),
      },
      listeners: {
        draft: (typed) => {
          this.#draft = typed;
        },
        next: () => void this.#goOn(),
      },
      accepts: (name) => this.#accepts(name),
      log: deps.log,
      what: 'sign-up form',
      failing: t('The sign-up'),
    });
    panel.iconPath = editorIcon(deps.extension, 'account');
    panel.webview.html = webviewPage(panel.webview, deps.extension, 'signup', panel.title, {
      connections: writing.shown,
    });
  }

  /** Nobody is signed up before there is a form, where it is closed, or once more after it was done. */
  #accepts(name: string): boolean {
    if (name === 'next') return this.#isSignedUp;
    if (name !== 'submit') return true;
    const isOpen = this.#offer !== undefined && closedBecause(this.#offer, '') === undefined;
    return isOpen && !this.#isSending && !this.#isSignedUp;
  }

  async #start(signal: AbortSignal): Promise<SignupStart> {
    const offer = (this.#offer ??= await this.#desk.information(signal));
    const { name, baseUrl } = this.#desk.connection;
    return {
      source: this.#source,
      service: name,
      address: baseUrl,
      offer,
      closed: closedBecause(offer, name) ?? null,
      draft: (this.#draft ??= emptyDraft(offer)),
      isLicenseOpened: this.#isLicenseOpened,
    };
  }

  async #openLicense(signal: AbortSignal): Promise<undefined> {
    // read here first, so that a failure is told in the form
    await this.#desk.license(signal);
    (await this.#deps.licenses.get()).open(this.#source, vscode.ViewColumn.Beside);
    this.#isLicenseOpened = true;
    return undefined;
  }

  async #submit({ values: typed, files }: SignupSubmission): Promise<SignupAnswer> {
    const offer = this.#offer;
    if (!offer) return refused(t('Wait until the form is ready, then try again.'));
    const attached = Object.entries(files).map(
      ([key, { name, type, base64 }]) => [key, { name, type, bytes: Buffer.from(base64, 'base64') }] as const,
    );
    const values = { ...typed, ...Object.fromEntries(attached) };
    const problems = signupProblems(offer, values);
    if (Object.keys(problems).length > 0) return refused(t('Some fields have to be corrected first.'), problems);
    if (!this.#isLicenseOpened) {
      this.#deps.log.warn('The sign-up form accepted a license that was not opened, and was refused.');
      return refused(t('Open the license before you accept it.'));
    }
    this.#isSending = true;
    try {
      const request = signupRequest(offer, values);
      const signedUp = await this.#desk.send(request);
      this.#isSignedUp = true;
      return done(signedUp, request.userName, this.#source);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#deps.log.warn(`A sign-up at ${this.#desk.connection.name} failed: ${error.code}.`);
      if (error.effect === 'unknown') return { kind: 'unknown', sentence: unknownSentence(error) };
      return { kind: 'refused', ...signupRefusal(offer, error) };
    } finally {
      this.#isSending = false;
    }
  }

  async #goOn(): Promise<void> {
    await ('connection' in this.#source
      ? runCommand('setToken', { connection: this.#source.connection })
      : runCommand('addConnection', { baseUrl: this.#source.baseUrl }));
  }
}

function refused(sentence: string, problems = {}): SignupAnswer {
  return { kind: 'refused', sentence, problems };
}

function unknownSentence(error: ServiceError): string {
  return t(
    'It is not known whether you are signed up: {0}. Ask for a token with this user name before you sign up again.',
    withoutFullStop(error.why),
  );
}

function done(signedUp: SignedUp, who: string, source: SignupSource): SignupAnswer {
  const said = saidOnce(signedUp.messages.map(({ text }) => text));
  if (signedUp.connection) {
    const { name } = signedUp.connection;
    const ready = signedUp.isNew
      ? t('The account {0} is ready. The connection “{1}” was added for you: see the Records view.', who, name)
      : t('The account {0} is ready. The connection “{1}” now uses it: see the Records view.', who, name);
    return { kind: 'done', sentences: [...said, ready], next: null };
  }
  const next = 'connection' in source ? 'setToken' : 'addConnection';
  const created =
    next === 'setToken'
      ? t(
          'The account {0} was created, and the service handed out no token. Get one from the service or its administrator, then set it here.',
          who,
        )
      : t(
          'The account {0} was created, and the service handed out no token. Get one from the service or its administrator, then add the connection with it.',
          who,
        );
  return { kind: 'done', sentences: [...said, created], next };
}
