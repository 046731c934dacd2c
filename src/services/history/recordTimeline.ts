import type { RecordAddress } from '../../model/address/address.ts';
import { type TimelinePage, timelinePage, type TimelineRange } from '../../model/history/timelinePage.ts';
import { Emitter } from '../common/emitter.ts';
import type { Lazy } from '../common/lazy.ts';
import type { RecordChanges } from '../common/recordChanges.ts';
import type { Connections } from '../connections/connections.ts';
import type { History } from './history.ts';
import type { RecordHistory } from './recordHistory.ts';

interface RecordTimelineDeps {
  readonly history: History;
  readonly reader: Lazy<RecordHistory>;
  readonly changes: RecordChanges;
  readonly connections: Connections;
}

/** Debounce: a save fires several events, and a run's changes reach its journal a moment later. */
const restMs = 250;

/** History of the record that the user is viewing, which is the one requested last. */
export class RecordTimeline {
  readonly #deps: RecordTimelineDeps;
  readonly #changed = new Emitter<undefined>();
  readonly #listening: readonly { dispose(): void }[];
  #shown: RecordAddress | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(deps: RecordTimelineDeps) {
    this.#deps = deps;
    const { history, changes } = deps;
    this.#listening = [
      history.onDidAddEntry(({ id, ...target }) => this.#onChange({ ...target, ids: [id] })),
      changes.onDidChange((change) => this.#onChange(change)),
    ];
  }

  /** Returns undefined if it was canceled. */
  async page(address: RecordAddress, range: TimelineRange, signal: AbortSignal): Promise<TimelinePage | undefined> {
    this.#shown = address;
    const { history, reader, connections } = this.#deps;
    const connection = connections.get(address.connection);
    if (!connection || !history.isKept) return undefined;
    try {
      return timelinePage(await (await reader.get()).ofRecord(connection, address, signal), range);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const one of this.#listening) one.dispose();
  }

  #onChange(change: {
    readonly connection: string;
    readonly controller: string;
    readonly ids: readonly string[];
  }): void {
    const shown = this.#shown;
    if (change.connection !== shown?.connection || change.controller !== shown.controller) return;
    if (!change.ids.includes(shown.id)) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changed.fire(undefined);
    }, restMs);
  }
}
