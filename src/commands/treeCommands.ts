import { t } from '@vscode/l10n';
import { workingFirst } from '../platform/openRecords.ts';
import * as vscode from 'vscode';
import type { RecordsDocuments } from '../documents/recordsDocuments.ts';
import type { Lazy } from '../services/common/lazy.ts';
import type { TableEditor } from '../features/table/host/tableEditor.ts';
import { contextKeys, views } from '../manifest.ts';
import { type ControllerName, parseControllerName } from '../model/controller.ts';
import { saidOnce } from '../model/serviceWords.ts';
import { UserError } from '../platform/errorReporter.ts';
import type { Clients } from '../services/connections/clients.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { ListViewCache } from '../services/lists/listViewCache.ts';
import type { AddedControllers } from '../services/remembered/addedControllers.ts';
import type { Favorites } from '../services/remembered/favorites.ts';
import type { Recents } from '../services/remembered/recents.ts';
import type { RecordsTree } from '../tree/recordsTree.ts';
import { addressInFront, connectionOf, controllerIn, questionsFor } from './addressArgument.ts';
import { type ControllerArgument, type ListViewArgument, textIn } from './commandArgument.ts';
import { pickListView } from './lists/pickListView.ts';
import { inSteps } from '../platform/ui/steps.ts';
import { showInformation, withProgress } from '../platform/ui/notifications.ts';
import { createInputBox, pickOne, showInputBox } from '../platform/ui/questions.ts';
import { setViewMessage } from '../platform/ui/views.ts';

export interface TreeCommandDeps {
  readonly tree: RecordsTree;
  readonly view: { message?: string | undefined };
  readonly connections: Connections;
  readonly clients: Clients;
  readonly listViews: ListViewCache;
  readonly added: AddedControllers;
  readonly favorites: Favorites;
  readonly recents: Recents;
  readonly records: Lazy<{ readonly tables: TableEditor; readonly documents: RecordsDocuments }>;
}

declare module '../platform/runCommand.ts' {
  interface CommandArguments {
    refresh: [argument?: ControllerArgument];
    refreshAll: [];
    retry: [argument?: ControllerArgument];
    addController: [argument?: ControllerArgument];
    removeController: [argument?: ControllerArgument];
    filterTree: [argument?: { readonly text?: string }];
    clearFilter: [];
    addFavorite: [argument?: ListViewArgument & { readonly name?: string }];
    removeFavorite: [argument?: ListViewArgument];
    clearRecents: [];
  }
}

/**
 * Refreshes a controller, a connection, or everything: in the tree, in open tables, and in records shown from the
 * cache.
 */
export function refresh(argument: unknown, { tree, records }: TreeCommandDeps): void {
  const [connection, controller] = [textIn(argument, 'connection'), textIn(argument, 'controller')];
  tree.refresh(connection, controller);
  // features that aren't loaded show nothing
  records.now?.tables.refresh(connection, controller);
  records.now?.documents.retryFailed(connection);
}

/** For view title buttons; ignores the focused tree item that VS Code passes. */
export function refreshAll(_: unknown, deps: TreeCommandDeps): void {
  refresh(undefined, deps);
}

/**
 * Adds a controller without list views, which the service doesn't report. Requests one record to check that it exists.
 */
export async function addController(
  argument: unknown,
  { connections, clients, added }: TreeCommandDeps,
): Promise<void> {
  const { connection, typed } = await inSteps(questionsFor(argument, connections) + 1, async () => {
    const chosen = await connectionOf(argument, connections, t('Which connection has the controller?'));
    return { connection: chosen, typed: textIn(argument, 'controller') ?? (await askController(chosen.name)) };
  });
  const controller = parseControllerName(typed);
  if (!controller)
    throw new UserError(
      t('Could not add the controller: “{0}” is not a controller name. {1}', typed, controllerShape()),
    );
  await lookFor(controller, connection.id, clients);
  await added.add(connection.id, controller);
}

async function askController(connection: string): Promise<string> {
  const typed = await showInputBox({
    title: t('Add Controller: {0}', connection),
    prompt: t('A controller that has no list view, as <module>/<controller>'),
    placeHolder: 'crm/leads',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' || parseControllerName(text) ? undefined : controllerShape()),
  });
  if (typed === undefined || typed.trim() === '') throw new vscode.CancellationError();
  return typed;
}

function controllerShape(): string {
  return t('Use the form <module>/<controller>, such as crm/leads.');
}

