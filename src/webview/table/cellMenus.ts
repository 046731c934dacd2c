import type { TableHost } from '../../protocol/table.ts';
import type { ColumnActions } from './columns/columnActions.ts';
import type { Editing } from './edit/editing.ts';
import type { ActiveCell } from './grid/activeCell.ts';
import { offersOf } from './offers.ts';
import { columnMenu, conflictMenu, rowMenu } from './menus.ts';
import type { ContextMenu } from './parts/contextMenu.ts';
import { permissionSentence } from './permissionSentence.ts';
import type { RowActions } from './rowActions.ts';
import type { RowSelection } from './rowSelection.ts';
import type { Table } from './table.ts';
import { words } from './words.ts';

export interface CellMenusOptions {
  readonly table: Table;
  readonly menu: ContextMenu;
  readonly host: TableHost;
  readonly rows: RowSelection;
  readonly rowActions: RowActions;
  readonly columnActions: ColumnActions;
  readonly editing: Editing;
  readonly focusFilter: (column: number) => void;
  readonly notify: (text: string) => void;
}

/** The menu of a cell or of a header, where it was asked for. */
export class CellMenus {
  readonly #options: CellMenusOptions;

  constructor(options: CellMenusOptions) {
    this.#options = options;
  }

  open(cell: ActiveCell, x: number, y: number): void {
    if (cell.row < 0) this.#openForColumn(cell.column, x, y);
    else this.#openForRow(cell, x, y);
  }

  #openForColumn(column: number, x: number, y: number): void {
    const { table, menu, columnActions, focusFilter } = this.#options;
    const shown = table.columns[column];
    if (!shown) return;
    const isSorted = table.sort?.columnName === shown.column.columnName;
    const items = columnMenu(shown, isSorted, {
      sortTo: (direction) => table.sortTo(shown.column, direction),
      pin: (isPinned) => columnActions.pin(column, isPinned),
      hide: () => columnActions.hide(column),
      fit: () => columnActions.fit(column),
      filter: () => focusFilter(column),
    });
    menu.open(words.columnMenu, items, x, y);
  }

  #openForRow(cell: ActiveCell, x: number, y: number): void {
    const { table, menu, host, rows, rowActions, editing, notify } = this.#options;
    const shown = table.columns[cell.column];
    const row = table.row(cell.row);
    // a menu over a row that is not selected is about that row alone
    if (row && row.id !== null && !table.isSelected(row)) rows.select(cell.row, 'only');
    const items = rowMenu(
      row,
      shown,
      {
        edit: !table.start.connection.readOnly,
        delete: offersOf(table.start).has('deleteRecords'),
        isDenied: row !== undefined && rowActions.isDenied(row),
      },
      {
        open: (how) => rowActions.open(cell.row, how),
        copyCell: () => row && shown && rowActions.copyCell(row, shown),
        copyRows: (format) => rowActions.copyRows(format, row),
        copyId: () => row?.id && host.tell.copy({ text: row.id }),
        copyLink: () => row?.id && host.tell.copyLink({ query: table.query, id: row.id }),
        filter: () => row && shown?.column.columnName && table.filter(shown.column.columnName, table.value(row, shown)),
        edit: () => void editing.begin(cell),
        deleteRows: () => rowActions.deleteRows(),
        showPermissions: () => row && notify(permissionSentence(row, table.start.connection.readOnly)),
      },
    );
    const choice =
      row && shown && table.isInConflict(row, shown)
        ? conflictMenu(table.staged(row, shown)?.to ?? null, row.cells[shown.cell] ?? null, {
            keepMine: () => editing.keepMine(row, shown),
            takeTheirs: () => editing.takeTheirs(row, shown),
          })
        : [];
    menu.open(words.rowMenu, [...choice, ...items], x, y);
  }
}
