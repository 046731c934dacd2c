/** A cell by the indexes of its row and its column. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells; all four edges are inclusive. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Adjacent rows in which the same columns are selected. */
export interface RowBand {
  readonly top: number;
  /** Inclusive. */
  readonly bottom: number;
  /** Ascending. */
  readonly columns: readonly number[];
}

/** The rectangle with these two corners. */
export function rangeBetween(one: CellPosition, other: CellPosition): CellRange {
  return {
    top: Math.min(one.row, other.row),
    left: Math.min(one.column, other.column),
    bottom: Math.max(one.row, other.row),
    right: Math.max(one.column, other.column),
  };
}

export function rangeHas({ top, left, bottom, right }: CellRange, row: number, column: number): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

export function rangeSize({ top, left, bottom, right }: CellRange): {
  readonly rows: number;
  readonly columns: number;
} {
  return { rows: bottom - top + 1, columns: right - left + 1 };
}

/** The cells of all ranges, each once, from top to bottom. */
export function rowBands(ranges: readonly CellRange[]): RowBand[] {
  const edges = new Set(ranges.flatMap(({ top, bottom }) => [top, bottom + 1]));
  const tops = [...edges].toSorted((one, other) => one - other);
  const bands: RowBand[] = [];
  for (const [index, top] of tops.entries()) {
    const columns = columnsAt(ranges, top);
    const next = tops[index + 1];
    if (columns.length === 0 || next === undefined) continue;
    const last = bands.at(-1);
    if (last?.bottom === top - 1 && isSame(last.columns, columns))
      bands[bands.length - 1] = { ...last, bottom: next - 1 };
    else bands.push({ top, bottom: next - 1, columns });
  }
  return bands;
}

export function cellCount(bands: readonly RowBand[]): number {
  return bands.reduce((sum, band) => sum + rowsIn(band) * band.columns.length, 0);
}

export function rowCount(bands: readonly RowBand[]): number {
  return bands.reduce((sum, band) => sum + rowsIn(band), 0);
}

function rowsIn({ top, bottom }: RowBand): number {
  return bottom - top + 1;
}

/**
 * The columns of the ranges, if the same are selected in every row: then the cells form one block without the rows and
 * columns between them. Undefined if they don't.
 */
export function blockColumns(bands: readonly RowBand[]): readonly number[] | undefined {
  const [first, ...others] = bands;
  return first && others.every(({ columns }) => isSame(columns, first.columns)) ? first.columns : undefined;
}

function columnsAt(ranges: readonly CellRange[], row: number): number[] {
  const columns = new Set<number>();
  for (const { top, left, bottom, right } of ranges) {
    if (row < top || row > bottom) continue;
    for (let column = left; column <= right; column++) columns.add(column);
  }
  return [...columns].toSorted((one, other) => one - other);
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

/**
 * Where a block of `height` × `width` values goes. As in a spreadsheet, it is repeated if it fits into the range a whole
 * number of times; otherwise it is placed once, at the top left cell, whatever the size of the range.
 */
export function pasteTarget(range: CellRange, height: number, width: number): CellRange {
  const { rows, columns } = rangeSize(range);
  if (rows % height === 0 && columns % width === 0) return range;
  const { top, left } = range;
  return { top, left, bottom: top + height - 1, right: left + width - 1 };
}

/** Which edges of a cell are edges of the selected area. */
export interface CellEdges {
  readonly top: boolean;
  readonly right: boolean;
  readonly bottom: boolean;
  readonly left: boolean;
}

/** Undefined if no range has the cell. */
export function cellEdges(ranges: readonly CellRange[], row: number, column: number): CellEdges | undefined {
  const has = (atRow: number, atColumn: number): boolean => ranges.some((range) => rangeHas(range, atRow, atColumn));
  if (!has(row, column)) return undefined;
  return {
    top: !has(row - 1, column),
    right: !has(row, column + 1),
    bottom: !has(row + 1, column),
    left: !has(row, column - 1),
  };
}
