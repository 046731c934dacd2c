import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TableEditor } from '../../editors/table/tableEditor.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { UserError } from '../../platform/errors.ts';
import { type TableQuery, tableQuery } from '../../protocol/table.ts';
import { given } from '../commandArgument.ts';
import { listViewOf } from './listViewArgument.ts';
import type { ListViewParts } from './pickListView.ts';

interface Parts extends ListViewParts {
  readonly tables: TableEditor;
}

/** Asks for what the argument leaves out. A controller that is named without a list view opens its default one. */
export const openListView =
  (parts: Parts) =>
  async (argument?: unknown): Promise<void> => {
    const address = await listViewOf(argument, parts);
    const uri = addressUri(address);
    const query = given(argument, 'query');
    if (query !== undefined) parts.tables.showQuery(uri, queryIn(query));
    await vscode.commands.executeCommand('vscode.open', uri);
  };

function queryIn(said: unknown): TableQuery {
  const read = tableQuery.safeParse(said);
  if (read.success) return read.data;
  throw new UserError(t('Could not read the query: write it as { search, filters, rawQ, sort }.'));
}
