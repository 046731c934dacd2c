import * as z from 'zod/mini';
import { type EntryCounts, type EntryKind, entryKinds } from '../../model/compare/comparison.ts';
import type { Remote } from '../common/channel.ts';
import { fromHost, nothing } from '../common/fromHost.ts';

/*
 * Protocol between the page of a comparison and its host. The host holds the results; the page requests what it shows.
 */

/** Filter of the listed entries. */
const filter = z.union([z.enum(['all', ...entryKinds]), z.strictObject({ field: z.int().check(z.gte(0)) })]);

/** An entry, by its index in the filtered list. */
const entry = z.strictObject({ filter, at: z.int().check(z.gte(0)) });

export interface CompareRow {
  readonly kind: EntryKind;
  /** Name of the record. */
  readonly name: string;
  /** Value that it was matched by. */
  readonly key: string;
  /** For pairs that differ, the fields that differ; otherwise the first non-empty fields. Display texts. */
  readonly cells: readonly { readonly label: string; readonly here: string; readonly there: string }[];
  /** For a duplicate key: the number of records on each side. */
  readonly times: readonly [number, number] | null;
}

export interface CompareState {
  /** Restores the tab. */
  readonly id: string;
  readonly title: string;
  /** Reason why nothing can be shown, one sentence. */
  readonly problem: string | null;
  readonly here: string;
  readonly there: string;
  /** Short names of the two sides. */
  readonly sideLabels: readonly [string, string];
  /** The label of the field, or null for the id. */
  readonly matchedBy: string | null;
  /** Labels of the compared fields. */
  readonly compared: readonly string[];
  readonly counts: EntryCounts;
  /** Fields that differ: index, label and number of pairs. */
  readonly fields: readonly { readonly field: number; readonly label: string; readonly count: number }[];
  /** Labels of fields that exist on only one side. */
  readonly onlyHere: readonly string[];
  readonly onlyThere: readonly string[];
  readonly notes: readonly string[];
  readonly said: readonly string[];
  readonly isComplete: boolean;
  /** Increases when the entries change. */
  readonly version: number;
  /** True while an action is in progress; no other can start. */
  readonly isBusy: boolean;
}

/** Requests and events from the page to its host. */
export const compareHost = {
  requests: {
    start: { params: nothing, result: fromHost<CompareState>() },
    rows: {
      params: z.strictObject({ filter, from: z.int().check(z.gte(0)), count: z.int().check(z.gte(1), z.lte(500)) }),
      result: fromHost<{ readonly total: number; readonly rows: readonly CompareRow[] }>(),
    },
  },
  events: {
    /** Opens both records of a pair side by side, or the only one. */
    openEntry: entry,
    showChanges: filter,
    makePlan: nothing,
    exportResult: nothing,
    compareAgain: nothing,
  },
} as const;
export type CompareHost = Remote<typeof compareHost>;

/** Events from the host to the page. */
export const compareView = { requests: {}, events: { state: fromHost<CompareState>() } } as const;
