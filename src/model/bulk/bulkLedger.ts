import type { JournalLine, EntryAction, RunPlan } from './bulkJournal.ts';
import type { PlannedCell } from './plannedCell.ts';
import { t } from '@vscode/l10n';

/**
 * - `waiting`: to be written · `sent`: about to be written or being written, so its outcome is not known
 * - `done`, `failed` (it had no effect), `unclear` (sent, and nobody can tell)
 * - `unchanged`, `refused`, `gone`, `dropped`: left out before the run began
 * - `changed`: since the plan was made that the run comes from, so it is left out unless a person takes it in
 */
export type EntryState =
  | 'waiting'
  | 'sent'
  | 'done'
  | 'failed'
  | 'unclear'
  | 'unchanged'
  | 'refused'
  | 'gone'
  | 'dropped'
  | 'changed';

export interface LedgerEntry {
  readonly id: string;
  readonly name: string;
  readonly action: EntryAction;
  readonly cells: readonly PlannedCell[];
  /** The id of a record that was added, as far as the service told it. */
  made: string | undefined;
  /** What it held when it was planned to be deleted, or had been added. */
  held: string | undefined;
  /** How it differs from what a plan says that it was. */
  readonly since: string | undefined;
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
    gone: 0,
    dropped: 0,
    changed: 0,
  };
  readonly #actions: Record<EntryAction, number> = { edit: 0, delete: 0, add: 0 };
  #changedSince = 0;
  /** The plan is complete. Until then nothing was written, and nothing may be. */
  isReady = false;
  /** How it ended; undefined while it runs, and after it was interrupted. */
  ended: 'finished' | 'canceled' | undefined;
  undoneBy: string | undefined;
  /** Counts the lines, so that someone who looks at it knows whether to look again. */
  version = 0;

  constructor(plan: RunPlan) {
    this.plan = plan;
  }

  get counts(): Counts {
    return this.#counts;
  }

  /** How many records are to be changed, deleted and added, with those that were dropped. */
  get actions(): Readonly<Record<EntryAction, number>> {
    return this.#actions;
  }

  /** How many were changed since a plan was made, whether or not they were taken in. */
  get changedSince(): number {
    return this.#changedSince;
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
        return this.#addRecord(line);
      case 'left':
        return this.#add({ ...line, action: this.plan.kind, state: line.how });
      case 'ready':
        this.isReady = true;
        for (const { id, state } of this.entries) if (state === 'changed') this.drop(id, false);
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
        this.#move(line.id, 'done', line.said);
        return this.#made(line.id, line.made, line.held);
      case 'failed':
      case 'unclear':
        return this.#move(line.id, line.type, line.why);
      case 'again':
        for (const entry of this.entries)
          if (entry.state === 'failed' || (line.unclear === true && isUnclearAdd(entry)))
            this.#set(entry, 'waiting', undefined);
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
    const isLeftOut = entry?.state === 'dropped' || entry?.state === 'changed';
    if (!entry || (isDropped ? entry.state !== 'waiting' : !isLeftOut)) return;
    const leftOut = entry.since === undefined ? 'dropped' : 'changed';
    this.#set(entry, isDropped ? leftOut : 'waiting', entry.since);
    this.version += 1;
  }

  #addRecord(line: Extract<JournalLine, { type: 'record' }>): void {
    const state = line.since === undefined ? 'waiting' : 'changed';
    this.#add({ ...line, action: line.action ?? this.plan.kind, state, why: line.since });
  }

  #add({
    id,
    name,
    action,
    state,
    cells = [],
    why,
    held,
    since,
  }: Pick<LedgerEntry, 'id' | 'name' | 'action' | 'state'> &
    Partial<Pick<LedgerEntry, 'cells' | 'why' | 'held' | 'since'>>): void {
    if (this.#byId.has(id)) return;
    const entry: LedgerEntry = { id, name, action, cells, state, why, held, since, at: 0, made: undefined };
    this.#byId.set(id, entry);
    this.entries.push(entry);
    this.#counts[state] += 1;
    if (state === 'waiting' || state === 'changed') this.#actions[action] += 1;
    if (since !== undefined) this.#changedSince += 1;
  }

  #made(id: string, made: string | undefined, held: string | undefined): void {
    const entry = this.#byId.get(id);
    if (!entry) return;
    entry.made = made;
    entry.held = held ?? entry.held;
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

/** Sent, and nobody can tell whether it is there: it is never sent again by itself. */
export function isUnclearAdd({ action, state }: Pick<LedgerEntry, 'action' | 'state'>): boolean {
  return action === 'add' && state === 'unclear';
}

/** What a run has written, or may have. */
export function canBeUndone({ plan, undoneBy, entries }: BulkLedger): boolean {
  return (
    plan.kind === 'edit' &&
    undoneBy === undefined &&
    entries.some(({ action, state }) => action !== 'delete' && (state === 'done' || state === 'unclear'))
  );
}

/** What has become of a record of a run, in one or two words. */
export function stateWord(state: EntryState): string {
  switch (state) {
    case 'waiting':
      return t('Waiting');
    case 'sent':
      return t('Being written');
    case 'done':
      return t('Done');
    case 'failed':
      return t('Failed');
    case 'unclear':
      return t('Unclear');
    case 'unchanged':
      return t('Unchanged');
    case 'refused':
      return t('Refused');
    case 'gone':
      return t('Gone');
    case 'dropped':
      return t('Left out');
    case 'changed':
      return t('Changed since the plan was made');
  }
  return state;
}
