import type { Move } from './activeCell.ts';

export type GridCommand =
  | { readonly kind: 'move'; readonly move: Move; readonly extend: boolean }
  | { readonly kind: 'open'; readonly toSide: boolean }
  | { readonly kind: 'edit' }
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'toggleRow'; readonly extend: boolean }
  | { readonly kind: 'resize'; readonly by: -1 | 1 }
  | { readonly kind: 'selectAll' | 'clear' | 'copy' | 'menu' | 'search' | 'goToRow' | 'delete' };

export interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly isComposing?: boolean;
}

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'rowStart',
  End: 'rowEnd',
};
const movesWithControl: Readonly<Record<string, Move>> = {
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
  f: { kind: 'search' },
  g: { kind: 'goToRow' },
};
const plain: Readonly<Record<string, GridCommand>> = {
  F2: { kind: 'edit' },
  Escape: { kind: 'clear' },
  ContextMenu: { kind: 'menu' },
  Delete: { kind: 'delete' },
};

/** What a key means in the grid; undefined leaves it to VS Code. */
export function gridCommand(pressed: Key): GridCommand | undefined {
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
  if (key === 'F10' && shiftKey) return { kind: 'menu' };
  if (plain[key] && !shiftKey) return plain[key];
  return /^.$/u.test(key) ? { kind: 'type', text: key } : undefined;
}
