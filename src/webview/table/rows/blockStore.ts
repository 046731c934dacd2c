import type { TableRow } from '../../../protocol/table.ts';

/** Rows by their place in the list, kept in blocks of a page each, so that the far ones can be let go. */
export class BlockStore {
  readonly #size: number;
  readonly #most: number;
  #blocks = new Map<number, (TableRow | undefined)[]>();

  constructor(size: number, most: number) {
    this.#size = size;
    this.#most = most;
  }

  get count(): number {
    return this.#blocks.size;
  }

  at(place: number): TableRow | undefined {
    return this.#blocks.get(Math.floor(place / this.#size))?.[place % this.#size];
  }

  *all(): Iterable<TableRow> {
    for (const block of this.#blocks.values()) for (const row of block) if (row) yield row;
  }

  place(from: number, rows: readonly TableRow[]): void {
    for (const [offset, row] of rows.entries()) {
      const number = Math.floor((from + offset) / this.#size);
      let block = this.#blocks.get(number);
      if (!block) this.#blocks.set(number, (block = []));
      block[(from + offset) % this.#size] = row;
    }
  }

  /** Lets the blocks go that are farthest from a place. */
  keepNear(place: number): void {
    const excess = this.#blocks.size - this.#most;
    if (excess <= 0) return;
    const middle = Math.floor(place / this.#size);
    const far = [...this.#blocks.keys()].toSorted((one, other) => Math.abs(other - middle) - Math.abs(one - middle));
    for (const number of far.slice(0, excess)) this.#blocks.delete(number);
  }

  /** A store of its own that holds what this one held; this one is empty afterward. */
  moveOut(): BlockStore {
    const moved = new BlockStore(this.#size, this.#most);
    moved.#blocks = this.#blocks;
    this.#blocks = new Map();
    return moved;
  }

  clear(): void {
    this.#blocks.clear();
  }
}
