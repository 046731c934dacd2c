import * as vscode from 'vscode';
import { t } from '@vscode/l10n';
import { addressUri } from '../../platform/addressUri.ts';
import type { WritingPage } from '../../platform/connectionStatus.ts';
import { onPlanChange } from '../../platform/planFile.ts';
import { editorIcon, webviewPage } from '../../platform/webviewPage.ts';
import { bulkHost, bulkView } from '../../protocol/bulkProtocol.ts';
import type { BulkDeps } from './bulkDeps.ts';
import { BulkSession } from './bulkSession.ts';
import { BulkRows } from './bulkRows.ts';
import type { Texts } from '../../services/common/packedTexts.ts';
import type { BulkSubject } from './bulkSubject.ts';
import { WebviewChannel } from '../webviewChannel.ts';
import { setTabTitle } from '../../platform/ui/views.ts';

/** No page needs to be told more often. */
const tellEvery = 150;
const mostKept = 20_000;

/** One page of bulk work in its tab. */
export class BulkPanel {
  readonly panel: vscode.WebviewPanel;
  readonly session: BulkSession;
  readonly #deps: BulkDeps;
  readonly #rows = new BulkRows();
  readonly #channel: WebviewChannel<typeof bulkHost, typeof bulkView>;
  #timer: NodeJS.Timeout | undefined;
  /** Of the subject that the page keeps. */
  #stored: string | Texts | undefined;

  /** The tab has the name of its file. */
  readonly #file: vscode.Uri | undefined;

  constructor(panel: vscode.WebviewPanel, subject: BulkSubject, deps: BulkDeps) {
    this.panel = panel;
    this.#file = subject.kind === 'plan' ? subject.uri : undefined;
    panel.iconPath = editorIcon(deps.extension, 'bulk');
    this.#deps = deps;
    this.session = new BulkSession(deps);
    const writing = deps.connectionStatus.addPage(panel, () => this.session.connections);
    this.#channel = this.#openChannel(writing);
    this.session.onDidChange(() => {
      writing.update();
      this.#tell();
    });
    const { shown: connections } = writing;
    panel.webview.html = webviewPage(panel.webview, deps.extension, 'bulk', t('Bulk run'), { connections });
    const renaming = deps.connections.onDidChange(() => this.#tell());
    const watching = this.#file && onPlanChange(this.#file, () => this.session.planChanged());
    panel.onDidDispose(() => {
      clearTimeout(this.#timer);
      watching?.dispose();
      renaming.dispose();
      this.#pass(t('Closing'), () => this.session.close());
    });
    this.#open(subject);
  }

  /** Apart from what lives as long as the page, which would keep all the ids that it was given. */
  #open(subject: BulkSubject): void {
    this.#pass(t('Bulk work'), () => this.session.open(subject));
  }

  #openChannel(writing: WritingPage): WebviewChannel<typeof bulkHost, typeof bulkView> {
    const { panel, session } = this;
    return new WebviewChannel({
      panel,
      host: bulkHost,
      view: bulkView,
      handlers: {
        start: () => {
          this.#stored = undefined;
          this.#tell();
          return session.state;
        },
        lookUp: ({ field, ...asked }, signal) => session.lookUp(field, asked, signal),
        rows: ({ filter, from, count, sort }) => this.#rows.get(session.ledger, filter, from, count, sort),
      },
      listeners: {
        drafts: (drafts) => session.keepDrafts(drafts),
        plan: (changes) => this.#pass(t('Planning'), () => session.plan(changes)),
        back: () => this.#pass(t('Going back'), () => session.back()),
        drop: ({ ids, isDropped }) => session.drop(ids, isDropped),
        begin: ({ typed }) => this.#pass(t('The run'), () => session.start(typed)),
        pause: () => session.runner?.pause(),
        continue: () => session.runner?.continue(),
        cancel: () => session.runner?.cancel(),
        resume: () => this.#pass(t('Resuming'), () => session.resume(false)),
        // where nothing was found yet, it is looked for again
        retry: () => this.#pass(t('Trying again'), () => (session.ledger ? session.resume(true) : session.begin())),
        retryUnclear: () => this.#pass(t('Trying again'), () => session.resume(false, true)),
        undo: () => this.#pass(t('Undoing'), () => session.planUndo()),
        report: () => this.#pass(t('Saving the report'), () => session.report()),
        savePlan: () => this.#pass(t('Saving the plan'), () => session.savePlan()),
        readAgain: () => this.#pass(t('Reading the plan'), () => session.begin()),
        chooseConnection: () => this.#pass(t('Choosing the connection'), () => session.chooseConnection()),
        openText: () => this.#pass(t('Opening the text'), () => this.#openText()),
        openRecord: ({ id }) => this.#pass(t('Opening the record'), () => this.#openRecord(id)),
      },
      accepts: (name) => session.accepts(name),
      log: this.#deps.log,
      what: 'page of a bulk run',
      writing,
      failing: t('Bulk work'),
    });
  }

  async #openRecord(id: string): Promise<void> {
    const address = this.session.addressOf(id);
    const beside = { viewColumn: vscode.ViewColumn.Beside };
    if (address) await vscode.commands.executeCommand('vscode.open', addressUri(address), beside);
  }

  async #openText(): Promise<void> {
    if (this.#file) await vscode.commands.executeCommand('vscode.openWith', this.#file, 'default');
  }

  /** A page keeps what it is about, unless that is too much for VS Code to carry around. */
  #keep(): void {
    const { subject } = this.session;
    const about = subject?.kind === 'run' ? subject.run : subject?.target.ids;
    const ids = typeof about === 'object' ? about : [];
    if (!subject || about === this.#stored || ids.length > mostKept) return;
    this.#stored = about;
    this.#channel.tell.keep(
      subject.kind === 'run' ? subject : { ...subject, target: { ...subject.target, ...(about && { ids: [...ids] }) } },
    );
  }

  #tell(): void {
    if (!this.#channel.isOpen) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const { state } = this.session;
      if (!this.#file) setTabTitle(this.panel, state.title);
      this.#channel.tell.state(state);
      this.#keep();
    }, tellEvery);
  }

  #pass(what: string, action: () => unknown): void {
    void this.#deps.errors.run(what, action, { isCode: false, connection: undefined });
  }
}
