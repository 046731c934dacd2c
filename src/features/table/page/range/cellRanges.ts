import { type CellPosition, type CellRange, rangeBetween, rangeHas } from '../../../../model/list/cellRange.ts';
import type { TableQuery } from '../../tableProtocol.ts';
import { type ActiveCell, clampCell, type GridBounds, type GridMove, movedCell } from '../grid/gridKeys.ts';
import type { TableModel } from '../tableModel.ts';

/** A limit, because many ranges would slow down painting. */
const maxRanges = 200;

/** A corner of a range, with the record and the column that it had when it was selected. */
interface Corner extends CellPosition {
  /** Undefined if the row wasn't loaded. */
  readonly id: string | null | undefined;
  readonly key: string | undefined;
}

interface SelectedRange {
  /** Where the selection began. */
  readonly anchor: Corner;
  /** The opposite corner, which the next extension moves. */
  readonly end: Corner;
}

/** Rows of one list. Ranges are positions in it, so they are meaningless in another one. */
interface ListState {
  readonly query: TableQuery;
  readonly total: number | null;
}

interface RangeGrid {
  readonly active: ActiveCell;
  bounds(): GridBounds;
  setActive(cell: ActiveCell): void;
  /** Scrolls to a cell. */
  reveal(cell: ActiveCell): void;
  paintSoon(): void;
}

export interface CellRangesOptions {
  readonly table: Pick<TableModel, 'row' | 'columns' | 'query' | 'total'>;
  readonly grid: RangeGrid;
  /** Called when several cells are selected. */
  readonly onSelect: () => void;
  readonly onChange: () => void;
}

/**
 * The selected rectangles of cells. The last one starts at the active cell. The selection is cleared when another cell
 * becomes active, or when the list or its columns are rearranged.
 */
export class CellRanges {
  readonly #options: CellRangesOptions;
  #ranges: readonly SelectedRange[] = [];
  #list: ListState | undefined;
  /** True while the active cell may move away, because the next range is added. */
  #isAdding = false;
  /** Changes whenever other cells are selected. */
  version = 0;

  constructor(options: CellRangesOptions) {
    this.#options = options;
  }

  /** The selected rectangles, the latest one last; empty unless several cells are selected. */
  get current(): readonly CellRange[] {
    if (this.#ranges.length > 0 && !this.#isValid) this.#set([]);
    const [only, ...others] = this.#ranges;
    if (!only || (others.length === 0 && isSame(only.anchor, only.end))) return [];
    return this.#ranges.map(({ anchor, end }) => rangeBetween(anchor, end));
  }

  get isSeveral(): boolean {
    return this.current.length > 0;
  }

  has({ row, column }: CellPosition): boolean {
    return this.current.some((range) => rangeHas(range, row, column));
  }

  /** Moves the end of the last range. */
  extend(move: GridMove): void {
    const { grid } = this.#options;
    const from = this.isSeveral && !this.#isAdding ? (this.#ranges.at(-1)?.end ?? grid.active) : grid.active;
    const to = movedCell(from, move, grid.bounds());
    this.extendTo({ row: Math.max(0, to.row), column: to.column });
  }

  /** Selects from the active cell to this one; during a drag, the pointer decides what is scrolled to. */
  extendTo(cell: ActiveCell, isDragged = false): void {
    const { grid } = this.#options;
    const end = clampCell(cell, grid.bounds());
    if (grid.active.row < 0 || end.row < 0) return;
    const others = this.#isAdding ? this.#ranges : this.isSeveral ? this.#ranges.slice(0, -1) : [];
    this.#select([...others, { anchor: this.#corner(grid.active), end: this.#corner(end) }]);
    if (!isDragged) grid.reveal(end);
  }

  /** Keeps the selection and starts another range at a cell. */
  add(cell: ActiveCell): void {
    const { grid } = this.#options;
    const { active } = grid;
    const before = this.isSeveral ? this.#ranges : active.row < 0 || isSame(active, cell) ? [] : [this.#one(active)];
    grid.setActive(cell);
    this.#select([...before, this.#one(cell)]);
  }

  /** Keeps the selection while the keyboard moves to the start of the next range. */
  keepSelection(): void {
    const { active } = this.#options.grid;
    if (active.row < 0) return;
    const before = this.isSeveral || this.#isAdding ? this.#ranges : [];
    const isIn = before.some(({ anchor, end }) => rangeHas(rangeBetween(anchor, end), active.row, active.column));
    this.#select(isIn ? before : [...before, this.#one(active)]);
    this.#isAdding = true;
  }

  /** The keyboard has moved to another cell. */
  movedOn(): void {
    if (!this.#isAdding) this.clear();
  }

  /** Returns whether several cells were selected. */
  clear(): boolean {
    const { isSeveral } = this;
    if (this.#ranges.length > 0) this.#set([]);
    if (isSeveral) this.#options.onChange();
    return isSeveral;
  }

  #select(ranges: readonly SelectedRange[]): void {
    const { table, onSelect, onChange } = this.#options;
    const { query, total } = table;
    this.#list = { query, total };
    this.#set(ranges.slice(-maxRanges));
    if (this.isSeveral) onSelect();
    onChange();
  }

  #set(ranges: readonly SelectedRange[]): void {
    this.#ranges = ranges;
    this.#isAdding = false;
    this.version++;
    this.#options.grid.paintSoon();
  }

  #one(cell: CellPosition): SelectedRange {
    return { anchor: this.#corner(cell), end: this.#corner(cell) };
  }

  #corner({ row, column }: CellPosition): Corner {
    const { table } = this.#options;
    return { row, column, id: table.row(row)?.id, key: table.columns[column]?.column.key };
  }

  get #isValid(): boolean {
    const { table, grid } = this.#options;
    const anchor = this.#ranges.at(-1)?.anchor;
    if (!anchor || this.#list?.query !== table.query) return false;
    if (!this.#isAdding && !isSame(anchor, grid.active)) return false;
    // records were added or removed, so the rows have moved
    const { total } = this.#list;
    if (total !== null && table.total !== null && table.total !== total) return false;
    return this.#ranges.every(({ anchor: from, end }) => this.#isWhere(from) && this.#isWhere(end));
  }

  #isWhere({ row, column, id, key }: Corner): boolean {
    const { table } = this.#options;
    const now = table.row(row)?.id;
    return table.columns[column]?.column.key === key && (id === undefined || now === undefined || now === id);
  }
}

function isSame(one: CellPosition, other: CellPosition): boolean {
  return one.row === other.row && one.column === other.column;
}
