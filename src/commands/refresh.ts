import type { RecordsTree } from '../tree/recordsTree.ts';
import { property } from './commandArgument.ts';

/** A controller, a connection, or everything. */
export const refresh =
  (tree: RecordsTree) =>
  (argument?: unknown): void =>
    tree.refresh(property(argument, 'connection'), property(argument, 'controller'));
