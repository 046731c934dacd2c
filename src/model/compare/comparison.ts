import type { Cell } from '../list/recordPage.ts';

/** Index of a compared side: 0 is here, 1 is there. */
export type Side = 0 | 1;

/** A record of one side; cells are in the order of the compared fields. */
export interface ComparedRow {
  /** Equal to the key of its counterpart. */
  readonly key: string;
  readonly id: string | null;
  readonly name: string;
  readonly cells: readonly Cell[];
}

/** Comparison result for a key. Equal records are counted, not stored. */
export type ComparedEntry =
  | {
      readonly kind: 'different';
      readonly here: ComparedRow;
      readonly there: ComparedRow;
      /** Indexes of the fields that differ. */
      readonly fields: readonly number[];
    }
  | { readonly kind: 'onlyHere'; readonly here: ComparedRow }
  | { readonly kind: 'onlyThere'; readonly there: ComparedRow }
  /** Number of records on each side with this key: ambiguous, so they can't be paired. */
  | {
      readonly kind: 'duplicate';
      readonly key: string;
      readonly name: string;
      readonly counts: readonly [number, number];
    };

/** One record, or two that match. */
export type ComparedPair = Exclude<ComparedEntry, { kind: 'duplicate' }>;

export function rowsOfEntry(entry: ComparedPair): readonly [ComparedRow | undefined, ComparedRow | undefined] {
  return ['here' in entry ? entry.here : undefined, 'there' in entry ? entry.there : undefined];
}

/** Returns the name of the record; empty for a row of a file. */
export function nameOfEntry(entry: ComparedPair): string {
  const [here, there] = rowsOfEntry(entry);
  return here?.name || there?.name || '';
}

export type EntryKind = ComparedEntry['kind'];
export const entryKinds: readonly EntryKind[] = ['different', 'onlyHere', 'onlyThere', 'duplicate'];

/** Selects entries: all, those of a kind, or those that differ in a field, given by index. */
export type EntryFilter = 'all' | EntryKind | { readonly field: number };

/** `notCompared`: pairs with equal keys on sides that have no other field in common. */
export type EntryCounts = Readonly<Record<EntryKind | 'same' | 'notCompared', number>>;

/** One sentence about one side, without the side's title: the connection's name is looked up when it is shown. */
export interface SideNote {
  readonly side: Side;
  readonly text: string;
}

export interface ComparisonSummary {
  readonly counts: EntryCounts;
  /** Number of pairs that differ in each field, in field order. */
  readonly byField: readonly number[];
  /** Number of records read from each side. */
  readonly read: readonly [number, number];
  readonly notes: readonly SideNote[];
  /** True if every record of both sides was read, as far as is known. */
  readonly isComplete: boolean;
  /** Messages that the services returned with their records. */
  readonly said: readonly string[];
}
