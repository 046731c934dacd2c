import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ListViewAddress } from '../../model/address/address.ts';
import { columnChoices, type LinkedColumns } from '../../model/list/columnOrder.ts';
import { editorIcon, webviewPage, webviewRoot } from '../../platform/webviewPage.ts';
import { type ColumnLayout, tableHost, type TableQuery, tableView } from '../../protocol/tableProtocol.ts';
import { spellPhone } from '../../services/lists/findByPhone.ts';
import { searchInTab } from '../../services/remembered/searchTab.ts';
import { WebviewChannel, type WebviewPage } from '../webviewChannel.ts';
import { rowsQuery } from './tableQuery.ts';
import { TableEvents } from './tableEvents.ts';
import type { TableDeps } from './tableDeps.ts';
import { TableRequests } from './tableRequests.ts';

/** Where a table is: a tab, or a part of a form. */
export type TablePage = vscode.WebviewPanel | (WebviewPage & { readonly active: false; readonly label: string });

/** How a saved search arranges the columns, or a link, which may have been written by anyone. */
export interface ShownColumns {
  readonly layout?: ColumnLayout | undefined;
  readonly columns?: LinkedColumns | undefined;
}

/** What a table is to show from its start. */
export interface LinkedSearch {
  /** Undefined: what the table showed before. */
  readonly query: TableQuery | undefined;
  readonly shown: ShownColumns;
}

/** One table in one tab, or in a part of a form. */
export class TableSession {
  readonly address: ListViewAddress;
  readonly document: vscode.TextDocument;
  readonly panel: TablePage;
  readonly #deps: TableDeps;
  readonly #requests: TableRequests;
  readonly #channel: WebviewChannel<typeof tableHost, typeof tableView>;
  /** As it was told last. */
  #connection: string;

