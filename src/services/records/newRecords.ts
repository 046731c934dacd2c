import { addressParts, type NewRecordAddress } from '../../model/address/address.ts';
import type { JsonObject } from '../../model/json.ts';

/** As many digits as fit in an address. */
const max = 999_999_999;

/** Assigns numbers to records that aren't added yet, and holds their initial values beyond the defaults. */
export class NewRecords {
  readonly #random: () => number;
  readonly #values = new Map<string, JsonObject>();

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /**
   * Returns a new random address. Windows can't share a counter, and two new records with the same address would share
   * their stored state.
   */
  next(target: Pick<NewRecordAddress, 'connection' | 'controller'>): NewRecordAddress {
    return { kind: 'newRecord', ...target, number: 1 + Math.floor(this.#random() * max) };
  }

  /** Sets initial values for when the new record is opened. */
  setInitialValues(address: NewRecordAddress, values: JsonObject): void {
    this.#values.set(keyOf(address), values);
  }

  /** Returns and removes the values: afterward the document has them. */
  consume(address: NewRecordAddress): JsonObject | undefined {
    const values = this.#values.get(keyOf(address));
    this.#values.delete(keyOf(address));
    return values;
  }
}

function keyOf(address: NewRecordAddress): string {
  const { authority, path } = addressParts(address);
  return `${authority}${path}`;
}
