/** A text that was rejected for a cell. */
export interface RefusedText {
  /** Undefined if the table has no such cell. */
  readonly cell?: { readonly id: string; readonly column: string };
  /** Names of the row and the column. */
  readonly row: string;
  readonly label: string;
  readonly text: string;
  readonly why: string;
}

/** Texts rejected by cells, until the next paste, until the cell changes or until the user dismisses them. */
export class RefusedCells {
  #all: readonly RefusedText[] = [];
  #byCell = new Map<string, RefusedText>();

  get all(): readonly RefusedText[] {
    return this.#all;
  }

  get(id: string | null, column: string): RefusedText | undefined {
    return this.#byCell.size === 0 ? undefined : this.#byCell.get(keyOf(id, column));
  }

  set(all: readonly RefusedText[]): void {
    this.#all = all;
    const ofCells = all.flatMap((one) => (one.cell ? [[keyOf(one.cell.id, one.cell.column), one] as const] : []));
    this.#byCell = new Map(ofCells);
  }

  /** Removes the text of a cell that has changed since. */
  remove(id: string, column: string): void {
    if (this.get(id, column)) this.set(this.#all.filter(({ cell }) => cell?.id !== id || cell.column !== column));
  }
}

function keyOf(id: string | null, column: string): string {
  return JSON.stringify([id, column]);
}
