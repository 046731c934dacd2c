import type { EntryAction } from './bulkJournal.ts';
import { grownArray } from '../firstIndexes.ts';

/**
 * - `waiting`: to be written · `sent`: about to be written or being written, outcome unknown
 * - `done`, `failed` (no effect), `unclear` (sent, outcome unknown)
 * - `unchanged`, `refused`, `gone`, `dropped`: excluded before the run began
 * - `changed`: changed since the plan was made, so excluded unless the user includes it
 */
export type EntryState = (typeof entryStates)[number];

export const entryStates = [
  'waiting',
  'sent',
  'done',
  'failed',
  'unclear',
  'unchanged',
  'refused',
  'gone',
  'dropped',
  'changed',
] as const;
const actions = ['edit', 'delete', 'add'] as const satisfies EntryAction[];

export type Counts = Readonly<Record<EntryState, number>>;

/* One byte per record: its state, its action, and these flags. */
const stateBits = 0x0f;
const actionShift = 4;
const kindBits = 0x3f;
const sinceBit = 0x40;
const leftOutBit = 0x80;

const first = 1_024;

/** Stores 17 bytes per record of a run: state, action and flags, and the offsets of its first and last journal line. */
export class EntryTable {
  #length = 0;
  #marks = new Uint8Array(first);
  #heads = new Float64Array(first);
  #lasts = new Float64Array(first);
  readonly counts = Object.fromEntries(entryStates.map((state) => [state, 0])) as Record<EntryState, number>;
  /** By action and state. */
  readonly #counts = new Uint32Array(kindBits + 1);

  get length(): number {
    return this.#length;
  }

  countOf(action: EntryAction, state: EntryState): number {
    return this.#counts[kindOf(action, state)] ?? 0;
  }

  /** `at`: offset of its journal line. */
  add(state: EntryState, action: EntryAction, isChangedSince: boolean, at: number): void {
    const place = this.#length++;
    if (place === this.#marks.length) this.#grow();
    this.#heads[place] = at;
    this.#lasts[place] = at;
    this.#marks[place] = kindOf(action, state) | (isChangedSince ? sinceBit : 0);
    this.#count(place, 1);
  }

  /** Overwrites state, action and flags. */
  replace(place: number, state: EntryState, action: EntryAction): void {
    this.#count(place, -1);
    this.#marks[place] = kindOf(action, state);
    this.#count(place, 1);
  }

  stateAt(place: number): EntryState {
    return entryStates[this.#markAt(place) & stateBits] ?? 'waiting';
  }

  setState(place: number, state: EntryState): void {
    this.#count(place, -1);
    this.#marks[place] = (this.#markAt(place) & ~stateBits) | entryStates.indexOf(state);
    this.#count(place, 1);
  }

  actionAt(place: number): EntryAction {
    return actions[(this.#markAt(place) & kindBits) >> actionShift] ?? 'edit';
  }

  isChangedSinceAt(place: number): boolean {
    return (this.#markAt(place) & sinceBit) !== 0;
  }

  isLeftOutAt(place: number): boolean {
    return (this.#markAt(place) & leftOutBit) !== 0;
  }

  setLeftOut(place: number, isLeftOut: boolean): void {
    this.#marks[place] = isLeftOut ? this.#markAt(place) | leftOutBit : this.#markAt(place) & ~leftOutBit;
  }

  /** Offset of the record's first journal line. */
  headAt(place: number): number {
    return this.#heads[place] ?? 0;
  }

  /** Offset of the record's last journal line. */
  lastAt(place: number): number {
    return this.#lasts[place] ?? 0;
  }

  setLast(place: number, at: number): void {
    this.#lasts[place] = at;
  }

  #markAt(place: number): number {
    return this.#marks[place] ?? 0;
  }

  #count(place: number, by: 1 | -1): void {
    this.counts[this.stateAt(place)] += by;
    this.#counts[this.#markAt(place) & kindBits]! += by;
  }

  #grow(): void {
    const length = this.#marks.length * 2;
    this.#marks = grownArray(this.#marks, new Uint8Array(length));
    this.#heads = grownArray(this.#heads, new Float64Array(length));
    this.#lasts = grownArray(this.#lasts, new Float64Array(length));
  }
}

function kindOf(action: EntryAction, state: EntryState): number {
  return (actions.indexOf(action) << actionShift) | entryStates.indexOf(state);
}
