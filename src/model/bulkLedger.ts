import type { JournalLine, RunPlan } from './bulkJournal.ts';
import type { PlannedCell } from './bulkPlan.ts';

/**
 * - `waiting`: to be written · `sent`: about to be written or being written, so its outcome is not known
 * - `done`, `failed` (it had no effect), `unclear` (sent, and nobody can tell)
 * - `unchanged`, `refused`, `dropped`: left out before the run began
 */
export type EntryState = 'waiting' | 'sent' | 'done' | 'failed' | 'unclear' | 'unchanged' | 'refused' | 'dropped';

export interface LedgerEntry {
  readonly id: string;
  readonly name: string;
  readonly cells: readonly PlannedCell[];
  state: EntryState;
  /** Why it failed, was refused or is unclear; or what the service said to a success. */
  why: string | undefined;
  /** When it was sent. */
  at: number;
}

export type Counts = Readonly<Record<EntryState, number>>;

/** A run as its journal tells it, line by line. */
export class BulkLedger {
  readonly plan: RunPlan;
  /** In the order of the plan. */
  readonly entries: LedgerEntry[] = [];
  /** Of the fields that are changed, by the key of their path. */
  readonly labels = new Map<string, string>();
  readonly #byId = new Map<string, LedgerEntry>();
  readonly #counts: Record<EntryState, number> = {
    waiting: 0,
    sent: 0,
    done: 0,
    failed: 0,
    unclear: 0,
    unchanged: 0,
    refused: 0,
    dropped: 0,
  };
  /** The plan is complete. Until then nothing was written, and nothing may be. */
  isReady = false;
  /** How it ended; undefined while it runs, and after it was interrupted. */
  ended: 'finished' | 'cancelled' | undefined;
  undoneBy: string | undefined;
  /** Counts the lines, so that someone who looks at it knows whether to look again. */
  version = 0;

  constructor(plan: RunPlan) {
    this.plan = plan;
  }

  get counts(): Counts {
    return this.#counts;
  }

  /** What is written, or was to be. */
  get total(): number {
    const { waiting, sent, done, failed, unclear } = this.#counts;
    return waiting + sent + done + failed + unclear;
  }

  get isInterrupted(): boolean {
    return this.isReady && this.ended === undefined;
  }

  get(id: string): LedgerEntry | undefined {
    return this.#byId.get(id);
  }

  apply(line: JournalLine): void {
    this.version += 1;
    switch (line.type) {
      case 'record':
        return this.#add({
          id: line.id,
          name: line.name,
          cells: line.cells ?? [],
          state: 'waiting',
          why: undefined,
          at: 0,
        });
      case 'left':
        return this.#add({ id: line.id, name: line.name, cells: [], state: line.how, why: line.why, at: 0 });
      case 'ready':
        this.isReady = true;
        for (const [key, label] of Object.entries(line.labels)) this.labels.set(key, label);
        for (const id of line.dropped) this.drop(id, true);
        return;
      case 'begin':
        this.ended = undefined;
        return;
      case 'sent':
        for (const id of line.ids) this.#move(id, 'sent', undefined, line.at);
        return;
      case 'waiting':
        return this.#move(line.id, 'waiting', undefined);
      case 'done':
        return this.#move(line.id, 'done', line.said);
      case 'failed':
      case 'unclear':
        return this.#move(line.id, line.type, line.why);
      case 'again':
        for (const entry of this.entries) if (entry.state === 'failed') this.#set(entry, 'waiting', undefined);
        return;
      case 'end':
        this.ended = line.how;
        return;
      case 'undone':
        this.undoneBy = line.by;
        return;
      case 'plan':
        return;
    }
  }

  /** While it is a plan only. */
  drop(id: string, isDropped: boolean): void {
    const entry = this.#byId.get(id);
    if (entry?.state !== (isDropped ? 'waiting' : 'dropped')) return;
    this.#set(entry, isDropped ? 'dropped' : 'waiting', undefined);
    this.version += 1;
  }

  #add(entry: LedgerEntry): void {
    if (this.#byId.has(entry.id)) return;
    this.#byId.set(entry.id, entry);
    this.entries.push(entry);
    this.#counts[entry.state] += 1;
  }

  #move(id: string, state: EntryState, why: string | undefined, at = 0): void {
    const entry = this.#byId.get(id);
    if (!entry) return;
    this.#set(entry, state, why);
    entry.at = at;
  }

  #set(entry: LedgerEntry, state: EntryState, why: string | undefined): void {
    this.#counts[entry.state] -= 1;
    this.#counts[state] += 1;
    entry.state = state;
    entry.why = why;
  }
}
