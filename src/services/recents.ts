import { addressParts, type RecordsAddress } from '../model/address.ts';
import type { Connections } from './connections.ts';
import type { Memory } from './memory.ts';
import { Signal } from './signal.ts';

/** A list view or record that was opened, and what it was called then. */
export interface Recent {
  readonly address: RecordsAddress;
  readonly label: string;
}

const key = 'recents';
const most = 15;

/** What was opened last, the latest first. */
export class Recents {
  readonly #memory: Memory;
  readonly #connections: Connections;
  readonly #changed = new Signal<void>();
  readonly onDidChange = this.#changed.event;

  constructor(memory: Memory, connections: Connections) {
    this.#memory = memory;
    this.#connections = connections;
    connections.onDidRemove((id) => void this.#keep(this.#all().filter(({ address }) => address.connection !== id)));
  }

  /** Those of connections that are there now. */
  shown(): readonly Recent[] {
    return this.#all().filter(({ address }) => this.#connections.get(address.connection) !== undefined);
  }

  /** For whoever opened something; a new record has no address to come back to, and is not noted. */
  async note(address: RecordsAddress, label: string): Promise<void> {
    if (address.kind === 'newRecord') return;
    const all = this.#all();
    const [latest] = all;
    if (latest && isSame(latest.address, address) && latest.label === label) return;
    await this.#keep([{ address, label }, ...all.filter((one) => !isSame(one.address, address))].slice(0, most));
  }

  async clear(): Promise<void> {
    await this.#keep([]);
  }

  #all(): readonly Recent[] {
    return (this.#memory.get(key) as readonly Recent[] | undefined) ?? [];
  }

  async #keep(recents: readonly Recent[]): Promise<void> {
    await this.#memory.update(key, recents);
    this.#changed.fire();
  }
}

function isSame(one: RecordsAddress, other: RecordsAddress): boolean {
  const [a, b] = [addressParts(one), addressParts(other)];
  return a.authority === b.authority && a.path === b.path;
}
