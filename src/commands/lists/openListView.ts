import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TableEditor } from '../../editors/tableEditor.ts';
import type { ListViewAddress } from '../../model/address/address.ts';
import { type ControllerName, controllerText, parseControllerName } from '../../model/controller.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { UserError } from '../../platform/errors.ts';
import { tableQuery } from '../../protocol/table.ts';
import type { Connections } from '../../services/connections.ts';
import type { ListViewCache } from '../../services/listViewCache.ts';
import { connectionOf, property } from '../commandArgument.ts';

/** Asks for what the argument leaves out. A controller that is named without a list view opens its default one. */
export const openListView =
  (connections: Connections, listViews: ListViewCache, tables: TableEditor) =>
  async (argument?: unknown): Promise<void> => {
    const address = await listViewOf(argument, connections, listViews);
    const uri = addressUri(address);
    const query = tableQuery.safeParse((argument as { query?: unknown } | undefined)?.query);
    if (query.success) tables.showQuery(uri, query.data);
    await vscode.commands.executeCommand('vscode.open', uri);
  };

/** Asks for what the argument does not name; a controller without a list view stands for its default one. */
export async function listViewOf(
  argument: unknown,
  connections: Connections,
  listViews: ListViewCache,
): Promise<ListViewAddress> {
  const { id: connection } = await connectionOf(argument, connections, t('Of which connection?'));
  const given = property(argument, 'controller');
  const controller = await controllerOf(given, connection, listViews);
  const listView =
    property(argument, 'listView') ??
    (given === undefined
      ? await pickListView(connection, controller, listViews)
      : await defaultListView(connection, controller, listViews));
  return { kind: 'listView', connection, controller, listView };
}

async function controllerOf(
  given: string | undefined,
  connection: string,
  listViews: ListViewCache,
): Promise<ControllerName> {
  if (given === undefined) return pickController(connection, listViews);
  const name = parseControllerName(given);
  if (!name)
    throw new UserError(
      t('Could not open “{0}”: name a controller as <module>/<controller>, such as crm/leads.', given),
    );
  return name;
}

/** Also used where a record is asked for. */
export async function pickController(connection: string, listViews: ListViewCache): Promise<ControllerName> {
  const controllers = await listViews.controllers(connection);
  const picked = await vscode.window.showQuickPick(
    controllers.map(({ name }) => ({ label: name.controller, description: controllerText(name), name })),
    { placeHolder: t('Which records?'), matchOnDescription: true },
  );
  if (!picked) throw new vscode.CancellationError();
  return picked.name;
}

export async function pickListView(
  connection: string,
  controller: ControllerName,
  listViews: ListViewCache,
): Promise<string> {
  const all = await listViews.listViews(connection, controller);
  const picked = await vscode.window.showQuickPick(
    all.map(({ id, name, category, isDefault }) => ({
      label: name,
      description: [category, isDefault ? 'default' : undefined].filter(Boolean).join(' · '),
      id,
    })),
    { placeHolder: t('Which list view of {0}?', controllerText(controller)), matchOnDescription: true },
  );
  if (!picked) throw new vscode.CancellationError();
  return picked.id;
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
