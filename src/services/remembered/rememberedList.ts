import type { Connections } from '../connections/connections.ts';
import type { Memento } from './memento.ts';
import { Emitter } from '../common/emitter.ts';

const longestName = 300;

/** A list that persists across windows. Items are deleted with their connection. */
export class RememberedList<T> {
  readonly #memory: Memento;
  readonly #key: string;
  readonly #connections: Connections;
  readonly #connectionOf: (item: T) => string;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(memory: Memento, key: string, connections: Connections, connectionOf: (item: T) => string) {
    this.#memory = memory;
    this.#key = key;
    this.#connections = connections;
    this.#connectionOf = connectionOf;
    connections.onDidRemove((id) => void this.store(this.all().filter((item) => connectionOf(item) !== id)));
  }

  all(): readonly T[] {
    const kept = this.#memory.get(this.#key);
    // another version may have stored a different format
    return Array.isArray(kept) ? kept.filter((item) => typeof item === 'object' && item !== null) : [];
  }

  /** Returns items of existing connections. */
  shown(): readonly T[] {
    return this.all().filter((item) => this.#connections.get(this.#connectionOf(item)) !== undefined);
  }

  /** Names come from a service: on disk they are truncated, and tokens are redacted. */
  shortName(name: string): string {
    return this.#connections.secrets.redact(name.slice(0, longestName));
  }

  async store(items: readonly T[]): Promise<void> {
    await this.#memory.update(this.#key, items);
    this.#changed.fire();
  }
}
