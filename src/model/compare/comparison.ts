import type { Cell } from '../list/recordPage.ts';

/** Of the two that are compared: 0 is here, 1 is there. */
export type Side = 0 | 1;

/** A record of one side; its cells stand in the order of the compared fields. */
export interface ComparedRow {
  /** What its partner on the other side has, too. */
  readonly key: string;
  readonly id: string | null;
  readonly name: string;
  readonly cells: readonly Cell[];
}

/** What is told of a key. Those that are the same are counted and not kept. */
export type ComparedEntry =
  | {
      readonly kind: 'different';
      readonly here: ComparedRow;
      readonly there: ComparedRow;
      /** The places of the fields that differ. */
      readonly fields: readonly number[];
    }
  | { readonly kind: 'onlyHere'; readonly here: ComparedRow }
  | { readonly kind: 'onlyThere'; readonly there: ComparedRow }
  /** So many records of each side have this key: nobody can tell which of them belong together. */
  | {
      readonly kind: 'duplicate';
      readonly key: string;
      readonly name: string;
      readonly counts: readonly [number, number];
    };

/** A record, or two that belong together. */
export type ComparedPair = Exclude<ComparedEntry, { kind: 'duplicate' }>;

export function rowsOfEntry(entry: ComparedPair): readonly [ComparedRow | undefined, ComparedRow | undefined] {
  return ['here' in entry ? entry.here : undefined, 'there' in entry ? entry.there : undefined];
}

/** A row of a file has no name. */
export function nameOfEntry(entry: ComparedPair): string {
  const [here, there] = rowsOfEntry(entry);
  return here?.name || there?.name || '';
}

export type EntryKind = ComparedEntry['kind'];
export const entryKinds: readonly EntryKind[] = ['different', 'onlyHere', 'onlyThere', 'duplicate'];

/** Which entries are asked for: all, those of a kind, or those that differ in a field, by its place. */
export type EntryFilter = 'all' | EntryKind | { readonly field: number };

/** `notCompared`: pairs of which only the key is known to be equal, as the two sides have no other field in common. */
export type EntryCounts = Readonly<Record<EntryKind | 'same' | 'notCompared', number>>;

/** One sentence about one side, without its title, which has the name that its connection has when it is shown. */
export interface SideNote {
  readonly side: Side;
  readonly text: string;
}

export interface ComparisonSummary {
  readonly counts: EntryCounts;
  /** How many pairs differ in each field, in the order of the fields. */
  readonly byField: readonly number[];
  /** How many records were read of each side. */
  readonly read: readonly [number, number];
  readonly notes: readonly SideNote[];
  /** Every record of both sides was read, as far as anyone can tell. */
  readonly isComplete: boolean;
  /** What the services said beside their records. */
  readonly said: readonly string[];
}
