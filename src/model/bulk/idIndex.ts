import { type Digest, DigestTable } from '../digestTable.ts';

/** Where ids are, in less than 20 bytes for each of a million: as texts they would be a burden. */
export class IdIndex {
  readonly #table: DigestTable;
  /** Ids that have the digest of an earlier one: hardly ever any. */
  readonly #twins = new Map<string, number>();

  constructor(digest?: Digest) {
    this.#table = new DigestTable(digest);
  }

  /** Where an id is that was added. For another one it may be where one with the same digest is. */
  find(id: string): number | undefined {
    return this.#twins.get(id) ?? this.#table.find(id);
  }

  /** At the next place. Who adds it has looked that it is not there. */
  add(id: string): void {
    const place = this.#table.size;
    if (this.#table.add(id) !== place) this.#twins.set(id, place);
  }
}
