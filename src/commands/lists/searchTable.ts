import type { TableEditor } from '../../editors/tableEditor.ts';

/** Ctrl+F in a table: VS Code's own find would see only the rows on the screen. */
export const searchTable = (tables: TableEditor) => (): void => tables.active?.focusSearch();
