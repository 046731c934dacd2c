import type { Store } from '../database/store.ts';

const keptResults = 200;

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
    if (this.entries.size > keptResults) this.entries.delete(this.entries.keys().next().value ?? '');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key says what kind of thing it is kept for
    return entry.value as T;
  }
}

/** A count or a total, and how much of it one record accounts for. */
export interface Figure {
  readonly table: string;
  all(): number;
  ofRecord(id: number): number;
}

const keptFigures = 300;

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
    if (this.known.size > keptFigures) this.known.delete(this.known.keys().next().value ?? '');
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

/** Which list view each user last opened for each controller; forgotten when the service ends. */
export class LastListViews {
  private readonly ids = new Map<string, string>();

  of(userId: number, controller: string): string | undefined {
    return this.ids.get(`${userId} ${controller}`);
  }

  opened(userId: number, controller: string, listView: string): void {
    this.ids.set(`${userId} ${controller}`, listView);
  }
}
