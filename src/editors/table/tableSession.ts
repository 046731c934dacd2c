import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ListViewAddress, RecordAddress } from '../../model/address/address.ts';
import { columnChoices, type LinkedColumns } from '../../model/list/columnOrder.ts';
import { editorIcon, webviewPage, webviewRoot } from '../../platform/webviewPage.ts';
import { type ColumnLayout, tableHost, type TableQuery, tableView } from '../../protocol/tableProtocol.ts';
import { spellPhone } from '../../services/lists/findByPhone.ts';
import { searchInTab } from '../../services/remembered/searchTab.ts';
import { WebviewChannel, type WebviewPage } from '../webviewChannel.ts';
import { rowsQuery, listQuery } from './tableQuery.ts';
import type { TableDeps } from './tableDeps.ts';
import { TableRequests } from './tableRequests.ts';
import { shortName } from '../../model/controller.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { openFromTable } from '../openFromPage.ts';
import { openDocumentAt } from '../../platform/openRecords.ts';
import { copyAsCurlCommand, copyText, linkTo } from '../../platform/clipboard.ts';
import { savePicture } from '../../platform/fileDialogs.ts';
import type { Data, Listeners } from '../../protocol/channel.ts';
import type { CellStaging } from './cellStaging.ts';
import { runCommand } from '../../platform/runCommand.ts';

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

type Host = typeof tableHost;

/** Does what one table tells. */
export class TableEvents implements Listeners<Host> {
  readonly #deps: TableDeps;
  readonly #address: ListViewAddress;
  readonly #document: vscode.TextDocument;
  readonly #staging: Pick<CellStaging, 'undoOrRedo' | 'takeAllBack'>;

  constructor(
    deps: TableDeps,
    address: ListViewAddress,
    document: vscode.TextDocument,
    staging: Pick<CellStaging, 'undoOrRedo' | 'takeAllBack'>,
  ) {
    this.#staging = staging;
    this.#deps = deps;
    this.#address = address;
    this.#document = document;
  }

