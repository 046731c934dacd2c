import { addressParts, type ListViewAddress, parseAddress, type RecordAddress } from '../../model/address/address.ts';
import type { Connections } from '../connections/connections.ts';
import type { Memento } from '../remembered/memento.ts';
import { Emitter } from '../common/emitter.ts';

/** An item that can be watched. */
export type WatchedAddress = RecordAddress | ListViewAddress;

const key = 'watched';
/** Each item costs a request per check. */
const max = 50;

/** Items that the user watches for changes. Stores only addresses; snapshots are in `watchMemory.ts`. */
export class WatchList {
  readonly #memory: Memento;
  readonly #connections: Connections;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(memory: Memento, connections: Connections) {
    this.#memory = memory;
    this.#connections = connections;
    connections.onDidRemove((id) => void this.#store(this.#stored().filter((one) => !one.startsWith(`${id}/`))));
    connections.onDidChange(() => this.#changed.fire());
  }

  /** Returns items of existing connections. */
  shown(): readonly WatchedAddress[] {
    return this.#stored().flatMap((text) => {
      const slash = text.indexOf('/');
      const address = parseAddress({ authority: text.slice(0, slash), path: text.slice(slash) });
      if (!address || address.kind === 'newRecord') return [];
      return this.#connections.get(address.connection) ? [address] : [];
    });
  }

  has(address: WatchedAddress): boolean {
    return this.#stored().includes(watchKey(address));
  }

  /** False when there are too many already. */
  async add(address: WatchedAddress): Promise<boolean> {
    const all = this.#stored();
    if (all.includes(watchKey(address))) return true;
    if (all.length >= max) return false;
    await this.#store([...all, watchKey(address)]);
    return true;
  }

  async remove(address: WatchedAddress): Promise<void> {
    await this.#store(this.#stored().filter((one) => one !== watchKey(address)));
  }

  #stored(): readonly string[] {
    const stored = this.#memory.get(key);
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  }

  async #store(all: readonly string[]): Promise<void> {
    await this.#memory.update(key, all);
    this.#changed.fire();
  }
}

export function watchKey(address: WatchedAddress): string {
  const { authority, path } = addressParts(address);
  return `${authority}${path}`;
}
