import type { SelectMode } from '../selectedIds.ts';
import { type ActiveCell, movedCell, type GridCommand, commandForKey, type PressedKey } from './gridKeys.ts';
import type { GridView } from './gridView.ts';

/** What a person can do in the grid. */
export interface GridActions {
  activeMoved(cell: ActiveCell): void;
  select(row: number, how: SelectMode): void;
  selectAll(): void;
  /** Takes the selection away, or closes what is open. */
  clear(): void;
  open(row: number, how: 'here' | 'toSide'): void;
  /** The record that a cell points at. */
  openReference(cell: ActiveCell, how: 'here' | 'toSide'): void;
  sort(column: number): void;
  edit(cell: ActiveCell, text?: string): void;
  /** Whether a key is for a cell that is about to be edited. */
  takesKey(pressed: PressedKey): boolean;
  resize(column: number, by: number): void;
  copy(): void;
  cut(): void;
  fillDown(): void;
  clearCells(): void;
  deleteRows(): void;
  menu(cell: ActiveCell, x: number, y: number): void;
  search(): void;
  goToRow(): void;
}

const resizeStep = 16;

/** Turns keys and clicks into actions. */
export class GridInput {
  readonly #grid: GridView;
  readonly #actions: GridActions;

  constructor(grid: GridView, actions: GridActions) {
    this.#grid = grid;
    this.#actions = actions;
    const { element } = grid;
    element.addEventListener('keydown', (event) => this.#key(event));
    element.addEventListener('mousedown', (event) => this.#press(event));
    element.addEventListener('click', (event) => this.#click(event));
    element.addEventListener('dblclick', (event) => this.#doubleClick(event));
    element.addEventListener('contextmenu', (event) => this.#contextMenu(event));
  }

  #key(event: KeyboardEvent): void {
    if (event.target !== this.#grid.element) return; // a field inside the grid has its own keys
    const command = commandForKey(event);
    const isTaken = !event.isComposing && this.#actions.takesKey(event);
    if (!isTaken && (!command || !this.#run(command))) return;
    // what is handled here must not be handled by VS Code too
    event.preventDefault();
    event.stopPropagation();
  }

  /** False leaves the key to VS Code. */
  #run(command: GridCommand): boolean {
    const grid = this.#grid;
    const actions = this.#actions;
    const { active } = grid;
    const isHeader = active.row < 0;
    switch (command.kind) {
      case 'move':
        // a pinned column is in sight wherever the others are scrolled to
        if (command.move === 'rowStart' || command.move === 'first') grid.element.scrollLeft = 0;
        this.#move(movedCell(active, command.move, grid.bounds()), command.extend);
        return true;
      case 'open':
        if (isHeader) actions.sort(active.column);
        else actions.open(active.row, command.toSide ? 'toSide' : 'here');
        return true;
      case 'edit':
        if (!isHeader) actions.edit(active);
        return !isHeader;
      case 'type':
        if (!isHeader) actions.edit(active, command.text);
        return !isHeader;
      case 'toggleRow':
        if (isHeader) actions.sort(active.column);
        else actions.select(active.row, command.extend ? 'range' : 'toggle');
        return true;
      case 'resize':
        if (isHeader) actions.resize(active.column, command.by * resizeStep);
        return isHeader;
      case 'openReference':
        if (!isHeader) actions.openReference(active, 'here');
        return !isHeader;
      case 'menu':
        this.#menuAtActive();
        return true;
      default:
        actions[command.kind]();
        return true;
    }
  }

  #move(to: ActiveCell, isExtending: boolean): void {
    this.#grid.setActive(to);
    if (isExtending && to.row >= 0) this.#actions.select(to.row, 'range');
    this.#actions.activeMoved(to);
  }

  #menuAtActive(): void {
    this.#grid.paintNow();
    const cell = this.#grid.cellElement(this.#grid.active);
    if (!cell) return;
    const { left, bottom } = cell.getBoundingClientRect();
    this.#actions.menu(this.#grid.active, left, bottom);
  }

  #press(event: MouseEvent): void {
    const target = event.target as Element;
    if (target.closest('input, button, .edge')) return;
    // a second click of a double-click would select the words under it, Shift all text between two rows
    if (event.detail > 1 || event.shiftKey) event.preventDefault();
    this.#grid.element.focus({ preventScroll: true });
    const cell = this.#grid.cellAt(target);
    if (!cell || cell.row < 0) return;
    const isCheck = target.closest('.check') !== null;
    const { active } = this.#grid;
    this.#grid.setActive({ row: cell.row, column: isCheck || cell.column < 0 ? active.column : cell.column });
    this.#actions.activeMoved(this.#grid.active);
    if (event.button !== 0) return;
    const control = event.ctrlKey || event.metaKey;
    if (target.closest('.link [role=link]')) return;
    this.#actions.select(cell.row, event.shiftKey ? 'range' : control || isCheck ? 'toggle' : 'only');
  }

  #click(event: MouseEvent): void {
    const target = event.target as Element;
    const cell = this.#grid.cellAt(target);
    if (!cell || target.closest('.edge, input, button')) return;
    if (cell.row < 0) {
      this.#grid.setActive(cell);
      this.#actions.sort(cell.column);
    } else if (event.altKey) this.#actions.openReference(cell, event.ctrlKey || event.metaKey ? 'toSide' : 'here');
    else if (target.closest('.link [role=link]') && !event.shiftKey)
      this.#actions.open(cell.row, event.ctrlKey || event.metaKey ? 'toSide' : 'here');
  }

  #doubleClick(event: MouseEvent): void {
    const target = event.target as Element;
    const cell = this.#grid.cellAt(target);
    if (!cell || cell.row < 0 || target.closest('.check, input, button')) return;
    this.#actions.open(cell.row, 'here');
  }

  #contextMenu(event: MouseEvent): void {
    const cell = this.#grid.cellAt(event.target as Element);
    if (!cell || (event.target as Element).closest('input')) return;
    event.preventDefault();
    if (cell.column >= 0) this.#grid.setActive(cell);
    this.#actions.menu(this.#grid.active, event.clientX, event.clientY);
  }
}
