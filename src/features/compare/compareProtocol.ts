import * as z from 'zod/mini';
import { type EntryCounts, type EntryKind, entryKinds } from '../../model/compare/comparison.ts';
import type { Remote } from '../common/channel.ts';
import { fromHost, nothing } from '../common/fromHost.ts';

/* What the page of a comparison and its host say to each other. The host has what was found; the page asks for what it shows. */

/** Which of the entries are listed. */
const filter = z.union([z.enum(['all', ...entryKinds]), z.strictObject({ field: z.int().check(z.gte(0)) })]);

/** One of them, by its place among those that the filter leaves. */
const entry = z.strictObject({ filter, at: z.int().check(z.gte(0)) });

export interface CompareRow {
  readonly kind: EntryKind;
  /** How a person calls the record. */
  readonly name: string;
  /** What it was matched by. */
  readonly key: string;
  /** Of different ones the fields that differ; of others the first that hold something. As a person reads them. */
  readonly cells: readonly { readonly label: string; readonly here: string; readonly there: string }[];
  /** Of a key that several records have: how many of each side. */
  readonly times: readonly [number, number] | null;
}

export interface CompareState {
  /** By which its tab comes back. */
  readonly id: string;
  readonly title: string;
  /** Why nothing of it can be shown, one sentence. */
  readonly problem: string | null;
  readonly here: string;
  readonly there: string;
  /** The label of the field, or null for the id. */
  readonly matchedBy: string | null;
  /** The labels of the fields whose values were compared. */
  readonly compared: readonly string[];
  readonly counts: EntryCounts;
  /** Those that differ anywhere, with their place and how many pairs differ in them. */
  readonly fields: readonly { readonly field: number; readonly label: string; readonly count: number }[];
  /** Fields that only one side has, by their labels. */
  readonly onlyHere: readonly string[];
  readonly onlyThere: readonly string[];
  readonly notes: readonly string[];
  readonly said: readonly string[];
  readonly isComplete: boolean;
  /** Changes with the entries. */
  readonly version: number;
  /** Something is under way: nothing else can be begun. */
  readonly isBusy: boolean;
}

/** What the page may ask of and tell its host. */
export const compareHost = {
  requests: {
    start: { params: nothing, result: fromHost<CompareState>() },
    rows: {
      params: z.strictObject({ filter, from: z.int().check(z.gte(0)), count: z.int().check(z.gte(1), z.lte(500)) }),
      result: fromHost<{ readonly total: number; readonly rows: readonly CompareRow[] }>(),
    },
  },
  events: {
    /** Both of a pair beside each other, or the one that there is. */
    openEntry: entry,
    showChanges: filter,
    makePlan: nothing,
    exportResult: nothing,
    compareAgain: nothing,
  },
} as const;
export type CompareHost = Remote<typeof compareHost>;

/** What the host may tell the page. */
export const compareView = { requests: {}, events: { state: fromHost<CompareState>() } } as const;
