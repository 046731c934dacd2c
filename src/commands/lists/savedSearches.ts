import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TableEditor } from '../../features/table/host/tableEditor.ts';
import type { ListViewAddress } from '../../model/address/address.ts';
import { parseControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { parseRelatedList } from '../../model/list/relatedList.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { confirmDestructive } from '../../platform/confirmations.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { workingFirst } from '../../platform/openRecords.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import { showInformation, showInStatusBar } from '../../platform/ui/notifications.ts';
import { pickOne, showInputBox } from '../../platform/ui/questions.ts';
import { columnLayout, tableQuery, type TableQuery } from '../../features/table/tableProtocol.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import type { SavedSearch, SavedSearches } from '../../services/remembered/savedSearches.ts';
import { idForSearch, searchId, searchInTab } from '../../services/remembered/searchTab.ts';
import type { RecordsTree } from '../../tree/recordsTree.ts';
import { savedSearchId } from '../../tree/savedSearchNodes.ts';
import { addressInFront, addressNamed } from '../addressArgument.ts';
import { type AddressArgument, type ListViewArgument, textIn } from '../commandArgument.ts';
import type { ListViewDeps } from './pickListView.ts';

export interface SavedSearchDeps extends ListViewDeps {
  readonly saved: SavedSearches;
  readonly tree: Pick<RecordsTree, 'reveal'>;
  readonly view: { readonly visible: boolean };
  readonly records: Lazy<{ readonly tables: TableEditor }>;
}

/** A saved search of a list view, by name. */
export interface SearchArgument extends ListViewArgument {
  readonly search?: string;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    saveSearch: [argument?: AddressArgument | (ListViewArgument & { readonly name?: string })];
    openSearch: [argument?: SearchArgument];
    renameSearch: [argument?: SearchArgument & { readonly name?: string }];
    removeSearch: [argument?: SearchArgument];
  }
}

/** Saves the table's search, filters, sort and columns under a name. */
export async function saveSearch(argument: unknown, deps: SavedSearchDeps): Promise<void> {
  const { saved, records } = deps;
  const address = addressNamed(argument) ?? addressInFront();
  const shown = address?.kind === 'listView' && (await records.get()).tables.searchOf(addressUri(address));
  if (address?.kind !== 'listView' || !shown)
    throw new UserError(t('Could not save the search: no table is active. Open a list view first.'));
  if (parseRelatedList(address.listView))
    throw new UserError(t('Could not save the search: these records belong to another record. Search their own list.'));
  const { connection, controller, listView } = address;
  const location = { connection, controller, ...(listView !== undefined && { listView }) };
  const own = searchInTab(saved, address)?.name ?? '';
  const typed = textIn(argument, 'name') ?? (await askName(t('Save Search As'), own));
  const name = saved.nameFor(typed);
  const replaces = saved.get(location, name) !== undefined;
  if (replaces && !(await confirmDestructive(t('Replace'), t('Replace the saved search “{0}”?', name)))) return;
  const { query, layout } = shown;
  const id = idForSearch(saved, location, name);
  const search = { ...location, name, query, ...(id !== undefined && { id }), ...(layout && { layout }) };
  if (!(await saved.save(search)))
    throw new UserError(
      t(
        'Could not save “{0}”: there is no space for more saved searches. Remove a saved search, or shorten this one.',
        name,
      ),
    );
  if (!(await showSaved(search, deps))) showInStatusBar(t('Saved “{0}” under its list view', name), 5_000);
}

/** Selects the saved search in the tree if the view is visible, without moving focus. */
async function showSaved(search: SavedSearch, { tree, view }: SavedSearchDeps): Promise<boolean> {
  return view.visible && tree.reveal(savedSearchId(search), { select: true, focus: false });
}

async function askName(title: string, value: string, taken?: (name: string) => boolean): Promise<string> {
  const typed = await showInputBox({
    title,
    prompt: t('Name (shown under the list view)'),
    value,
    ignoreFocusOut: true, // the table takes the focus back when the palette closes
    validateInput: (text) => {
      if (text.trim() === '') return t('Enter a name.');
      return taken?.(text) ? t('A saved search with this name already exists.') : undefined;
    },
  });
  if (typed === undefined || typed.trim() === '') throw new vscode.CancellationError();
  return typed;
}

