import { pathKey } from '../form/fieldPath.ts';
import type { RecordField } from '../form/formElement.ts';
import { decimalsOf, isIdentifier } from '../formatValue.ts';
import type { JsonObject } from '../json.ts';
import type { JournalLine, EntryAction, LineSource, BulkPlan } from './bulkJournal.ts';
import { type Counts, type EntryState, EntryTable } from './entryTable.ts';
import type { PlannedCell } from './plannedCell.ts';
import { t } from '@vscode/l10n';
import { type Digest, DigestTable } from '../digestTable.ts';

export type { Counts, EntryState } from './entryTable.ts';

/** Current state of a record in a run. */
export interface LedgerEntry {
  /** Index in the plan. */
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly action: EntryAction;
  readonly cells: readonly PlannedCell[];
  /** All values of the record when its deletion was planned. */
  readonly values: JsonObject | undefined;
  /** Id of an added record, if the service returned it. */
  readonly made: string | undefined;
  /** Digest of the record's content when its deletion was planned or after it was added. */
  readonly held: string | undefined;
  /** How the record differs from the state that the plan expects. */
  readonly since: string | undefined;
  readonly state: EntryState;
  /** Why it failed, was refused or is unclear; for a success, the message of the service. */
  readonly why: string | undefined;
  /** When it was sent. */
  readonly at: number;
}

/** Entries in plan order, each read from the journal on access. */
export interface LedgerEntries extends Iterable<LedgerEntry> {
  readonly length: number;
  at(index: number): LedgerEntry | undefined;
}

type ChangedField = Pick<RecordField, 'at' | 'label' | 'kind' | 'options'>;
type RecordLine = Extract<JournalLine, { type: 'record' }>;
type LeftLine = Extract<JournalLine, { type: 'left' }>;

let lastVersion = 0;

function nextVersion(): number {
  lastVersion += 1;
  return lastVersion;
}

/**
 * State of a run, built line by line from its journal. Keeps only a few bytes per record, so that a run can have a
 * million of them: the state and the offsets of the first and last journal line. Everything else is read from the
 * journal.
 */
export class BulkLedger {
  readonly plan: BulkPlan;
  /** Labels of the changed fields, by path key. */
  readonly labels = new Map<string, string>();
  /** Decimal places to show for each field: the most that any of its values has. */
  readonly decimals = new Map<string, number>();
  readonly #lines: LineSource;
  readonly #ids = new IdIndex();
  readonly #table = new EntryTable();
  readonly #actions: Record<EntryAction, number> = { edit: 0, delete: 0, add: 0 };
  #changedSince = 0;
  /** True once the plan is complete. Nothing is written before that. */
  isReady = false;
  /** Undefined while the run is active or after it was interrupted. */
  ended: 'finished' | 'canceled' | undefined;
  undoneBy: string | undefined;
  #version = nextVersion();

  constructor(plan: BulkPlan, lines: LineSource) {
    this.plan = plan;
    this.#lines = lines;
  }

  /** Changes with every line and is unique to this ledger; views reload their rows when it changes. */
  get version(): number {
    return this.#version;
  }

  /** Stores how a changed field and its values are shown. */
  addField({ at, label, kind, options }: ChangedField, { before, after }: PlannedCell): void {
    const key = pathKey(at);
    this.labels.set(key, label);
    // an option is shown by its label
    if (kind !== 'number' || options.length > 0 || isIdentifier(at.at(-1) ?? '')) return;
    this.decimals.set(key, Math.max(this.decimals.get(key) ?? 0, decimalsOf({ kind }, before, after)));
  }

