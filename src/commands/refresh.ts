import type { RecordsTree } from '../tree/recordsTree.ts';
import { isTreeNode } from '../tree/treeNode.ts';

/** A line of the tree, or all of it. */
export const refresh =
  (tree: RecordsTree) =>
  (argument?: unknown): void => {
    tree.refresh(isTreeNode(argument) ? argument : undefined);
  };
