import { errorMessage } from '../../protocol/channel.ts';
import type { TableHost, TableRow } from '../../protocol/tableProtocol.ts';
import type { ColumnActions } from './columns/columnActions.ts';
import type { CellBlocks } from './edit/cellBlocks.ts';
import type { CellEditing } from './edit/cellEditing.ts';
import type { ActiveCell } from './grid/gridKeys.ts';
import type { ContextMenu, MenuItem } from './parts/contextMenu.ts';
import { permissionSentence, type RowActions } from './rowActions.ts';
import type { RowSelection } from './rowSelection.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';
import type { VisibleColumn } from './columns/columnLayout.ts';
import type { CopyFormat } from './copyCells.ts';
import { canFilter } from './filter/columnFilters.ts';

export interface CellMenusOptions {
  readonly table: TableModel;
  readonly menu: ContextMenu;
  readonly host: TableHost;
  readonly rows: RowSelection;
  readonly rowActions: RowActions;
  readonly columnActions: ColumnActions;
  readonly editing: CellEditing;
  readonly blocks: CellBlocks;
  readonly focusFilter: (column: number) => void;
  readonly notify: (text: string) => void;
  readonly explain: (cell: ActiveCell, text: string) => void;
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
      fitAll: () => columnActions.fitAll(),
      filter: () => focusFilter(column),
      filterEmpty: () => shown.column.columnName !== undefined && table.filters.set(shown.column.columnName, null),
    });
    menu.open(tableWords.columnMenu, items, x, y);
  }

  #openForRow(cell: ActiveCell, x: number, y: number): void {
    const { table, menu, host, rows, rowActions, editing, blocks, notify, explain } = this.#options;
    const shown = table.columns[cell.column];
    const row = table.row(cell.row);
    // a menu over a row that is not selected is about that row alone
    if (row && row.id !== null && !table.isSelected(row)) rows.select(cell.row, 'only');
    const items = rowMenu(
      row,
      shown,
      {
        edit: shown?.column.isData === true && row !== undefined && editing.whyNot(row, shown) === undefined,
        delete: table.offers.has('deleteRecords') && rows.whyNot('delete', row) === undefined,
      },
      {
        open: (how) => rowActions.open(cell.row, how),
        openReference: () => rowActions.openReference(cell, 'here'),
        copyCell: () => row && shown && rowActions.copyCell(row, shown),
        copyRows: (format) => rowActions.copyRows(format, row),
        copyId: () => row?.id && host.tell.copy({ text: row.id }),
        copyLink: () => row?.id && host.tell.copyLink({ query: {}, id: row.id }),
        copyTableLink: () => host.tell.copyLink({ query: table.query }),
        ...(table.start.isPart ? {} : { saveSearch: () => host.tell.command({ name: 'saveSearch' }) }),
        filter: () => {
          const columnName = shown?.column.columnName;
          if (!row || !shown || columnName === undefined) return;
          const value = table.value(row, shown);
          if (!value) return table.filters.set(columnName, value === null ? null : { value, shown: value });
          const own = table.staged(row, shown) ? undefined : row;
          table.filters.byText(columnName, value, own).catch((error: unknown) => notify(errorMessage(error)));
        },
        edit: () => void editing.begin(cell),
        cut: () => void blocks.cut(),
        paste: () => void blocks.pasteFromMenu(),
        fillDown: () => void blocks.fillDown(),
        clear: () => void blocks.clear(),
        deleteRows: () => rowActions.deleteRows(),
        showPermissions: () => row && explain(cell, permissionSentence(row, table.whyNot('add'))),
      },
    );
    const choice =
      row && shown && table.isInConflict(row, shown)
        ? conflictMenu(table.staged(row, shown)?.to ?? null, row.cells[shown.cell] ?? null, {
            keepMine: () => editing.keepMine(row, shown),
            takeTheirs: () => editing.takeTheirs(row, shown),
          })
        : [];
    menu.open(tableWords.rowMenu, [...choice, ...items], x, y);
    // only the form of the record knows of its fields
    if (row && row.id !== null && shown?.column.isData === true && editing.whyNot(row, shown) === undefined)
      void editing.askWhyNot(row, shown).then((why) => why !== undefined && menu.takeAway(tableWords.editCell));
  }
}

