import { blockColumns, rowBands } from '../../../../model/list/cellRange.ts';
import type { CellBlocks } from '../edit/cellBlocks.ts';
import { type ContextMenu, groupedItems } from '../parts/contextMenu.ts';
import type { RowActions } from '../rowActions.ts';
import type { RowSelection } from '../rowSelection.ts';
import type { TableModel } from '../tableModel.ts';
import { tableWords } from '../tableWords.ts';
import type { CellRanges } from './cellRanges.ts';

export interface RangeMenuOptions {
  readonly table: Pick<TableModel, 'whyNot'>;
  readonly menu: ContextMenu;
  readonly ranges: CellRanges;
  readonly rows: Pick<RowSelection, 'selectRows'>;
  readonly rowActions: Pick<RowActions, 'copyRanges'>;
  readonly blocks: Pick<CellBlocks, 'cut' | 'pasteFromMenu' | 'fillDown' | 'fillRight' | 'clear'>;
}

/** Opens the menu of the selected cells. It has no actions for a record: the cells may belong to many. */
export function openRangeMenu(options: RangeMenuOptions, x: number, y: number): void {
  const { table, menu, ranges, rows, rowActions, blocks } = options;
  const bands = rowBands(ranges.current);
  const mayEdit = table.whyNot('edit') === undefined;
  const items = groupedItems([
    [
      mayEdit && { title: tableWords.cutCells, act: () => void blocks.cut() },
      { title: tableWords.copyCells, act: () => void rowActions.copyRanges('text') },
      mayEdit && { title: tableWords.paste, act: () => void blocks.pasteFromMenu() },
      mayEdit && { title: tableWords.fillDown, act: () => void blocks.fillDown() },
      mayEdit && { title: tableWords.fillRight, act: () => void blocks.fillRight() },
      mayEdit && { title: tableWords.clearCells, act: () => void blocks.clear() },
    ],
    [
      { title: tableWords.copyAs, act: () => openCopyMenu(options, x, y) },
      {
        title: tableWords.selectRows,
        act: () => {
          ranges.clear();
          void rows.selectRows(bands);
        },
      },
    ],
  ]);
  menu.open(tableWords.cellsMenu, items, x, y);
}

function openCopyMenu({ menu, rowActions, ranges }: RangeMenuOptions, x: number, y: number): void {
  const isColumn = blockColumns(rowBands(ranges.current))?.length === 1;
  const items = groupedItems([
    [
      { title: tableWords.copyCsv, act: () => void rowActions.copyRanges('csv') },
      { title: tableWords.copyJson, act: () => void rowActions.copyRanges('json') },
      { title: tableWords.copyMarkdown, act: () => void rowActions.copyRanges('markdown') },
      isColumn && { title: tableWords.copyInList, act: () => void rowActions.copyRanges('inList') },
    ],
  ]);
  menu.open(tableWords.copyAs, items, x, y);
}
