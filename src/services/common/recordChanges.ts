import { Emitter } from './emitter.ts';

/**
 * Records of one controller that were changed through this window, or that turned out to differ from what it showed.
 */
export interface RecordsChange {
  readonly connection: string;
  readonly controller: string;
  readonly ids: readonly string[];
  /** The records were deleted through this window, and the service confirmed it. */
  readonly isDeletion?: boolean;
}

/** Writers report changes here; tables, forms and other extensions listen. */
export class RecordChanges {
  readonly #changed = new Emitter<RecordsChange>();
  readonly onDidChange = this.#changed.event;

  notify(change: RecordsChange): void {
    this.#changed.fire(change);
  }
}
