import type { Store } from '../database/store.ts';

/** A count or a total, and how much of it one record accounts for. */
export interface Figure {
  readonly table: string;
  all(): number;
  ofRecord(id: number): number;
}

const kept = 300;

/** Counts and totals. A write corrects them by what it changed, so that a million records are counted once. */
export class Figures {
  private readonly store: Store;
  private readonly known = new Map<string, { readonly figure: Figure; value: number }>();

  constructor(store: Store) {
    this.store = store;
  }

  get(key: string, figure: Figure): number {
    if (this.store.changedElsewhere('figures')) this.known.clear();
    const entry = this.known.get(key) ?? { figure, value: figure.all() };
    this.known.delete(key);
    // Set again, so that the oldest is the one that was not used for longest.
    this.known.set(key, entry);
    if (this.known.size > kept) this.known.delete(this.known.keys().next().value ?? '');
    return entry.value;
  }

  /** Does `work`, which writes one record, and answers what it answers. */
  correctedBy<T>(table: string, idBefore: number | undefined, work: () => T, idAfter: (result: T) => number): T {
    const concerned = [...this.known.values()].filter((entry) => entry.figure.table === table);
    const before = concerned.map((entry) => (idBefore === undefined ? 0 : entry.figure.ofRecord(idBefore)));
    const result = work();
    const id = idAfter(result);
    concerned.forEach((entry, position) => {
      entry.value += entry.figure.ofRecord(id) - (before[position] ?? 0);
    });
    this.store.changed(table);
    return result;
  }
}
