import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TableEditor } from '../../editors/tableEditor.ts';
import type { ListViewAddress } from '../../model/address/address.ts';
import { type ControllerName, parseControllerName } from '../../model/controller.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { UserError } from '../../platform/errors.ts';
import { tableQuery } from '../../protocol/table.ts';
import type { ListViewCache } from '../../services/listViewCache.ts';
import { connectionOf, connectionsOf, property } from '../commandArgument.ts';
import { type ListViewParts, pickListView } from './pickListView.ts';

interface Parts extends ListViewParts {
  readonly tables: TableEditor;
}

/** Asks for what the argument leaves out. A controller that is named without a list view opens its default one. */
export const openListView =
  (parts: Parts) =>
  async (argument?: unknown): Promise<void> => {
    const address = await listViewOf(argument, parts);
    const uri = addressUri(address);
    const query = tableQuery.safeParse((argument as { query?: unknown } | undefined)?.query);
    if (query.success) parts.tables.showQuery(uri, query.data);
    await vscode.commands.executeCommand('vscode.open', uri);
  };

/** Asks for what the argument does not name; a controller without a list view stands for its default one. */
export async function listViewOf(argument: unknown, parts: ListViewParts): Promise<ListViewAddress> {
  const given = property(argument, 'controller');
  if (given === undefined) return pickListView(parts, connectionsOf(argument, parts.connections));
  const { id: connection } = await connectionOf(argument, parts.connections, t('Of which connection?'));
  const controller = controllerNamed(given);
  const listView = property(argument, 'listView') ?? (await defaultListView(connection, controller, parts.listViews));
  return { kind: 'listView', connection, controller, listView };
}

function controllerNamed(given: string): ControllerName {
  const name = parseControllerName(given);
  if (!name)
    throw new UserError(
      t('Could not open “{0}”: name a controller as <module>/<controller>, such as crm/leads.', given),
    );
  return name;
}

/** Undefined leaves the choice to the service. */
async function defaultListView(
  connection: string,
  controller: ControllerName,
  listViews: ListViewCache,
): Promise<string | undefined> {
  const all = await listViews.listViews(connection, controller).catch(() => []);
  return all.find(({ isDefault }) => isDefault)?.id;
}
