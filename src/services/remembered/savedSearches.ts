import type { Connections } from '../connections/connections.ts';
import type { Memento } from './memento.ts';
import { RememberedList } from './rememberedList.ts';

/** Where a search was saved; without a list view it is the list as the service gives it by itself. */
export interface SearchPlace {
  readonly connection: string;
  readonly controller: string;
  readonly listView?: string | undefined;
}

/** How a table was searched, filtered, sorted and arranged, under a name of a person's own. */
export interface SavedSearch extends SearchPlace {
  readonly name: string;
  /** What its tab is known by, also after it was renamed; left out where that is its name. */
  readonly id?: string | undefined;
  /** What these are, their reader knows. */
  readonly query: object;
  readonly layout?: object | undefined;
}

/** More would slow VS Code's memory down for everyone. */
const most = 300;
const longest = 50_000;

export class SavedSearches {
  readonly #list: RememberedList<SavedSearch>;
  readonly onDidChange: RememberedList<SavedSearch>['onDidChange'];

  constructor(memory: Memento, connections: Connections) {
    this.#list = new RememberedList(memory, 'savedSearches', connections, ({ connection }) => connection);
    this.onDidChange = this.#list.onDidChange;
  }

  /** Those of connections that are there now. */
  shown(): readonly SavedSearch[] {
    return this.#list.shown().filter(isSavedSearch);
  }

  /** Of one controller, or of one of its lists. */
  in(connection: string, controller: string): readonly SavedSearch[] {
    return this.shown().filter((one) => one.connection === connection && one.controller === controller);
  }

  get(place: SearchPlace, name: string): SavedSearch | undefined {
    return this.shown().find((one) => isSame(one, place) && one.name === name);
  }

  /** As it is remembered. */
  nameFor(typed: string): string {
    return this.#list.shortName(typed.trim());
  }

  /** One of the same name gives way, and keeps its place. False when there is too much of it. */
  async save(search: SavedSearch): Promise<boolean> {
    const saved = { ...search, name: this.nameFor(search.name) };
    const all = this.#list.all();
    const isOther = (one: SavedSearch): boolean => !isSame(one, saved) || one.name !== saved.name;
    const others = all.filter(isOther);
    if (others.length >= most || JSON.stringify(saved).length > longest) return false;
    await this.#list.keep(
      others.length < all.length ? all.map((one) => (isOther(one) ? one : saved)) : [...all, saved],
    );
    return true;
  }

  async rename(search: SavedSearch, typed: string): Promise<void> {
    const name = this.nameFor(typed);
    const all = this.#list.all();
    await this.#list.keep(
      all.map((one) => (isSame(one, search) && one.name === search.name ? { id: one.name, ...one, name } : one)),
    );
  }

  async remove(search: SearchPlace & Pick<SavedSearch, 'name'>): Promise<void> {
    await this.#list.keep(this.#list.all().filter((one) => !isSame(one, search) || one.name !== search.name));
  }
}

function isSame(one: SearchPlace, other: SearchPlace): boolean {
  return one.connection === other.connection && one.controller === other.controller && one.listView === other.listView;
}

/** An older or a newer version may have written something else. */
function isSavedSearch({ controller, listView, name, query }: Partial<Record<keyof SavedSearch, unknown>>): boolean {
  const areTexts = [controller, listView ?? '', name].every((text) => typeof text === 'string');
  return areTexts && typeof query === 'object' && query !== null;
}
