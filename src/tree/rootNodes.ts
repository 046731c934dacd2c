import { FavoritesNode } from './favoriteNodes.ts';
import { DemoStoppedNode } from './messageNodes.ts';
import { RecentsNode } from './recentNodes.ts';
import { ConnectionNode } from './serviceNodes.ts';
import type { TreeDeps, TreeNode } from './treeNode.ts';

export { FailureNode } from './messageNodes.ts';

/** The first level of the tree, and with it the lines of all others, which are loaded once the view is looked at. */
export function rootNodes(deps: TreeDeps, filter: string): readonly TreeNode[] {
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

/** Connection, controller, list view, saved search. */
const deepest = 4;

/** Goes down from the first level to the line with this id. */
export async function findLine(
  id: string,
  roots: readonly TreeNode[],
  below: (node: TreeNode) => Promise<readonly TreeNode[]>,
): Promise<TreeNode | undefined> {
  let lines = roots;
  for (let depth = 0; depth < deepest; depth++) {
    const next = lines.find(({ item }) => item.id !== undefined && `${id}/`.startsWith(`${item.id}/`));
    if (!next || next.item.id === id) return next;
    lines = await below(next);
  }
  return undefined;
}
