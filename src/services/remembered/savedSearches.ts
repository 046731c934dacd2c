import type { Connections } from '../connections/connections.ts';
import type { Memento } from './memento.ts';
import { RememberedList } from './rememberedList.ts';

/** List that a search belongs to; without a list view, the service's default list. */
export interface SearchLocation {
  readonly connection: string;
  readonly controller: string;
  readonly listView?: string | undefined;
}

/** Search, filters, sort order and layout of a table, saved under a name that the user chose. */
export interface SavedSearch extends SearchLocation {
  readonly name: string;
  /** Identifies its tab, even after it is renamed; undefined if it equals the name. */
  readonly id?: string | undefined;
  /** Opaque here; the reader validates them. */
  readonly query: object;
  readonly layout?: object | undefined;
}

/** More would slow down VS Code's storage. */
const max = 300;
const longest = 50_000;

export class SavedSearches {
  readonly #list: RememberedList<SavedSearch>;
  readonly onDidChange: RememberedList<SavedSearch>['onDidChange'];

  constructor(memory: Memento, connections: Connections) {
    this.#list = new RememberedList(memory, 'savedSearches', connections, ({ connection }) => connection);
    this.onDidChange = this.#list.onDidChange;
  }

  /** Returns saved searches of existing connections. */
  shown(): readonly SavedSearch[] {
    return this.#list.shown().filter(isSavedSearch);
  }

  /** Returns the saved searches of a controller. */
  in(connection: string, controller: string): readonly SavedSearch[] {
    return this.shown().filter((one) => one.connection === connection && one.controller === controller);
  }

  get(location: SearchLocation, name: string): SavedSearch | undefined {
    return this.shown().find((one) => isSame(one, location) && one.name === name);
  }

  /** Returns the name as it is stored. */
  nameFor(typed: string): string {
    return this.#list.shortName(typed.trim());
  }

  /** Replaces one with the same name in place. Returns false if there are too many, or if it is too long. */
  async save(search: SavedSearch): Promise<boolean> {
    const saved = { ...search, name: this.nameFor(search.name) };
    const all = this.#list.all();
    const isOther = (one: SavedSearch): boolean => !isSame(one, saved) || one.name !== saved.name;
    const others = all.filter(isOther);
    if (others.length >= max || JSON.stringify(saved).length > longest) return false;
    await this.#list.store(
      others.length < all.length ? all.map((one) => (isOther(one) ? one : saved)) : [...all, saved],
    );
    return true;
  }

  async rename(search: SavedSearch, typed: string): Promise<void> {
    const name = this.nameFor(typed);
    const all = this.#list.all();
    await this.#list.store(
      all.map((one) => (isSame(one, search) && one.name === search.name ? { id: one.name, ...one, name } : one)),
    );
  }

  async remove(search: SearchLocation & Pick<SavedSearch, 'name'>): Promise<void> {
    await this.#list.store(this.#list.all().filter((one) => !isSame(one, search) || one.name !== search.name));
  }
}

function isSame(one: SearchLocation, other: SearchLocation): boolean {
  return one.connection === other.connection && one.controller === other.controller && one.listView === other.listView;
}

/** Another version may have stored a different format. */
function isSavedSearch({ controller, listView, name, query }: Partial<Record<keyof SavedSearch, unknown>>): boolean {
  const areTexts = [controller, listView ?? '', name].every((text) => typeof text === 'string');
  return areTexts && typeof query === 'object' && query !== null;
}
