import { pathKey } from '../form/fieldPath.ts';
import type { RecordField } from '../form/formElement.ts';
import { decimalsOf, isIdentifier } from '../formatValue.ts';
import type { JsonObject } from '../json.ts';
import type { JournalLine, EntryAction, LineSource, RunPlan } from './bulkJournal.ts';
import { type Counts, type EntryState, EntryTable } from './entryTable.ts';
import type { PlannedCell } from './plannedCell.ts';
import { t } from '@vscode/l10n';
import { type Digest, DigestTable } from '../digestTable.ts';

export type { Counts, EntryState } from './entryTable.ts';

/** A record of a run as it stands at the moment. */
export interface LedgerEntry {
  /** In the order of the plan. */
  readonly place: number;
  readonly id: string;
  readonly name: string;
  readonly action: EntryAction;
  readonly cells: readonly PlannedCell[];
  /** All that it held when it was planned to be deleted. */
  readonly values: JsonObject | undefined;
  /** The id of a record that was added, as far as the service told it. */
  readonly made: string | undefined;
  /** A digest of what it held when it was planned to be deleted, or had been added. */
  readonly held: string | undefined;
  /** How it differs from what a plan says that it was. */
  readonly since: string | undefined;
  readonly state: EntryState;
  /** Why it failed, was refused or is unclear; or what the service said to a success. */
  readonly why: string | undefined;
  /** When it was sent. */
  readonly at: number;
}

/** In the order of the plan. Each is read from the journal when it is asked for. */
export interface LedgerEntries extends Iterable<LedgerEntry> {
  readonly length: number;
  at(place: number): LedgerEntry | undefined;
}

type ChangedField = Pick<RecordField, 'at' | 'label' | 'kind' | 'options'>;
type RecordLine = Extract<JournalLine, { type: 'record' }>;
type LeftLine = Extract<JournalLine, { type: 'left' }>;

/**
 * A run as its journal tells it, line by line. Of every record it keeps a few bytes, so that there may be a million of
 * them: its state, and where in the journal it stands and was told of last. The rest is read from there.
 */
export class BulkLedger {
  readonly plan: RunPlan;
  /** Of the fields that are changed, by the key of their path. */
  readonly labels = new Map<string, string>();
  /** What the numbers of a field are shown with at least: the most that one of them has. */
  readonly decimals = new Map<string, number>();
  readonly #lines: LineSource;
  readonly #ids = new IdIndex();
  readonly #table = new EntryTable();
  readonly #actions: Record<EntryAction, number> = { edit: 0, delete: 0, add: 0 };
  #changedSince = 0;
  /** The plan is complete. Until then nothing was written, and nothing may be. */
  isReady = false;
  /** How it ended; undefined while it runs, and after it was interrupted. */
  ended: 'finished' | 'canceled' | undefined;
  undoneBy: string | undefined;
  /** Counts the lines, so that someone who looks at it knows whether to look again. */
  version = 0;

  constructor(plan: RunPlan, lines: LineSource) {
    this.plan = plan;
    this.#lines = lines;
  }

  /** Of a field that is changed: how it and its values are shown. */
  addField({ at, label, kind, options }: ChangedField, { before, after }: PlannedCell): void {
    const key = pathKey(at);
    this.labels.set(key, label);
    // an option is shown by its label
    if (kind !== 'number' || options.length > 0 || isIdentifier(at.at(-1) ?? '')) return;
    this.decimals.set(key, Math.max(this.decimals.get(key) ?? 0, decimalsOf({ kind }, before, after)));
  }

