import type * as vscode from 'vscode';
import { t } from '@vscode/l10n';
import type { ListViewAddress } from '../../model/address/address.ts';
import { checkQ } from '../../model/list/checkQ.ts';
import { offeredChoices } from '../../model/list/choicesInCell.ts';
import { knownChoices, type LinkedColumns } from '../../model/list/columnOrder.ts';
import { columnField, fieldInTable, whyTextOnly, whyNotInTable } from '../../model/list/columnField.ts';
import { shortName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { scalarText, valueAt } from '../../model/form/fieldValue.ts';
import { whyNotAllowed } from '../../model/writePermission.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import { askController } from '../../platform/askController.ts';
import { lookUp } from '../../services/references/lookUp.ts';
import { pastedValue } from '../../model/list/pastedValue.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { openFromTable } from '../openFromPage.ts';
import type { Handlers, Params, Result } from '../../protocol/channel.ts';
import {
  type ColumnLayout,
  columnLayout,
  type TableViewState,
  tableViewState,
  type TableConnection,
  type tableHost,
  type TableQuery,
  type RowsRequest,
  type TableRows,
  type TableStart,
} from '../../protocol/tableProtocol.ts';
import type { CellInfo } from '../../model/list/cellInfo.ts';
import { HeardWords } from '../../services/common/heardWords.ts';
import type { FailedRead } from '../../services/connections/retries.ts';
import { CellStaging } from './cellStaging.ts';
import { readClipboard } from '../../platform/clipboard.ts';
import { findListView, findRelatedTitle, defaultTitle } from './listViewTitle.ts';
import { type TableColumns, tableRows, watchedIds } from './tableMessages.ts';
import { TableFilters } from './tableFilters.ts';
import { rowsQuery } from './tableQuery.ts';
import type { TableDeps } from './tableDeps.ts';
import { peekReference } from './peekReference.ts';
import { chosenIn } from '../../model/form/choices.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { setImmediate } from 'node:timers/promises';

type Host = typeof tableHost;

/** Answers what one table asks. */
export class TableRequests implements Handlers<Host> {
  readonly #deps: TableDeps;
  readonly #address: ListViewAddress;
  /** What it is called as a part of a form. */
  readonly #label: string | undefined;
  readonly #onTitle: (title: string) => void;
  #columns: TableColumns;
  #title: string;
  /** The service has told it; before, it is what is remembered. */
  #isNamed = false;
  readonly #filters: TableFilters;
  readonly #prefetch = new RowPrefetch((request, signal) => this.#load(request, signal));
  /** The page has asked for its start. */
  #hasBegun = false;
  /** Until the answer to its start was sent, the page ignores what it is told. */
  isStarting = false;
  /** What was asked for last. */
  query: TableQuery = {};
  /** From a link, until the page has it. */
  linkQuery: TableQuery | undefined;
  /** Of a saved search, until the person arranges the columns otherwise: the list view keeps its own. */
  shownLayout: ColumnLayout | undefined;
  /** From a link, until it is known which of them there are. */
  linkColumns: LinkedColumns | undefined;
  /** Why the last look at the service failed, and when: something that changes may make it work again. */
  failure: Pick<FailedRead, 'error' | 'failedAt'> | undefined;
  readonly staging: CellStaging;

  constructor(
    deps: TableDeps,
    address: ListViewAddress,
    document: vscode.TextDocument,
    onTitle: (title: string) => void,
    label?: string,
  ) {
    this.#label = label;
    this.#deps = deps;
    this.#address = address;
    this.#onTitle = onTitle;
    this.#filters = new TableFilters(deps, address, () => this.#columns);
    this.staging = new CellStaging(deps, address, document, {
      title: () => this.#title,
      columns: () => this.#columns,
      whyNot: (cell) => this.#whyNot(cell),
    });
    this.#columns = { columns: [], alias: shortName(address.controller) };
    this.#title = label ?? deps.titles.known(address) ?? defaultTitle(address);
  }

  get title(): string {
    return this.#title;
  }

  /** Asks for the rows that the page will want first, as far as one can know, unless it has come to ask itself. */
  prefetchRows(onThere: () => void): void {
    if (!this.#hasBegun) this.#prefetchRows().then(onThere, () => undefined);
  }

  #prefetchRows(): Promise<unknown> {
    const { view, query, pageSize } = this.#firstView;
    const from = Math.floor((view?.top ?? 0) / pageSize) * pageSize;
    const rows = this.#prefetch.begin({ query: query ?? view?.query ?? {}, from, count: pageSize });
    this.#deps.listViews.listViews(this.#address.connection, this.#address.controller).catch(() => undefined);
    return rows;
  }

  /** The page will begin with something that narrows the list, which has a line above the rows. */
  get isNarrowed(): boolean {
    const { query, view } = this.#firstView;
    const { filters = {}, rawQ, find } = query ?? view?.query ?? {};
    return Object.keys(filters).length > 0 || rawQ !== undefined || find !== undefined;
  }

  /** What was asked for ahead is old. */
  cancelPrefetch(): void {
    this.#prefetch.drop();
  }

  readonly start = async (): Promise<Result<Host, 'start'>> => {
    const { listViews } = this.#deps;
    const { controller } = this.#address;
    this.#hasBegun = true;
    this.isStarting = true;
    void this.#prefetchRows();
    const described = await findListView(listViews, this.#address);
    if (described) this.#setTitle(described.name);
    const naming = this.nameRelated();
    // whoever opened it has told its name, most of the time
    if (this.#deps.titles.known(this.#address) === undefined) await naming;
    const first = await this.#prefetch.arrived();
    const columnInfos = this.#filters.known;
    // after the answer
    setTimeout(() => this.onStarted(), 0);
    return {
      connection: this.connection,
      controller,
      title: this.#title,
      offers: [
        ...(this.#label !== undefined ? (['openAsTable', 'saveCells'] as const) : []),
        ...(['addRecord', 'editRecords', 'deleteRecords', 'exportRecords'] as const),
      ],
      ...(this.#label !== undefined && { isPart: true }),
      layout: this.layout ?? null,
      staged: this.staging.stagedCells,
      watched: this.watched,
      chart: described?.chart ?? null,
      ...(described?.chartHelper !== undefined && { chartHelper: described.chartHelper }),
      ...this.#firstView,
      ...(columnInfos && { columnInfos }),
      ...(first && { first }),
    };
  };

  get watched(): string[] {
    return watchedIds(this.#deps.watchList.shown(), this.#address);
  }

  get layout(): ColumnLayout | undefined {
    return this.shownLayout ?? columnLayout.safeParse(this.#deps.layouts.get(this.#address)).data;
  }

  /** A link arranges the columns that there are, and nothing else. Answers whether it did. */
  takeLinkColumns(): boolean {
    const { linkColumns } = this;
    const { columns } = this.#columns;
    if (!linkColumns || columns.length === 0) return false;
    this.linkColumns = undefined;
    const choices = knownChoices(columns, linkColumns);
    const { unpinned: _, ...own } = this.layout ?? { widths: {} };
    if (choices) this.shownLayout = { ...own, ...choices };
    return choices !== undefined;
  }

  /** By the name that its parent has now. In a form, beside its parent, its own name is enough. */
  async nameRelated(): Promise<void> {
    const title = this.#label === undefined ? await findRelatedTitle(this.#deps.forms, this.#address) : undefined;
    if (title !== undefined) this.#setTitle(title);
  }

  get connection(): TableConnection {
    const { connection: id } = this.#address;
    const connection = this.#deps.connections.get(id);
    const { name = id, readOnly = false, baseUrl: service = '' } = connection ?? {};
    return { id, name, readOnly, service };
  }

  readonly rows = async (params: Params<Host, 'rows'>, signal: AbortSignal): Promise<Result<Host, 'rows'>> =>
    this.#prefetch.take(params, signal) ?? this.#load(params, signal);

  /** What decides which rows the page shows first. */
  get #firstView(): {
    readonly query: TableQuery | null;
    readonly view: TableViewState | null;
    readonly pageSize: number;
  } {
    const { connections, views } = this.#deps;
    const view = tableViewState.safeParse(views.get(this.#address));
    const hidden = this.layout?.hidesDeleted;
    const usual = view.success || hidden === undefined ? null : { filters: { [hidden]: '0' } };
    const pageSize = connections.get(this.#address.connection)?.network.pageSize ?? 100;
    return {
      query: this.linkQuery ?? usual,
      view: view.success && !this.linkQuery ? view.data : null,
      pageSize: Math.min(1_000, Math.max(1, Math.floor(pageSize))),
    };
  }

  async #load(params: Params<Host, 'rows'>, signal: AbortSignal): Promise<Result<Host, 'rows'>> {
    const { pages, totals } = this.#deps;
    const { connection, controller, listView } = this.#address;
    const query = rowsQuery(params.query);
    this.query = params.query;
    try {
      const slice = await pages.rows(this.#address, query, params.from, params.count, signal);
      this.#setFailure(slice.isFromMemory ? { error: undefined } : undefined);
      if (slice.listViewName !== undefined) this.#setTitle(slice.listViewName);
      const isWhole = !('find' in query) && query.q === undefined && query.search === undefined;
      const { total } = slice;
      if (total !== undefined && isWhole && !slice.isFromMemory)
        this.onceShown(() => totals.remember(connection, controller, listView, total));
      this.#filters.noteRows(slice.rows);
      const isNew = slice.columns !== this.#columns.columns;
      this.#columns = { columns: slice.columns, alias: slice.alias ?? shortName(controller) };
      if (this.takeLinkColumns()) this.onLayout();
      if (isNew) this.onColumns();
      if (params.from === 0 && slice.rows.length === 0) this.onEmpty(params.query, signal);
      return tableRows(slice);
    } catch (error) {
      this.#setFailure(error instanceof ServiceError && error.code === 'canceled' ? undefined : { error });
      throw error;
    }
  }

  #setFailure(failure: { readonly error: unknown } | undefined): void {
    this.failure = failure && { ...failure, failedAt: Date.now() };
    if (failure) this.#deps.onFailedRead();
  }

  /** Set by the session: does it when the table is shown. */
  onceShown = (work: () => void): void => work();

  /** Set by the session: a page that comes back shows what it showed before, so a link is told to it as well. */
  onStarted = (): void => undefined;

  /** Set by the session: what the service said beside what was looked up, such as the names in a block. */
  onSaid: (said: readonly string[]) => void = () => undefined;

  /** Set by the session: there are no rows. */
  onEmpty: (asked: TableQuery, signal: AbortSignal) => void = () => undefined;

  /** Set by the session: the columns stand otherwise than the page knows. */
  onLayout = (): void => undefined;

  /** Set by the session: staged cells are named after columns, so they are sent again when those are known. */
  onColumns = (): void => undefined;

  readonly wholeText = async ({ id, column }: Params<Host, 'wholeText'>): Promise<Result<Host, 'wholeText'>> => {
    const { pages, forms } = this.#deps;
    const found = pages.find(this.#address, id);
    const index = found?.columns.findIndex(({ key }) => key === column) ?? -1;
    if (found && index >= 0) return found.row.cells[index] ?? null;
    const form = await forms.get(this.#address.connection, this.#address.controller, id);
    return scalarText(valueAt(form.values, [this.staging.fieldOf(column)])) ?? null;
  };

  readonly stage = (params: Params<Host, 'stage'>, signal: AbortSignal): Promise<Result<Host, 'stage'>> =>
    this.#heard(() => this.staging.stage(params, signal));

  readonly resolve = (params: Params<Host, 'resolve'>, signal: AbortSignal): Promise<Result<Host, 'resolve'>> =>
    this.staging.resolve(params, signal);

  readonly stageBlock: Handlers<Host>['stageBlock'] = (params, signal) =>
    this.#heard(() => this.staging.stageBlock(params, signal));

  readonly save = (): Promise<undefined> => this.staging.save();

  readonly clipboard = (): Promise<string> => readClipboard();

  readonly cellInfo = async ({ id, column }: Params<Host, 'cellInfo'>): Promise<CellInfo> => {
    const { forms } = this.#deps;
    const closed = whyNotAllowed('edit', this.connection);
    if (closed !== undefined) return { whyNot: closed };
    const found = this.#columns.columns.find(({ key }) => key === column);
    if (!found) return { whyNot: t('This column is not known any more. Refresh the table.') };
    const { field, isText, why } = columnField(found, this.#columns.alias);
    if (field === undefined) return { whyNot: why };
    const form = await forms.get(this.#address.connection, this.#address.controller, id);
    const row = isText ? this.#deps.pages.find(this.#address, id) : undefined;
    const shown = row?.row.cells[row.columns.findIndex(({ key }) => key === column)];
    return cellInfo(form, field, isText ? whyTextOnly(found, fieldInTable(form, field), shown) : undefined);
  };

  readonly lookUp = async (
    { id, column, ...asked }: Params<Host, 'lookUp'>,
    signal: AbortSignal,
  ): Promise<Result<Host, 'lookUp'>> => {
    const field = await this.#reference(id, column);
    const { connection, controller: near } = this.#address;
    return lookUp(this.#deps, connection, field, { ...asked, near }, signal);
  };

  readonly peek = async ({ id, column }: Params<Host, 'peek'>): Promise<Result<Host, 'peek'>> => {
    const field = await this.#reference(id, column);
    const form = await this.#deps.forms.get(this.#address.connection, this.#address.controller, id);
    const staged = this.staging.of(id, this.staging.fieldOf(column));
    return peekReference(this.#deps, this.#address, form, field, staged);
  };

  readonly openReference = async ({ id, column, toSide }: Params<Host, 'openReference'>): Promise<undefined> => {
    const { connection } = this.#address;
    const field = await this.#reference(id, column);
    const form = await this.#deps.forms.get(connection, this.#address.controller, id);
    const staged = this.staging.of(id, this.staging.fieldOf(column));
    const target = staged?.reference?.id ?? scalarText(valueAt(form.values, field.at));
    if (!target || staged?.to === null)
      throw new UserError(t('“{0}” is empty: there is no record to open.', field.label));
    const controller = await askController(this.#deps, connection, field.label, {
      ...field.reference,
      near: this.#address.controller,
    });
    if (!controller) throw new UserError(t('The service does not say where the record of “{0}” is.', field.label));
    await openFromTable({ kind: 'record', connection, controller, id: target }, toSide ? 'toSide' : 'here');
  };

  async #heard<T>(work: () => Promise<T>): Promise<T> {
    const heard = new HeardWords();
    try {
      return await heard.during(work);
    } finally {
      if (heard.said.length > 0) this.onSaid(heard.said);
    }
  }

  /** The field of a cell that points at another record. */
  async #reference(id: string, column: string): Promise<RecordField> {
    const name = this.staging.fieldOf(column);
    const form = await this.#deps.forms.get(this.#address.connection, this.#address.controller, id);
    const field = fieldInTable(form, name);
    if (field?.reference) return field;
    throw new UserError(t('“{0}” does not point at another record.', field?.label ?? name));
  }

  readonly columnInfos = (): Promise<Result<Host, 'columnInfos'>> => this.#filters.columnInfos();

  readonly filterChoices = (
    params: Params<Host, 'filterChoices'>,
    signal: AbortSignal,
  ): Promise<Result<Host, 'filterChoices'>> => this.#filters.choices(params, signal);

  readonly filterValue = (params: Params<Host, 'filterValue'>): Promise<Result<Host, 'filterValue'>> =>
    this.#heard(() => this.#filters.value(params));

  readonly checkQ = ({ text }: Params<Host, 'checkQ'>): Result<Host, 'checkQ'> => {
    const names = this.#columns.columns.flatMap(({ columnName }) => columnName ?? []);
    return { remark: checkQ(text, names) ?? null };
  };

  /** What is certain: a service that does not answer now is asked again when it is saved. */
  async #whyNot({ id, column, from, to }: Params<Host, 'stage'>): Promise<string | null> {
    try {
      const { whyNot, kind } = await this.cellInfo({ id, column });
      if (whyNot !== null || !to) return whyNot;
      const name = this.staging.fieldOf(column);
      const form = await this.#deps.forms.get(this.#address.connection, this.#address.controller, id);
      const field = fieldInTable(form, name);
      const found = this.#columns.columns.find(({ key }) => key === column);
      const isText = found && columnField(found, this.#columns.alias).isText;
      // the page may not have known yet what kind it is; a label has to be one of the choices
      const isChecked = kind !== undefined || field?.kind === 'choices' || (isText && field?.kind === 'choice');
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
    this.#onTitle(title);
  }
}

/** More than that is found sooner by typing than by looking. */
const mostChoices = 1_000;

/** What the form of a record tells about one of its cells. */
function cellInfo(form: RecordForm, field: string, onlyText: string | undefined): CellInfo {
  const whyNot = whyNotInTable(form, field) ?? onlyText;
  if (whyNot !== undefined) return { whyNot };
  const held = valueAt(form.values, [field]);
  const found = fieldInTable(form, field);
  const { kind, options, label, reference } = found
    ? offeredChoices(found, held)
    : { kind: 'text', options: [], label: field };
  if (kind === 'reference') {
    const model = reference?.model;
    return { whyNot: null, reference: { label, ...(model !== undefined && { model }) } };
  }
  if (kind === 'boolean') return { whyNot: null, choices: 'boolean' };
  if (kind === 'number' || kind === 'date' || kind === 'dateTime' || kind === 'time') return { whyNot: null, kind };
  const isOffered = options.length > 0 && options.length <= mostChoices;
  if (isOffered && found && kind === 'choices')
    return { whyNot: null, choices: options, chosen: chosenIn(found, held) };
  return { whyNot: null, ...(isOffered && kind === 'choice' && { choices: options }) };
}

type Load = (request: RowsRequest, signal: AbortSignal) => Promise<TableRows>;

interface Flight {
  readonly request: RowsRequest;
  readonly rows: Promise<TableRows>;
  readonly controller: AbortController;
}

/** Asks for what a table shows first while its page is still being loaded. What comes is handed out once. */
class RowPrefetch {
  readonly #load: Load;
  #flight: Flight | undefined;

  constructor(load: Load) {
    this.#load = load;
  }

  begin(request: RowsRequest): Promise<TableRows> {
    if (this.#flight && isSame(this.#flight.request, request)) return this.#flight.rows;
    this.drop();
    const controller = new AbortController();
    const rows = this.#load(request, controller.signal);
    rows.catch(() => undefined); // whoever takes it hears of it
    this.#flight = { request, rows, controller };
    return rows;
  }

  /** What is here by now, without waiting for the service. */
  async arrived(): Promise<TableStart['first']> {
    const flight = this.#flight;
    if (!flight) return undefined;
    const rows = await Promise.race([flight.rows.catch(() => undefined), setImmediate(undefined)]);
    if (!rows || this.#flight !== flight) return undefined;
    this.#flight = undefined;
    return { request: flight.request, rows };
  }

  /** What is on its way, if it answers this; anything else that is has become useless. */
  take(request: RowsRequest, signal: AbortSignal): Promise<TableRows> | undefined {
    const flight = this.#flight;
    if (!flight) return undefined;
    if (!isSame(flight.request, request)) {
      this.drop();
      return undefined;
    }
    this.#flight = undefined;
    signal.addEventListener('abort', () => flight.controller.abort(), { once: true });
    return flight.rows;
  }

  drop(): void {
    this.#flight?.controller.abort();
    this.#flight = undefined;
  }
}

function isSame(one: RowsRequest, other: RowsRequest): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
