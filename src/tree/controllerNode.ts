import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { controllerText } from '../model/controller.ts';
import type { Controller, ListView } from '../model/list/listView.ts';
import type { FilteredController } from '../model/list/listViewFilter.ts';
import { ListViewNode } from './listViewNode.ts';
import { PlainListNode } from './plainListNode.ts';
import type { TreeNode } from './treeNode.ts';
import type { TreeDeps } from './treeDeps.ts';

export class ControllerNode implements TreeNode {
  readonly connection: string;
  readonly controller: string;
  readonly item: vscode.TreeItem;
  readonly #of: Controller;
  readonly #deps: TreeDeps;
  readonly #filtered: FilteredController | undefined;

  constructor(connection: string, controller: Controller, deps: TreeDeps, filtered?: FilteredController) {
    const { name, listViews } = controller;
    this.connection = connection;
    this.controller = controllerText(name);
    this.#of = controller;
    this.#deps = deps;
    this.#filtered = filtered;
    const isByHand = deps.added.of(connection).some((added) => controllerText(added) === this.controller);
    this.item = new vscode.TreeItem(
      name.controller,
      // what was looked for among the list views has to be seen
      filtered && !filtered.isNamed
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed,
    );
    this.item.id = `${filtered ? '=filter/' : ''}${connection}/${this.controller}`;
    this.item.contextValue = isByHand ? 'controller added' : 'controller';
    this.item.description = [name.module, counts(listViews.length, filtered?.of)].join(' · ');
    this.item.iconPath = new vscode.ThemeIcon('database');
    this.item.tooltip = `${this.controller}\n${countText(filtered?.of ?? listViews.length)}`;
  }

  async children(): Promise<readonly TreeNode[]> {
    const { name } = this.#of;
    const { listViews } = this.#deps;
    if (this.#filtered) {
      // many may be open at once: what is known has to do, rather than a request for each
      const known = new Map(listViews.known(this.connection, name).map((view) => [view.id, view]));
      return this.#lines(this.#filtered.listViews.map((view) => known.get(view.id) ?? view));
    }
    return this.#lines(await listViews.listViews(this.connection, name));
  }

  #lines(views: readonly ListView[]): readonly TreeNode[] {
    if (views.length === 0) return [new PlainListNode(this.connection, this.#of.name, this.#deps)];
    return views.map((view) => new ListViewNode(this.connection, view, this.#deps, this.#filtered !== undefined));
  }
}

function counts(shown: number, all = shown): string {
  if (all === 0) return t('added by hand');
  return shown === all ? String(all) : t('{0} of {1}', shown, all);
}

function countText(count: number): string {
  if (count === 0) return t('Added by hand: the service has no list view for it.');
  return count === 1 ? t('1 list view') : t('{0} list views', count);
}
