import { errorMessage } from '../../common/channel.ts';
import type { TableHost, TableRow } from '../tableProtocol.ts';
import type { CellFormatter } from './cellFormatter.ts';
import type { ColumnActions } from './columns/columnActions.ts';
import type { CellBlocks } from './edit/cellBlocks.ts';
import type { CellEditing } from './edit/cellEditing.ts';
import type { ActiveCell } from './grid/gridKeys.ts';
import { type ContextMenu, groupedItems, type MenuItem } from './parts/contextMenu.ts';
import type { CellRanges } from './range/cellRanges.ts';
import { openRangeMenu } from './range/rangeMenu.ts';
import { permissionSentence, type RowActions } from './rowActions.ts';
import type { RowSelection } from './rowSelection.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';
import type { Column } from '../../../model/list/recordPage.ts';
import type { VisibleColumn } from './columns/columnLayout.ts';
import { canFilter } from './filter/columnFilters.ts';
import type { CopyFormat } from './copyCells.ts';

export interface CellMenusOptions {
  readonly table: TableModel;
  readonly menu: ContextMenu;
  readonly formatter: Pick<CellFormatter, 'textOf'>;
  readonly host: TableHost;
  readonly rows: RowSelection;
  readonly ranges: CellRanges;
  readonly rowActions: RowActions;
  readonly columnActions: ColumnActions;
  readonly editing: CellEditing;
  readonly blocks: CellBlocks;
  readonly focusFilter: (column: number) => void;
  /** Operators to filter a column by. */
  readonly conditionMenu: (column: Column) => MenuItem[];
  /** Shows the profile of a column, by its key. */
  readonly profileColumn: (column: string) => void;
  readonly notify: (text: string) => void;
  readonly explain: (cell: ActiveCell, text: string) => void;
}

/** Context menus of cells and headers. */
export class CellMenus {
  readonly #options: CellMenusOptions;

  constructor(options: CellMenusOptions) {
    this.#options = options;
  }

