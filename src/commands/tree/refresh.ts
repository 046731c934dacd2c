import type { TableEditor } from '../../editors/table/tableEditor.ts';
import type { FormEditor } from '../../editors/form/formEditor.ts';
import type { RecordsTree } from '../../tree/recordsTree.ts';
import { property } from '../commandArgument.ts';

/** A controller, a connection, or everything: in the tree, in open tables, and in records that are shown from memory. */
export const refresh =
  (tree: RecordsTree, tables: TableEditor, records: FormEditor) =>
  (argument?: unknown): void => {
    const [connection, controller] = [property(argument, 'connection'), property(argument, 'controller')];
    tree.refresh(connection, controller);
    tables.refresh(connection, controller);
    records.refresh(connection);
  };
