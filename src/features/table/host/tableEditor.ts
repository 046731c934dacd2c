import * as vscode from 'vscode';
import type { RecordAddress, ListViewAddress, RecordsAddress } from '../../../model/address/address.ts';
import type { LinkedColumns } from '../../../model/list/columnOrder.ts';
import { parseRelatedList } from '../../../model/list/relatedList.ts';
import { schemes, settings } from '../../../manifest.ts';
import { addressOfUri, addressUri } from '../../../platform/addressUri.ts';
import { UserError } from '../../../platform/errorReporter.ts';
import { numberSetting } from '../../../platform/settings.ts';
import { type ColumnLayout, columnLayout, type TableQuery, tableQuery } from '../tableProtocol.ts';
import type { FailedRead } from '../../../services/connections/retries.ts';
import type { SavedSearch } from '../../../services/remembered/savedSearches.ts';
import { searchInTab } from '../../../services/remembered/searchTab.ts';
import type { TableDeps } from './tableDeps.ts';
import type { LinkedSearch, TablePage, TableSession } from './tableSession.ts';
import { whileOpen } from '../../common/host/lazyEditor.ts';

interface TableSearch {
  readonly query: TableQuery;
  readonly layout: ColumnLayout | undefined;
}

/** Custom editor for list views; owns all open table sessions. */
export class TableEditor implements vscode.CustomTextEditorProvider {
  readonly #deps: TableDeps;
  readonly #sessions = new Set<TableSession>();
  readonly #reopening = new Set<string>();
  /** Searches from links, for tables that are about to open. */
  readonly #searches = new Map<string, LinkedSearch>();

  constructor(deps: TableDeps) {
    this.#deps = deps;
  }

