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
 * A line of the tree: what it shows, and what is below it once it is opened.
 * Its names are those that commands take in their arguments, so that a line is an argument for each of them.
 */
export interface TreeNode {
  readonly item: TreeItem;
  readonly connection?: string;
  readonly controller?: string;
  readonly listView?: string;
  /** What opens when the line is clicked or dragged to an editor group. */
  readonly address?: RecordsAddress;
  /** What is below it, as far as that is known without a request; undefined before `load`. */
  children?(): readonly TreeNode[] | undefined;
  /** Asks for what is below it. */
  load?(): Promise<unknown>;
}

/** Whether a command was called on a line of the tree, rather than from the palette or by code. */
export function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'item' in value && value.item instanceof vscode.TreeItem;
}

type MarkDeps = Pick<TreeDeps, 'connections' | 'rights' | 'watchList'>;

/** What menus know a line by: its kind, what may not be written there, and whether it is watched. */
export function contextValueFor(
  kind: string,
  address: RecordsAddress,
  { connections, rights, watchList }: MarkDeps,
): string {
  const denied = deniedMarks(connections.get(address.connection), rights.get(address));
  const isWatched = address.kind !== 'newRecord' && watchList.has(address);
  return [kind, ...denied, ...(isWatched ? ['watched'] : [])].join(' ');
}

/** Why a line offers no write, for its tooltip: of all of them, the one that says most. */
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

/** What the lines of the tree are made from. */
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

/** What the lines of the Records view depend on beside the services. */
export interface RecordsTreeState {
  filter: string;
  /** Why there is nothing below these lines. A service that is down is not asked again just because they are redrawn. */
  readonly failures: Map<TreeNode['item']['id'], { readonly node: TreeNode; readonly error: unknown }>;
}
