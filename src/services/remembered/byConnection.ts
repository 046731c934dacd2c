import type { Connections } from '../connections/connections.ts';
import type { Memento } from './memento.ts';

/** A stored value per connection that persists across windows. Deleted with its connection. */
export class ByConnection<T> {
  readonly #memory: Memento;
  readonly #key: string;

  constructor(memory: Memento, key: string, connections: Pick<Connections, 'onDidRemove'>) {
    this.#memory = memory;
    this.#key = key;
    connections.onDidRemove((id) => void this.set(id, undefined));
  }

  /** A connection id may equal the name of an `Object.prototype` property. */
  get(connection: string): T | undefined {
    const all = this.#all();
    return Object.hasOwn(all, connection) ? all[connection] : undefined;
  }

  async set(connection: string, value: T | undefined): Promise<void> {
    const others = Object.entries(this.#all()).filter(([id]) => id !== connection);
    const kept = value === undefined ? others : [...others, [connection, value] as const];
    await this.#memory.update(this.#key, Object.fromEntries(kept));
  }

  #all(): Readonly<Record<string, T>> {
    return (this.#memory.get(this.#key) as Record<string, T> | undefined) ?? {};
  }
}
