import { addressParts, type NewRecordAddress } from '../../model/address/address.ts';
import type { JsonObject } from '../../model/json.ts';

/** As many digits as an address has room for. */
const most = 999_999_999;

/** Numbers for records that are yet to be added, and what they begin with where that is more than the defaults. */
export class NewRecords {
  readonly #random: () => number;
  readonly #values = new Map<string, JsonObject>();

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /**
   * Another one each time. Windows cannot count together, and two that give their new records the same address would
   * share what is kept of them: so nobody counts.
   */
  next(target: Pick<NewRecordAddress, 'connection' | 'controller'>): NewRecordAddress {
    return { kind: 'newRecord', ...target, number: 1 + Math.floor(this.#random() * most) };
  }

  /** For whoever opens the new record. */
  hand(address: NewRecordAddress, values: JsonObject): void {
    this.#values.set(keyOf(address), values);
  }

  /** Once: afterward the document has them. */
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