  readonly refresh = (): void => {
    const { pages, forms } = this.#deps;
    pages.forget(this.#address.connection, this.#address.controller);
    forms.forget(this.#address.connection);
  };

  /** Set by the session. */
  onShown = (): void => undefined;

  readonly shown = (): void => this.onShown();

  /** Set by the session: the person has arranged the columns. */
  onLayout = (): void => undefined;

  /** Set by the session: how the columns are arranged, for links. */
  columns = (): LinkedColumns | undefined => undefined;

  readonly layout = (layout: Data<Host, 'layout'>): void => {
    this.onLayout();
    this.#pass(t('Remembering the columns'), () => this.#deps.layouts.set(this.#address, layout));
  };

  readonly view = (view: Data<Host, 'view'>): void => {
    this.#pass(t('Remembering the table'), () => this.#deps.views.set(this.#address, view));
  };

  readonly openRecord = ({ id, how }: Data<Host, 'openRecord'>): void => {
    const record = this.#record(id);
    const row = this.#deps.pages.find(this.#address, id)?.row;
    if (row) this.#deps.titles.expect(record, row.name);
    this.#pass(t('Opening the record'), () => openFromTable(record, how));
  };

  readonly copy = ({ text }: Data<Host, 'copy'>): void => {
    this.#pass(t('Copying'), () => copyText(text, t('Cells')));
  };

  readonly copyLink = ({ query, id }: Data<Host, 'copyLink'>): void => {
    const link =
      id === undefined ? linkTo(this.#address, { ...query, columns: this.columns() }) : linkTo(this.#record(id));
    this.#pass(t('Copying the link'), () => copyText(link, t('Link')));
  };

  readonly copyAsCurl = ({ query }: Data<Host, 'copyAsCurl'>): void => {
    this.#pass(t('Copying as curl'), () => this.copyQueryAsCurl(query));
  };

  readonly saveFile = ({ name, base64 }: Data<Host, 'saveFile'>): void => {
    this.#pass(t('Saving the chart'), () => savePicture(name, Buffer.from(base64, 'base64')));
  };

  readonly command = ({ name, ...chosen }: Data<Host, 'command'>): void => {
    const connection = this.#address.connection;
    // the command says by itself what went wrong
    if (name === 'exportRecords') return this.#withRecords('exportRecords', chosen);
    if (name === 'editRecords') return this.#withRecords('bulkEdit', chosen);
    if (name === 'deleteRecords') return this.#deleteRecords(chosen);
    if (isOfRows(name)) return this.#withRows(name, chosen.ids ?? []);
    this.#pass(t('Doing that'), () => {
      if (name === 'setToken') return runCommand('setToken', { connection });
      if (name === 'showLog') return runCommand('showLog');
      if (name === 'saveSearch') return runCommand('saveSearch', this.#document.uri);
      if (name === 'searchRecords') return runCommand('searchRecords', { connection, text: chosen.text ?? '' });
      if (name === 'undo' || name === 'redo') return this.#staging.undoOrRedo(name);
      if (name === 'discard') return this.#discard();
      if (name === 'savePlan') return runCommand('planPending', this.#document.uri);
      if (name === 'openAsTable') {
        const { listView, controller } = this.#address;
        return runCommand('openListView', { connection, controller, listView, query: chosen.query });
      }
      if (name === 'openRecords') return this.#openRecords(chosen.query ?? {});
      return runCommand('addRecord', this.#document.uri);
    });
  };

  /** In the controller's own list of records; this one sums them up. */
  async #openRecords(query: TableQuery): Promise<void> {
    const { connection, controller, listView: own } = this.#address;
    const all = await this.#deps.listViews.listViews(connection, controller);
    const plain = all.filter(({ id, chart }) => id !== own && chart === undefined);
    const listView = (plain.find(({ isDefault }) => isDefault) ?? plain[0])?.id;
    if (listView === undefined)
      throw new UserError(t('{0} has no list view that shows records one by one.', shortName(controller)));
    await runCommand('openListView', { connection, controller, listView, query });
  }

  /** One step that undo takes back. */
  async #discard(): Promise<void> {
    const document = openDocumentAt(this.#document.uri);
    if (!document) return;
    await this.#staging.takeAllBack();
    // sends nothing, and takes the dot from the tab
    await document.save();
  }

  async copyQueryAsCurl(query: TableQuery): Promise<void> {
    const { connection, controller, listView } = this.#address;
    const client = await this.#deps.clients.get(connection);
    const asked = { ...(listView !== undefined && { listView }), page: 1, ...listQuery(query) };
    const limit = client.connection.network.pageSize;
    await copyAsCurlCommand({ address: client.recordsAddress(controller, { ...asked, limit }) });
  }

  /** One record needs no page of its own: it is asked about by its name. */
  #deleteRecords(chosen: Omit<Data<Host, 'command'>, 'name'>): void {
    const [id, ...others] = chosen.ids ?? [];
    if (id === undefined || others.length > 0) return this.#withRecords('bulkDelete', chosen);
    void runCommand('deleteRecord', { ...this.#record(id), madeFor: chosen.madeFor }).then(undefined, () => undefined);
  }

  #withRows(name: RowCommand, ids: readonly string[]): void {
    const [first, second] = ids.map((id) => this.#record(id));
    if (!first) return;
    const run = {
      compareRecords: () => (second ? runCommand('compareRecords', [first, second]) : undefined),
      duplicateRecord: () => runCommand('duplicateRecord', first),
      watchRecord: () => runCommand('watch', first),
      stopWatching: () => runCommand('stopWatching', first),
      showHistory: () => runCommand('showHistory', first),
    };
    void Promise.resolve(run[name]()).then(undefined, () => undefined);
  }

  #withRecords(
    command: 'exportRecords' | 'bulkEdit' | 'bulkDelete',
    chosen: Omit<Data<Host, 'command'>, 'name'>,
  ): void {
    const { connection, controller, listView } = this.#address;
    const target = { connection, controller, listView };
    void runCommand(command, { ...target, ...chosen }).then(undefined, () => undefined);
  }

  #record(id: string): RecordAddress {
    const { connection, controller } = this.#address;
    return { kind: 'record', connection, controller, id };
  }

  #pass(what: string, action: () => unknown): void {
    void this.#deps.errors.run(what, action, { isCode: false, connection: this.#address.connection });
  }
}

const rowCommands = ['compareRecords', 'duplicateRecord', 'watchRecord', 'stopWatching', 'showHistory'] as const;

type RowCommand = (typeof rowCommands)[number];

function isOfRows(name: string): name is RowCommand {
  return rowCommands.some((one) => one === name);
}
