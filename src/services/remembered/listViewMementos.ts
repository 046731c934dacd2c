import type { Connections } from '../connections/connections.ts';
import type { Memento } from './memento.ts';
import { layoutName } from '../../model/list/relatedList.ts';
import type { ListAddress } from '../lists/listAddress.ts';

/** A stored value per list view that persists across windows; the oldest is evicted beyond the limit. */
class ListViewMemento {
  readonly #memory: Memento;
  readonly #key: string;
  readonly #max: number;

  constructor(memory: Memento, connections: Connections, key: string, max: number) {
    this.#memory = memory;
    this.#key = key;
    this.#max = max;
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
    const kept = Object.entries(others).slice(-(this.#max - 1));
    await this.#memory.update(this.#key, Object.fromEntries([...kept, [nameOf(address), value]]));
  }

  async remove(address: ListAddress): Promise<void> {
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

/** Column layout of each list view. The reader of a layout validates it. */
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

/** A long selection or custom query isn't worth slowing down VS Code's storage. */
const longest = 50_000;

/**
 * State of each open table: its search, scroll position and selection. VS Code stores it, too, but late, so a reloaded
 * window would get an older one. The reader of a state validates it.
 */
export class TableViews extends ListViewMemento {
  constructor(memory: Memento, connections: Connections) {
    super(memory, connections, 'tableViews', 60);
  }

  override async set(address: ListAddress, view: object): Promise<void> {
    if (JSON.stringify(view).length > longest) return this.remove(address);
    await super.set(address, view);
  }
}
