import type { Connections } from '../connections/connections.ts';
import type { Memento } from './memento.ts';
import { RememberedList } from './rememberedList.ts';

/** A list view that the user pinned to the top of the tree. */
export interface Favorite {
  readonly connection: string;
  readonly controller: string;
  readonly listView: string;
  readonly name: string;
}

type FavoriteAddress = Pick<Favorite, 'connection' | 'controller' | 'listView'>;

export class Favorites {
  readonly #list: RememberedList<Favorite>;
  readonly onDidChange: RememberedList<Favorite>['onDidChange'];

  constructor(memory: Memento, connections: Connections) {
    this.#list = new RememberedList(memory, 'favorites', connections, ({ connection }) => connection);
    this.onDidChange = this.#list.onDidChange;
  }

  /** Returns favorites of existing connections. */
  shown(): readonly Favorite[] {
    return this.#list.shown();
  }

  has(list: FavoriteAddress): boolean {
    return this.#list.all().some((one) => isSame(one, list));
  }

  async add(favorite: Favorite): Promise<void> {
    if (this.has(favorite)) return;
    await this.#list.store([...this.#list.all(), { ...favorite, name: this.#list.shortName(favorite.name) }]);
  }

  async remove(list: FavoriteAddress): Promise<void> {
    await this.#list.store(this.#list.all().filter((one) => !isSame(one, list)));
  }
}

function isSame(one: FavoriteAddress, other: FavoriteAddress): boolean {
  return one.connection === other.connection && one.controller === other.controller && one.listView === other.listView;
}