  get entries(): LedgerEntries {
    const { length } = this.#table;
    const at = (index: number): LedgerEntry | undefined => (index < length ? this.#read(index) : undefined);
    return { length, at, [Symbol.iterator]: () => this.#readAll(() => true) };
  }

  /** Reads only the matching entries. */
  inState(states: readonly EntryState[], action?: EntryAction): Generator<LedgerEntry, undefined> {
    return this.#readAll(
      (index) =>
        states.includes(this.stateAt(index)) && (action === undefined || this.#table.actionAt(index) === action),
    );
  }

  get counts(): Counts {
    return this.#table.counts;
  }

  countOf(action: EntryAction, state: EntryState): number {
    return this.#table.countOf(action, state);
  }

  /** Number of records to edit, delete and add, including dropped ones. */
  get actions(): Readonly<Record<EntryAction, number>> {
    return this.#actions;
  }

  /** Number of records that changed since the plan was made, included or not. */
  get changedSince(): number {
    return this.#changedSince;
  }

  /** Number of records that are or were to be written. */
  get total(): number {
    const { waiting, sent, done, failed, unclear } = this.counts;
    return waiting + sent + done + failed + unclear;
  }

  get isInterrupted(): boolean {
    return this.isReady && this.ended === undefined;
  }

  /** True if the run has written, or may have written, anything that can be undone. */
  get canBeUndone(): boolean {
    const written = (['edit', 'add'] as const).some(
      (action) => this.countOf(action, 'done') + this.countOf(action, 'unclear') > 0,
    );
    return this.plan.kind === 'edit' && this.undoneBy === undefined && written;
  }

  get(id: string): LedgerEntry | undefined {
    const index = this.#indexOf(id);
    return index === undefined ? undefined : this.#read(index);
  }

  stateAt(index: number): EntryState {
    return this.#table.stateAt(index);
  }

  /** True if the record changed since the plan was made, included or not. */
  isChangedSinceAt(index: number): boolean {
    return this.#table.isChangedSinceAt(index);
  }

  /** `at`: offset of the line in the journal. */
  apply(line: JournalLine, at: number): void {
    this.#version = nextVersion();
    switch (line.type) {
      case 'record': {
        const state = line.since === undefined ? 'waiting' : 'changed';
        return this.#add(line.id, state, line.action ?? this.plan.kind, line.since !== undefined, at);
      }
      case 'left':
        return this.#skip(line, at);
      case 'dropped':
        for (const id of line.ids) this.#leaveOut(id);
        return;
      case 'ready':
        for (const [key, label] of Object.entries(line.labels)) this.labels.set(key, label);
        for (const [key, decimals] of Object.entries(line.decimals ?? {})) this.decimals.set(key, decimals);
        for (const id of line.dropped) this.#leaveOut(id);
        return this.#makeReady();
      case 'begin':
        this.ended = undefined;
        return;
      case 'sent':
        for (const id of line.ids) this.#move(id, 'sent', at);
        return;
      case 'waiting':
      case 'done':
      case 'failed':
      case 'unclear':
        return this.#move(line.id, line.type, at);
      case 'again':
        for (let index = 0; index < this.#table.length; index++)
          if (this.stateAt(index) === 'failed' || (line.unclear === true && this.#isUnclearAdd(index)))
            this.#table.setState(index, 'waiting');
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

  /** Only before the run starts. */
  setExcluded(id: string, isDropped: boolean): void {
    const index = this.#indexOf(id);
    if (index === undefined) return;
    const state = this.stateAt(index);
    if (isDropped ? state !== 'waiting' : state !== 'dropped' && state !== 'changed') return;
    this.#table.setState(index, isDropped ? this.#leftOutAt(index) : 'waiting');
    this.#version = nextVersion();
  }

  #leftOutAt(index: number): EntryState {
    return this.isChangedSinceAt(index) ? 'changed' : 'dropped';
  }

  #leaveOut(id: string): void {
    const index = this.#indexOf(id);
    if (index !== undefined) this.#table.setLeftOut(index, true);
  }

  /** Includes records that changed since the plan was made, unless they are excluded. */
  #makeReady(): void {
    const table = this.#table;
    this.isReady = true;
    for (let index = 0; index < table.length; index++) {
      const state = table.stateAt(index);
      if (state === 'waiting' || state === 'dropped' || state === 'changed')
        table.setState(index, table.isLeftOutAt(index) ? this.#leftOutAt(index) : 'waiting');
      table.setLeftOut(index, false);
    }
  }

  #add(id: string, state: EntryState, action: EntryAction, isChangedSince: boolean, at: number): void {
    if (this.#indexOf(id) !== undefined) return;
    this.#ids.add(id);
    this.#table.add(state, action, isChangedSince, at);
    if (state === 'waiting' || state === 'changed') this.#actions[action] += 1;
    if (isChangedSince) this.#changedSince += 1;
  }

  /** Refuses a record that was planned before a problem was known, for example because it is named twice. */
  #skip({ id, how }: LeftLine, at: number): void {
    const index = this.#indexOf(id);
    if (index === undefined) return this.#add(id, how, this.plan.kind, false, at);
    const state = this.stateAt(index);
    if (how !== 'refused' || (state !== 'waiting' && state !== 'changed')) return;
    this.#actions[this.#table.actionAt(index)] -= 1;
    if (this.isChangedSinceAt(index)) this.#changedSince -= 1;
    this.#table.replace(index, 'refused', this.plan.kind);
    this.#table.setLast(index, at);
  }

  #move(id: string, state: EntryState, at: number): void {
    // only added ids are moved, so the digest is enough and no line is read
    const index = this.#ids.find(id);
    if (index === undefined) return;
    this.#table.setState(index, state);
    this.#table.setLast(index, at);
  }

  /** Reads a line only if the digest matches. */
  #indexOf(id: string): number | undefined {
    const index = this.#ids.find(id);
    return index !== undefined && this.#headOf(index).id === id ? index : undefined;
  }

  #isUnclearAdd(index: number): boolean {
    return this.stateAt(index) === 'unclear' && this.#table.actionAt(index) === 'add';
  }

  #headOf(index: number): RecordLine | LeftLine {
    return this.#lines.lineAt(this.#table.headAt(index)) as RecordLine | LeftLine;
  }

