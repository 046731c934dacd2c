import { t } from '@vscode/l10n';
import type { ListViewAddress } from '../../../model/address/address.ts';
import { columnChoices, type LinkedColumns, knownChoices } from '../../../model/list/columnOrder.ts';
import { editorIcon, webviewPage, webviewRoot } from '../../../platform/webviewPage.ts';
import {
  type ColumnLayout,
  tableHost,
  type TableQuery,
  tableView,
  columnLayout,
  type TableViewState,
  tableViewState,
  type TableConnection,
  type RowsRequest,
} from '../tableProtocol.ts';
import { spellPhone } from '../../../services/lists/findByPhone.ts';
import type { Prefetch } from '../../../services/lists/recordPages.ts';
import { searchInTab } from '../../../services/remembered/searchTab.ts';
import { WebviewChannel, type WebviewPage } from '../../common/host/webviewChannel.ts';
import { rowsQuery } from './tableQuery.ts';
import type { TableDeps } from './tableDeps.ts';
import { shortName } from '../../../model/controller.ts';
import { UserError } from '../../../platform/errorReporter.ts';
import { openFromTable } from '../../common/host/openFromPage.ts';
import { readClipboard } from '../../../platform/clipboard.ts';
import type { Handlers, Params, Result } from '../../common/channel.ts';
import { CellStaging } from './cellStaging.ts';
import type * as vscode from 'vscode';
import { offeredChoices } from '../../../model/list/choicesInCell.ts';
import { columnField, fieldInTable, whyTextOnly, whyNotInTable } from '../../../model/list/columnField.ts';
import { ServiceError } from '../../../model/errors.ts';
import { scalarText, valueAt } from '../../../model/form/fieldValue.ts';
import { whyNotAllowed } from '../../../model/writePermission.ts';
import type { RecordField } from '../../../model/form/formElement.ts';
import { askController } from '../../../platform/askController.ts';
import { lookUp } from '../../../services/references/lookUp.ts';
import { pastedValue } from '../../../model/list/pastedValue.ts';
import type { CellInfo } from '../../../model/list/cellInfo.ts';
import { ServiceMessages } from '../../../services/common/serviceMessages.ts';
import type { FailedRead } from '../../../services/connections/retries.ts';
import { findListView, findRelatedTitle, defaultTitle } from './listViewTitle.ts';
import { type TableColumns, tableRows, watchedIds } from './tableMessages.ts';
import { FilterWatch } from './filterWatch.ts';
import { TableEvents } from './tableEvents.ts';
import { TableFilters } from './tableFilters.ts';
import { TableProfile } from './tableProfile.ts';
import { peekReference } from './peekReference.ts';
import { chosenIn } from '../../../model/form/choices.ts';
import type { RecordForm } from '../../../model/form/recordForm.ts';
import { setImmediate } from 'node:timers/promises';
import { fieldKinds } from '../../../model/form/fieldKind.ts';

type Host = typeof tableHost;

/** Container of a table: a tab, or a part of a form. */
export type TablePage = vscode.WebviewPanel | (WebviewPage & { readonly active: false; readonly label: string });

/** Column arrangement from a saved search, or from a link (untrusted). */
export interface ShownColumns {
  readonly layout?: ColumnLayout | undefined;
  readonly columns?: LinkedColumns | undefined;
}

/** Initial query and columns of a table. */
export interface LinkedSearch {
  /** Undefined: keep the table's previous query. */
  readonly query: TableQuery | undefined;
  readonly shown: ShownColumns;
  /** Key of the column to profile. */
  readonly profile?: string;
}

/** At least as many as a large screen shows. */
const rowsOnScreen = 60;

