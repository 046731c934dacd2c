import { Emitter } from './emitter.ts';

/** Records of one controller that were changed through this window, or were found to be other than it showed them. */
export interface RecordsChange {
  readonly connection: string;
  readonly controller: string;
  readonly ids: readonly string[];
  /** They were deleted through this window, and the service said so. */
  readonly isDeletion?: boolean;
}

/** Whoever writes tells it here; tables, forms and other extensions hear of it. */
export class RecordChanges {
  readonly #changed = new Emitter<RecordsChange>();
  readonly onDidChange = this.#changed.event;

  tell(change: RecordsChange): void {
    this.#changed.fire(change);
  }
}