  *#readAll(isWanted: (index: number) => boolean): Generator<LedgerEntry, undefined> {
    for (let index = 0; index < this.#table.length; index++) if (isWanted(index)) yield this.#read(index);
  }

  #read(index: number): LedgerEntry {
    const table = this.#table;
    const head = this.#headOf(index);
    const last = table.lastAt(index) === table.headAt(index) ? head : this.#lines.lineAt(table.lastAt(index));
    const planned = last.type !== 'left' && head.type === 'record' ? head : undefined;
    const done = last.type === 'done' ? last : undefined;
    const state = this.stateAt(index);
    return {
      index,
      id: head.id,
      name: (last.type === 'left' && last.name) || head.name,
      action: table.actionAt(index),
      cells: planned?.cells ?? [],
      values: planned?.values,
      made: done?.made,
      held: done?.held ?? planned?.held,
      since: planned?.since,
      state,
      why: whyOf(state, last),
      at: last.type === 'sent' ? last.at : 0,
    };
  }
}

function whyOf(state: EntryState, last: JournalLine): string | undefined {
  if (last.type === 'record') return last.since;
  if (last.type === 'left') return last.why;
  if (last.type === 'done') return last.said;
  // a failed record may be waiting again
  return (last.type === 'failed' || last.type === 'unclear') && last.type === state ? last.why : undefined;
}

/** Longer lists sort by state only, because any other column must be read from the journal. */
export const maxSortedByText = 200_000;

/** Properties of a run for a list of runs, without its records. */
export type RunSummary = Readonly<Pick<BulkLedger, 'plan' | 'counts' | 'total' | 'ended' | 'undoneBy' | 'canBeUndone'>>;

export function summaryOf({ plan, counts, total, ended, undoneBy, canBeUndone }: BulkLedger): RunSummary {
  return { plan, counts, total, ended, undoneBy, canBeUndone };
}

/** Label of a record's state in a run. */
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
      return t('Not found');
    case 'dropped':
    case 'skipped':
      return t('Skipped');
    case 'changed':
      return t('Changed since the plan was made');
  }
  return state;
}

/** Index of ids, under 20 bytes each: a million strings would take too much memory. */
export class IdIndex {
  readonly #table: DigestTable;
  /** Ids whose digest collides with an earlier one: rare. */
  readonly #twins = new Map<string, number>();

  constructor(digest?: Digest) {
    this.#table = new DigestTable(digest);
  }

  /** Returns the index of an added id. For other ids, may return the index of an id with the same digest. */
  find(id: string): number | undefined {
    return this.#twins.get(id) ?? this.#table.find(id);
  }

  /** Appends an id. The caller has checked that it isn't there yet. */
  add(id: string): void {
    const index = this.#table.size;
    if (this.#table.add(id) !== index) this.#twins.set(id, index);
  }
}
