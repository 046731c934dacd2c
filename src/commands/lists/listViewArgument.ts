import { t } from '@vscode/l10n';
import type { ListViewAddress } from '../../model/address/address.ts';
import type { ControllerName } from '../../model/controller.ts';
import type { ListViewCache } from '../../services/lists/listViewCache.ts';
import { connectionOf, connectionsOf, controllerIn, property } from '../commandArgument.ts';
import { type ListViewParts, pickListView } from './pickListView.ts';

/** Asks for what the argument does not name; a controller without a list view stands for its default one. */
export async function listViewOf(argument: unknown, parts: ListViewParts): Promise<ListViewAddress> {
  const controller = controllerIn(argument);
  if (!controller) return pickListView(parts, connectionsOf(argument, parts.connections));
  const { id: connection } = await connectionOf(argument, parts.connections, t('Of which connection?'));
  const listView = property(argument, 'listView') ?? (await defaultListView(connection, controller, parts.listViews));
  return { kind: 'listView', connection, controller, listView };
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