/** One table in a tab or in a part of a form. */
export class TableSession implements Handlers<Host> {
  readonly address: ListViewAddress;
  readonly document: vscode.TextDocument;
  readonly panel: TablePage;
  readonly #deps: TableDeps;
  readonly #channel: WebviewChannel<typeof tableHost, typeof tableView>;
  /** Label of the table within a form. */
  readonly #label: string | undefined;
  #columns: TableColumns;
  #title: string;
  /** True once the service has provided the title; until then the remembered title is used. */
  #isNamed = false;
  /** True once rows have provided the title, which the list of list views may write differently. */
  #isNamedByRows = false;
  readonly #filters: TableFilters;
  readonly #filterWatch: FilterWatch;
  readonly #profile: TableProfile;
  /** Key of the column to profile, until it is sent to the page. */
  #profileColumn: string | undefined;
  /** Prefetched first rows, until the page requests them. */
  #prefetch: Prefetch | undefined;
  /** True once the page has requested its start data. */
  #hasBegun = false;
  /** True until the start response is sent; the page ignores notifications until then. */
  #isStarting = false;
  /** The table's last query. */
  query: TableQuery = {};
  /** Query from a link, until it is sent to the page. */
  #linkQuery: TableQuery | undefined;
  /** Layout from a saved search, until the user rearranges the columns; the list view's own layout is unaffected. */
  #shownLayout: ColumnLayout | undefined;
  /** Columns from a link, until the list's columns are known. */
  #linkColumns: LinkedColumns | undefined;
  /** Error and time of the last failed load; a later change may make a retry succeed. */
  failure: Pick<FailedRead, 'error' | 'failedAt'> | undefined;
  readonly #staging: CellStaging;
  /** The connection as last sent to the page. */
  #sentConnection: string;

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
    this.#label = isTab(panel) ? undefined : panel.label;
    this.#filters = new TableFilters(deps, address, () => this.#columns);
    this.#profile = new TableProfile(deps, address, this.#filters, (live) => this.#channel.notify.profile(live));
    this.#staging = new CellStaging(deps, address, document, {
      title: () => this.#title,
      columns: () => this.#columns,
      whyNot: (cell) => this.#whyNot(cell),
    });
    this.#columns = { columns: [], alias: shortName(address.controller) };
    this.#title = this.#label ?? deps.titles.known(address) ?? defaultTitle(address);
    this.#sentConnection = JSON.stringify(this.#connection);
    const events = new TableEvents(deps, address, document, this.#staging, this.#profile);
    events.onLayout = () => (this.#shownLayout = undefined);
    this.#filterWatch = new FilterWatch(deps.pages, address, (status) => this.#channel.notify.filtered(status));
    events.filtering = () => this.#filterWatch;
    events.columns = () => columnChoices(this.layout);
    const writing = isTab(panel) ? deps.connectionStatus.addPage(panel, () => [address.connection]) : undefined;
    this.#channel = new WebviewChannel({
      panel,
      host: tableHost,
      view: tableView,
      handlers: this,
      listeners: events,
      log: deps.log,
      what: 'table',
      ...(writing && { writing }),
      failing: t('The operation'),
      onShownAgain: () => {
        this.#hasBegun = false;
        this.prefetchRows();
      },
    });
    // reopening must show current data; closing the window doesn't dispose tabs one by one, so their state survives
    panel.onDidDispose(() => {
      this.#prefetch?.cancel();
      this.#filterWatch.dispose();
      this.#profile.close();
      if (!isReopened()) void deps.views.remove(address);
    });
    if (search) this.show(search.query, search.shown, search.profile);
    if (!isTab(panel)) return;
    events.onShown = () => this.#channel.setShown();
    panel.webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(deps.extension)] };
    this.#channel.onceShown(() => {
      panel.iconPath = editorIcon(deps.extension, 'table');
    });
    deps.titles.begin(panel, address);
    panel.webview.html = webviewPage(panel.webview, deps.extension, 'table', this.#title, {
      ...(this.#isNarrowed && { className: 'narrowed' }),
      ...(writing && { connections: writing.shown }),
    });
  }

  /** Prefetches rows before the page requests them. A link's query is kept until the page starts. */
  prefetchRows(): void {
    if (this.#hasBegun) return;
    void this.#prefetchRows(this.#firstRequest).then((isHere) => {
      if (isHere && !this.#linkQuery) this.#channel.answerAhead();
    });
  }

  /** Reloads the table. */
  refresh(): void {
    this.#channel.notify.refresh();
  }

  /** Reloads the table unless the user is in the middle of something. */
  autoRefresh(): void {
    if (this.#channel.isListening) this.#channel.notify.autoRefresh();
  }

  focusSearch(): void {
    this.#channel.notify.focusSearch();
  }

  runOnSelected(command: 'deleteRecords' | 'editRecords'): void {
    this.#channel.notify.runOnSelected(command);
  }

  goToRow(row: number): void {
    this.#channel.notify.goToRow({ row });
  }

  /** Applies a link's query and columns, then shows the profile of a column if one is named. */
  show(query: TableQuery | undefined, { layout, columns }: ShownColumns = {}, profile?: string): void {
    this.#linkQuery = query;
    this.#profileColumn = profile;
    if (layout) this.#shownLayout = layout;
    this.#linkColumns = columns;
    this.#takeLinkColumns();
    if (this.#channel.isReceiving && !this.#isStarting) this.#sendLink();
  }

  /** Sent once the page has started, because a restored page starts with its previous state. */
  #sendLink(): void {
    const [linkQuery, column] = [this.#linkQuery, this.#profileColumn];
    this.#linkQuery = this.#profileColumn = undefined;
    if (linkQuery) {
      this.#channel.notify.query(linkQuery);
      this.#sendLayout();
    }
    if (column !== undefined) this.#channel.notify.showProfile({ column });
  }

  /** The service matches phone numbers only as stored, so search for the stored spelling. */
  async #searchPhone(asked: TableQuery, signal: AbortSignal): Promise<void> {
    const search = await spellPhone(this.#deps.pages, this.address, rowsQuery(asked), signal).catch(() => undefined);
    if (search !== undefined && this.query === asked) this.#channel.notify.query({ ...asked, search });
  }

  #sendLayout(): void {
    if (this.#shownLayout) this.#channel.notify.layout(this.#shownLayout);
  }

  /** Updates the tab title; the saved search may have been renamed. */
  showName(): void {
    if (this.address.search !== undefined) this.#setTabTitle(this.#title);
  }

  /** Sends the connection to the page if it changed, for example to or from read-only. */
  sendConnection(): void {
    const connection = this.#connection;
    const now = JSON.stringify(connection);
    if (now !== this.#sentConnection) this.#channel.notify.connection(connection);
    this.#sentConnection = now;
  }

  sendWatched(): void {
    this.#channel.notify.watched(this.#watched);
  }

  sendDeleted(ids: readonly string[]): void {
    this.#channel.notify.deleted({ ids });
  }

  sendStaged(): void {
    // the response to the table's own edit is in flight and newer than this state
    if (this.#staging.editsInFlight === 0) this.#channel.notify.staged(this.#staging.stagedCells);
  }

  /** Sends the result of the last save. */
  sendSaveResult(): void {
    this.sendStaged();
    this.#channel.notify.said(this.#deps.problems.said(this.document.uri.toString()));
    this.#channel.notify.saved();
  }

  /** Called by the form that contains this table. The table shows cells that stay unsaved. */
  async commitAndSave(): Promise<void> {
    await this.commit();
    await this.save();
  }

  /** Commits the cell edit in progress as a staged cell. */
  async commit(): Promise<void> {
    const { isLate, refusal } = await this.#channel.commit((page, signal) => page.commit(undefined, signal));
    if (isLate || refusal !== undefined)
      this.#deps.log.warn(`${this.#title}: the table did not say in time what was being typed.`);
  }

  #setTabTitle(title: string): void {
    if (!this.#channel.isOpen || !isTab(this.panel)) return;
    const { titles, saved } = this.#deps;
    const shown = searchInTab(saved, this.address)?.name ?? title;
    titles.set(this.panel, this.address, shown);
    this.#channel.onceShown(() => void this.#deps.recents.add(this.address, shown));
  }

  /** Runs after the start response: a restored page shows its previous state, so the link's query is sent as well. */
  #started(): void {
    this.#isStarting = false;
    this.#sendLink();
    // no title has arrived, so use the default one
    if (isTab(this.panel) && !this.#deps.titles.has(this.panel)) this.#setTabTitle(this.#title);
  }

  #onceShown(work: () => void): void {
    if (isTab(this.panel)) this.#channel.onceShown(work);
    else work();
  }

  get #firstRequest(): RowsRequest {
    const { view, query, pageSize } = this.#firstView;
    const top = view?.top ?? 0;
    const inBlock = top % pageSize;
    // all rows on the screen in one reply, even if they are in two blocks of the page
    const isAtEnd = pageSize > rowsOnScreen && inBlock > pageSize - rowsOnScreen;
    const from = isAtEnd ? Math.max(0, top - rowsOnScreen / 2) : top - inBlock;
    return { query: query ?? view?.query ?? {}, from, count: pageSize };
  }

  /** Resolves to whether rows were prefetched; errors surface when the page requests the rows. */
  async #prefetchRows({ query, from, count }: RowsRequest): Promise<boolean> {
    const { pages, listViews } = this.#deps;
    const before = this.#prefetch;
    this.query = query;
    try {
      this.#prefetch = pages.prefetch(this.address, rowsQuery(query, this.layout), from, count);
    } catch {
      return false; // not a valid query
    }
    if (before !== this.#prefetch) before?.cancel();
    listViews.listViews(this.address.connection, this.address.controller).catch(() => undefined);
    return this.#prefetch.isHere;
  }

  /** True if the page starts with a filter or a raw query, which adds a line above the rows. */
  get #isNarrowed(): boolean {
    const { query, view } = this.#firstView;
    const { filters = {}, conditions = [], rawQ, find } = query ?? view?.query ?? {};
    return Object.keys(filters).length > 0 || conditions.length > 0 || rawQ !== undefined || find !== undefined;
  }

  readonly start = async (_: unknown, signal: AbortSignal): Promise<Result<Host, 'start'>> => {
    const { listViews } = this.#deps;
    const { controller } = this.address;
    this.#hasBegun = true;
    this.#isStarting = true;
    const request = this.#firstRequest;
    const prefetched = this.#prefetchRows(request);
    const described = await findListView(listViews, this.address);
    const naming = this.refreshTitle();
    // usually the caller that opened the table has set its title
    if (this.#deps.titles.known(this.address) === undefined) await naming;
    // check without waiting for the service
    const isHere = await Promise.race([prefetched, setImmediate(false)]);
    // if the prefetch was evicted since, the page requests the rows and shows the error
    const first = isHere && !this.#prefetch?.isOver ? { request, rows: await this.#load(request, signal) } : undefined;
    if (described && !this.#isNamedByRows) this.#setTitle(described.name);
    const columnInfos = this.#filters.known;
    // run after the response is sent
    setTimeout(() => this.#started(), 0);
    return {
      connection: this.#connection,
      controller,
      title: this.#title,
      offers: [
        ...(this.#label !== undefined ? (['openAsTable', 'saveCells'] as const) : []),
        ...(['addRecord', 'editRecords', 'deleteRecords', 'exportRecords'] as const),
      ],
      ...(this.#label !== undefined && { isPart: true }),
      layout: this.layout ?? null,
      staged: this.#staging.stagedCells,
      watched: this.#watched,
      chart: described?.chart ?? null,
      ...(described?.chartHelper !== undefined && { chartHelper: described.chartHelper }),
      ...this.#firstView,
      ...(columnInfos && { columnInfos }),
      ...(first && { first }),
    };
  };

  get #watched(): string[] {
    return watchedIds(this.#deps.watchList.shown(), this.address);
  }

  /** Column layout set by the user; undefined if there is none. */
  get layout(): ColumnLayout | undefined {
    return this.#shownLayout ?? columnLayout.safeParse(this.#deps.layouts.get(this.address)).data;
  }

  /** Applies a link's columns, ignoring those the list doesn't have. Returns whether the layout changed. */
  #takeLinkColumns(): boolean {
    const linkColumns = this.#linkColumns;
    const { columns } = this.#columns;
    if (!linkColumns || columns.length === 0) return false;
    this.#linkColumns = undefined;
    const choices = knownChoices(columns, linkColumns);
    const { unpinned: _, ...own } = this.layout ?? { widths: {} };
    if (choices) this.#shownLayout = { ...own, ...choices };
    return choices !== undefined;
  }

  /**
   * Updates the title with the parent record's current name. In a form, next to its parent, the table's own label is
   * enough.
   */
  async refreshTitle(): Promise<void> {
    const title = this.#label === undefined ? await findRelatedTitle(this.#deps.forms, this.address) : undefined;
    if (title !== undefined) this.#setTitle(title);
  }

  get #connection(): TableConnection {
    const { connection: id } = this.address;
    const connection = this.#deps.connections.get(id);
    const { name = id, readOnly = false, baseUrl: service = '' } = connection ?? {};
    return { id, name, readOnly, service };
  }

  readonly rows = (params: Params<Host, 'rows'>, signal: AbortSignal): Promise<Result<Host, 'rows'>> => {
    const rows = this.#load(params, signal);
    // unneeded now, unless this request used it
    this.#prefetch?.cancel();
    return rows;
  };

  /** The state that determines which rows the page shows first. */
  get #firstView(): {
    readonly query: TableQuery | null;
    readonly view: TableViewState | null;
    readonly pageSize: number;
  } {
    const { connections, views } = this.#deps;
    const view = tableViewState.safeParse(views.get(this.address));
    const hidden = this.layout?.hidesDeleted;
    const usual = view.success || hidden === undefined ? null : { filters: { [hidden]: '0' } };
    const pageSize = connections.get(this.address.connection)?.network.pageSize ?? 100;
    return {
      query: this.#linkQuery ?? usual,
      view: view.success && !this.#linkQuery ? view.data : null,
      pageSize: Math.min(1_000, Math.max(1, Math.floor(pageSize))),
    };
  }

  async #load(params: Params<Host, 'rows'>, signal: AbortSignal): Promise<Result<Host, 'rows'>> {
    const { pages, totals } = this.#deps;
    const { connection, controller, listView } = this.address;
    const query = rowsQuery(params.query, this.layout);
    this.query = params.query;
    this.#filterWatch.follow(query);
    try {
      const slice = await pages.rows(this.address, query, params.from, params.count, signal);
      this.#setFailure(slice.isFromMemory ? { error: undefined } : undefined);
      this.#isNamedByRows ||= slice.listViewName !== undefined;
      if (slice.listViewName !== undefined) this.#setTitle(slice.listViewName);
      const isWhole =
        !('find' in query) &&
        !query.where &&
        !query.conditions &&
        query.expertQuery === undefined &&
        query.search === undefined;
      const { total } = slice;
      if (total !== undefined && isWhole && !slice.isFromMemory)
        this.#onceShown(() => totals.remember(connection, controller, listView, total));
      this.#filters.noteRows(slice.rows);
      const isNew = slice.columns !== this.#columns.columns;
      this.#columns = { columns: slice.columns, alias: slice.alias ?? shortName(controller) };
      if (this.#takeLinkColumns()) this.#sendLayout();
      if (isNew) this.sendStaged();
      if (params.from === 0 && slice.rows.length === 0) void this.#searchPhone(params.query, signal);
      const { status } = this.#filterWatch;
      return { ...tableRows(slice), ...(status && { filtered: status }) };
    } catch (error) {
      this.#setFailure(error instanceof ServiceError && error.code === 'canceled' ? undefined : { error });
      throw error;
    }
  }

  #setFailure(failure: { readonly error: unknown } | undefined): void {
    this.failure = failure && { ...failure, failedAt: Date.now() };
    if (failure) this.#deps.onFailedRead();
  }

  readonly wholeText = async ({ id, column }: Params<Host, 'wholeText'>): Promise<Result<Host, 'wholeText'>> => {
    const { pages, forms } = this.#deps;
    const found = pages.find(this.address, id);
    const index = found?.columns.findIndex(({ key }) => key === column) ?? -1;
    if (found && index >= 0) return found.row.cells[index] ?? null;
    const form = await forms.get(this.address.connection, this.address.controller, id);
    return scalarText(valueAt(form.values, [this.#staging.fieldOf(column)])) ?? null;
  };

  readonly stage = (params: Params<Host, 'stage'>, signal: AbortSignal): Promise<Result<Host, 'stage'>> =>
    this.#collectMessages(() => this.#staging.stage(params, signal));

  readonly resolve = (params: Params<Host, 'resolve'>, signal: AbortSignal): Promise<Result<Host, 'resolve'>> =>
    this.#staging.resolve(params, signal);

  readonly stageBlock: Handlers<Host>['stageBlock'] = (params, signal) =>
    this.#collectMessages(() => this.#staging.stageBlock(params, signal));

  readonly save = (): Promise<undefined> => this.#staging.save();

  readonly clipboard = (): Promise<string> => readClipboard();

  readonly cellInfo = async ({ id, column }: Params<Host, 'cellInfo'>): Promise<CellInfo> => {
    const { forms } = this.#deps;
    const closed = whyNotAllowed('edit', this.#connection);
    if (closed !== undefined) return { whyNot: closed };
    const found = this.#columns.columns.find(({ key }) => key === column);
    if (!found) return { whyNot: t('This column no longer exists. Refresh the table.') };
    const { field, isText, why } = columnField(found, this.#columns.alias);
    if (field === undefined) return { whyNot: why };
    const form = await forms.get(this.address.connection, this.address.controller, id);
    const row = isText ? this.#deps.pages.find(this.address, id) : undefined;
    const shown = row?.row.cells[row.columns.findIndex(({ key }) => key === column)];
    return cellInfo(form, field, isText ? whyTextOnly(found, fieldInTable(form, field), shown) : undefined);
  };

  readonly lookUp = async (
    { id, column, ...asked }: Params<Host, 'lookUp'>,
    signal: AbortSignal,
  ): Promise<Result<Host, 'lookUp'>> => {
    const field = await this.#reference(id, column);
    const { connection, controller: near } = this.address;
    return lookUp(this.#deps, connection, field, { ...asked, near }, signal);
  };

  readonly peek = async ({ id, column }: Params<Host, 'peek'>): Promise<Result<Host, 'peek'>> => {
    const field = await this.#reference(id, column);
    const form = await this.#deps.forms.get(this.address.connection, this.address.controller, id);
    const staged = this.#staging.stagedChange(id, this.#staging.fieldOf(column));
    return peekReference(this.#deps, this.address, form, field, staged);
  };

  readonly openReference = async ({ id, column, toSide }: Params<Host, 'openReference'>): Promise<undefined> => {
    const { connection } = this.address;
    const field = await this.#reference(id, column);
    const form = await this.#deps.forms.get(connection, this.address.controller, id);
    const staged = this.#staging.stagedChange(id, this.#staging.fieldOf(column));
    const target = staged?.reference?.id ?? scalarText(valueAt(form.values, field.at));
    if (!target || staged?.to === null)
      throw new UserError(t('“{0}” is empty: there is no record to open.', field.label));
    const controller = await askController(this.#deps, connection, field.label, {
      ...field.reference,
      near: this.address.controller,
    });
    if (!controller) throw new UserError(t('The service does not say where the record of “{0}” is.', field.label));
    await openFromTable({ kind: 'record', connection, controller, id: target }, toSide ? 'toSide' : 'here');
  };

  async #collectMessages<T>(work: () => Promise<T>): Promise<T> {
    const collected = new ServiceMessages();
    try {
      return await collected.collectDuring(work);
    } finally {
      if (collected.said.length > 0) this.#channel.notify.said(collected.said);
    }
  }

  /** Returns the reference field shown in a cell. */
  async #reference(id: string, column: string): Promise<RecordField> {
    const name = this.#staging.fieldOf(column);
    const form = await this.#deps.forms.get(this.address.connection, this.address.controller, id);
    const field = fieldInTable(form, name);
    if (field?.reference) return field;
    throw new UserError(t("“{0}” isn't a reference to another record.", field?.label ?? name));
  }

  readonly columnInfos = (): Promise<Result<Host, 'columnInfos'>> => this.#filters.columnInfos();

  readonly filterChoices = (
    params: Params<Host, 'filterChoices'>,
    signal: AbortSignal,
  ): Promise<Result<Host, 'filterChoices'>> => this.#filters.choices(params, signal);

  readonly filterValue = (params: Params<Host, 'filterValue'>): Promise<Result<Host, 'filterValue'>> =>
    this.#collectMessages(() => this.#filters.value(params));

  readonly profile: Handlers<Host>['profile'] = (params, signal) => this.#profile.show(params, signal);

  readonly checkQuery = async ({ text }: Params<Host, 'checkQuery'>): Promise<Result<Host, 'checkQuery'>> => {
    const names = this.#columns.columns.flatMap(({ columnName }) => columnName ?? []);
    const client = await this.#deps.clients.get(this.address.connection);
    return { remark: client.checkQuery(text, names) ?? null };
  };

  readonly queryText = async ({ filters }: Params<Host, 'queryText'>): Promise<Result<Host, 'queryText'>> => {
    const client = await this.#deps.clients.get(this.address.connection);
    return { text: client.queryText(filters) };
  };

  /** Returns only definite objections; if the service is unreachable now, the value is checked on save. */
  async #whyNot({ id, column, from, to }: Params<Host, 'stage'>): Promise<string | null> {
    try {
      const { whyNot, kind } = await this.cellInfo({ id, column });
      if (whyNot !== null || !to) return whyNot;
      const name = this.#staging.fieldOf(column);
      const form = await this.#deps.forms.get(this.address.connection, this.address.controller, id);
      const field = fieldInTable(form, name);
      const found = this.#columns.columns.find(({ key }) => key === column);
      const isText = found && columnField(found, this.#columns.alias).isText;
      // the page may not have known the field's kind yet; a label must be one of the choices
      const isChecked =
        kind !== undefined || (field && fieldKinds[field.kind].isSet) || (isText && field?.kind === 'choice');
      const read =
        field && isChecked ? pastedValue(offeredChoices(field, valueAt(form.values, [name])), to, [from]) : undefined;
      return read?.why ?? null;
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
  }

  #setTitle(title: string): void {
    if (title === this.#title && this.#isNamed) return;
    this.#isNamed = true;
    this.#title = title;
    this.#setTabTitle(title);
  }
}

function isTab(panel: TablePage): panel is vscode.WebviewPanel {
  return 'title' in panel;
}

/** With more choices, typing is faster than scanning the list. */
const maxChoices = 1_000;

/** Editing info for a cell, from its record's form. */
function cellInfo(form: RecordForm, field: string, onlyText: string | undefined): CellInfo {
  const whyNot = whyNotInTable(form, field) ?? onlyText;
  if (whyNot !== undefined) return { whyNot };
  const held = valueAt(form.values, [field]);
  const found = fieldInTable(form, field);
  const { kind, options, label, reference } = found
    ? offeredChoices(found, held)
    : { kind: 'text' as const, options: [], label: field, reference: undefined };
  if (kind === 'reference') {
    const model = reference?.model;
    return { whyNot: null, reference: { label, ...(model !== undefined && { model }) } };
  }
  const { column } = fieldKinds[kind];
  if (column === 'boolean') return { whyNot: null, choices: 'boolean' };
  if (column) return { whyNot: null, kind: column };
  const isOffered = options.length > 0 && options.length <= maxChoices;
  if (isOffered && found && fieldKinds[kind].isSet)
    return { whyNot: null, choices: options, chosen: chosenIn(found, held) };
  return { whyNot: null, ...(isOffered && kind === 'choice' && { choices: options }) };
}
