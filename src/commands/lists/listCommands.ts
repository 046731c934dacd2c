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

/** Asks for what the argument leaves out. A controller that is named without a list view opens its default one. */
export async function openListView(argument: unknown, deps: ListCommandDeps): Promise<void> {
  const address = await listViewOf(argument, deps);
  const uri = addressUri(address);
  const query = valueIn(argument, 'query');
  if (query === undefined) await vscode.commands.executeCommand('vscode.open', uri);
  else await (await deps.records.get()).tables.openLink(uri, readQuery(query));
}

function readQuery(said: unknown): LinkedQuery {
  const read = linkedQuery.safeParse(said);
  if (read.success) return read.data;
  throw new UserError(t('Could not read the query: write it as { search, filters, rawQ, sort }.'));
}

/** In the table that is in front. Rows count from 1, as a person counts. */
export async function goToRow(argument: unknown, { records }: ListCommandDeps): Promise<void> {
  const table = (await records.get()).tables.active;
  if (!table) throw new UserError(t('Could not go to a row: no table is in front. Open a list view first.'));
  const named = valueIn(argument, 'row');
  const row = typeof named === 'number' ? named : await askRow();
  if (!Number.isSafeInteger(row) || row < 1) throw new UserError(t('Could not go to the row: rows count from 1.'));
  table.goToRow(row);
}

async function askRow(): Promise<number> {
  const typed = await showInputBox({
    title: t('Go to Row'),
    prompt: t('The number of the row, counted from 1'),
    ignoreFocusOut: true, // the table takes the focus back when the palette closes
    validateInput: (text) => (/^\s*[1-9]\d{0,14}\s*$/.test(text) ? undefined : t('Enter a number from 1 on.')),
  });
  if (typed === undefined) throw new vscode.CancellationError();
  return Number(typed);
}

/** Ctrl+F in a table: VS Code's own find would see only the rows on the screen. */
export async function searchTable(_: unknown, { records }: ListCommandDeps): Promise<void> {
  const table = (await records.get()).tables.active;
  if (!table) throw new UserError(t('Could not search: no table is in front. Open a list view first.'));
  table.focusSearch();
}

// the same box under two names: some people look for "go to", others for "search"
export function goToRecord(argument: unknown, deps: ListCommandDeps): void {
  findRecords(t('Go to Record'), argument, deps);
}

export function searchRecords(argument: unknown, deps: ListCommandDeps): void {
  findRecords(t('Search Records'), argument, deps);
}

/** For a button above a view, to which VS Code passes the line that has the focus. */
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
