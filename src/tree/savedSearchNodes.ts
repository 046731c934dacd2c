import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { createCommand } from '../platform/runCommand.ts';
import type { SavedSearch } from '../services/remembered/savedSearches.ts';
import type { TreeDeps, TreeNode } from './treeNode.ts';
import { createTreeItem, type TreeItem } from '../platform/ui/views.ts';

/** What its line is known by. */
export function savedSearchId({ connection, controller, listView, name }: Omit<SavedSearch, 'query'>): string {
  return `${connection}/${controller}/${listView ?? '=default'}/=search/${name}`;
}

/** Those that stand below one list view, or below the records that have none. */
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

/** Those whose list view the service has no more: they say so, and can be removed. */
export function lostSearches(
  { saved }: Pick<TreeDeps, 'saved'>,
  connection: string,
  controller: string,
  listViews: readonly (string | undefined)[],
): TreeNode[] {
  const lost = saved.in(connection, controller).filter(({ listView }) => !listViews.includes(listView));
  // the list that the service gives by itself is always there
  return lost.map((search) => new SavedSearchNode(search, { isLost: search.listView !== undefined }));
}

/** A line that has others below it shows them. */
export function expandedIf(children: readonly TreeNode[]): Pick<TreeItem, 'collapsibleState'> {
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  return { collapsibleState: children.length > 0 ? Expanded : None };
}

class SavedSearchNode implements TreeNode {
  readonly connection: string;
  readonly controller: string;
  readonly listView?: string;
  /** Its name, for commands. */
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
    const gone = t('its list view is gone');
    this.item = createTreeItem({
      label: name,
      id: `${isFiltered ? '=filter/' : ''}${savedSearchId(search)}`,
      contextValue: isLost ? 'savedSearch lost' : 'savedSearch',
      description: isLost ? gone : '',
      iconPath: new vscode.ThemeIcon(isLost ? 'warning' : 'search'),
      tooltip: [name, isLost ? t('The list view that it was saved in is no longer there.') : t('A saved search')],
      ...expandedIf([]),
      command: createCommand('openSearch', t('Open'), { connection, controller, listView, search: name }),
    });
  }
}
