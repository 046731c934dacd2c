import type { Connections } from './connections.ts';
import type { Memory } from './memory.ts';
import { Signal } from './signal.ts';

/** A list view that a person wants at the top of the tree. */
export interface Favourite {
  readonly connection: string;
  readonly controller: string;
  readonly listView: string;
  readonly name: string;
}

type Place = Pick<Favourite, 'connection' | 'controller' | 'listView'>;

const key = 'favourites';

export class Favourites {
  readonly #memory: Memory;
  readonly #connections: Connections;
  readonly #changed = new Signal<void>();
  readonly onDidChange = this.#changed.event;

  constructor(memory: Memory, connections: Connections) {
    this.#memory = memory;
    this.#connections = connections;
    connections.onDidRemove((id) => void this.#keep(this.#all().filter(({ connection }) => connection !== id)));
  }

  /** Those of connections that are there now. */
  shown(): readonly Favourite[] {
    return this.#all().filter(({ connection }) => this.#connections.get(connection) !== undefined);
  }

  has(place: Place): boolean {
    return this.#all().some((one) => isSame(one, place));
  }

  async add(favourite: Favourite): Promise<void> {
    if (!this.has(favourite)) await this.#keep([...this.#all(), favourite]);
  }

  async remove(place: Place): Promise<void> {
    await this.#keep(this.#all().filter((one) => !isSame(one, place)));
  }

  #all(): readonly Favourite[] {
    return (this.#memory.get(key) as readonly Favourite[] | undefined) ?? [];
  }

  async #keep(favourites: readonly Favourite[]): Promise<void> {
    await this.#memory.update(key, favourites);
    this.#changed.fire();
  }
}

function isSame(one: Place, other: Place): boolean {
  return one.connection === other.connection && one.controller === other.controller && one.listView === other.listView;
}
