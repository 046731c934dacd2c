import type { ControllerName } from '../../../model/controller.ts';
import type { RecordRow } from '../../../model/list/recordPage.ts';

const maxKept = 50_000;

interface Denied {
  readonly edit: boolean;
  readonly delete: boolean;
}

/** Actions that the user may not perform on records, according to the latest row or form that says so. */
export class DeniedRights {
  readonly #denied = new Map<string, Denied>();

  remember(controller: ControllerName, rows: Iterable<Pick<RecordRow, 'id' | 'canEdit' | 'canDelete'>>): void {
    for (const { id, canEdit, canDelete } of rows) {
      if (id === null) continue;
      const key = keyOf(controller, id);
      const before = this.#denied.get(key);
      const now = {
        edit: canEdit === undefined ? (before?.edit ?? false) : !canEdit,
        delete: canDelete === undefined ? (before?.delete ?? false) : !canDelete,
      };
      // re-insert at the end, so that the oldest comes first
      this.#denied.delete(key);
      if (now.edit || now.delete) this.#denied.set(key, now);
    }
    for (const oldest of this.#denied.keys()) {
      if (this.#denied.size <= maxKept) break;
      this.#denied.delete(oldest);
    }
  }

  get(controller: ControllerName, id: string | undefined): Denied {
    return (id === undefined ? undefined : this.#denied.get(keyOf(controller, id))) ?? { edit: false, delete: false };
  }

  clear(): void {
    this.#denied.clear();
  }
}

function keyOf(controller: ControllerName, id: string): string {
  return `${controller} ${id}`;
}
