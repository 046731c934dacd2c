import { addressParts, type RecordsAddress } from '../../model/address/address.ts';
import type { Connections } from '../connections/connections.ts';
import type { ListViewCache } from '../lists/listViewCache.ts';
import type { Recents } from './recents.ts';

/** The part of a tab that is needed here. */
interface Tab {
  onDidDispose(listener: () => void): unknown;
}

interface Named {
  readonly connection: string;
  readonly title: string;
  /** Current title of the tab. */
  readonly shown: string;
}

const maxReported = 1_000;

/** Titles of table and form tabs: named from the start, and disambiguated if two connections have the same name. */
export class TabTitles<T extends Tab> {
  readonly #connections: Connections;
  readonly #recents: Pick<Recents, 'labelOf'>;
  readonly #listViews: Pick<ListViewCache, 'known'>;
  readonly #show: (tab: T, title: string) => void;
  readonly #tabs = new Map<T, Named>();
  /** Names by address, from where it was opened or last read. */
  readonly #named = new Map<string, string>();

  constructor(
    connections: Connections,
    recents: Pick<Recents, 'labelOf'>,
    listViews: Pick<ListViewCache, 'known'>,
    show: (tab: T, title: string) => void,
  ) {
    this.#connections = connections;
    this.#recents = recents;
    this.#listViews = listViews;
    this.#show = show;
    connections.onDidChange(() => this.#disambiguate());
  }

  /** Sets the name that the opener knows. */
  expect(address: RecordsAddress, title: string): void {
    if (title === '') return;
    const key = keyOf(address);
    this.#named.delete(key);
    this.#named.set(key, title);
    const [oldest] = this.#named.keys();
    if (this.#named.size > maxReported && oldest !== undefined) this.#named.delete(oldest);
  }

  /** Returns the name known before anything is read. */
  known(address: RecordsAddress): string | undefined {
    return this.#named.get(keyOf(address)) ?? this.#listViewName(address) ?? this.#recents.labelOf(address);
  }

  /** Titles a loading tab by its known name; without one, VS Code's default stays. */
  begin(tab: T, address: RecordsAddress): void {
    const title = this.known(address);
    if (title !== undefined) this.set(tab, address, title);
  }

  has(tab: T): boolean {
    return this.#tabs.has(tab);
  }

  set(tab: T, address: RecordsAddress, title: string): void {
    if (!this.#tabs.has(tab))
      tab.onDidDispose(() => {
        this.#tabs.delete(tab);
        this.#disambiguate();
      });
    this.expect(address, title);
    const shown = this.#tabs.get(tab)?.shown ?? '';
    this.#tabs.set(tab, { connection: address.connection, title, shown });
    this.#disambiguate();
  }

  #listViewName(address: RecordsAddress): string | undefined {
    if (address.kind !== 'listView' || address.search !== undefined) return undefined;
    const { connection, controller, listView } = address;
    const views = this.#listViews.known(connection, controller);
    return views.find(({ id, isDefault }) => (listView === undefined ? isDefault : id === listView))?.name;
  }

  #disambiguate(): void {
    const owners = Map.groupBy(this.#tabs.values(), ({ title }) => title);
    for (const [tab, named] of this.#tabs) {
      const { connection, title } = named;
      const isAlone = owners.get(title)?.every((other) => other.connection === connection);
      const shown = isAlone ? title : `${title} · ${this.#connections.get(connection)?.name ?? connection}`;
      if (shown === named.shown) continue;
      this.#tabs.set(tab, { ...named, shown });
      this.#show(tab, shown);
    }
  }
}

function keyOf(address: RecordsAddress): string {
  const { authority, path } = addressParts(address);
  return `${authority}${path}`;
}
