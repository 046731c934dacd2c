import type { EntryAction } from './bulkJournal.ts';
import { grownArray } from '../firstIndexes.ts';

/**
 * - `waiting`: to be written · `sent`: about to be written or being written, outcome unknown
 * - `done`, `failed` (no effect), `unclear` (sent, outcome unknown)
 * - `unchanged`, `refused`, `gone`, `dropped`: excluded before the run began
 * - `skipped`: excluded by the mode of an import; can't be included
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
  'skipped',
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
    const index = this.#length++;
    if (index === this.#marks.length) this.#grow();
    this.#heads[index] = at;
    this.#lasts[index] = at;
    this.#marks[index] = kindOf(action, state) | (isChangedSince ? sinceBit : 0);
    this.#count(index, 1);
  }

  /** Overwrites state, action and flags. */
  replace(index: number, state: EntryState, action: EntryAction): void {
    this.#count(index, -1);
    this.#marks[index] = kindOf(action, state);
    this.#count(index, 1);
  }

  stateAt(index: number): EntryState {
    return entryStates[this.#markAt(index) & stateBits] ?? 'waiting';
  }

  setState(index: number, state: EntryState): void {
    this.#count(index, -1);
    this.#marks[index] = (this.#markAt(index) & ~stateBits) | entryStates.indexOf(state);
    this.#count(index, 1);
  }

  actionAt(index: number): EntryAction {
    return actions[(this.#markAt(index) & kindBits) >> actionShift] ?? 'edit';
  }

  isChangedSinceAt(index: number): boolean {
    return (this.#markAt(index) & sinceBit) !== 0;
  }

  isLeftOutAt(index: number): boolean {
    return (this.#markAt(index) & leftOutBit) !== 0;
  }

  setLeftOut(index: number, isLeftOut: boolean): void {
    this.#marks[index] = isLeftOut ? this.#markAt(index) | leftOutBit : this.#markAt(index) & ~leftOutBit;
  }

  /** Offset of the record's first journal line. */
  headAt(index: number): number {
    return this.#heads[index] ?? 0;
  }

  /** Offset of the record's last journal line. */
  lastAt(index: number): number {
    return this.#lasts[index] ?? 0;
  }

  setLast(index: number, at: number): void {
    this.#lasts[index] = at;
  }

  #markAt(index: number): number {
    return this.#marks[index] ?? 0;
  }

  #count(index: number, by: 1 | -1): void {
    this.counts[this.stateAt(index)] += by;
    this.#counts[this.#markAt(index) & kindBits]! += by;
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
