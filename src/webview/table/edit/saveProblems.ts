import type { CellFormatter } from '../cellFormatter.ts';
import type { GridView } from '../grid/gridView.ts';
import type { TableModel } from '../tableModel.ts';
import { tableWords } from '../tableWords.ts';
import type { CellEditing } from './cellEditing.ts';
import { ConflictBar } from './conflictBar.ts';
import type { RefusedText } from './refusedCells.ts';
import { UnresolvedList } from './unresolvedList.ts';

export interface SaveProblemsOptions {
  readonly table: TableModel;
  readonly grid: GridView;
  readonly editing: CellEditing;
  readonly formatter: Pick<CellFormatter, 'textOf'>;
  readonly open: (id: string) => void;
  readonly notify: (text: string) => void;
  readonly leave: () => void;
}

/** What a table shows of cells that were not saved: a list of all of them, and the choice at the cell. */
export class SaveProblems {
  readonly #options: SaveProblemsOptions;
  readonly #list: UnresolvedList;
  readonly #bar: ConflictBar;
  /** What was noted before the save that is under way. */
  #noted: readonly RefusedText[] = [];

  constructor(options: SaveProblemsOptions) {
    this.#options = options;
    const { table, grid, editing, open, leave } = options;
    this.#bar = new ConflictBar(leave);
    this.#list = new UnresolvedList(table, {
      goTo: (id, key) => {
        const column = table.columns.findIndex((shown) => shown.column.key === key);
        grid.setActive({ row: table.indexOf(id), column: column < 0 ? grid.active.column : column });
        leave();
      },
      open,
      resolve: (id, columns, keep) => editing.staging.resolve(id, columns, keep),
      textOf: (value, key) => this.#textOf(value, key),
      leave,
    });
  }

  get list(): HTMLElement {
    return this.#list.element;
  }

  get bar(): HTMLElement {
    return this.#bar.element;
  }

  show(): void {
    this.#list.show();
  }

  toggle(): void {
    this.#list.toggle();
  }

  /** Offers the choice where someone else changed the cell at the cursor, too. */
  follow(): void {
    const { table, grid, editing } = this.#options;
    const { active, element } = grid;
    const column = table.columns[active.column];
    const found = editing.isOpen ? undefined : editing.staging.conflict(table.row(active.row), column);
    const textOf = (value: string | null): string | null => this.#textOf(value, column?.column.key);
    this.#bar.show(
      found && { ...found, mine: textOf(found.mine), theirs: textOf(found.theirs) },
      found && grid.cellElement(active)?.getBoundingClientRect(),
      found && element.getBoundingClientRect(),
    );
  }

  beginSave(): void {
    this.#noted = this.#options.table.refusedCells.all;
  }

  /** The save settles what was noted before it, and lists what it could not save. */
  showAfterSave(): void {
    const { table, notify } = this.#options;
    const { all } = table.refusedCells;
    const left = all.filter((text) => !this.#noted.includes(text));
    if (left.length < all.length) table.refuse(left);
    const { length } = table.unresolved;
    if (length === 0) return;
    notify(tableWords.recordsNotSaved(length));
    this.#list.open();
  }

  /** As a person reads a value of a column. */
  #textOf(value: string | null, key: string | undefined): string | null {
    const { table, formatter } = this.#options;
    const column = table.source.columns.find((one) => one.key === key);
    return value && column ? formatter.textOf(value, column) : value;
  }
}
