/** How rows are selected: one instead of all others, one more or less, or all from the last one to this. */
export type SelectMode = 'only' | 'toggle' | 'range';

/** What a selection is when it leaves the table. */
export interface SelectionState {
  /** Every record that matches, but for those named; otherwise those named and no other. */
  readonly all: boolean;
  readonly ids: readonly string[];
}

/** Which records are selected, by id: it outlives sorting, scrolling and refreshing. */
export class SelectedIds {
  #all = false;
  /** Those that are selected, or when all are: those that are not. */
  #ids = new Set<string>();

  get isEmpty(): boolean {
    return !this.#all && this.#ids.size === 0;
  }

  get isAll(): boolean {
    return this.#all;
  }

  get state(): SelectionState {
    return { all: this.#all, ids: [...this.#ids] };
  }

  set state({ all, ids }: SelectionState) {
    this.#all = all;
    this.#ids = new Set(ids);
  }

  has(id: string | null): boolean {
    return id !== null && this.#ids.has(id) !== this.#all;
  }

  /** Null when all are selected and nobody knows how many that is. */
  count(total: number | null): number | null {
    if (!this.#all) return this.#ids.size;
    return total === null ? null : Math.max(0, total - this.#ids.size);
  }

  set(ids: Iterable<string>, isSelected: boolean): void {
    for (const id of ids)
      if (isSelected === this.#all) this.#ids.delete(id);
      else this.#ids.add(id);
  }

  /** What is not there any more is neither selected nor left out. */
  forget(ids: Iterable<string>): void {
    for (const id of ids) this.#ids.delete(id);
  }

  only(ids: Iterable<string>): void {
    this.#all = false;
    this.#ids = new Set(ids);
  }

  selectAll(): void {
    this.#all = true;
    this.#ids.clear();
  }

  clear(): void {
    this.#all = false;
    this.#ids.clear();
  }
}
