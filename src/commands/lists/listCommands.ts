import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Lazy } from '../../services/common/lazy.ts';
import type { TableEditor } from '../../features/table/host/tableEditor.ts';
import type { LinkQuery } from '../../model/address/recordsLink.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { type LinkedQuery, linkedQuery } from '../../features/table/tableProtocol.ts';
import type { Clients } from '../../services/connections/clients.ts';
import { UnknownConnectionError } from '../../services/connections/connections.ts';
import type { RecordPages } from '../../services/lists/recordPages.ts';
import { RecordSearch } from '../../services/lists/recordSearch.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import type { Recents } from '../../services/remembered/recents.ts';
import { type ConnectionArgument, type ListViewArgument, textIn, valueIn } from '../commandArgument.ts';
import { listViewOf } from './pickListView.ts';
import { type FinderDeps, RecordFinder } from './recordFinder.ts';
import type { SavedSearchDeps } from './savedSearches.ts';
import { showInputBox } from '../../platform/ui/questions.ts';

export { openSearch, removeSearch, renameSearch, saveSearch } from './savedSearches.ts';

export interface ListCommandDeps extends SavedSearchDeps {
  readonly clients: Clients;
  readonly recents: Recents;
  readonly recordForms: RecordForms;
  readonly records: Lazy<{ readonly tables: TableEditor; readonly pages: RecordPages }>;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    openListView: [argument?: ListViewArgument & { readonly query?: LinkQuery | undefined }];
    goToRow: [argument?: { readonly row?: number }];
    searchTable: [];
    goToRecord: [argument?: ConnectionArgument & { readonly text?: string }];
    searchRecords: [argument?: ConnectionArgument & { readonly text?: string }];
    searchAllRecords: [];
  }
}

/** Asks for missing parts. A controller without a list view opens the default one. */
export async function openListView(argument: unknown, deps: ListCommandDeps): Promise<void> {
  const address = await listViewOf(argument, deps);
  const uri = addressUri(address);
  const query = valueIn(argument, 'query');
  if (query === undefined) await vscode.commands.executeCommand('vscode.open', uri);
  else await (await deps.records.get()).tables.openLink(uri, readQuery(query));
}

/** Throws if it is not a query. */
export function readQuery(value: unknown): LinkedQuery {
  const read = linkedQuery.safeParse(value);
  if (read.success) return read.data;
  throw new UserError(t('Could not parse the query: expected { search, filters, conditions, rawQ, sort }.'));
}

/** Goes to a row of the active table. Rows are one-based. */
export async function goToRow(argument: unknown, { records }: ListCommandDeps): Promise<void> {
  const table = (await records.get()).tables.active;
  if (!table) throw new UserError(t('Could not go to a row: no table is active. Open a list view first.'));
  const named = valueIn(argument, 'row');
  const row = typeof named === 'number' ? named : await askRow();
  if (!Number.isSafeInteger(row) || row < 1) throw new UserError(t('Could not go to the row: row numbers start at 1.'));
  table.goToRow(row);
}

async function askRow(): Promise<number> {
  const typed = await showInputBox({
    title: t('Go to Row'),
    prompt: t('Row number, starting at 1'),
    ignoreFocusOut: true, // the table takes the focus back when the palette closes
    validateInput: (text) =>
      /^\s*[1-9]\d{0,14}\s*$/.test(text) ? undefined : t('Enter a number that is 1 or higher.'),
  });
  if (typed === undefined) throw new vscode.CancellationError();
  return Number(typed);
}

/** Ctrl+F in a table: VS Code's own find sees only the visible rows. */
export async function searchTable(_: unknown, { records }: ListCommandDeps): Promise<void> {
  const table = (await records.get()).tables.active;
  if (!table) throw new UserError(t('Could not search: no table is active. Open a list view first.'));
  table.focusSearch();
}

// same picker under two names: some users look for "go to", others for "search"
export function goToRecord(argument: unknown, deps: ListCommandDeps): void {
  findRecords(t('Go to Record'), argument, deps);
}

export function searchRecords(argument: unknown, deps: ListCommandDeps): void {
  findRecords(t('Search Records'), argument, deps);
}

/** For a view title button; ignores the focused tree item that VS Code passes. */
export function searchAllRecords(_: unknown, deps: ListCommandDeps): void {
  searchRecords(undefined, deps);
}

function findRecords(title: string, argument: unknown, deps: ListCommandDeps): void {
  const connection = textIn(argument, 'connection');
  if (connection !== undefined && !deps.connections.get(connection)) throw new UnknownConnectionError(connection);
  const finder: FinderDeps = {
    ...deps,
    search: new RecordSearch(deps),
    pages: () => deps.records.now?.pages,
    openTable: async (uri, search, column) => (await deps.records.get()).tables.openLink(uri, { search }, column),
  };
  new RecordFinder(finder, { title, connection, text: textIn(argument, 'text') }).show();
}
