import { type CellEdges, cellEdges } from '../../../../model/list/cellRange.ts';
import type { GridView } from '../grid/gridView.ts';
import type { CellRanges } from './cellRanges.ts';

/** Marks the cells on screen that are selected. */
export class RangeMarks {
  readonly #ranges: Pick<CellRanges, 'current'>;
  readonly #grid: Pick<GridView, 'eachCell'>;
  #isMarked = false;

  constructor(ranges: Pick<CellRanges, 'current'>, grid: Pick<GridView, 'eachCell'>) {
    this.#ranges = ranges;
    this.#grid = grid;
  }

  /** Called after every paint: a row element is used for one row after another. */
  paint(): void {
    const { current } = this.#ranges;
    if (current.length === 0 && !this.#isMarked) return;
    this.#isMarked = current.length > 0;
    this.#grid.eachCell((row, cell) => {
      const edges = cellEdges(current, row, cell.column);
      cell.mark(edges ? classesOf(edges) : '');
    });
  }
}

function classesOf({ top, right, bottom, left }: CellEdges): string {
  const edges = [top && 'top', right && 'right', bottom && 'bottom', left && 'left'].filter((edge) => edge !== false);
  return [' ranged', ...edges.map((edge) => ` range-${edge}`)].join('');
}
