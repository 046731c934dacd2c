import { demoId } from '../../model/connection/connection.ts';
import { isObject, type JsonValue } from '../../model/json.ts';
import { readSnapshot, type Snapshot, snapshotJson } from '../../model/snapshot.ts';
import type { TextStore } from '../common/fileStore.ts';

/** Stored state of a watched item, for the next window. */
export interface StoredSnapshots {
  /** When it was last seen in this state. */
  readonly at: number;
  /** Base URL of the service: another one has different records. */
  readonly service: string;
  /** Snapshot that the user last saw. */
  readonly baseline: Snapshot;
  /** Latest snapshot. */
  readonly now: Snapshot;
  /** Ids changed through a window since. */
  readonly own: readonly string[];
}

/** How often an unchanged state is stored again. */
const againAfterMs = 10 * 60_000;

/** Latest snapshots of watched items. No other records are stored. */
export class WatchMemory {
  readonly #store: TextStore;
  readonly #isKept: () => boolean;
  readonly #onFailure: (error: unknown) => void;
  readonly #written = new Map<string, { readonly text: string; readonly at: number }>();
  #writing: Promise<void> = Promise.resolve();

  constructor(store: TextStore, isKept: () => boolean, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#isKept = isKept;
    this.#onFailure = onFailure;
  }

  /**
   * Also returns undefined if it can't be parsed, or belongs to another service. The demo has a new address at each
   * start.
   */
  async recall(key: string, connection: string, service: string): Promise<StoredSnapshots | undefined> {
    if (!this.#isKept()) return undefined;
    const text = await this.#store.readText(key).catch(this.#onFailure);
    const look = text === undefined ? undefined : lookIn(text);
    return look && (look.service === service || connection === demoId) ? look : undefined;
  }

  store(key: string, { at, service, baseline, now, own }: StoredSnapshots): void {
    const content = { service, baseline: snapshotJson(baseline), now: snapshotJson(now), own: [...own] };
    const text = JSON.stringify(content);
    const before = this.#written.get(key);
    if (!this.#isKept()) return this.remove(key);
    if (before?.text === text && at - before.at < againAfterMs) return;
    this.#written.set(key, { text, at });
    this.#write(() => this.#store.writeText(key, JSON.stringify({ at, ...content })));
  }

  remove(key: string): void {
    this.#written.delete(key);
    this.#write(() => this.#store.delete(key));
  }

  /** Deletes items that other windows no longer watch. */
  async prune(isWatched: (key: string) => boolean): Promise<void> {
    const keys = (await this.#store.keys().catch(this.#onFailure)) ?? [];
    for (const key of keys) if (!this.#isKept() || !isWatched(key)) this.remove(key);
    await this.#writing;
  }

  /** Resolves once everything is on disk. */
  flush(): Promise<void> {
    return this.#writing;
  }

  #write(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch(this.#onFailure);
  }
}

function lookIn(text: string): StoredSnapshots | undefined {
  try {
    const look = JSON.parse(text) as JsonValue;
    if (!isObject(look)) return undefined;
    const { at, service, own } = look;
    const [baseline, now] = [readSnapshot(look['baseline']), readSnapshot(look['now'])];
    const isOwn = Array.isArray(own) && own.every((id) => typeof id === 'string');
    if (typeof at !== 'number' || typeof service !== 'string' || !baseline || !now || !isOwn) return undefined;
    return { at, service, baseline, now, own };
  } catch {
    return undefined;
  }
}