  open(cell: ActiveCell, x: number, y: number): void {
    if (cell.row < 0) this.#openForColumn(cell.column, x, y);
    else if (this.#options.ranges.has(cell)) openRangeMenu(this.#options, x, y);
    else this.#openForRow(cell, x, y);
  }

  #openForColumn(column: number, x: number, y: number): void {
    const { table, menu, columnActions, focusFilter, conditionMenu, profileColumn } = this.#options;
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
      filterBy: () => menu.open(tableWords.filterBy(shown.column.label), conditionMenu(shown.column), x, y),
      profile: () => profileColumn(shown.column.key),
      filterEmpty: () => shown.column.columnName !== undefined && table.filters.set(shown.column.columnName, null),
    });
    menu.open(tableWords.columnMenu, items, x, y);
  }

  #openForRow(cell: ActiveCell, x: number, y: number): void {
    const { table, menu, host, rows, rowActions, formatter, editing, blocks, notify, explain } = this.#options;
    const shown = table.columns[cell.column];
    const row = table.row(cell.row);
    // a context menu on an unselected row applies to that row only
    if (row && row.id !== null && !table.isSelected(row)) rows.select(cell.row, 'only');
    const items = rowMenu(row, this.#offers(row, shown), {
      open: (how) => rowActions.open(cell.row, how),
      openReference: () => rowActions.openReference(cell, 'here'),
      copyCell: () => row && shown && rowActions.copyCell(row, shown),
      copyAs: () => this.#openCopyMenu(row, shown, x, y),
      ...(table.start.isPart ? {} : { saveSearch: () => host.notify.command({ name: 'saveSearch' }) }),
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
      fillRight: () => void blocks.fillRight(),
      clear: () => void blocks.clear(),
      compare: () => host.notify.command({ name: 'compareRecords', ids: [...table.selection.state.ids] }),
      duplicate: () => row?.id && host.notify.command({ name: 'duplicateRecord', ids: [row.id] }),
      watch: () =>
        row?.id &&
        host.notify.command({ name: table.watched.has(row.id) ? 'stopWatching' : 'watchRecord', ids: [row.id] }),
      showHistory: () => row?.id && host.notify.command({ name: 'showHistory', ids: [row.id] }),
      editSelected: () => rowActions.command('editRecords'),
      deleteRows: () => rowActions.deleteRows(),
      showPermissions: () => row && explain(cell, permissionSentence(row, table.whyNot('add'))),
    });
    const textOf = (value: string | null | undefined): string | null =>
      value && shown ? formatter.textOf(value, shown.column) : null;
    const conflict = editing.staging.conflict(row, shown);
    const choice = conflict
      ? [
          { title: tableWords.keepMine(textOf(conflict.mine)), act: conflict.keepMine },
          { title: tableWords.takeTheirs(textOf(conflict.theirs)), act: conflict.takeTheirs },
        ]
      : [];
    menu.open(tableWords.rowMenu, [...choice, ...items], x, y);
    // only the record's form knows whether the field is editable
    if (row && row.id !== null && shown?.column.isData === true && editing.whyNot(row, shown) === undefined)
      void editing.askWhyNot(row, shown).then((why) => {
        const { editCell, cut, fillDown, fillRight, clearCell } = tableWords;
        if (why !== undefined)
          for (const title of [editCell, cut, fillDown, fillRight, clearCell]) menu.removeItem(title);
      });
  }

  #offers(row: TableRow | undefined, shown: VisibleColumn | undefined): RowMenuOffers {
    const { table, rows, editing } = this.#options;
    const { offers, selection } = table;
    const kind = shown && table.filters.kind(shown.column);
    const isSeveral = selection.isAll || (selection.count(null) ?? 0) > 1;
    return {
      edit: shown?.column.isData === true && row !== undefined && editing.whyNot(row, shown) === undefined,
      editSelected: isSeveral && offers.has('editRecords') && rows.whyNot('edit', row) === undefined,
      delete: offers.has('deleteRecords') && rows.whyNot('delete', row) === undefined,
      duplicate: offers.has('addRecord'),
      compare: !selection.isAll && selection.count(null) === 2,
      filter: canFilter(shown),
      isWatched: typeof row?.id === 'string' && table.watched.has(row.id),
      openReference:
        shown !== undefined && row !== undefined && kind === 'reference' && (table.value(row, shown) ?? '') !== '',
    };
  }

  #openCopyMenu(row: TableRow | undefined, shown: VisibleColumn | undefined, x: number, y: number): void {
    const { table, menu, host, rowActions } = this.#options;
    const items = copyMenu(row, {
      copyRows: (format) => rowActions.copyRows(format, row),
      copyInList: () => row && shown && rowActions.copyInList(row, shown),
      copyId: () => row?.id && host.notify.copy({ text: row.id }),
      copyLink: () => row?.id && host.notify.copyLink({ query: {}, id: row.id }),
      copyTableLink: () => host.notify.copyLink({ query: table.query }),
    });
    menu.open(tableWords.copyAs, items, x, y);
  }
}

interface ColumnMenuActions {
  readonly sortTo: (direction: 'ASC' | 'DESC' | undefined) => void;
  readonly pin: (isPinned: boolean) => void;
  readonly hide: () => void;
  readonly fit: () => void;
  readonly fitAll: () => void;
  readonly filter: () => void;
  readonly filterBy: () => void;
  readonly filterEmpty: () => void;
  readonly profile: () => void;
}

function columnMenu(shown: VisibleColumn, isSorted: boolean, actions: ColumnMenuActions): MenuItem[] {
  const isOff = !shown.column.isSortable;
  return [
    { title: tableWords.sortAscending, act: () => actions.sortTo('ASC'), isOff },
    { title: tableWords.sortDescending, act: () => actions.sortTo('DESC'), isOff },
    { title: tableWords.clearSort, act: () => actions.sortTo(undefined), isOff: !isSorted },
    { title: tableWords.filterThisColumn, act: actions.filter, isOff: !canFilter(shown) },
    { title: tableWords.filterByMore, act: actions.filterBy },
    { title: tableWords.filterEmpty, act: actions.filterEmpty, isOff: !canFilter(shown) },
    { title: tableWords.profileColumn, act: actions.profile },
    shown.isPinned
      ? { title: tableWords.unpinColumn, act: () => actions.pin(false), isFirstOfGroup: true }
      : { title: tableWords.pinColumn, act: () => actions.pin(true), isFirstOfGroup: true },
    { title: tableWords.hideColumn, act: actions.hide },
    { title: tableWords.fitColumn, act: actions.fit },
    { title: tableWords.fitAllColumns, act: actions.fitAll },
  ];
}

