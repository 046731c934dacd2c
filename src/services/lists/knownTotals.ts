import type { Connections } from '../connections/connections.ts';
import { Emitter } from '../common/emitter.ts';

/** Totals of list views, as far as tables have received them. Sends no requests. */
export class KnownTotals {
  readonly #totals = new Map<string, number>();
  readonly #changed = new Emitter<{ readonly connection: string; readonly controller: string }>();
  readonly onDidChange = this.#changed.event;

  constructor(connections: Pick<Connections, 'onDidGoStale'>) {
    connections.onDidGoStale(({ id }) => this.#evict(id));
  }

  /** Only for the whole list view: a total with a search or filter doesn't count. */
  remember(connection: string, controller: string, listView: string | undefined, total: number): void {
    const key = keyOf(connection, controller, listView);
    if (this.#totals.get(key) === total) return;
    this.#totals.set(key, total);
    this.#changed.fire({ connection, controller });
  }

  get(connection: string, controller: string, listView: string | undefined): number | undefined {
    return this.#totals.get(keyOf(connection, controller, listView));
  }

  #evict(connection: string): void {
    for (const key of this.#totals.keys()) if (key.startsWith(`["${connection}",`)) this.#totals.delete(key);
  }
}

function keyOf(connection: string, controller: string, listView: string | undefined): string {
  return JSON.stringify([connection, controller, listView ?? null]);
}
