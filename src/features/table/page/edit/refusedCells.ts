/** A text that was not taken for a cell. */
export interface RefusedText {
  /** Undefined where the table has no such cell. */
  readonly cell?: { readonly id: string; readonly column: string };
  /** How the row and the column are called. */
  readonly row: string;
  readonly label: string;
  readonly text: string;
  readonly why: string;
}

/** What did not fit into cells, until the next is pasted, the cell is changed or the person has read it. */
export class RefusedCells {
  #all: readonly RefusedText[] = [];
  #byCell = new Map<string, RefusedText>();

  get all(): readonly RefusedText[] {
    return this.#all;
  }

  of(id: string | null, column: string): RefusedText | undefined {
    return this.#byCell.size === 0 ? undefined : this.#byCell.get(keyOf(id, column));
  }

  set(all: readonly RefusedText[]): void {
    this.#all = all;
    const ofCells = all.flatMap((one) => (one.cell ? [[keyOf(one.cell.id, one.cell.column), one] as const] : []));
    this.#byCell = new Map(ofCells);
  }

  /** It was changed since. */
  drop(id: string, column: string): void {
    if (this.of(id, column)) this.set(this.#all.filter(({ cell }) => cell?.id !== id || cell.column !== column));
  }
}

function keyOf(id: string | null, column: string): string {
  return JSON.stringify([id, column]);
}
