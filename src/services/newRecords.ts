import { addressParts, type NewRecordAddress } from '../model/address.ts';
import type { JsonObject } from '../model/json.ts';
import type { Memory } from './memory.ts';

const key = 'newRecords';
/** As many digits as an address has room for. */
const most = 999_999_999;

/** Numbers for records that are yet to be added, and what they begin with where that is more than the defaults. */
export class NewRecords {
  readonly #memory: Memory;
  readonly #values = new Map<string, JsonObject>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Another one each time, in this window and in later ones. */
  async next(place: Pick<NewRecordAddress, 'connection' | 'controller'>): Promise<NewRecordAddress> {
    const last = this.#memory.get(key);
    const number = typeof last === 'number' && last < most ? last + 1 : 1;
    await this.#memory.update(key, number);
    return { kind: 'newRecord', ...place, number };
  }

  /** For whoever opens the new record. */
  hand(address: NewRecordAddress, values: JsonObject): void {
    this.#values.set(keyOf(address), values);
  }

  /** Once: afterwards the document has them. */
  take(address: NewRecordAddress): JsonObject | undefined {
    const values = this.#values.get(keyOf(address));
    this.#values.delete(keyOf(address));
    return values;
  }
}

function keyOf(address: NewRecordAddress): string {
  const { authority, path } = addressParts(address);
  return `${authority}${path}`;
}
