import { cellCount, rangeSize, rowBands } from '../../../../model/list/cellRange.ts';
import { formatNumber } from '../../../../model/formatNumber.ts';
import type { CellFormatter } from '../cellFormatter.ts';
import type { GridView } from '../grid/gridView.ts';
import type { SummedColumn } from '../parts/sumsPanel.ts';
import type { RowSelection } from '../rowSelection.ts';
import type { TableModel } from '../tableModel.ts';
import { tableWords } from '../tableWords.ts';
import { CellRanges } from './cellRanges.ts';
import { RangeMarks } from './rangeMarks.ts';
import { RangeSums } from './rangeSums.ts';

export interface RangePartsOptions {
  readonly table: TableModel;
  readonly grid: GridView;
  readonly rows: Pick<RowSelection, 'clear'>;
  readonly formatter: CellFormatter;
  readonly notify: (text: string) => void;
  /** Called when other cells are selected, or when their sums are complete. */
  readonly onChange: () => void;
}

/** Description of the selected cells for the status line. */
export interface SelectedCells {
  readonly text: string;
  /** The first and the last cell, for screen readers. */
  readonly corners: string;
}

/** The selected ranges of cells, their marks on screen, and their description. */
export class RangeParts {
  readonly ranges: CellRanges;
  readonly #table: TableModel;
  readonly #marks: RangeMarks;
  readonly #sums: RangeSums;

  constructor({ table, grid, rows, formatter, notify, onChange }: RangePartsOptions) {
    this.#table = table;
    this.ranges = new CellRanges({
      table,
      grid,
      // either rows are selected or cells, so that it is clear what a key applies to
      onSelect: () => !table.selection.isEmpty && rows.clear(),
      onChange,
    });
    this.#marks = new RangeMarks(this.ranges, grid);
    this.#sums = new RangeSums({ table, ranges: this.ranges, formatter, notify, onChange });
  }

  paint(): void {
    this.#marks.paint();
  }

  get sums(): string {
    return this.#sums.line;
  }

  get summedColumns(): readonly SummedColumn[] {
    return this.#sums.columns;
  }

  /** Undefined unless several cells are selected. */
  describe(): SelectedCells | undefined {
    const { current } = this.ranges;
    const range = current.at(-1);
    if (!range) return undefined;
    const { rows, columns } = rangeSize(range);
    const text =
      current.length === 1
        ? tableWords.rangeSelected(rows, columns)
        : tableWords.rangesSelected(current.length, cellCount(rowBands(current)));
    const corners = tableWords.fromTo(this.#nameOf(range.top, range.left), this.#nameOf(range.bottom, range.right));
    return { text, corners };
  }

  #nameOf(row: number, column: number): string {
    const name = this.#table.row(row)?.name || tableWords.rowAt(formatNumber(row + 1));
    return tableWords.cellOf(name, this.#table.columns[column]?.column.label ?? '');
  }
}