/** Opens the saved search in its own tab, as it was saved. */
export async function openSearch(argument: unknown, deps: SavedSearchDeps): Promise<void> {
  const search = await searchOf(argument, deps, t('Open Saved Search'));
  const address = addressOf(search);
  const query = queryOf(search);
  if (!address) throw unreadable(search);
  if (await isGone(address, deps))
    throw new UserError(
      t(
        'Could not open “{0}”: its list view no longer exists. Remove the search, or save it from another list view.',
        search.name,
      ),
    );
  const shown = { layout: columnLayout.safeParse(search.layout).data };
  const { tables } = await deps.records.get();
  // a preview would replace the list view's tab if that is a preview
  await tables.open(addressUri(address), { query, shown }, { preview: false });
}

/** If the service doesn't respond, the list view is assumed to exist. */
async function isGone({ connection, controller, listView }: ListViewAddress, deps: SavedSearchDeps): Promise<boolean> {
  if (listView === undefined) return false;
  try {
    const all = await deps.listViews.listViews(connection, controller);
    return !all.some(({ id }) => id === listView);
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

export async function renameSearch(argument: unknown, deps: SavedSearchDeps): Promise<void> {
  const { saved } = deps;
  const isTaken = (search: SavedSearch, typed: string): boolean =>
    saved.nameFor(typed) !== search.name && saved.get(search, saved.nameFor(typed)) !== undefined;
  const { search, name } = await inSteps(textIn(argument, 'search') === undefined ? 2 : 1, async () => {
    const title = t('Rename Saved Search');
    const chosen = await searchOf(argument, deps, title);
    const given = textIn(argument, 'name');
    return { search: chosen, name: given ?? (await askName(title, chosen.name, (typed) => isTaken(chosen, typed))) };
  });
  if (isTaken(search, name)) throw new UserError(t('A saved search with this name already exists.'));
  await saved.rename(search, name);
}

/** Removing takes one click, so restoring does, too. */
export async function removeSearch(argument: unknown, deps: SavedSearchDeps): Promise<void> {
  const search = await searchOf(argument, deps, t('Remove Saved Search'));
  await deps.saved.remove(search);
  const undo = t('Undo');
  void showInformation(t('Removed the saved search “{0}”.', search.name), undo).then((pressed) =>
    pressed === undo ? deps.saved.save(search) : undefined,
  );
}

/** The named saved search, or one the user picks. */
async function searchOf(argument: unknown, deps: SavedSearchDeps, title: string): Promise<SavedSearch> {
  const { saved, connections } = deps;
  const named = searchNamed(argument, saved);
  if (named) return named;
  const all = workingFirst(saved.shown(), ({ connection }) => connection);
  if (all.length === 0) throw new UserError(t('There is no saved search yet. Save the search of a table first.'));
  const picked = await pickOne(
    all.map((search) => ({
      label: search.name,
      description: [listViewName(search, deps), search.controller, connections.get(search.connection)?.name]
        .filter((word) => word !== undefined)
        .join(' · '),
      search,
    })),
    { title, placeHolder: t('Which saved search?'), matchOnDescription: true },
  );
  return picked.search;
}

/** The saved search that the argument names, or whose tab it is the address of. */
export function searchNamed(argument: unknown, saved: SavedSearches): SavedSearch | undefined {
  const name = textIn(argument, 'search');
  if (name === undefined) {
    const address = addressNamed(argument);
    return address?.kind === 'listView' ? searchInTab(saved, address) : undefined;
  }
  const [connection, controller] = [textIn(argument, 'connection'), textIn(argument, 'controller')];
  if (connection === undefined || controller === undefined) return undefined;
  const found = saved.get({ connection, controller, listView: textIn(argument, 'listView') }, name);
  if (!found) throw new UserError(t('The saved search “{0}” no longer exists.', name));
  return found;
}

/** The query of the saved search that the argument names. */
export function savedQuery(argument: unknown, saved: SavedSearches): TableQuery | undefined {
  const search = searchNamed(argument, saved);
  return search && queryOf(search);
}

function queryOf(search: SavedSearch): TableQuery {
  const { data } = tableQuery.safeParse(search.query);
  if (data) return data;
  throw unreadable(search);
}

function unreadable({ name }: SavedSearch): UserError {
  return new UserError(t('Could not open “{0}”: it can no longer be read. Save it again.', name));
}

/** Returns the name if it is cached; doesn't send a request. */
function listViewName(
  { connection, controller, listView }: SavedSearch,
  { listViews }: SavedSearchDeps,
): string | undefined {
  const name = parseControllerName(controller);
  return name && listViews.known(connection, name).find(({ id }) => id === listView)?.name;
}

/** Address of the saved search's own tab. */
function addressOf({ connection, controller, listView, ...search }: SavedSearch): ListViewAddress | undefined {
  const name = parseControllerName(controller);
  return name && { kind: 'listView', connection, controller: name, listView, search: searchId(search) };
}
