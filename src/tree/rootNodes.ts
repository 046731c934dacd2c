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
