import { addressParts, type RecordsAddress } from '../../model/address/address.ts';
import type { Connections } from '../connections/connections.ts';
import type { Memento } from './memento.ts';
import { RememberedList } from './rememberedList.ts';

/** A list view or record that was opened, with its name at that time. */
export interface Recent {
  readonly address: RecordsAddress;
  readonly label: string;
}

const max = 15;

/** Recently opened items, newest first. */
export class Recents {
  readonly #list: RememberedList<Recent>;
  readonly onDidChange: RememberedList<Recent>['onDidChange'];

  constructor(memory: Memento, connections: Connections) {
    this.#list = new RememberedList(memory, 'recents', connections, ({ address }) => address.connection);
    this.onDidChange = this.#list.onDidChange;
  }

  /** Returns recent items of existing connections. */
  shown(): readonly Recent[] {
    return this.#list.shown();
  }

  /** Call after opening an item. Ignores a new record, which has no address to return to. */
  async add(address: RecordsAddress, name: string): Promise<void> {
    if (address.kind === 'newRecord') return;
    const label = this.#list.shortName(name);
    const all = this.#list.all();
    const [latest] = all;
    if (latest && isSame(latest.address, address) && latest.label === label) return;
    await this.#list.store([{ address, label }, ...all.filter((one) => !isSame(one.address, address))].slice(0, max));
  }

  /** Returns its name when it was last opened. */
  labelOf(address: RecordsAddress): string | undefined {
    return this.#list.all().find((one) => isSame(one.address, address))?.label;
  }

  async remove(address: RecordsAddress): Promise<void> {
    await this.#list.store(this.#list.all().filter((one) => !isSame(one.address, address)));
  }

  async clear(): Promise<void> {
    await this.#list.store([]);
  }
}

function isSame(one: RecordsAddress, other: RecordsAddress): boolean {
  const [a, b] = [addressParts(one), addressParts(other)];
  return a.authority === b.authority && a.path === b.path;
}
