import { ServiceError } from '../model/errors.ts';
import { attention } from '../platform/attention.ts';
import { DownServices } from '../services/connections/downServices.ts';
import { type FailedRead, Retries } from '../services/connections/retries.ts';
import { FavoritesNode } from './favoriteNodes.ts';
import type { LineSource } from './givenLines.ts';
import { DemoStoppedNode, FailureNode } from './messageNodes.ts';
import { RecentsNode } from './recentNodes.ts';
import { ConnectionNode } from './serviceNodes.ts';
import type { RecordsTreeState, TreeDeps, TreeNode } from './treeNode.ts';

/** The lines of the Records view, which are loaded once the view is looked at. */
export function recordLines(deps: TreeDeps, state: RecordsTreeState, view: ShownView): LineSource {
  const { failures } = state;
  const down = new DownServices(deps.requests);
  askAgain(deps, view, down);
  return {
    roots: () => rootNodes(deps, state.filter, down),
    load: async (node) => {
      if (failures.has(node.item.id)) return;
      try {
        await node.load?.();
      } catch (error) {
        // canceled by a refresh, whose own answer is on its way
        if (error instanceof ServiceError && error.code === 'canceled') return;
        failures.set(node.item.id, { node, error });
      }
    },
    children: (node) => {
      const failed = failures.get(node.item.id);
      if (failed) return [new FailureNode(failed.error, node)];
      return node.children ? node.children() : [];
    },
  };
}

interface ShownView {
  readonly isVisible: boolean;
  redraw(): void;
}

/** Draws the view again when a service goes down, and asks it again while the view is looked at: what it says stays true. */
function askAgain(deps: TreeDeps, view: ShownView, down: DownServices): void {
  const failed = (): FailedRead[] =>
    deps.connections.all().flatMap((connection) => {
      const failedAt = down.since(connection);
      if (failedAt === undefined) return [];
      const { id } = connection;
      const retry = async (): Promise<unknown> => (await deps.clients.get(id)).listViews();
      return [{ connection: id, error: undefined, failedAt, isVisible: view.isVisible, retry }];
    });
  const retries = new Retries(failed, { ...deps, ...attention });
  let shown = '';
  const update = (): void => {
    const now = JSON.stringify(failed().map(({ connection, failedAt }) => [connection, failedAt]));
    if (now === shown) return;
    shown = now;
    view.redraw();
    retries.update();
  };
  deps.requests.onDidChange(update);
  update();
}

function rootNodes(deps: TreeDeps, filter: string, down: DownServices): readonly TreeNode[] {
  const { connections, favorites, demo } = deps;
  const all = connections
    .all()
    .map((connection) => new ConnectionNode(connection, deps, filter, down.since(connection)));
  if (filter !== '') return all;
  return [
    ...(favorites.shown().length > 0 ? [new FavoritesNode(deps)] : []),
    // from the start: no line moves when the first one is opened
    ...(all.length > 0 ? [new RecentsNode(deps)] : []),
    ...(demo.hasFailed ? [new DemoStoppedNode()] : []),
    ...all,
  ];
}
