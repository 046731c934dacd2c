import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { views } from '../manifest.ts';
import { PendingDocuments } from '../platform/pendingDocuments.ts';
import { createRecordsView, ExpansionState } from './recordsView.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { RequestHistory } from '../services/connections/requestHistory.ts';
import { RecordsTree } from './recordsTree.ts';
import { TreeLines } from './treeLines.ts';
import type { TreeDeps } from './treeNode.ts';
import { setViewBadge } from '../platform/ui/views.ts';

/**
 * Views created on activation: records, pending changes, requests. The Watched view is created with the first watched
 * item.
 */
export function registerTrees(
  deps: Omit<TreeDeps, 'requests'> & { readonly requests: RequestHistory },
  state: vscode.Memento,
) {
  const expansion = new ExpansionState(state);
  const tree = new RecordsTree(deps, expansion);
  const view = createRecordsView(tree, expansion);
  const pending = new PendingDocuments(deps.recents);
  const pendingView = createPendingView(pending, deps.connections);
  const requestsTree = new RequestsTree(deps.requests, deps.connections);
  requestsTree.createView(views.requests);
  const registered = vscode.Disposable.from(tree, pending, pendingView, requestsTree);
  return { tree, view, pending, isPendingShown: pendingView.isVisible, dispose: () => registered.dispose() };
}

/** The view of all unsaved changes, with their count as a badge. */
function createPendingView(
  pending: PendingDocuments,
  connections: Connections,
): vscode.Disposable & { readonly isVisible: () => boolean } {
  const tree = new TreeLines(async () => {
    const { PendingNode } = await import('./pendingNode.ts');
    return { roots: () => pending.all.map((one) => new PendingNode(one, connections)) };
  });
  const view = tree.createView(views.pending, { canSelectMany: true });
  const show = (): void => {
    const count = pending.all.length;
    const tooltip = count === 1 ? t('1 unsaved list view or record') : t('{0} unsaved list views and records', count);
    setViewBadge(view, count, tooltip);
    tree.redraw();
  };
  if (pending.all.length > 0) show();
  const registered = vscode.Disposable.from(tree, pending.onDidChange(show), connections.onDidChange(show));
  return { isVisible: () => view.visible, dispose: () => registered.dispose() };
}

/** Throttle: requests that come in bursts are drawn together. */
const pauseMs = 200;

/** The requests of this window, most recent first. */
export class RequestsTree extends TreeLines {
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(history: RequestHistory, connections: Pick<Connections, 'get' | 'onDidChange'>) {
    super(async () => {
      const { RequestNode } = await import('./requestNodes.ts');
      // current name of the connection, or its last name if it was removed
      const nameOf = (id: string, before: string): string => connections.get(id)?.name ?? before;
      return {
        roots: () => history.all().map((sent) => new RequestNode(sent, nameOf(sent.connection, sent.connectionName))),
      };
    });
    const drawSoon = (): void => {
      this.#waiting ??= setTimeout(() => {
        this.#waiting = undefined;
        this.redraw();
      }, pauseMs);
    };
    history.onDidChange(drawSoon);
    connections.onDidChange(drawSoon);
  }

  override dispose(): void {
    clearTimeout(this.#waiting);
    super.dispose();
  }
}
