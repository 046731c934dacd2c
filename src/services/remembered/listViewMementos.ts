import type { Connections } from '../connections/connections.ts';
import type { Memento } from './memento.ts';
import { layoutName } from '../../model/list/relatedList.ts';
import type { ListAddress } from '../lists/listAddress.ts';

/** Something about each list view, from one window to the next; the oldest goes when there is too much. */
class ListViewMemento {
  readonly #memory: Memento;
  readonly #key: string;
  readonly #most: number;

  constructor(memory: Memento, connections: Connections, key: string, most: number) {
    this.#memory = memory;
    this.#key = key;
    this.#most = most;
    connections.onDidRemove((id) => {
      const others = Object.entries(this.#all()).filter(([name]) => !name.startsWith(`${id}/`));
      void this.#memory.update(key, Object.fromEntries(others));
    });
  }

  get(address: ListAddress): unknown {
    return this.#all()[nameOf(address)];
  }

  async set(address: ListAddress, value: object): Promise<void> {
    const { [nameOf(address)]: _before, ...others } = this.#all();
    const kept = Object.entries(others).slice(-(this.#most - 1));
    await this.#memory.update(this.#key, Object.fromEntries([...kept, [nameOf(address), value]]));
  }

  async forget(address: ListAddress): Promise<void> {
    const { [nameOf(address)]: before, ...others } = this.#all();
    if (before !== undefined) await this.#memory.update(this.#key, others);
  }

  #all(): Readonly<Record<string, unknown>> {
    return (this.#memory.get(this.#key) as Readonly<Record<string, unknown>> | undefined) ?? {};
  }
}

function nameOf({ connection, controller, listView, search }: ListAddress): string {
  return `${connection}/${controller}/${listView ?? '='}${search === undefined ? '' : `/=search/${search}`}`;
}

/** How a person arranged the columns of each list view. What a layout is, its reader knows. */
export class ColumnLayouts extends ListViewMemento {
  constructor(memory: Memento, connections: Connections) {
    super(memory, connections, 'columnLayouts', 300);
  }

  override get(address: ListAddress): unknown {
    return super.get({ ...address, listView: layoutName(address.listView) });
  }

  override async set(address: ListAddress, value: object): Promise<void> {
    return super.set({ ...address, listView: layoutName(address.listView) }, value);
  }
}

/** A long selection or a long query of one's own is not worth slowing VS Code's memory down. */
const longest = 50_000;

/**
 * How each open table looks: its search, its place, its selection. VS Code keeps that as well, but writes it down late,
 * so a window that is reloaded would come back with an older one. What a view is, its reader knows.
 */
export class TableViews extends ListViewMemento {
  constructor(memory: Memento, connections: Connections) {
    super(memory, connections, 'tableViews', 60);
  }

  override async set(address: ListAddress, view: object): Promise<void> {
    if (JSON.stringify(view).length > longest) return this.forget(address);
    await super.set(address, view);
  }
}
