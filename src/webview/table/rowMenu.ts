import type { TableRow } from '../../protocol/tableProtocol.ts';
import type { CopyFormat } from './copyCells.ts';
import type { MenuItem } from './parts/contextMenu.ts';
import { tableWords } from './tableWords.ts';

/** What may be done, as far as the table knows. */
export interface RowMenuOffers {
  readonly edit: boolean;
  readonly editSelected: boolean;
  readonly delete: boolean;
  readonly duplicate: boolean;
  /** Two records are selected. */
  readonly compare: boolean;
  readonly filter: boolean;
  readonly isWatched: boolean;
  /** The cell points at another record. */
  readonly openReference: boolean;
}

export interface RowMenuActions {
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
  readonly clear: () => void;
  readonly compare: () => void;
  readonly duplicate: () => void;
  readonly watch: () => void;
  readonly showHistory: () => void;
  readonly editSelected: () => void;
  readonly deleteRows: () => void;
  readonly showPermissions: () => void;
}

/** Only what can be done: a line that is grey says nothing of why. */
export function rowMenu(row: TableRow | undefined, may: RowMenuOffers, actions: RowMenuActions): MenuItem[] {
  const hasId = row !== undefined && row.id !== null;
  return grouped([
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

export interface CopyMenuActions {
  readonly copyRows: (format: CopyFormat) => void;
  readonly copyId: () => void;
  readonly copyLink: () => void;
  readonly copyTableLink: () => void;
}

export function copyMenu(row: TableRow | undefined, actions: CopyMenuActions): MenuItem[] {
  const hasId = row !== undefined && row.id !== null;
  return grouped([
    [
      { title: tableWords.copyRows, act: () => actions.copyRows('text') },
      { title: tableWords.copyCsv, act: () => actions.copyRows('csv') },
      { title: tableWords.copyJson, act: () => actions.copyRows('json') },
      { title: tableWords.copyMarkdown, act: () => actions.copyRows('markdown') },
    ],
    [
      hasId && { title: tableWords.copyId, act: actions.copyId },
      hasId && { title: tableWords.copyLink, act: actions.copyLink },
      { title: tableWords.copyTableLink, act: actions.copyTableLink },
    ],
  ]);
}

function grouped(groups: readonly (readonly (MenuItem | false | undefined)[])[]): MenuItem[] {
  const filled = groups.map((group) => group.filter((item) => item !== false && item !== undefined));
  return filled
    .filter((group) => group.length > 0)
    .flatMap((group, place) =>
      group.map((item, index) => (place > 0 && index === 0 ? { ...item, isFirstOfGroup: true } : item)),
    );
}
