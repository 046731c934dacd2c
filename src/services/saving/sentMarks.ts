import { isObject, type JsonValue } from '../../model/json.ts';
import type { TextStore } from '../common/stores.ts';
import { type SaveClock, realClock } from './saveClock.ts';
import { oldestNote, type SentNotes } from './sentNotes.ts';

/**
 * The records that a window has sent and not heard of yet, on the disk: whoever saves one of them next, in whatever
 * window, waits until that is over. A window that is killed leaves its marks behind, and what it sent may still arrive.
 */
export class SentMarks {
  readonly #store: TextStore;
  readonly #owner = crypto.randomUUID();
  readonly clock: SaveClock;

  constructor(store: TextStore, clock: SaveClock = realClock) {
    this.#store = store;
    this.clock = clock;
  }

  /** For who begins to save now: until when something that another window sent may still arrive; 0 without such a thing. */
  othersUntil(record: string, timeoutMs: number): () => Promise<number> {
    const now = this.clock.now();
    return async () => {
      // a disk that cannot be read is no reason to save nothing any more
      const text = await this.#store.read(record).catch(() => undefined);
      const { owner, at } = markOf(text);
      // a clock that was put back must not make anyone wait for a year
      return at === undefined || owner === this.#owner ? 0 : Math.min(at, now) + timeoutMs + oldestNote;
    };
  }

  notes(record: string): SentNotes {
    let kept = Promise.resolve();
    return {
      put: () => {
        const at = this.clock.now();
        // nor is a disk that is full
        kept = this.#store.write(record, JSON.stringify({ owner: this.#owner, at })).catch(() => undefined);
        return at;
      },
      settle: () => kept,
      now: () => this.clock.now(),
    };
  }

  /** It was heard of, or nothing was sent. */
  async drop(record: string): Promise<void> {
    await this.#store.delete(record).catch(() => undefined);
  }
}

function markOf(text: string | undefined): { readonly owner?: string; readonly at?: number } {
  try {
    const value = JSON.parse(text ?? 'null') as JsonValue;
    if (!isObject(value) || typeof value['at'] !== 'number' || typeof value['owner'] !== 'string') return {};
    return { owner: value['owner'], at: value['at'] };
  } catch {
    return {};
  }
}
