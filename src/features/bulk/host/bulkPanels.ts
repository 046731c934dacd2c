import { t } from '@vscode/l10n';
import path from 'node:path';
import * as vscode from 'vscode';
import { webviewPanels } from '../../../manifest.ts';
import { planFileAt, onPlanChange } from '../../../platform/planFile.ts';
import { webviewRoot, editorIcon, webviewPage } from '../../../platform/webviewPage.ts';
import { type BulkDeps, BulkSession } from './bulkSession.ts';
import { type BulkSubject, readSavedSubject } from './bulkSubject.ts';
import { createWebviewPanel, setTabTitle } from '../../../platform/ui/views.ts';
import { addressUri } from '../../../platform/addressUri.ts';
import type { WritingPage } from '../../../platform/connectionStatus.ts';
import { bulkHost, bulkView } from '../bulkProtocol.ts';
import { BulkRows } from './bulkRows.ts';
import type { Texts } from '../../../services/common/packedTexts.ts';
import { WebviewChannel } from '../../common/host/webviewChannel.ts';

/** The open bulk pages. */
export class BulkPanels implements vscode.WebviewPanelSerializer {
  readonly #deps: BulkDeps;
  readonly #open = new Set<BulkPanel>();

  constructor(deps: BulkDeps) {
    this.#deps = deps;
  }

  /** A run has at most one page. */
  open(subject: BulkSubject): BulkPanel {
    const open = subject.kind === 'run' ? this.#panelOf(subject.run) : undefined;
    if (open) {
      open.panel.reveal();
      return open;
    }
    const panel = createWebviewPanel(webviewPanels.bulk, t('Bulk run'), vscode.ViewColumn.Active, this.#options());
    return this.#show(panel, subject);
  }

  /** Shows the editor of a plan file. */
  showPlan(panel: vscode.WebviewPanel, uri: vscode.Uri): void {
    panel.webview.options = this.#options();
    this.#show(panel, { kind: 'plan', file: planFileAt(uri), uri });
  }

  /** Previews a plan that is not saved to a file yet. */
  previewPlan(uri: vscode.Uri): BulkPanel {
    const title = path.posix.basename(uri.path);
    const panel = createWebviewPanel(webviewPanels.bulk, title, vscode.ViewColumn.Beside, this.#options());
    return this.#show(panel, { kind: 'plan', file: planFileAt(uri), uri });
  }

  /** Handle to the page of a run, whether or not it is open. */
  pageOf(run: string): { readonly isInFront: boolean; show(): void } {
    const find = (): BulkPanel | undefined => this.#panelOf(run);
    return {
      get isInFront() {
        return find()?.panel.visible === true;
      },
      show: () => void this.open({ kind: 'run', run }),
    };
  }

  /** True if a bulk page is visible in this group. */
  isIn(column: vscode.ViewColumn): boolean {
    return [...this.#open].some(({ panel }) => panel.visible && panel.viewColumn === column);
  }

  /** After a window reload: a run is restored from its journal, choices from the page's state. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const subject = readSavedSubject(state);
    if (!subject) return panel.dispose();
    panel.webview.options = this.#options();
    this.#show(panel, subject);
  }

  #panelOf(run: string): BulkPanel | undefined {
    return [...this.#open].find(({ session }) => session.run === run);
  }

  #show(panel: vscode.WebviewPanel, subject: BulkSubject): BulkPanel {
    const page = new BulkPanel(panel, subject, this.#deps);
    this.#open.add(page);
    panel.onDidDispose(() => this.#open.delete(page));
    return page;
  }

  #options(): vscode.WebviewOptions & vscode.WebviewPanelOptions {
    return { enableScripts: true, localResourceRoots: [webviewRoot(this.#deps.extension)], enableFindWidget: false };
  }
}

/** Min interval between updates of a page, in milliseconds. */
const updateInterval = 150;
const maxKept = 20_000;

/** A bulk page in its tab. */
export class BulkPanel {
  readonly panel: vscode.WebviewPanel;
  readonly session: BulkSession;
  readonly #deps: BulkDeps;
  readonly #rows = new BulkRows();
  readonly #channel: WebviewChannel<typeof bulkHost, typeof bulkView>;
  #timer: NodeJS.Timeout | undefined;
  /** The part of the subject last stored in the page. */
  #stored: string | Texts | undefined;

  /** Set if the tab is the editor of a plan file; the tab is named after it. */
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
      this.#sendState();
    });
    const { shown: connections } = writing;
    panel.webview.html = webviewPage(panel.webview, deps.extension, 'bulk', t('Bulk run'), { connections });
    const renaming = deps.connections.onDidChange(() => this.#sendState());
    const watching = this.#file && onPlanChange(this.#file, () => this.session.planChanged());
    panel.onDidDispose(() => {
      clearTimeout(this.#timer);
      watching?.dispose();
      renaming.dispose();
      this.#pass(t('Closing'), () => this.session.close());
    });
    this.#open(subject);
  }

  /** A separate method, so that closures that live as long as the page don't retain all the given ids. */
  #open(subject: BulkSubject): void {
    this.#pass(t('The bulk run'), () => this.session.open(subject));
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
          this.#sendState();
          return session.state;
        },
        lookUp: ({ field, ...asked }, signal) => session.lookUp(field, asked, signal),
        rows: ({ filter, from, count, sort }) => this.#rows.get(session.ledger, filter, from, count, sort),
      },
      listeners: {
        drafts: (drafts) => session.keepDrafts(drafts),
        plan: (changes) => this.#pass(t('Planning'), () => session.plan(changes)),
        back: () => this.#pass(t('Going back'), () => session.back()),
        setExcluded: ({ ids, isDropped }) => session.setExcluded(ids, isDropped),
        begin: ({ typed }) => this.#pass(t('The run'), () => session.start(typed)),
        pause: () => session.runner?.pause(),
        continue: () => session.runner?.continue(),
        cancel: () => session.runner?.cancel(),
        resume: () => this.#pass(t('Resuming'), () => session.resume(false)),
        // if no records were found yet, search again
        retry: () => this.#pass(t('Retrying'), () => (session.ledger ? session.resume(true) : session.begin())),
        retryUnclear: () => this.#pass(t('Retrying'), () => session.resume(false, true)),
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
      failing: t('The bulk run'),
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

  /** Stores the subject in the page's state, unless it is too large for VS Code. */
  #storeSubject(): void {
    const { subject } = this.session;
    const about = subject?.kind === 'run' ? subject.run : subject?.target.ids;
    const ids = typeof about === 'object' ? about : [];
    if (!subject || about === this.#stored || ids.length > maxKept) return;
    this.#stored = about;
    this.#channel.notify.storeState(
      subject.kind === 'run' ? subject : { ...subject, target: { ...subject.target, ...(about && { ids: [...ids] }) } },
    );
  }

  #sendState(): void {
    if (!this.#channel.isOpen) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const { state } = this.session;
      if (!this.#file) setTabTitle(this.panel, state.title);
      this.#channel.notify.state(state);
      this.#storeSubject();
    }, updateInterval);
  }

  #pass(what: string, action: () => unknown): void {
    void this.#deps.errors.run(what, action, { isCode: false, connection: undefined });
  }
}
