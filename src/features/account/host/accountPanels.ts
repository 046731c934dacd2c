import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { webviewPanels } from '../../../manifest.ts';
import { outsideAddress } from '../../../model/address/outsideAddress.ts';
import { readBaseUrl } from '../../../model/connection/connection.ts';
import { ServiceError } from '../../../model/errors.ts';
import { saidOnce } from '../../../model/serviceWords.ts';
import {
  emptyDraft,
  type SignupInput,
  signupProblems,
  signupRefusal,
  signupRequest,
} from '../../../model/signup/signupInput.ts';
import { closedBecause, type SignupInformation, type SignupSource } from '../../../model/signup/signupFields.ts';
import { withoutFullStop } from '../../../model/trim.ts';
import { copyText } from '../../../platform/clipboard.ts';
import { openExternalLink } from '../../../platform/confirmations.ts';
import type { ConnectionStatus } from '../../../platform/connectionStatus.ts';
import type { Log } from '../../../platform/log.ts';
import { runCommand } from '../../../platform/runCommand.ts';
import { createWebviewPanel, setTabTitle } from '../../../platform/ui/views.ts';
import { editorIcon, webviewPage, webviewRoot } from '../../../platform/webviewPage.ts';
import {
  licenseHost,
  type LicenseStart,
  licenseView,
  type SignupAnswer,
  signupHost,
  type SignupStart,
  type SignupSubmission,
  signupView,
} from '../accountProtocol.ts';
import type { Lazy } from '../../../services/common/lazy.ts';
import { awaitedConnection } from '../../../services/connections/awaitedConnection.ts';
import type { Clients } from '../../../services/connections/clients.ts';
import type { Connections } from '../../../services/connections/connections.ts';
import type { WriteGuard } from '../../../services/connections/writeGuard.ts';
import { type SignedUp, SignupSession } from '../../../services/writes/signupSession.ts';
import { WebviewChannel } from '../../common/host/webviewChannel.ts';

interface AccountDeps {
  readonly extension: vscode.Uri;
  readonly connections: Connections;
  readonly clients: Clients;
  readonly guard: WriteGuard;
  readonly log: Log;
}

/** Pages about a service, given by connection or only by address: one tab each. */
abstract class ServicePanels<Deps extends AccountDeps> implements vscode.WebviewPanelSerializer {
  protected readonly deps: Deps;
  protected abstract readonly viewType: string;
  protected abstract readonly options: vscode.WebviewPanelOptions;
  readonly #open = new Map<string, vscode.WebviewPanel>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  protected abstract title(service: string): string;

  /** `state` is the page's state from before a window reload. */
  protected abstract connect(panel: vscode.WebviewPanel, source: SignupSource, state: unknown): void;

  open(source: SignupSource, column = vscode.ViewColumn.Active): void {
    const open = this.#open.get(JSON.stringify(source));
    if (open) return open.reveal();
    const title = this.title(this.serviceAt(source));
    const options = { ...this.options, ...this.#webviewOptions() };
    this.#show(createWebviewPanel(this.viewType, title, column, options), source, undefined);
  }

  /** Restores a page after a window reload. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const source = sourceIn(state);
    if (!source || this.#open.has(JSON.stringify(source))) return panel.dispose();
    panel.webview.options = this.#webviewOptions();
    this.#show(panel, source, state);
  }

  protected serviceAt(source: SignupSource): string {
    if ('baseUrl' in source) return new URL(source.baseUrl).hostname;
    return this.deps.connections.get(source.connection)?.name ?? source.connection;
  }

  #show(panel: vscode.WebviewPanel, source: SignupSource, state: unknown): void {
    const key = JSON.stringify(source);
    this.#open.set(key, panel);
    const showTitle = (): void => setTabTitle(panel, this.title(this.serviceAt(source)));
    showTitle();
    this.connect(panel, source, state);
    const renaming = this.deps.connections.onDidChange(showTitle);
    panel.onDidDispose(() => {
      this.#open.delete(key);
      renaming.dispose();
    });
  }

  #webviewOptions(): vscode.WebviewOptions {
    return { enableScripts: true, localResourceRoots: [webviewRoot(this.deps.extension)] };
  }
}

/** Validates the webview's state, which an earlier version may have written. */
function sourceIn(state: unknown): SignupSource | undefined {
  const { source } = (state ?? {}) as { source?: Partial<Record<'connection' | 'baseUrl', unknown>> };
  if (typeof source?.connection === 'string') return { connection: source.connection };
  if (typeof source?.baseUrl !== 'string' || readBaseUrl(source.baseUrl).problem !== undefined) return undefined;
  return { baseUrl: source.baseUrl };
}

/** Timeout for the demo connection to become available: a restored tab loads before the demo does. */
const connectionTimeout = 15_000;

/** License tabs. */
export class LicensePanels extends ServicePanels<AccountDeps> {
  protected readonly viewType = webviewPanels.license;
  protected readonly options = { enableFindWidget: true };

  protected title(service: string): string {
    return t('License: {0}', service);
  }

  protected connect(panel: vscode.WebviewPanel, source: SignupSource): void {
    const { log, extension } = this.deps;
    const service = this.serviceAt(source);
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
          return { source, service: this.serviceAt(source), html, messages: saidOnce(messages ?? []) };
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
      // handle one request at a time, and none before the license is shown
      accepts: (name) => name === 'start' || (isShown && !isBusy),
      log,
      what: `license of ${service}`,
      failing: t('Reading the license'),
    });
    panel.iconPath = editorIcon(extension, 'license');
    panel.webview.html = webviewPage(panel.webview, extension, 'license', panel.title);
  }