  get entries(): LedgerEntries {
    const { length } = this.#table;
    const at = (place: number): LedgerEntry | undefined => (place < length ? this.#read(place) : undefined);
    return { length, at, [Symbol.iterator]: () => this.#readAll(() => true) };
  }

  /** Only those are read. */
  inState(states: readonly EntryState[], action?: EntryAction): Generator<LedgerEntry, undefined> {
    return this.#readAll(
      (place) =>
        states.includes(this.stateAt(place)) && (action === undefined || this.#table.actionAt(place) === action),
    );
  }

  get counts(): Counts {
    return this.#table.counts;
  }

  /** How many of them are in this state. */
  countOf(action: EntryAction, state: EntryState): number {
    return this.#table.countOf(action, state);
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
    const { waiting, sent, done, failed, unclear } = this.counts;
    return waiting + sent + done + failed + unclear;
  }

  get isInterrupted(): boolean {
    return this.isReady && this.ended === undefined;
  }

  /** Whether it has written something, or may have, that can be written back. */
  get canBeUndone(): boolean {
    const written = (['edit', 'add'] as const).some(
      (action) => this.countOf(action, 'done') + this.countOf(action, 'unclear') > 0,
    );
    return this.plan.kind === 'edit' && this.undoneBy === undefined && written;
  }

  get(id: string): LedgerEntry | undefined {
    const place = this.#placeOf(id);
    return place === undefined ? undefined : this.#read(place);
  }

  stateAt(place: number): EntryState {
    return this.#table.stateAt(place);
  }

  /** Whether it was changed since the plan was made, whether or not it was taken in. */
  isChangedSinceAt(place: number): boolean {
    return this.#table.isChangedSinceAt(place);
  }

  /** `at`: where the line begins in the journal. */
  apply(line: JournalLine, at: number): void {
    this.version += 1;
    switch (line.type) {
      case 'record': {
        const state = line.since === undefined ? 'waiting' : 'changed';
        return this.#add(line.id, state, line.action ?? this.plan.kind, line.since !== undefined, at);
      }
      case 'left':
        return this.#leave(line, at);
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
        for (let place = 0; place < this.#table.length; place++)
          if (this.stateAt(place) === 'failed' || (line.unclear === true && this.#isUnclearAdd(place)))
            this.#table.setState(place, 'waiting');
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
    const place = this.#placeOf(id);
    if (place === undefined) return;
    const state = this.stateAt(place);
    if (isDropped ? state !== 'waiting' : state !== 'dropped' && state !== 'changed') return;
    this.#table.setState(place, isDropped ? this.#leftOutAt(place) : 'waiting');
    this.version += 1;
  }

  #leftOutAt(place: number): EntryState {
    return this.isChangedSinceAt(place) ? 'changed' : 'dropped';
  }

  #leaveOut(id: string): void {
    const place = this.#placeOf(id);
    if (place !== undefined) this.#table.setLeftOut(place, true);
  }

  /** Whatever was changed since is taken in, unless it is left out. */
  #makeReady(): void {
    const table = this.#table;
    this.isReady = true;
    for (let place = 0; place < table.length; place++) {
      const state = table.stateAt(place);
      if (state === 'waiting' || state === 'dropped' || state === 'changed')
        table.setState(place, table.isLeftOutAt(place) ? this.#leftOutAt(place) : 'waiting');
      table.setLeftOut(place, false);
    }
  }

  #add(id: string, state: EntryState, action: EntryAction, isChangedSince: boolean, at: number): void {
    if (this.#placeOf(id) !== undefined) return;
    this.#ids.add(id);
    this.#table.add(state, action, isChangedSince, at);
    if (state === 'waiting' || state === 'changed') this.#actions[action] += 1;
    if (isChangedSince) this.#changedSince += 1;
  }

  /** What was planned before it was known that it cannot be, such as for a record that is named twice, is refused. */
  #leave({ id, how }: LeftLine, at: number): void {
    const place = this.#placeOf(id);
    if (place === undefined) return this.#add(id, how, this.plan.kind, false, at);
    const state = this.stateAt(place);
    if (how !== 'refused' || (state !== 'waiting' && state !== 'changed')) return;
    this.#actions[this.#table.actionAt(place)] -= 1;
    if (this.isChangedSinceAt(place)) this.#changedSince -= 1;
    this.#table.replace(place, 'refused', this.plan.kind);
    this.#table.setLast(place, at);
  }

  #move(id: string, state: EntryState, at: number): void {
    // what is moved was added, so that it is found without a look at its line
    const place = this.#ids.find(id);
    if (place === undefined) return;
    this.#table.setState(place, state);
    this.#table.setLast(place, at);
  }

  /** Only where its digest leads to one is a line read. */
  #placeOf(id: string): number | undefined {
    const place = this.#ids.find(id);
    return place !== undefined && this.#headOf(place).id === id ? place : undefined;
  }

  #isUnclearAdd(place: number): boolean {
    return this.stateAt(place) === 'unclear' && this.#table.actionAt(place) === 'add';
  }

  #headOf(place: number): RecordLine | LeftLine {
    return this.#lines.lineAt(this.#table.headAt(place)) as RecordLine | LeftLine;
  }

  *#readAll(isWanted: (place: number) => boolean): Generator<LedgerEntry, undefined> {
    for (let place = 0; place < this.#table.length; place++) if (isWanted(place)) yield this.#read(place);
  }

  #read(place: number): LedgerEntry {
    const table = this.#table;
    const head = this.#headOf(place);
    const last = table.lastAt(place) === table.headAt(place) ? head : this.#lines.lineAt(table.lastAt(place));
    const planned = last.type !== 'left' && head.type === 'record' ? head : undefined;
    const done = last.type === 'done' ? last : undefined;
    const state = this.stateAt(place);
    return {
      place,
      id: head.id,
      name: (last.type === 'left' && last.name) || head.name,
      action: table.actionAt(place),
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
  // what has failed may wait again
  return (last.type === 'failed' || last.type === 'unclear') && last.type === state ? last.why : undefined;
}

/** More than this are listed by their states only: whatever else there is would have to be read for it. */
export const mostSortedByText = 200_000;

/** What a list of runs needs to know of one, without its records. */
export type RunSummary = Readonly<Pick<BulkLedger, 'plan' | 'counts' | 'total' | 'ended' | 'undoneBy' | 'canBeUndone'>>;

export function summaryOf({ plan, counts, total, ended, undoneBy, canBeUndone }: BulkLedger): RunSummary {
  return { plan, counts, total, ended, undoneBy, canBeUndone };
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

/** Where ids are, in less than 20 bytes for each of a million: as texts they would be a burden. */
export class IdIndex {
  readonly #table: DigestTable;
  /** Ids that have the digest of an earlier one: hardly ever any. */
  readonly #twins = new Map<string, number>();

  constructor(digest?: Digest) {
    this.#table = new DigestTable(digest);
  }

  /** Where an id is that was added. For another one it may be where one with the same digest is. */
  find(id: string): number | undefined {
    return this.#twins.get(id) ?? this.#table.find(id);
  }

  /** At the next place. Who adds it has looked that it is not there. */
  add(id: string): void {
    const place = this.#table.size;
    if (this.#table.add(id) !== place) this.#twins.set(id, place);
  }
}
