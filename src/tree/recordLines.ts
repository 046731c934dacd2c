import { ServiceError } from '../model/errors.ts';
import { attention } from '../platform/attention.ts';
import { type FailedRead, Retries } from '../services/connections/retries.ts';
import { FavoritesNode } from './favoriteNodes.ts';
import type { LineSource } from './givenLines.ts';
import { DemoStoppedNode, FailureNode } from './messageNodes.ts';
import { RecentsNode } from './recentNodes.ts';
import { ConnectionNode } from './serviceNodes.ts';
import type { RecordsTreeState, TreeDeps, TreeNode } from './treeNode.ts';

/** The lines of the Records view, which are loaded once the view is looked at. */
export function recordLines(deps: TreeDeps, state: RecordsTreeState): LineSource {
  const { failures } = state;
  const retries = new Retries(() => downServices(deps, state), { ...deps, ...attention });
  deps.requests.onDidGoAway(() => retries.update());
  retries.update();
  return {
    roots: () => rootNodes(deps, state.filter),
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

/** A line that says that its service is down stays true while it is looked at. */
function downServices({ connections, requests, listViews }: TreeDeps, { isVisible }: RecordsTreeState): FailedRead[] {
  return connections.all().flatMap((connection) => {
    const failedAt = requests.awaySince(connection);
    if (failedAt === undefined) return [];
    const { id } = connection;
    return [{ connection: id, error: undefined, failedAt, isVisible: isVisible(), retry: () => listViews.check(id) }];
  });
}

function rootNodes(deps: TreeDeps, filter: string): readonly TreeNode[] {
  const { connections, favorites, demo } = deps;
  const all = connections.all().map((connection) => new ConnectionNode(connection, deps, filter));
  if (filter !== '') return all;
  return [
    ...(favorites.shown().length > 0 ? [new FavoritesNode(deps)] : []),
    // from the start: no line moves when the first one is opened
    ...(all.length > 0 ? [new RecentsNode(deps)] : []),
    ...(demo.hasFailed ? [new DemoStoppedNode()] : []),
    ...all,
  ];
}