  async #read(source: SignupSource, signal: AbortSignal): Promise<Pick<LicenseStart, 'html' | 'messages'>> {
    const { connections, clients } = this.deps;
    const session = new SignupSession(source, this.deps);
    if ('baseUrl' in source) return session.license(signal);
    await awaitedConnection(connections, source.connection, connectionTimeout);
    try {
      return await (await clients.get(source.connection)).license(signal);
    } catch (error) {
      // the license is readable without being signed in
      if (error instanceof ServiceError && error.code === 'notSignedIn') return session.license(signal);
      throw error;
    }
  }
}

async function openAsText(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
  await vscode.window.showTextDocument(document);
}

interface SignupDeps extends AccountDeps {
  readonly connectionStatus: Pick<ConnectionStatus, 'addPage'>;
  readonly licenses: Lazy<Pick<LicensePanels, 'open'>>;
}

/** The open sign-up forms. */
export class SignupPanels extends ServicePanels<SignupDeps> {
  protected readonly viewType = webviewPanels.signup;
  // the password and the picture exist only in the page, and the license opens in another tab
  protected readonly options = { retainContextWhenHidden: true };

  protected title(service: string): string {
    return t('Sign Up: {0}', service);
  }

  override async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const source = sourceIn(state);
    const isKnown = source && ('baseUrl' in source || this.deps.connections.get(source.connection));
    return isKnown ? super.deserializeWebviewPanel(panel, state) : panel.dispose();
  }

  protected connect(panel: vscode.WebviewPanel, source: SignupSource, state: unknown): void {
    // the state may come from a form of an earlier version
    const { draft } = (state ?? {}) as { draft?: unknown };
    void new SignupPanel(panel, source, signupHost.events.draft.safeParse(draft).data, this.deps);
  }
}

/** One sign-up form in its tab. */
class SignupPanel {
  readonly #source: SignupSource;
  readonly #session: SignupSession;
  readonly #deps: SignupDeps;
  #offer: SignupInformation | undefined;
  #draft: SignupInput | undefined;
  #isLicenseOpened = false;
  #isSending = false;
  #isSignedUp = false;

  constructor(panel: vscode.WebviewPanel, source: SignupSource, draft: SignupInput | undefined, deps: SignupDeps) {
    this.#source = source;
    this.#session = new SignupSession(source, deps);
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
        next: () => void this.#openNext(),
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

  /** Rejects a sign-up before the form is loaded, if sign-up is closed, or after it succeeded. */
  #accepts(name: string): boolean {
    if (name === 'next') return this.#isSignedUp;
    if (name !== 'submit') return true;
    const isOpen = this.#offer !== undefined && closedBecause(this.#offer, '') === undefined;
    return isOpen && !this.#isSending && !this.#isSignedUp;
  }

  async #start(signal: AbortSignal): Promise<SignupStart> {
    const offer = (this.#offer ??= await this.#session.information(signal));
    const { name, baseUrl } = this.#session.connection;
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
    // load it here first, so that an error is shown in the form
    await this.#session.license(signal);
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
    if (Object.keys(problems).length > 0) return refused(t('Fix the fields with errors first.'), problems);
    if (!this.#isLicenseOpened) {
      this.#deps.log.warn('The sign-up form accepted a license that was not opened, and was refused.');
      return refused(t('Open the license before you accept it.'));
    }
    this.#isSending = true;
    try {
      const request = signupRequest(offer, values);
      const signedUp = await this.#session.send(request);
      this.#isSignedUp = true;
      return done(signedUp, request.userName, this.#source);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#deps.log.warn(`A sign-up at ${this.#session.connection.name} failed: ${error.code}.`);
      if (error.effect === 'unknown') return { kind: 'unknown', sentence: unknownSentence(error) };
      return { kind: 'refused', ...signupRefusal(offer, error) };
    } finally {
      this.#isSending = false;
    }
  }

  async #openNext(): Promise<void> {
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
    'Could not confirm that you are signed up: {0}. Request a token with this user name before you sign up again.',
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
          'The account {0} was created, but the service returned no token. Get one from the service or its administrator, then set it here.',
          who,
        )
      : t(
          'The account {0} was created, but the service returned no token. Get one from the service or its administrator, then add the connection with it.',
          who,
        );
  return { kind: 'done', sentences: [...said, created], next };
}
