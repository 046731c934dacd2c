/** The active cell. Row −1 is the header. */
export interface ActiveCell {
  readonly row: number;
  readonly column: number;
}

export type GridMove =
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

export interface GridBounds {
  readonly rows: number;
  readonly columns: number;
  /** Number of rows per screen. */
  readonly page: number;
}

export function movedCell(from: ActiveCell, move: GridMove, bounds: GridBounds): ActiveCell {
  const { row, column } = from;
  const lastRow = bounds.rows - 1;
  const lastColumn = bounds.columns - 1;
  const leap = Math.max(1, bounds.page - 1);
  const moves: Record<GridMove, ActiveCell> = {
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
  return clampCell(moves[move], bounds);
}

export function clampCell({ row, column }: ActiveCell, { rows, columns }: GridBounds): ActiveCell {
  return {
    row: Math.max(-1, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  };
}

export type GridCommand =
  | { readonly kind: 'move'; readonly move: GridMove; readonly extend: boolean }
  | { readonly kind: 'open'; readonly toSide: boolean }
  | { readonly kind: 'edit' }
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'toggleRow'; readonly extend: boolean }
  | { readonly kind: 'resize'; readonly by: -1 | 1 }
  | {
      readonly kind:
        | 'selectAll'
        | 'clear'
        | 'copy'
        | 'menu'
        | 'search'
        | 'goToRow'
        | 'deleteRows'
        | 'openReference'
        | 'clearCells'
        | 'cut'
        | 'fillDown'
        | 'fillRight'
        | 'keepRange';
    };

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly isComposing?: boolean;
}

const moves: Readonly<Record<string, GridMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'rowStart',
  End: 'rowEnd',
};
const movesWithControl: Readonly<Record<string, GridMove>> = {
  Home: 'first',
  End: 'last',
  ArrowUp: 'top',
  ArrowDown: 'bottom',
  ArrowLeft: 'rowStart',
  ArrowRight: 'rowEnd',
};
const lettersWithControl: Readonly<Record<string, GridCommand>> = {
  a: { kind: 'selectAll' },
  c: { kind: 'copy' },
  d: { kind: 'fillDown' },
  f: { kind: 'search' },
  g: { kind: 'goToRow' },
  r: { kind: 'fillRight' },
  x: { kind: 'cut' },
};
const plain: Readonly<Record<string, GridCommand>> = {
  F2: { kind: 'edit' },
  // like Go to Definition in VS Code
  F12: { kind: 'openReference' },
  Escape: { kind: 'clear' },
  ContextMenu: { kind: 'menu' },
  Delete: { kind: 'clearCells' },
  Backspace: { kind: 'clearCells' },
};
const withShift: Readonly<Record<string, GridCommand>> = {
  // as in spreadsheets
  F8: { kind: 'keepRange' },
  F10: { kind: 'menu' },
  Delete: { kind: 'deleteRows' },
};

/** Maps a key to a grid command; undefined leaves the key to VS Code. */
export function commandForKey(pressed: PressedKey): GridCommand | undefined {
  const { key, shiftKey, altKey, isComposing } = pressed;
  const control = pressed.ctrlKey || pressed.metaKey;
  if (isComposing) return undefined;
  if (altKey) {
    const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : undefined;
    return by && !control ? { kind: 'resize', by } : undefined;
  }
  if (key === 'Enter') return { kind: 'open', toSide: control };
  if (control) {
    const move = movesWithControl[key];
    if (move) return { kind: 'move', move, extend: shiftKey };
    return shiftKey ? undefined : lettersWithControl[key.toLowerCase()];
  }
  const move = moves[key];
  if (move) return { kind: 'move', move, extend: shiftKey };
  if (key === ' ') return { kind: 'toggleRow', extend: shiftKey };
  const command = (shiftKey ? withShift : plain)[key];
  if (command) return command;
  return /^.$/u.test(key) ? { kind: 'type', text: key } : undefined;
}
