import type { TableEditor } from '../editors/tableEditor.ts';
import type { RecordsTree } from '../tree/recordsTree.ts';
import { property } from './commandArgument.ts';

/** A controller, a connection, or everything: in the tree and in the tables that are open. */
export const refresh =
  (tree: RecordsTree, tables: TableEditor) =>
  (argument?: unknown): void => {
    const [connection, controller] = [property(argument, 'connection'), property(argument, 'controller')];
    tree.refresh(connection, controller);
    tables.refresh(connection, controller);
  };
