/** How rows are selected: only this one, toggle this one, or the range from the last one to this one. */
export type SelectMode = 'only' | 'toggle' | 'range';

/** A selection in serialized form. */
export interface SelectionState {
  /** True: all matching records except `ids`. False: only `ids`. */
  readonly all: boolean;
  readonly ids: readonly string[];
}

/** Selected records by id; survives sorting, scrolling and refreshing. */
export class SelectedIds {
  #all = false;
  /** The selected ids or, if all are selected, the excluded ones. */
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

  /** Null if all are selected and the total is unknown. */
  count(total: number | null): number | null {
    if (!this.#all) return this.#ids.size;
    return total === null ? null : Math.max(0, total - this.#ids.size);
  }

  set(ids: Iterable<string>, isSelected: boolean): void {
    for (const id of ids)
      if (isSelected === this.#all) this.#ids.delete(id);
      else this.#ids.add(id);
  }

  /** Removes deleted records, both from the selected and the excluded ids. */
  remove(ids: Iterable<string>): void {
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