/** Available actions, as far as the table knows. */
interface RowMenuOffers {
  readonly edit: boolean;
  readonly editSelected: boolean;
  readonly delete: boolean;
  readonly duplicate: boolean;
  /** True if two records are selected. */
  readonly compare: boolean;
  readonly filter: boolean;
  readonly isWatched: boolean;
  /** True if the cell is a reference. */
  readonly openReference: boolean;
}

interface RowMenuActions {
  readonly open: (how: 'here' | 'toSide') => void;
  readonly openReference: () => void;
  readonly copyCell: () => void;
  readonly copyAs: () => void;
  readonly saveSearch?: () => void;
  readonly filter: () => void;
  readonly edit: () => void;
  readonly cut: () => void;
  readonly paste: () => void;
  readonly fillDown: () => void;
  readonly fillRight: () => void;
  readonly clear: () => void;
  readonly compare: () => void;
  readonly duplicate: () => void;
  readonly watch: () => void;
  readonly showHistory: () => void;
  readonly editSelected: () => void;
  readonly deleteRows: () => void;
  readonly showPermissions: () => void;
}

/** Contains only available actions: a disabled item doesn't explain why. */
function rowMenu(row: TableRow | undefined, may: RowMenuOffers, actions: RowMenuActions): MenuItem[] {
  const hasId = row !== undefined && row.id !== null;
  return groupedItems([
    [
      hasId && { title: tableWords.open, act: () => actions.open('here') },
      hasId && { title: tableWords.openToSide, act: () => actions.open('toSide') },
      hasId && may.openReference && { title: tableWords.openReference, act: actions.openReference },
    ],
    [
      hasId && may.edit && { title: tableWords.editCell, act: actions.edit },
      hasId && may.edit && { title: tableWords.cut, act: actions.cut },
      row && { title: tableWords.copyCell, act: actions.copyCell },
      hasId && may.edit && { title: tableWords.paste, act: actions.paste },
      hasId && may.edit && { title: tableWords.fillDown, act: actions.fillDown },
      hasId && may.edit && { title: tableWords.fillRight, act: actions.fillRight },
      hasId && may.edit && { title: tableWords.clearCell, act: actions.clear },
    ],
    [
      { title: tableWords.copyAs, act: actions.copyAs },
      row && may.filter && { title: tableWords.filterByValue, act: actions.filter },
      actions.saveSearch && { title: tableWords.saveSearch, act: actions.saveSearch },
    ],
    [
      may.compare && { title: tableWords.compare, act: actions.compare },
      hasId && may.duplicate && { title: tableWords.duplicate, act: actions.duplicate },
      hasId && { title: may.isWatched ? tableWords.stopWatching : tableWords.watch, act: actions.watch },
      hasId && { title: tableWords.showHistory, act: actions.showHistory },
    ],
    [
      may.editSelected && { title: tableWords.editSelected, act: actions.editSelected },
      hasId && may.delete && { title: tableWords.deleteRecords, act: actions.deleteRows },
      row && { title: tableWords.showPermissions, act: actions.showPermissions },
    ],
  ]);
}

interface CopyMenuActions {
  readonly copyRows: (format: CopyFormat) => void;
  readonly copyInList: () => void;
  readonly copyId: () => void;
  readonly copyLink: () => void;
  readonly copyTableLink: () => void;
}

function copyMenu(row: TableRow | undefined, actions: CopyMenuActions): MenuItem[] {
  const hasId = row !== undefined && row.id !== null;
  return groupedItems([
    [
      { title: tableWords.copyRows, act: () => actions.copyRows('text') },
      { title: tableWords.copyCsv, act: () => actions.copyRows('csv') },
      { title: tableWords.copyJson, act: () => actions.copyRows('json') },
      { title: tableWords.copyMarkdown, act: () => actions.copyRows('markdown') },
      row && { title: tableWords.copyInList, act: actions.copyInList },
    ],
    [
      hasId && { title: tableWords.copyId, act: actions.copyId },
      hasId && { title: tableWords.copyLink, act: actions.copyLink },
      { title: tableWords.copyTableLink, act: actions.copyTableLink },
    ],
  ]);
}
