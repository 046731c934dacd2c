import type { StagedRecord } from '../../model/list/stagedCells.ts';
import type { ComparedCells, WrittenCell, WrittenRecord } from '../../model/list/compareStaged.ts';
import { canonicalId } from '../../model/recordKey.ts';
import type { RecordTarget } from '../writes/recordWriter.ts';

/** Of so many records it is known what was sent for them last. */
const most = 1_000;

/** What this window has sent for the cells of records: until a table has read them again, it shows what was there before. */
export class OwnWrites {
  readonly #written = new Map<string, WrittenRecord>();

  /** A connection that leads to another service has other records under the same ids. */
  clear(): void {
    this.#written.clear();
  }

  of(target: RecordTarget): WrittenRecord | undefined {
    return this.#written.get(keyOf(target));
  }

  /** `staged` as a person knows the cells, the others as the service got them. */
  note(target: RecordTarget, staged: StagedRecord, { toSend, values }: ComparedCells): void {
    const key = keyOf(target);
    const written = new Map<string, WrittenCell>(this.#written.get(key));
    for (const [field, { from, reference }] of toSend)
      written.set(field, { from, shown: staged.get(field)?.to ?? null, value: values[field], reference });
    this.#written.delete(key);
    this.#written.set(key, written);
    const [oldest] = this.#written.keys();
    if (oldest !== undefined && this.#written.size > most) this.#written.delete(oldest);
  }
}

function keyOf({ connection, controller, id }: RecordTarget): string {
  return JSON.stringify([connection, controller, canonicalId(id)]);
}
