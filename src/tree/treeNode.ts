import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address/address.ts';
import { deniedMarks, whyNotAllowed } from '../model/writePermission.ts';
import { addressUri } from '../platform/addressUri.ts';
import type { Clients } from '../services/connections/clients.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { RequestHistory } from '../services/connections/requestHistory.ts';
import type { Demo } from '../services/demo/demo.ts';
import type { KnownTotals } from '../services/lists/knownTotals.ts';
import type { ListViewCache } from '../services/lists/listViewCache.ts';
import type { AddedControllers } from '../services/remembered/addedControllers.ts';
import type { Favorites } from '../services/remembered/favorites.ts';
import type { SavedSearches } from '../services/remembered/savedSearches.ts';
import type { Recents } from '../services/remembered/recents.ts';
import type { KnownRights } from '../services/records/knownRights.ts';
import type { WatchList } from '../services/watch/watchList.ts';
import type { TreeItem } from '../platform/ui/views.ts';

/**
 * A tree item and its children.
 * Its property names match command arguments, so that an item can be passed to any command.
 */
export interface TreeNode {
  readonly item: TreeItem;
  readonly connection?: string;
  readonly controller?: string;
  readonly listView?: string;
  /** What opens when the line is clicked or dragged to an editor group. */
  readonly address?: RecordsAddress;
  /** The children known without a request; undefined before `load`. */
  children?(): readonly TreeNode[] | undefined;
  /** Requests the children. */
  load?(): Promise<unknown>;
}

/** True if a command was called on a tree item, rather than from the palette or by code. */
export function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'item' in value && value.item instanceof vscode.TreeItem;
}

type MarkDeps = Pick<TreeDeps, 'connections' | 'rights' | 'watchList'>;

/** The `contextValue` for menus: the item's kind, which writes aren't permitted, and whether it is watched. */
export function contextValueFor(
  kind: string,
  address: RecordsAddress,
  { connections, rights, watchList }: MarkDeps,
): string {
  const denied = deniedMarks(connections.get(address.connection), rights.get(address));
  const isWatched = address.kind !== 'newRecord' && watchList.has(address);
  return [kind, ...denied, ...(isWatched ? ['watched'] : [])].join(' ');
}

/** Why an item offers no writes, for its tooltip: the most informative reason. */
export function whyNoWrites(
  address: RecordsAddress,
  { connections, rights }: Pick<TreeDeps, 'connections' | 'rights'>,
): string | undefined {
  const [connection, record] = [connections.get(address.connection), rights.get(address)];
  return whyNotAllowed('edit', connection, record) ?? whyNotAllowed('delete', connection, record);
}

export function openOnClick(address: RecordsAddress): vscode.Command {
  return { command: 'vscode.open', title: t('Open'), arguments: [addressUri(address)] };
}

/** Dependencies of the tree items. */
export interface TreeDeps {
  readonly connections: Connections;
  readonly requests: Pick<RequestHistory, 'all' | 'onDidChange' | 'onDidReturn'>;
  readonly clients: Pick<Clients, 'get'>;
  readonly listViews: ListViewCache;
  readonly added: AddedControllers;
  readonly favorites: Favorites;
  readonly saved: Pick<SavedSearches, 'in' | 'onDidChange'>;
  readonly recents: Recents;
  readonly totals: KnownTotals;
  readonly watchList: Pick<WatchList, 'has' | 'onDidChange'>;
  readonly rights: Pick<KnownRights, 'get' | 'onDidChange'>;
  readonly demo: Pick<Demo, 'hasFailed' | 'onDidChange'>;
}

/** State of the Records view besides the services. */
export interface RecordsTreeState {
  filter: string;
  /** Why these items have no children. Redrawing doesn't retry a service that is down. */
  readonly failures: Map<TreeNode['item']['id'], { readonly node: TreeNode; readonly error: unknown }>;
}
