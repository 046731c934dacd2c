import * as z from 'zod/mini';
import type { BulkChange } from '../../model/bulk/bulkChange.ts';
import type { BulkField } from '../../model/bulk/bulkPlan.ts';
import type { WriteMethod, EntryAction } from '../../model/bulk/bulkJournal.ts';
import type { Counts, EntryState } from '../../model/bulk/bulkLedger.ts';
import type { Remote } from '../common/channel.ts';
import type { ReferenceMatches } from '../../model/form/referenceValue.ts';
import { lookUpParams } from '../table/tableProtocol.ts';
import { fromHost, nothing } from '../common/fromHost.ts';

/*
 * Protocol between the page of a bulk run and its host. The host holds the records; the page requests those that it
 * shows, and receives the overall state repeatedly.
 */

const shortText = z.string().check(z.minLength(1), z.maxLength(1_000));
const longText = z.string().check(z.maxLength(2_000_000));

const change: z.ZodMiniType<BulkChange> = z.discriminatedUnion('kind', [
  z.strictObject({
    field: shortText,
    kind: z.literal('set'),
    value: z.union([longText, z.array(longText)]),
    text: z.exactOptional(longText),
    model: z.exactOptional(shortText),
  }),
  z.strictObject({ field: shortText, kind: z.literal('clear') }),
  z.strictObject({ field: shortText, kind: z.literal('replace'), find: longText, with: longText }),
  z.strictObject({ field: shortText, kind: z.literal('add'), amount: shortText }),
]);

/** Also used for arguments that code passes to the command. */
export const bulkChanges = z.array(change).check(z.maxLength(500));

/** Draft as in the form: a value may still be missing. */
const drafts = z
  .array(
    z.strictObject({
      field: shortText,
      kind: z.enum(['set', 'clear', 'replace', 'add']),
      value: z.array(longText).check(z.maxLength(10_000)),
      find: longText,
      /** Name of the record that the value points to. */
      text: z.optional(longText),
      /** Model of that record. */
      model: z.optional(shortText),
    }),
  )
  .check(z.maxLength(500));
export type ChangeInput = z.output<typeof drafts>[number];

/** Filters of the record list. */
export const bulkFilters = [
  'all',
  'change',
  'changed',
  'unchanged',
  'refused',
  'gone',
  'skipped',
  'done',
  'failed',
  'waiting',
  'left',
] as const;
export type BulkFilter = (typeof bulkFilters)[number];

/** Sort columns; sorting applies to all records, not only to the visible ones. */
export const bulkColumns = ['record', 'change', 'outcome'] as const;
export type BulkColumn = (typeof bulkColumns)[number];

export interface BulkSort {
  readonly by: BulkColumn;
  readonly isDescending: boolean;
}

export interface BulkRow {
  readonly id: string;
  readonly name: string;
  readonly state: EntryState;
  readonly action: EntryAction;
  readonly why: string | null;
  /** A new record can't be opened until it is added and the service has returned its id. */
  readonly canOpen: boolean;
  readonly cells: readonly { readonly label: string; readonly before: string; readonly after: string }[];
}

export interface BulkState {
  readonly step: 'choose' | 'working' | 'preview' | 'run';
  readonly kind: 'edit' | 'delete';
  readonly title: string;
  readonly connection: string;
  readonly controller: string;
  /** Number of records; null while they are being found. */
  readonly records: number | null;
  /** Current activity and its progress. */
  readonly work: { readonly words: string; readonly done: number; readonly total: number | null } | null;
  readonly fields: readonly BulkField[];
  readonly drafts: readonly ChangeInput[];
  /** Null if no records are listed. */
  readonly counts: Counts | null;
  /** Changes when the records change, and is different for every preview and run. */
  readonly version: number;
  readonly way: WriteMethod | null;
  /** True if it undoes an earlier run. */
  readonly isUndo: boolean;
  /** The plan that it was created from, as described in its file. */
  readonly plan: PlanState | null;
  /** Number of records changed since the plan was made, included or not. */
  readonly changedSince: number;
  /** Number of records to add and to delete. */
  readonly adds: number;
  readonly deletes: number;
  /** True if the user must type the count to confirm. */
  readonly asksCount: boolean;
  readonly run: RunState | null;
  /** Note or error, one sentence each. */
  readonly note: string | null;
  readonly problem: string | null;
  /** True if the connection allows writes. */
  readonly canWrite: boolean;
}

export interface PlanState {
  readonly name: string;
  /** False until the plan is read, or if it can't be read. */
  readonly isRead: boolean;
  readonly connection: string;
  readonly address: string;
  readonly madeBy: string;
  readonly madeAt: number | null;
  readonly why: string;
}

export interface RunState {
  readonly id: string;
  readonly status: 'running' | 'paused' | 'canceling' | 'finished' | 'canceled' | 'stopped';
  /** "45 records a second", "3 min left". */
  readonly pace: readonly string[];
  readonly canUndo: boolean;
  /** New records that were sent without a known outcome. */
  readonly unclearAdds: number;
}

/** Requests and events from the page to its host. */
export const bulkHost = {
  requests: {
    start: { params: nothing, result: fromHost<BulkState>() },
    /** Records that the reference may point to. */
    lookUp: {
      params: z.strictObject({ field: shortText, ...lookUpParams }),
      result: fromHost<ReferenceMatches>(),
    },
    rows: {
      params: z.strictObject({
        filter: z.enum(bulkFilters),
        /** By default, records to write come first. */
        sort: z.exactOptional(z.strictObject({ by: z.enum(bulkColumns), isDescending: z.boolean() })),
        from: z.int().check(z.gte(0)),
        count: z.int().check(z.gte(1), z.lte(500)),
      }),
      result: fromHost<{ readonly total: number; readonly rows: readonly BulkRow[] }>(),
    },
  },
  events: {
    /** Sent after every change in the form, so that drafts survive closing the tab. */
    drafts,
    plan: bulkChanges,
    /** From the preview back to the form, or cancels the check of the records. */
    back: nothing,
    setExcluded: z.strictObject({ ids: z.array(shortText).check(z.maxLength(500)), isDropped: z.boolean() }),
    begin: z.strictObject({ typed: z.nullable(longText) }),
    pause: nothing,
    continue: nothing,
    cancel: nothing,
    resume: nothing,
    retry: nothing,
    retryUnclear: nothing,
    undo: nothing,
    report: nothing,
    savePlan: nothing,
    /** For a page that shows a plan. */
    readAgain: nothing,
    chooseConnection: nothing,
    openText: nothing,
    openRecord: z.strictObject({ id: shortText }),
  },
} as const;
export type BulkHost = Remote<typeof bulkHost>;

/** Events from the host to the page. */
export const bulkView = {
  requests: {},
  events: {
    state: fromHost<BulkState>(),
    /** State for the page to store, returned when the tab is restored after a reload. */
    storeState: z.unknown(),
  },
} as const;
