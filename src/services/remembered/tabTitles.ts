import { addressParts, type RecordsAddress } from '../../model/address/address.ts';
import type { Connections } from '../connections/connections.ts';
import type { ListViewCache } from '../lists/listViewCache.ts';
import type { Recents } from './recents.ts';

/** As much of a tab as matters here. */
interface Tab {
  onDidDispose(listener: () => void): unknown;
}

interface Named {
  readonly connection: string;
  readonly title: string;
  /** What the tab shows now. */
  readonly shown: string;
}

const mostTold = 1_000;

/** What the tabs of tables and forms are called: by their names from the start, and told apart where two connections have the same. */
export class TabTitles<T extends Tab> {
  readonly #connections: Connections;
  readonly #recents: Pick<Recents, 'labelOf'>;
  readonly #listViews: Pick<ListViewCache, 'known'>;
  readonly #show: (tab: T, title: string) => void;
  readonly #tabs = new Map<T, Named>();
  /** By address: what it was called where it was opened from, or when it was last read. */
  readonly #told = new Map<string, string>();

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
    connections.onDidChange(() => this.#tellApart());
  }

  /** Whoever opens it knows its name. */
  expect(address: RecordsAddress, title: string): void {
    if (title === '') return;
    const key = keyOf(address);
    this.#told.delete(key);
    this.#told.set(key, title);
    const [oldest] = this.#told.keys();
    if (this.#told.size > mostTold && oldest !== undefined) this.#told.delete(oldest);
  }

  /** What is known of its name before anything is read. */
  known(address: RecordsAddress): string | undefined {
    return this.#told.get(keyOf(address)) ?? this.#listViewName(address) ?? this.#recents.labelOf(address);
  }

  /** A tab that waits for what it shows is called by what is known; where nothing is, VS Code's own name is as good. */
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
        this.#tellApart();
      });
    this.expect(address, title);
    const shown = this.#tabs.get(tab)?.shown ?? '';
    this.#tabs.set(tab, { connection: address.connection, title, shown });
    this.#tellApart();
  }

  #listViewName(address: RecordsAddress): string | undefined {
    if (address.kind !== 'listView' || address.search !== undefined) return undefined;
    const { connection, controller, listView } = address;
    const views = this.#listViews.known(connection, controller);
    return views.find(({ id, isDefault }) => (listView === undefined ? isDefault : id === listView))?.name;
  }

  #tellApart(): void {
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
