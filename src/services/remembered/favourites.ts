import type { Connections } from '../connections/connections.ts';
import type { Memory } from './memory.ts';
import { RememberedList } from './rememberedList.ts';

/** A list view that a person wants at the top of the tree. */
export interface Favourite {
  readonly connection: string;
  readonly controller: string;
  readonly listView: string;
  readonly name: string;
}

type Place = Pick<Favourite, 'connection' | 'controller' | 'listView'>;

export class Favourites {
  readonly #list: RememberedList<Favourite>;
  readonly onDidChange: RememberedList<Favourite>['onDidChange'];

  constructor(memory: Memory, connections: Connections) {
    this.#list = new RememberedList(memory, 'favourites', connections, ({ connection }) => connection);
    this.onDidChange = this.#list.onDidChange;
  }

  /** Those of connections that are there now. */
  shown(): readonly Favourite[] {
    return this.#list.shown();
  }

  has(place: Place): boolean {
    return this.#list.all().some((one) => isSame(one, place));
  }

  async add(favourite: Favourite): Promise<void> {
    if (!this.has(favourite)) await this.#list.keep([...this.#list.all(), favourite]);
  }

  async remove(place: Place): Promise<void> {
    await this.#list.keep(this.#list.all().filter((one) => !isSame(one, place)));
  }
}

function isSame(one: Place, other: Place): boolean {
  return one.connection === other.connection && one.controller === other.controller && one.listView === other.listView;
}