interface RowMenuActions {
  readonly open: (how: 'here' | 'toSide') => void;
  readonly openReference: () => void;
  readonly copyCell: () => void;
  readonly copyRows: (format: CopyFormat) => void;
  readonly copyId: () => void;
  readonly copyLink: () => void;
  readonly copyTableLink: () => void;
  readonly saveSearch?: () => void;
  readonly filter: () => void;
  readonly edit: () => void;
  readonly cut: () => void;
  readonly paste: () => void;
  readonly fillDown: () => void;
  readonly clear: () => void;
  readonly deleteRows: () => void;
  readonly showPermissions: () => void;
}

function rowMenu(
  row: TableRow | undefined,
  column: VisibleColumn | undefined,
  may: { readonly edit: boolean; readonly delete: boolean },
  actions: RowMenuActions,
): MenuItem[] {
  const hasNoId = row?.id === undefined || row.id === null;
  const items: MenuItem[] = [
    { title: tableWords.open, act: () => actions.open('here'), isOff: hasNoId },
    { title: tableWords.openToSide, act: () => actions.open('toSide'), isOff: hasNoId },
    { title: tableWords.openReference, act: actions.openReference, isOff: hasNoId || column?.column.isData !== true },
    { title: tableWords.copyCell, act: actions.copyCell, isFirstOfGroup: true, isOff: !row },
    { title: tableWords.copyRows, act: () => actions.copyRows('text') },
    { title: tableWords.copyCsv, act: () => actions.copyRows('csv') },
    { title: tableWords.copyJson, act: () => actions.copyRows('json') },
    { title: tableWords.copyMarkdown, act: () => actions.copyRows('markdown') },
    { title: tableWords.copyId, act: actions.copyId, isOff: hasNoId },
    { title: tableWords.copyLink, act: actions.copyLink, isOff: hasNoId },
    { title: tableWords.copyTableLink, act: actions.copyTableLink },
    ...(actions.saveSearch ? [{ title: tableWords.saveSearch, act: actions.saveSearch }] : []),
    { title: tableWords.filterByValue, act: actions.filter, isFirstOfGroup: true, isOff: !row || !canFilter(column) },
  ];
  if (may.edit)
    items.push(
      { title: tableWords.editCell, act: actions.edit, isFirstOfGroup: true, isOff: hasNoId },
      { title: tableWords.cut, act: actions.cut, isOff: hasNoId },
      { title: tableWords.paste, act: actions.paste, isOff: hasNoId },
      { title: tableWords.fillDown, act: actions.fillDown, isOff: hasNoId },
      { title: tableWords.clearCell, act: actions.clear, isOff: hasNoId },
    );
  if (may.delete)
    items.push({ title: tableWords.deleteRecords, act: actions.deleteRows, isFirstOfGroup: !may.edit, isOff: hasNoId });
  items.push({
    title: tableWords.showPermissions,
    act: actions.showPermissions,
    isFirstOfGroup: !may.edit && !may.delete,
    isOff: !row,
  });
  return items;
}

/** For a cell that was changed by someone else as well. */
function conflictMenu(
  mine: string | null,
  theirs: string | null,
  actions: { readonly keepMine: () => void; readonly takeTheirs: () => void },
): MenuItem[] {
  return [
    { title: tableWords.keepMine(mine), act: actions.keepMine },
    { title: tableWords.takeTheirs(theirs), act: actions.takeTheirs },
  ];
}

interface ColumnMenuActions {
  readonly sortTo: (direction: 'ASC' | 'DESC' | undefined) => void;
  readonly pin: (isPinned: boolean) => void;
  readonly hide: () => void;
  readonly fit: () => void;
  readonly fitAll: () => void;
  readonly filter: () => void;
  readonly filterEmpty: () => void;
}

function columnMenu(shown: VisibleColumn, isSorted: boolean, actions: ColumnMenuActions): MenuItem[] {
  const isOff = !shown.column.isSortable;
  return [
    { title: tableWords.sortAscending, act: () => actions.sortTo('ASC'), isOff },
    { title: tableWords.sortDescending, act: () => actions.sortTo('DESC'), isOff },
    { title: tableWords.clearSort, act: () => actions.sortTo(undefined), isOff: !isSorted },
    { title: tableWords.filterThisColumn, act: actions.filter, isOff: !canFilter(shown) },
    { title: tableWords.filterEmpty, act: actions.filterEmpty, isOff: !canFilter(shown) },
    shown.isPinned
      ? { title: tableWords.unpinColumn, act: () => actions.pin(false), isFirstOfGroup: true }
      : { title: tableWords.pinColumn, act: () => actions.pin(true), isFirstOfGroup: true },
    { title: tableWords.hideColumn, act: actions.hide },
    { title: tableWords.fitColumn, act: actions.fit },
    { title: tableWords.fitAllColumns, act: actions.fitAll },
  ];
}
