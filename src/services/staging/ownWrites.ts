import type { StagedRecord } from '../../model/list/stagedCells.ts';
import type { ComparedCells, WrittenCell, WrittenRecord } from '../../model/list/compareStaged.ts';
import { canonicalId } from '../../model/recordKey.ts';
import type { RecordTarget } from '../writes/recordWriter.ts';

/** Maximum number of records whose last write is kept. */
const max = 1_000;

/** Cell values that this window has sent: until a table reloads them, it shows the old ones. */
export class OwnWrites {
  readonly #written = new Map<string, WrittenRecord>();

  /** Call when a connection leads to another service, which has different records under the same ids. */
  clear(): void {
    this.#written.clear();
  }

  get(target: RecordTarget): WrittenRecord | undefined {
    return this.#written.get(keyOf(target));
  }

  /** `staged` has the cells as the user knows them, the others as they were sent. */
  note(target: RecordTarget, staged: StagedRecord, { toSend, values }: ComparedCells): void {
    const key = keyOf(target);
    const written = new Map<string, WrittenCell>(this.#written.get(key));
    for (const [field, { from, reference }] of toSend)
      written.set(field, { from, shown: staged.get(field)?.to ?? null, value: values[field], reference });
    this.#written.delete(key);
    this.#written.set(key, written);
    const [oldest] = this.#written.keys();
    if (oldest !== undefined && this.#written.size > max) this.#written.delete(oldest);
  }
}

function keyOf({ connection, controller, id }: RecordTarget): string {
  return JSON.stringify([connection, controller, canonicalId(id)]);
}
