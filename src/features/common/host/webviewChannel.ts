import type * as vscode from 'vscode';
import { ServiceError } from '../../../model/errors.ts';
import type { WritingPage } from '../../../platform/connectionStatus.ts';
import { sentenceOf } from '../../../platform/errorReporter.ts';
import type { Log } from '../../../platform/log.ts';
import {
  Channel,
  type Envelope,
  type Handlers,
  isStart,
  type Listeners,
  type Remote,
  RemoteError,
  type Side,
  wasAnswered,
} from '../channel.ts';
import { UnknownConnectionError } from '../../../services/connections/connections.ts';

/** How long a save waits for the edit in progress. */
const commitTimeout = 1_500;

/** A tab with a page, or a part of a page with its own channel. */
export interface WebviewPage {
  readonly visible: boolean;
  /** Undefined for a part of a page. */
  readonly options?: vscode.WebviewPanelOptions;
  readonly onDidDispose: vscode.WebviewPanel['onDidDispose'];
  /** Undefined for a part of a page. */
  readonly onDidChangeViewState?: vscode.WebviewPanel['onDidChangeViewState'];
  readonly webview: Pick<vscode.Webview, 'postMessage' | 'onDidReceiveMessage'>;
}

interface WebviewChannelOptions<Host extends Side, View extends Side> {
  readonly panel: WebviewPage;
  readonly host: Host;
  readonly view: View;
  readonly handlers: Handlers<Host>;
  readonly listeners: Listeners<Host>;
  readonly log: Log;
  /** "table", "form": for the log. */
  readonly what: string;
  /** Returns false for messages that are not allowed now. */
  readonly accepts?: (name: (keyof Host['requests'] | keyof Host['events']) & string) => boolean;
  /** What failed, for the message about an unexpected error. */
  readonly failing: string;
  /** Set for a page that can write. */
  readonly writing?: WritingPage;
  /** Called when a hidden tab is shown again; if VS Code discarded its page, before the new one asks for anything. */
  readonly onShownAgain?: () => void;
}

/** Result of committing the edit in progress. */
export interface CommitResult {
  /** True on timeout. */
  readonly isLate?: boolean;
  /** Reason why the text was rejected; one sentence. */
  readonly refusal?: string;
}

/**
 * Channel to the page in a tab. The page restarts after its tab was hidden or moved, and then also restarts its request
 * numbers.
 */
export class WebviewChannel<Host extends Side, View extends Side> {
  readonly #options: WebviewChannelOptions<Host, View>;
  #channel: Channel<Host, View>;
  #isOpen = true;
  /** Work to do once the page is shown; undefined afterward. */
  #later: (() => void)[] | undefined = [];
  #hasStarted = false;
  /** State of a start reply that the page has not requested yet. */
  #ahead: 'underWay' | 'sent' | undefined;

  constructor(options: WebviewChannelOptions<Host, View>) {
    this.#options = options;
    this.#channel = this.#open();
    options.panel.onDidDispose(() => {
      this.#isOpen = false;
      this.#channel.dispose();
    });
    let wasVisible = options.panel.visible;
    options.panel.onDidChangeViewState?.(() => {
      const isShownAgain = options.panel.visible && !wasVisible;
      wasVisible = options.panel.visible;
      if (isShownAgain) this.#showAgain();
    });
    options.panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
  }

  /** False once the tab is closed. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** True if there is a page that receives events. */
  get isListening(): boolean {
    return this.#isOpen && this.#hasStarted && (this.#options.panel.visible || this.#isRetained);
  }

  /** True if VS Code keeps the page while its tab is hidden. */
  get #isRetained(): boolean {
    return this.#options.panel.options?.retainContextWhenHidden === true;
  }

  /**
   * Also true if the start reply was sent ahead, even if the tab is hidden by now: VS Code delivers messages once a page
   * has loaded, and the page that gets the reply needs what follows it.
   */
  get isReceiving(): boolean {
    return this.isListening || (this.#isOpen && this.#ahead === 'sent');
  }

  get notify(): Remote<View>['notify'] {
    return this.#channel.notify;
  }

  /**
   * Commits the edit in progress before a save. Continues after a timeout: a hidden page has no edit in progress, and
   * later input is a separate edit.
   */
  async commit(request: (page: Remote<View>['call'], signal: AbortSignal) => Promise<unknown>): Promise<CommitResult> {
    if (!this.isListening) return {};
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), commitTimeout);
    try {
      await request(this.#channel.call, ending.signal);
      return {};
    } catch (error) {
      const isAnswer = error instanceof RemoteError && !['canceled', 'gone', 'badReply'].includes(error.code);
      return isAnswer ? { refusal: error.message } : { isLate: true };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Defers work until the page is shown, because VS Code's window draws tabs, tree and page one after the other. */
  onceShown(work: () => void): void {
    if (this.#later) this.#later.push(work);
    else work();
  }

  setShown(): void {
    const due = this.#later ?? [];
    this.#later = undefined;
    for (const work of due) work();
  }

  /**
   * Sends the start reply before the page requests it. VS Code queues messages until the page has loaded, which saves a
   * round trip.
   */
  answerAhead(): void {
    if (this.#hasStarted || this.#ahead) return;
    this.#ahead = 'underWay';
    this.#channel.receive({ kind: 'request', id: 0, name: 'start' });
  }

  #showAgain(): void {
    if (!this.#hasStarted) return;
    if (!this.#isRetained) {
      this.#hasStarted = false;
      this.#channel.dispose();
      this.#channel = this.#open();
    }
    this.#options.onShownAgain?.();
  }

  #receive(message: unknown): void {
    this.#hasStarted = true;
    if (isStart(message)) {
      this.#options.writing?.begin();
      const ahead = this.#ahead;
      this.#ahead = undefined;
      if (ahead === 'underWay') return;
      if (ahead === 'sent') return this.#post(wasAnswered);
      this.#channel.dispose();
      this.#channel = this.#open();
    }
    this.#channel.receive(message);
  }

  #post(message: unknown): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own has no such thing
    if (this.#isOpen) void this.#options.panel.webview.postMessage(message);
  }

  #open(): Channel<Host, View> {
    const { host, view, handlers, listeners, accepts, log, what, failing } = this.#options;
    return new Channel({
      mine: host,
      theirs: view,
      handlers,
      listeners,
      ...(accepts && { accepts: (name) => accepts(name) }),
      post: (message) => {
        if (this.#ahead && isSettled(message)) this.#ahead = 'sent';
        this.#post(message);
      },
      onBadMessage: (problem) => log.warn(`A ${what} sent ${problem}, which was dropped.`),
      describeError: (error) => {
        // the page itself never offers anything that is not allowed
        if (error instanceof ServiceError && error.code === 'notAllowed')
          log.warn(`A ${what} asked for something that is not allowed, and was refused.`);
        return describe(error, failing, log);
      },
    });
  }
}

function isSettled(message: unknown): boolean {
  const { kind } = message as Envelope;
  return kind === 'reply' || kind === 'failure';
}

function describe(error: unknown, failing: string, log: Log): { code: string; message: string } {
  const message = sentenceOf(failing, error);
  if (error instanceof ServiceError) return { code: error.code, message };
  if (error instanceof UnknownConnectionError) return { code: 'noConnection', message };
  if (message !== (error as Error).message) log.error(error);
  return { code: 'failed', message };
}