  constructor(
    deps: TableDeps,
    address: ListViewAddress,
    document: vscode.TextDocument,
    panel: TablePage,
    isReopened = (): boolean => false,
    search?: LinkedSearch,
  ) {
    this.#deps = deps;
    this.address = address;
    this.document = document;
    this.panel = panel;
    const label = isTab(panel) ? undefined : panel.label;
    this.#requests = new TableRequests(deps, address, document, (title) => this.#setTabTitle(title), label);
    this.#connection = JSON.stringify(this.#requests.connection);
    this.#requests.onColumns = () => this.tellStaged();
    this.#requests.onEmpty = (asked, signal) => void this.#searchPhone(asked, signal);
    this.#requests.onSaid = (said) => this.#channel.tell.said(said);
    const events = new TableEvents(deps, address, document, this.#requests.staging);
    events.onLayout = () => (this.#requests.shownLayout = undefined);
    events.columns = () => columnChoices(this.#requests.layout);
    this.#requests.onLayout = () => this.#tellLayout();
    this.#requests.onStarted = () => {
      this.#requests.isStarting = false;
      this.tellLink();
      // nothing has told its name: what there is of it then
      if (isTab(panel) && !deps.titles.has(panel)) this.#setTabTitle(this.#requests.title);
    };
    const writing = isTab(panel) ? deps.connectionStatus.addPage(panel, () => [address.connection]) : undefined;
    this.#channel = new WebviewChannel({
      panel,
      host: tableHost,
      view: tableView,
      handlers: this.#requests,
      listeners: events,
      log: deps.log,
      what: 'table',
      ...(writing && { writing }),
      failing: t('That'),
    });
    // whoever opens it again wants to see the list as it is; a window that goes away closes no tab
    panel.onDidDispose(() => {
      this.#requests.cancelPrefetch();
      if (!isReopened()) void deps.views.forget(address);
    });
    if (search) this.show(search.query, search.shown);
    if (!isTab(panel)) return;
    events.onShown = () => this.#channel.setShown();
    this.#requests.onceShown = (work) => this.#channel.onceShown(work);
    panel.webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(deps.extension)] };
    this.#channel.onceShown(() => {
      panel.iconPath = editorIcon(deps.extension, 'table');
    });
    deps.titles.begin(panel, address);
    panel.webview.html = webviewPage(panel.webview, deps.extension, 'table', this.#requests.title, {
      ...(this.#requests.isNarrowed && { className: 'narrowed' }),
      ...(writing && { connections: writing.shown }),
    });
  }

  /** Undefined while it shows what the service has. */
  get failure(): TableRequests['failure'] {
    return this.#requests.failure;
  }

  /** What the table asked for last. */
  get query(): TableQuery {
    return this.#requests.query;
  }

  /** How its columns are arranged, where a person has done that. */
  get layout(): ColumnLayout | undefined {
    return this.#requests.layout;
  }

  /** Does not wait until the page is there and asks. What a link wants to be shown is kept until it does. */
  prefetchRows(): void {
    this.#requests.prefetchRows(() => this.#requests.linkQuery ?? this.#channel.answerAhead());
  }

  /** What is shown is asked for anew. */
  refresh(): void {
    this.#requests.cancelPrefetch();
    this.#channel.tell.refresh();
  }

  /** The table does it unless the person is in the middle of something. */
  autoRefresh(): void {
    if (this.#channel.isListening) this.#channel.tell.autoRefresh();
  }

  focusSearch(): void {
    this.#channel.tell.focusSearch();
  }

  goToRow(row: number): void {
    this.#channel.tell.goToRow({ row });
  }

  /** From a link. */
  show(query: TableQuery | undefined, { layout, columns }: ShownColumns = {}): void {
    this.#requests.linkQuery = query;
    if (layout) this.#requests.shownLayout = layout;
    this.#requests.linkColumns = columns;
    this.#requests.takeLinkColumns();
    if (this.#channel.isReceiving && !this.#requests.isStarting) this.tellLink();
  }

  /** Once the page is there: it may have come back with what it showed before. */
  tellLink(): void {
    const { linkQuery } = this.#requests;
    this.#requests.linkQuery = undefined;
    if (!linkQuery) return;
    this.#channel.tell.query(linkQuery);
    this.#tellLayout();
  }

  /** The service finds a phone number only as it is stored, so the table searches for that. */
  async #searchPhone(asked: TableQuery, signal: AbortSignal): Promise<void> {
    const search = await spellPhone(this.#deps.pages, this.address, rowsQuery(asked), signal).catch(() => undefined);
    if (search !== undefined && this.query === asked) this.#channel.tell.query({ ...asked, search });
  }

  #tellLayout(): void {
    const { shownLayout } = this.#requests;
    if (shownLayout) this.#channel.tell.layout(shownLayout);
  }

  /** Its saved search may have another name. */
  showName(): void {
    if (this.address.search !== undefined) this.#setTabTitle(this.#requests.title);
  }

  /** The record that its records belong to may have another name. */
  nameAnew(): Promise<void> {
    return this.#requests.nameRelated();
  }

  /** The connection may have become read-only, or is so no more. */
  tellConnection(): void {
    const { connection } = this.#requests;
    const now = JSON.stringify(connection);
    if (now !== this.#connection) this.#channel.tell.connection(connection);
    this.#connection = now;
  }

  tellWatched(): void {
    this.#channel.tell.watched(this.#requests.watched);
  }

  tellDeleted(ids: readonly string[]): void {
    this.#channel.tell.deleted({ ids });
  }

  tellStaged(): void {
    // the answer to the table's own edit is on its way, and newer than this would be
    const { staging } = this.#requests;
    if (staging.underWay === 0) this.#channel.tell.staged(staging.stagedCells);
  }

  /** What became of the last save of its cells. */
  tellSaved(): void {
    this.tellStaged();
    this.#channel.tell.said(this.#deps.problems.said(this.document.uri.toString()));
    this.#channel.tell.saved();
  }

  /** For the form that this table is a part of. The table shows what stays unsaved. */
  async save(): Promise<void> {
    await this.commit();
    await this.#requests.save();
  }

  /** What is being typed becomes a staged cell. */
  async commit(): Promise<void> {
    const { isLate, refusal } = await this.#channel.commit((page, signal) => page.commit(undefined, signal));
    if (isLate || refusal !== undefined)
      this.#deps.log.warn(`${this.#requests.title}: the table did not say in time what was being typed.`);
  }

  #setTabTitle(title: string): void {
    if (!this.#channel.isOpen || !isTab(this.panel)) return;
    const { titles, saved } = this.#deps;
    const shown = searchInTab(saved, this.address)?.name ?? title;
    titles.set(this.panel, this.address, shown);
    this.#channel.onceShown(() => void this.#deps.recents.add(this.address, shown));
  }
}

function isTab(panel: TablePage): panel is vscode.WebviewPanel {
  return 'title' in panel;
}
