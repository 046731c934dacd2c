import type { TableRow } from '../../protocol/table.ts';
import type { ShownColumn } from './columns/arrange.ts';
import type { CopyFormat } from './copy/copyFormats.ts';
import { canFilter } from './filter/filterSlot.ts';
import type { MenuItem } from './parts/contextMenu.ts';
import { words } from './words.ts';

export interface RowMenuActions {
  readonly open: (how: 'here' | 'toSide') => void;
  readonly copyCell: () => void;
  readonly copyRows: (format: CopyFormat) => void;
  readonly copyId: () => void;
  readonly copyLink: () => void;
  readonly filter: () => void;
  readonly edit: () => void;
  readonly deleteRows: () => void;
  readonly showPermissions: () => void;
}

export function rowMenu(
  row: TableRow | undefined,
  column: ShownColumn | undefined,
  /** `isDenied`: it is about this record alone, and the service says that it may not be deleted. */
  may: { readonly edit: boolean; readonly delete: boolean; readonly isDenied: boolean },
  actions: RowMenuActions,
): MenuItem[] {
  const hasNoId = row?.id === undefined || row.id === null;
  const items: MenuItem[] = [
    { title: words.open, act: () => actions.open('here'), isOff: hasNoId },
    { title: words.openToSide, act: () => actions.open('toSide'), isOff: hasNoId },
    { title: words.copyCell, act: actions.copyCell, isFirstOfGroup: true, isOff: !row },
    { title: words.copyRows, act: () => actions.copyRows('text') },
    { title: words.copyCsv, act: () => actions.copyRows('csv') },
    { title: words.copyJson, act: () => actions.copyRows('json') },
    { title: words.copyMarkdown, act: () => actions.copyRows('markdown') },
    { title: words.copyId, act: actions.copyId, isOff: hasNoId },
    { title: words.copyLink, act: actions.copyLink, isOff: hasNoId },
    { title: words.filterByValue, act: actions.filter, isFirstOfGroup: true, isOff: !row || !canFilter(column) },
  ];
  if (may.edit) items.push({ title: words.editCell, act: actions.edit, isFirstOfGroup: true, isOff: hasNoId });
  if (may.delete) items.push({ title: words.deleteRecords, act: actions.deleteRows, isOff: hasNoId || may.isDenied });
  items.push({ title: words.showPermissions, act: actions.showPermissions, isFirstOfGroup: !may.edit, isOff: !row });
  return items;
}

/** For a cell that was changed by someone else as well. */
export function conflictMenu(
  mine: string | null,
  theirs: string | null,
  actions: { readonly keepMine: () => void; readonly takeTheirs: () => void },
): MenuItem[] {
  return [
    { title: words.keepMine(mine), act: actions.keepMine },
    { title: words.takeTheirs(theirs), act: actions.takeTheirs },
  ];
}

export interface ColumnMenuActions {
  readonly sortTo: (direction: 'ASC' | 'DESC' | undefined) => void;
  readonly pin: (isPinned: boolean) => void;
  readonly hide: () => void;
  readonly fit: () => void;
  readonly filter: () => void;
}

export function columnMenu(shown: ShownColumn, isSorted: boolean, actions: ColumnMenuActions): MenuItem[] {
  const isOff = !shown.column.isSortable;
  return [
    { title: words.sortAscending, act: () => actions.sortTo('ASC'), isOff },
    { title: words.sortDescending, act: () => actions.sortTo('DESC'), isOff },
    { title: words.clearSort, act: () => actions.sortTo(undefined), isOff: !isSorted },
    { title: words.filterThisColumn, act: actions.filter, isOff: !canFilter(shown) },
    shown.isPinned
      ? { title: words.unpinColumn, act: () => actions.pin(false), isFirstOfGroup: true }
      : { title: words.pinColumn, act: () => actions.pin(true), isFirstOfGroup: true },
    { title: words.hideColumn, act: actions.hide },
    { title: words.fitColumn, act: actions.fit },
  ];
}
