import type { Store } from '../database/store.ts';

const kept = 200;

/** Sorted id lists and the points of charts, until a write to their controller makes them wrong. */
export class ResultCache {
  private readonly store: Store;
  private readonly entries = new Map<string, { version: number; value: unknown }>();

  constructor(store: Store) {
    this.store = store;
  }

  get<T>(table: string, key: string, make: () => T): T {
    if (this.store.changedElsewhere('results')) this.entries.clear();
    const version = this.store.version(table);
    const known = this.entries.get(key);
    this.entries.delete(key);
    const entry = known?.version === version ? known : { version, value: make() };
    // Set again, so that the oldest is the one that was not used for longest.
    this.entries.set(key, entry);
    if (this.entries.size > kept) this.entries.delete(this.entries.keys().next().value ?? '');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key says what kind of thing it is kept for
    return entry.value as T;
  }
}
