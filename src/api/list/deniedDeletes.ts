import type { ControllerName } from '../../model/controller.ts';
import type { RecordRow } from '../../model/list/recordPage.ts';

const mostKept = 50_000;

/** Records that the user may not delete by what their rows said last: a form need not say so as well. */
export class DeniedDeletes {
  readonly #keys = new Set<string>();

  rememberRows(controller: ControllerName, rows: readonly RecordRow[]): void {
    for (const { id, canDelete } of rows) {
      if (id === null || canDelete === undefined) continue;
      const key = keyOf(controller, id);
      // what was said last goes last, so that the oldest comes first
      this.#keys.delete(key);
      if (!canDelete) this.#keys.add(key);
    }
    for (const oldest of this.#keys) {
      if (this.#keys.size <= mostKept) break;
      this.#keys.delete(oldest);
    }
  }

  has(controller: ControllerName, id: string): boolean {
    return this.#keys.has(keyOf(controller, id));
  }

  clear(): void {
    this.#keys.clear();
  }
}

function keyOf(controller: ControllerName, id: string): string {
  return `${controller} ${id}`;
}