  /** Subscribes to all events that affect open tables. */
  register(): vscode.Disposable {
    const { connections, changes, problems, watchList, saved } = this.#deps;
    return vscode.Disposable.from(
      autoRefresh(() => this.#sessions),
      changes.onDidChange(({ connection, controller, ids, isDeletion }) => {
        if (isDeletion)
          for (const session of this.#sessions)
            if (isOf(session.address, connection, controller)) session.sendDeleted(ids);
        for (const session of this.#sessions)
          if (belongsTo(session.address, connection, controller, ids)) void session.refreshTitle();
        this.refresh(connection, controller);
      }),
      connections.onDidChange(() => this.#sessions.forEach((session) => session.sendConnection())),
      saved.onDidChange(() => this.#sessions.forEach((session) => session.showName())),
      watchList.onDidChange(() => this.#sessions.forEach((session) => session.sendWatched())),
      connections.onDidChangeToken((id) => this.refresh(id)),
      problems.onDidChange((uri) => this.#sessionsOf(uri).forEach((session) => session.sendSaveResult())),
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        this.#sessionsOf(document.uri.toString()).forEach((session) => session.sendStaged()),
      ),
      vscode.workspace.onWillSaveTextDocument((event) => {
        // text typed after a table has saved is not part of that save
        if (this.#deps.isSavedAhead(event.document)) return;
        const { uri } = event.document;
        if (this.#sessionsOf(uri.toString()).length > 0) event.waitUntil(this.commit(uri));
      }),
    );
  }

  /** Commits cell edits in progress in the document's tables as staged cells. */
  async commit(uri: vscode.Uri): Promise<void> {
    await Promise.all(this.#sessionsOf(uri.toString()).map((session) => session.commit()));
  }

  /** The active table. */
  get active(): TableSession | undefined {
    return [...this.#sessions].find(({ panel }) => panel.active);
  }

  async resolveCustomTextEditor(document: vscode.TextDocument, panel: vscode.WebviewPanel): Promise<void> {
    const address = addressOfUri(document.uri);
    if (address?.kind !== 'listView') throw new UserError(`${document.uri.toString()} is no list view.`);
    const loaded = await whileOpen(panel, () => import('./tableSession.ts'));
    if (!loaded) return;
    const isReopened = (): boolean => this.#reopening.has(document.uri.toString());
    const own = searchInTab(this.#deps.saved, address);
    if (own) this.#deps.titles.expect(address, own.name);
    const search = this.#searches.get(document.uri.toString()) ?? (own && this.#firstSearch(address, own));
    this.#searches.delete(document.uri.toString());
    const session = new loaded.TableSession(this.#deps, address, document, panel, isReopened, search);
    this.#sessions.add(session);
    panel.onDidDispose(() => this.#close(session));
    // the page is sent only once the event loop is idle, and loading a client blocks it
    setTimeout(() => this.#sessions.has(session) && session.prefetchRows(), 9);
  }

  /** Initial search of a saved search's tab; a restored tab keeps its previous state. */
  #firstSearch(address: ListViewAddress, { query, layout }: SavedSearch): LinkedSearch {
    const isBack = this.#deps.views.get(address) !== undefined;
    const shown = { layout: columnLayout.safeParse(layout).data };
    return { query: isBack ? undefined : tableQuery.safeParse(query).data, shown };
  }

  /** Creates a table inside a form. It receives the same events as tables in tabs. */
  async embed(address: ListViewAddress, page: TablePage): Promise<TableSession> {
    const { TableSession: Session } = await import('./tableSession.ts');
    const document = await vscode.workspace.openTextDocument(addressUri(address));
    const session = new Session(this.#deps, address, document, page);
    this.#sessions.add(session);
    page.onDidDispose(() => this.#close(session));
    return session;
  }

  /** Keeps a table's saved state while its tab is being reopened. */
  onReopen(uri: vscode.Uri, isInProgress: boolean): void {
    if (isInProgress) this.#reopening.add(uri.toString());
    else this.#reopening.delete(uri.toString());
  }

  /** Opens a table from a link, which may name columns that the list doesn't have. */
  openLink(
    uri: vscode.Uri,
    { columns, ...query }: TableQuery & { readonly columns?: LinkedColumns | undefined },
    column?: vscode.ViewColumn,
  ): Promise<void> {
    return this.open(uri, columns || Object.keys(query).length > 0 ? { query, shown: { columns } } : undefined, column);
  }

  /** Opens or reveals the table and applies the search. */
  async open(
    uri: vscode.Uri,
    search: LinkedSearch | undefined,
    where?: vscode.ViewColumn | vscode.TextDocumentShowOptions,
  ): Promise<void> {
    const key = uri.toString();
    if (search) {
      for (const session of this.#sessionsOf(key)) session.show(search.query, search.shown, search.profile);
      // set it even if a table is open: it may have been closed without this process knowing yet
      this.#searches.set(key, search);
    }
    await vscode.commands.executeCommand('vscode.open', uri, where);
    // otherwise, keep it for the table that is still to open
    if (this.#sessionsOf(key).length > 0) this.#searches.delete(key);
  }

  /** The search, filters, sort order and column layout of an open table; undefined if it isn't open. */
  searchOf(uri: vscode.Uri): TableSearch | undefined {
    const [session] = this.#sessionsOf(uri.toString());
    return session && { query: session.query, layout: session.layout };
  }

  /** Columns in an open table whose value for a record differs from the service's current one. */
  async outdatedColumns({ connection, controller, id }: RecordAddress, signal: AbortSignal): Promise<string[]> {
    const { pages } = this.#deps;
    for (const { address } of this.#sessions) {
      const shown = isOf(address, connection, controller) ? pages.find(address, id) : undefined;
      const now = shown && (await pages.readAgain(address, id, signal).catch(() => undefined));
      const isOutdated = (index: number): boolean => (shown?.row.cells[index] ?? '') !== (now?.cells[index] ?? '');
      if (shown && now)
        return shown.columns.filter(({ isData }, index) => isData && isOutdated(index)).map(({ label }) => label);
    }
    return [];
  }

  /** Reloads the tables of a connection, or of one of its controllers. */
  refresh(connection?: string, controller?: string): void {
    const { pages, forms } = this.#deps;
    for (const session of this.#sessions) {
      const { address } = session;
      if (connection !== undefined && !isOf(address, connection, controller)) continue;
      pages.evict(address.connection, address.controller);
      forms.evict(address.connection);
      session.refresh();
    }
  }

  /** Evicts cached rows when the last table closes, so that reopening shows current data. */
  #close(session: TableSession): void {
    this.#sessions.delete(session);
    const { connection, controller } = session.address;
    if (![...this.#sessions].some(({ address }) => isOf(address, connection, controller)))
      this.#deps.pages.evict(connection, controller);
  }

  /** Tables that failed to load. */
  get failedReads(): readonly FailedRead[] {
    return [...this.#sessions].flatMap((session) => {
      const { failure, panel, address } = session;
      // a hidden table retries when it is shown
      const retry = async (): Promise<void> => session.autoRefresh();
      return failure ? [{ ...failure, connection: address.connection, isVisible: panel.visible, retry }] : [];
    });
  }

  #sessionsOf(uri: string): TableSession[] {
    if (!uri.startsWith(`${schemes.records}:`)) return [];
    return [...this.#sessions].filter(({ document }) => document.uri.toString() === uri);
  }
}

function isOf(address: RecordsAddress, connection: string, controller: string | undefined): boolean {
  return address.connection === connection && (controller === undefined || address.controller === controller);
}

/** True if the list shows records related to one of these. */
function belongsTo(address: ListViewAddress, connection: string, controller: string, ids: readonly string[]): boolean {
  const related = parseRelatedList(address.listView);
  return address.connection === connection && related?.parent === controller && ids.includes(related.to.id);
}

interface Refreshed {
  readonly panel: { readonly visible: boolean };
  autoRefresh(): void;
}

interface Surroundings {
  /** Returns a function that stops it. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
  readonly isFocused: () => boolean;
}

const real: Surroundings = {
  every: (milliseconds, work) => {
    const timer = setInterval(work, milliseconds);
    return () => clearInterval(timer);
  },
  isFocused: () => vscode.window.state.focused,
};

/** Refreshes visible tables at the interval set by the user, if any. */
export function autoRefresh(tables: () => Iterable<Refreshed>, { every, isFocused } = real): vscode.Disposable {
  let end = (): void => undefined;
  const tick = (): void => {
    if (!isFocused()) return;
    for (const table of tables()) if (table.panel.visible) table.autoRefresh();
  };
  const begin = (): void => {
    end();
    const seconds = numberSetting('autoRefreshSeconds');
    end = seconds === 0 ? () => undefined : every(seconds * 1_000, tick);
  };
  begin();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settings.autoRefreshSeconds)) begin();
    }),
    new vscode.Disposable(() => end()),
  );
}
