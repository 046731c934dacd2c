import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { contextKeys, views } from '../manifest.ts';
import { controllerText } from '../model/controller.ts';
import { addressUri } from '../platform/addressUri.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { Watched, Watcher } from '../services/watch/watcher.ts';
import { WatchedNode } from './watchedNode.ts';

/** The view of what is watched, with the number of news on the activity bar. It is there as long as something is watched. */
export function createWatchedView(watcher: Watcher, connections: Connections): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const view = vscode.window.createTreeView<WatchedNode>(views.watched, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: ({ item }) => item,
      getChildren: (node) =>
        node ? [] : watcher.all().map((one) => new WatchedNode(one, plainName(one), connections)),
    },
  });
  const show = (): void => {
    const all = watcher.all();
    const count = all.filter(({ news }) => news).length;
    const tooltip =
      count === 1
        ? t('1 watched record or list view has changed')
        : t('{0} watched records and list views have changed', count);
    view.badge = count === 0 ? undefined : { value: count, tooltip };
    // menus ask whether the resource of their editor is among these
    const watched = all.map(({ address }) => addressUri(address).toString());
    void vscode.commands.executeCommand('setContext', contextKeys.watched, watched);
    void vscode.commands.executeCommand('setContext', contextKeys.watching, watched.length > 0);
    changed.fire();
  };
  show();
  return vscode.Disposable.from(view, changed, watcher.onDidChange(show), connections.onDidChange(show));
}

function plainName({ address }: Watched): string {
  const controller = controllerText(address.controller);
  return address.kind === 'record' ? `${controller} ${address.id}` : controller;
}
