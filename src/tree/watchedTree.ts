import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { contextKeys, views } from '../manifest.ts';
import type { RecordsAddress } from '../model/address/address.ts';
import { shortName } from '../model/controller.ts';
import { formatNumber } from '../model/formatNumber.ts';
import type { SnapshotChange } from '../model/snapshot.ts';
import { addressUri } from '../platform/addressUri.ts';
import { createCommand } from '../platform/runCommand.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { Watched, Watcher } from '../services/watch/watcher.ts';
import { MessageNode } from './messageNodes.ts';
import { TreeLines } from './treeLines.ts';
import { AddressNode } from './addressNode.ts';
import { openOnClick } from './treeNode.ts';
import { createTreeItem, setViewBadge, type TreeItem } from '../platform/ui/views.ts';

/** The Watched view, with the number of unseen changes as a badge. Shown while anything is watched. */
export function createWatchedView(watcher: Watcher, connections: Connections): vscode.Disposable {
  const tree = new TreeLines(async () => ({ roots: () => watchedLines(watcher, connections) }));
  const view = tree.createView(views.watched);
  const show = (): void => {
    const all = watcher.all();
    const count = all.filter(({ news }) => news).length;
    const tooltip =
      count === 1
        ? t('1 watched record or list view has changed')
        : t('{0} watched records and list views have changed', count);
    setViewBadge(view, count, tooltip);
    // menus check whether their editor's resource is in this list
    const watched = all.map(({ address }) => addressUri(address).toString());
    void vscode.commands.executeCommand('setContext', contextKeys.watched, watched);
    void vscode.commands.executeCommand('setContext', contextKeys.watching, watched.length > 0);
    tree.redraw();
  };
  show();
  return vscode.Disposable.from(tree, watcher.onDidChange(show), connections.onDidChange(show));
}

/** Messages from the services at the last check, then the watched items. */
export function watchedLines(
  watcher: Pick<Watcher, 'said' | 'all'>,
  connections: Pick<Connections, 'get'>,
): (WatchedNode | MessageNode)[] {
  return [
    ...watcher.said().map((sentence) => new MessageNode(sentence)),
    ...watcher.all().map((one) => new WatchedNode(one, connections)),
  ];
}

function plainName({ address }: Watched): string {
  const controller = address.controller;
  return address.kind === 'record' ? `${controller} ${address.id}` : controller;
}

/** A watched record or list view and its unseen changes. */
class WatchedNode extends AddressNode {
  readonly item: TreeItem;

  constructor(watched: Watched, connections: Pick<Connections, 'get'>) {
    const { address, name, news, failure } = watched;
    super(address);
    const of = connections.get(address.connection)?.name ?? address.connection;
    const label = name ?? plainName(watched);
    const said = news && newsText(news);
    this.item = createTreeItem({
      label,
      id: `=watched/${addressUri(address).toString()}`,
      contextValue: news ? 'watched news' : 'watched',
      description: said ?? [shortName(address.controller), of].join(' · '),
      iconPath: iconOf(address, news, failure),
      tooltip: [label, this.controller, of, said, failure],
      command: news ? createCommand('showWatched', t('Show What Changed'), this) : openOnClick(address),
    });
  }
}

function iconOf(
  address: RecordsAddress,
  news: SnapshotChange | undefined,
  failure: string | undefined,
): vscode.ThemeIcon {
  if (failure !== undefined) return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  if (news)
    return new vscode.ThemeIcon(news.kind === 'gone' ? 'trash' : 'bell-dot', new vscode.ThemeColor('charts.blue'));
  return new vscode.ThemeIcon(address.kind === 'record' ? 'note' : 'table');
}

const maxLabels = 3;

function newsText(news: SnapshotChange): string {
  if (news.kind === 'gone') return t('deleted');
  if (news.kind === 'back') return t('available again');
  if (news.kind === 'fields') {
    const labels = news.labels.slice(0, maxLabels).join(', ');
    const others = news.labels.length - maxLabels;
    return others > 0 ? t('{0} and {1} more changed', labels, others) : t('{0} changed', labels);
  }
  const { added, changed, gone, more } = news;
  const words = [
    added > 0 ? t('{0} new', added) : '',
    changed > 0 ? t('{0} changed', changed) : '',
    gone > 0 ? t('{0} no longer found', gone) : '',
    more > 0 ? t('{0} more in total', formatNumber(more)) : '',
    more < 0 ? t('{0} fewer in total', formatNumber(-more)) : '',
  ];
  return words.filter((word) => word !== '').join(', ');
}
