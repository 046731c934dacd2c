import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { webviewPage } from '../platform/webviewPage.ts';
import { Channel } from '../protocol/channel.ts';
import { bulkHost, bulkView } from '../protocol/bulk.ts';
import type { BulkParts } from './bulkParts.ts';
import { BulkRows } from './bulkRows.ts';
import { BulkSession, type BulkSubject } from './bulkSession.ts';
import { editorIcon } from './editorIcon.ts';

/** No page needs to be told more often. */
const tellEvery = 150;
const mostKept = 20_000;

/** One page of bulk work in its tab. */
export class BulkPanel {
  readonly panel: vscode.WebviewPanel;
  readonly session: BulkSession;
  readonly #parts: BulkParts;
  readonly #rows = new BulkRows();
  #channel: Channel<typeof bulkHost, typeof bulkView>;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = true;
  #kept: { readonly ids: readonly string[] | undefined } | undefined;

  constructor(panel: vscode.WebviewPanel, subject: BulkSubject, parts: BulkParts) {
    this.panel = panel;
    panel.iconPath = editorIcon(parts.extension, 'bulk');
    this.#parts = parts;
    this.session = new BulkSession(parts);
    this.#channel = this.#openChannel();
    this.session.onDidChange(() => this.#tell());
    panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.webview.html = webviewPage(panel.webview, parts.extension, 'bulk', t('Bulk run'));
    panel.onDidDispose(() => {
      this.#isOpen = false;
      clearTimeout(this.#timer);
      this.#channel.dispose();
      this.#pass(t('Closing'), () => this.session.close());
    });
    this.#pass(t('Bulk work'), () => this.session.open(subject));
  }

  #receive(message: unknown): void {
    // the page begins anew when its tab was hidden or moved, and counts its requests anew
    if (typeof message === 'object' && message !== null && 'name' in message && message.name === 'start') {
      this.#channel.dispose();
      this.#channel = this.#openChannel();
    }
    this.#channel.receive(message);
  }

  #openChannel(): Channel<typeof bulkHost, typeof bulkView> {
    const { session } = this;
    return new Channel({
      mine: bulkHost,
      theirs: bulkView,
      handlers: {
        start: () => {
          this.#kept = undefined;
          this.#tell();
          return session.state;
        },
        rows: ({ filter, from, count }) => this.#rows.get(session.ledger, filter, from, count),
      },
      listeners: {
        drafts: (drafts) => session.keepDrafts(drafts),
        plan: (changes) => this.#pass(t('Planning'), () => session.plan(changes)),
        back: () => this.#pass(t('Going back'), () => session.back()),
        drop: ({ ids, isDropped }) => session.drop(ids, isDropped),
        begin: ({ typed }) => this.#pass(t('The run'), () => session.start(typed)),
        pause: () => session.pause(),
        continue: () => session.continue(),
        cancel: () => session.cancel(),
        resume: () => this.#pass(t('Resuming'), () => session.resume(false)),
        // where nothing was found yet, it is looked for again
        retry: () => this.#pass(t('Trying again'), () => (session.ledger ? session.resume(true) : session.begin())),
        retryUnclear: () => this.#pass(t('Trying again'), () => session.resumeUnclear()),
        undo: () => this.#pass(t('Undoing'), () => session.planUndo()),
        report: () => this.#pass(t('Saving the report'), () => session.report()),
        openRecord: ({ id }) => this.#pass(t('Opening the record'), () => session.openRecord(id)),
      },
      post: (message) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own has no such thing
        if (this.#isOpen) void this.panel.webview.postMessage(message);
      },
      onBadMessage: (problem) => this.#parts.log.warn(`The page of a bulk run sent ${problem}, which was dropped.`),
      describeError: () => ({ code: 'failed', message: t('That could not be shown.') }),
    });
  }

  /** A page keeps what it is about, unless that is too much for VS Code to carry around. */
  #keep(): void {
    const { subject } = this.session;
    const ids = subject && subject.kind !== 'run' ? subject.target.ids : undefined;
    if (!subject || (this.#kept && ids === this.#kept.ids) || (ids && ids.length > mostKept)) return;
    this.#kept = { ids };
    this.#channel.tell('keep', subject);
  }

  #tell(): void {
    if (!this.#isOpen) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const { state } = this.session;
      this.panel.title = state.title;
      this.#channel.tell('state', state);
      this.#keep();
    }, tellEvery);
  }

  #pass(what: string, action: () => unknown): void {
    void this.#parts.gate.pass(what, action, { isCode: false, connection: undefined });
  }
}
