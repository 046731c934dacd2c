import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { createCommand } from '../platform/runCommand.ts';
import type { SavedSearch } from '../services/remembered/savedSearches.ts';
import type { TreeDeps, TreeNode } from './treeNode.ts';
import { createTreeItem, type TreeItem } from '../platform/ui/views.ts';

/** Id of its tree item. */
export function savedSearchId({ connection, controller, listView, name }: Omit<SavedSearch, 'query'>): string {
  return `${connection}/${controller}/${listView ?? '=default'}/=search/${name}`;
}

/** Saved searches below a list view, or below the records of a controller without one. */
export function savedSearchesOf(
  { saved }: Pick<TreeDeps, 'saved'>,
  connection: string,
  controller: string,
  listView: string | undefined,
  isFiltered = false,
): TreeNode[] {
  const own = saved.in(connection, controller).filter((search) => search.listView === listView);
  return own.map((search) => new SavedSearchNode(search, { isFiltered }));
}

/** Saved searches whose list view no longer exists: they say so and can be removed. */
export function lostSearches(
  { saved }: Pick<TreeDeps, 'saved'>,
  connection: string,
  controller: string,
  listViews: readonly (string | undefined)[],
): TreeNode[] {
  const lost = saved.in(connection, controller).filter(({ listView }) => !listViews.includes(listView));
  // the service's default list always exists
  return lost.map((search) => new SavedSearchNode(search, { isLost: search.listView !== undefined }));
}

/** Expands an item that has children. */
export function expandedIf(children: readonly TreeNode[]): Pick<TreeItem, 'collapsibleState'> {
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  return { collapsibleState: children.length > 0 ? Expanded : None };
}

class SavedSearchNode implements TreeNode {
  readonly connection: string;
  readonly controller: string;
  readonly listView?: string;
  /** Name of the search, for commands. */
  readonly search: string;
  readonly item: TreeItem;

  constructor(
    search: SavedSearch,
    { isLost = false, isFiltered = false }: { readonly isLost?: boolean; readonly isFiltered?: boolean },
  ) {
    const { connection, controller, listView, name } = search;
    this.connection = connection;
    this.controller = controller;
    if (listView !== undefined) this.listView = listView;
    this.search = name;
    const gone = t('list view not found');
    this.item = createTreeItem({
      label: name,
      id: `${isFiltered ? '=filter/' : ''}${savedSearchId(search)}`,
      contextValue: isLost ? 'savedSearch lost' : 'savedSearch',
      description: isLost ? gone : '',
      iconPath: new vscode.ThemeIcon(isLost ? 'warning' : 'search'),
      tooltip: [name, isLost ? t('The list view that it was saved in no longer exists.') : t('A saved search')],
      ...expandedIf([]),
      command: createCommand('openSearch', t('Open'), { connection, controller, listView, search: name }),
    });
  }
}
