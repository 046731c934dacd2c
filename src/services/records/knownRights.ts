import { addressParts, type RecordAddress, type RecordsAddress } from '../../model/address/address.ts';
import type { RecordRights } from '../../model/writePermission.ts';
import { Emitter } from '../common/emitter.ts';
import type { Connections } from '../connections/connections.ts';

const max = 500;

/** Permissions of opened records, from the forms and rows read last: for menus, which can't wait for the service. */
export class KnownRights {
  readonly #rights = new Map<string, RecordRights>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(connections: Pick<Connections, 'onDidGoStale'>) {
    connections.onDidGoStale(({ id }) => {
      for (const key of this.#rights.keys()) if (key.startsWith(`${id}/`)) this.#rights.delete(key);
      this.#changed.fire();
    });
  }

  /** Returns undefined if it wasn't read yet, or isn't a record. */
  get(address: RecordsAddress): RecordRights | undefined {
    return this.#rights.get(keyOf(address));
  }

  remember(address: RecordAddress, rights: RecordRights): void {
    const key = keyOf(address);
    const isSame = JSON.stringify(this.#rights.get(key)) === JSON.stringify(rights);
    this.#rights.delete(key);
    this.#rights.set(key, rights);
    const [oldest] = this.#rights.keys();
    if (this.#rights.size > max && oldest !== undefined) this.#rights.delete(oldest);
    if (!isSame) this.#changed.fire();
  }
}

function keyOf(address: RecordsAddress): string {
  const { authority, path } = addressParts(address);
  return `${authority}${path}`;
}