async function lookFor(controller: ControllerName, connection: string, clients: Clients): Promise<void> {
  const title = t('Looking for {0}', controller);
  const { messages = [] } = await withProgress({ location: vscode.ProgressLocation.Window, title }, async () =>
    (await clients.get(connection)).records(controller, { limit: 1 }),
  );
  if (messages.length > 0) void showInformation(saidOnce(messages).join(' '));
}

/** Removes a manually added controller from the tree; its records aren't affected. */
export async function removeController(argument: unknown, { added }: TreeCommandDeps): Promise<void> {
  const connection = textIn(argument, 'connection');
  const controller = controllerIn(argument);
  if (connection === undefined || !controller)
    throw new UserError(t('Could not determine which controller to remove. Select it in the Records view.'));
  await added.remove(connection, controller);
}

/** Filters as you type: Enter keeps the filter, Escape restores the previous one. */
export async function filterTree(argument: unknown, deps: TreeCommandDeps): Promise<void> {
  const given = textIn(argument, 'text');
  if (given !== undefined) return setFilter(given, deps);
  const before = deps.tree.filter;
  await vscode.commands.executeCommand(`${views.records}.focus`);
  const box = createInputBox({
    title: t('Filter the Records View'),
    placeholder: t('Part of the name of a controller or list view'),
  });
  box.value = before;
  box.onDidChangeValue((text) => setFilter(text, deps));
  await new Promise<void>((resolve) => {
    let isAccepted = false;
    box.onDidAccept(() => {
      isAccepted = true;
      box.hide();
    });
    box.onDidHide(() => {
      if (!isAccepted) setFilter(before, deps);
      box.dispose();
      resolve();
    });
    box.show();
  });
}

/**
 * Called on a list view item, or with `{ connection, controller, listView, name }`. From the palette: the active table,
 * or a list view the user picks.
 */
export async function addFavorite(argument: unknown, deps: TreeCommandDeps): Promise<void> {
  const named = listViewNamed(argument) ?? (await listViewToAdd(deps));
  await deps.favorites.add({ ...named, name: textIn(argument, 'name') ?? nameOf(named, deps) });
}

async function listViewToAdd(deps: TreeCommandDeps): Promise<FavoriteAddress> {
  const inFront = addressInFront();
  const { connection, controller, listView } =
    inFront?.kind === 'listView' && inFront.listView !== undefined
      ? inFront
      : await pickListView(deps, deps.connections.all());
  if (listView !== undefined) return { connection, controller, listView };
  throw new UserError(t('Could not add the favorite: these records have no list view of their own.'));
}

/** Returns the name if it is cached; doesn't send a request. */
function nameOf({ connection, controller, listView }: FavoriteAddress, { listViews }: TreeCommandDeps): string {
  const name = parseControllerName(controller);
  const known = name ? listViews.known(connection, name) : [];
  return known.find(({ id }) => id === listView)?.name ?? listView;
}

export async function removeFavorite(argument: unknown, { favorites, connections }: TreeCommandDeps): Promise<void> {
  const named = listViewNamed(argument);
  if (named) return favorites.remove(named);
  const shown = workingFirst(favorites.shown(), ({ connection }) => connection);
  if (shown.length === 0) throw new UserError(t('Could not remove a favorite: there are none.'));
  const picked = await pickOne(
    shown.map((favorite) => ({
      label: favorite.name,
      description: `${favorite.controller} · ${connections.get(favorite.connection)?.name ?? favorite.connection}`,
      favorite,
    })),
    { placeHolder: t('Which favorite?'), matchOnDescription: true },
  );
  await favorites.remove(picked.favorite);
}

type FavoriteAddress = Parameters<Favorites['remove']>[0];

function listViewNamed(argument: unknown): FavoriteAddress | undefined {
  const connection = textIn(argument, 'connection');
  const controller = textIn(argument, 'controller');
  const listView = textIn(argument, 'listView');
  if (connection === undefined || controller === undefined || listView === undefined) return undefined;
  return { connection, controller, listView };
}

export function clearFilter(_: unknown, deps: TreeCommandDeps): void {
  setFilter('', deps);
}

/** Filters the tree; the view shows the filter, and a button clears it. */
function setFilter(typed: string, { tree, view }: TreeCommandDeps): void {
  const text = typed.trim();
  if (text === tree.filter) return;
  setViewMessage(view, text === '' ? undefined : t('Filter: {0}', text));
  void vscode.commands.executeCommand('setContext', contextKeys.filtered, text !== '');
  tree.filter = text;
}

export async function clearRecents(_: unknown, { recents }: TreeCommandDeps): Promise<void> {
  await recents.clear();
}
