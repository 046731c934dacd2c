import type * as vscode from 'vscode';

/** A line of the tree: what it shows, and what is below it once it is opened. */
export interface TreeNode {
  readonly item: vscode.TreeItem;
  children(): Promise<readonly TreeNode[]>;
}

/** Whether a command was called on a line of the tree, rather than from the palette or by code. */
export function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'item' in value && 'children' in value;
}
