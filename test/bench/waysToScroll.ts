import type { Scrolled, ScrolledGrid } from './scrolledGrid.ts';

/** A way to scroll, with its number of steps per turn. */
export interface Way {
  readonly name: 'wheel' | 'page' | 'jump';
  readonly steps: number;
  readonly run: (grid: ScrolledGrid, turn: number) => Promise<Scrolled>;
}

export const ways: readonly Way[] = [
  { name: 'wheel', steps: 30, run: (grid) => grid.steps(30, 3) },
  { name: 'page', steps: 10, run: (grid) => grid.steps(10, grid.screen) },
  { name: 'jump', steps: 5, run: (grid, turn) => grid.jumps(placesIn(grid.size.rows, turn)) },
];

/** Rows across the whole list, different in every turn. */
function placesIn(rows: number, turn: number): number[] {
  return [0.1, 0.7, 0.3, 0.9, 0.5].map((part) => Math.floor(part * rows) + turn * 17);
}
