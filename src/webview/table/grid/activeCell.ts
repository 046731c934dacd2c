/** The cell that has the keyboard. Row −1 is the header. */
export interface ActiveCell {
  readonly row: number;
  readonly column: number;
}

export type Move =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'pageUp'
  | 'pageDown'
  | 'rowStart'
  | 'rowEnd'
  | 'first'
  | 'last'
  | 'top'
  | 'bottom';

export interface Bounds {
  readonly rows: number;
  readonly columns: number;
  /** How many rows the screen holds. */
  readonly page: number;
}

export function moved(from: ActiveCell, move: Move, bounds: Bounds): ActiveCell {
  const { row, column } = from;
  const lastRow = bounds.rows - 1;
  const lastColumn = bounds.columns - 1;
  const leap = Math.max(1, bounds.page - 1);
  const moves: Record<Move, ActiveCell> = {
    up: { row: row - 1, column },
    down: { row: row + 1, column },
    left: { row, column: column - 1 },
    right: { row, column: column + 1 },
    pageUp: { row: Math.max(Math.min(row, 0), row - leap), column },
    pageDown: { row: row + leap, column },
    rowStart: { row, column: 0 },
    rowEnd: { row, column: lastColumn },
    first: { row: 0, column: 0 },
    last: { row: lastRow, column: lastColumn },
    top: { row: 0, column },
    bottom: { row: lastRow, column },
  };
  return within(moves[move], bounds);
}

export function within({ row, column }: ActiveCell, { rows, columns }: Bounds): ActiveCell {
  return {
    row: Math.max(-1, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  };
}
