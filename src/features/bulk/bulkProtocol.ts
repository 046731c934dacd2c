import * as z from 'zod/mini';
import type { BulkChange } from '../../model/bulk/bulkChange.ts';
import type { BulkField } from '../../model/bulk/bulkPlan.ts';
import type { BulkWay, EntryAction } from '../../model/bulk/bulkJournal.ts';
import type { Counts, EntryState } from '../../model/bulk/bulkLedger.ts';
import type { Remote } from '../common/channel.ts';
import type { ReferenceMatches } from '../../model/form/referenceValue.ts';
import { lookUpParams } from '../table/tableProtocol.ts';
import { fromHost, nothing } from '../common/fromHost.ts';

/*
 * What the page of a bulk run and its host say to each other. The host has the records; the page asks for those that it
 * shows, and is told the state of the whole again and again.
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

/** Also what code passes to the command. */
export const bulkChanges = z.array(change).check(z.maxLength(500));

/** As it stands in the form: a value may still be missing. */
const drafts = z
  .array(
    z.strictObject({
      field: shortText,
      kind: z.enum(['set', 'clear', 'replace', 'add']),
      value: z.array(longText).check(z.maxLength(10_000)),
      find: longText,
      /** How the record is called that the value points at. */
      text: z.optional(longText),
      /** Of which model that is. */
      model: z.optional(shortText),
    }),
  )
  .check(z.maxLength(500));
export type ChangeDraft = z.output<typeof drafts>[number];

/** Which of the records are listed. */
export const bulkFilters = [
  'all',
  'change',
  'changed',
  'unchanged',
  'refused',
  'gone',
  'done',
  'failed',
  'waiting',
  'left',
] as const;
export type BulkFilter = (typeof bulkFilters)[number];

/** What they may be sorted by: all of them, not only those on the screen. */
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
  /** A new record cannot be opened before it is there and the service has told its id. */
  readonly canOpen: boolean;
  readonly cells: readonly { readonly label: string; readonly before: string; readonly after: string }[];
}

export interface BulkState {
  readonly step: 'choose' | 'working' | 'preview' | 'run';
  readonly kind: 'edit' | 'delete';
  readonly title: string;
  readonly connection: string;
  readonly controller: string;
  /** How many records it is about; null while they are being found. */
  readonly records: number | null;
  /** While it works: what at, and how far it is. */
  readonly work: { readonly words: string; readonly done: number; readonly total: number | null } | null;
  readonly fields: readonly BulkField[];
  readonly drafts: readonly ChangeDraft[];
  readonly counts: Counts | null;
  /** Changes with the records. */
  readonly version: number;
  readonly way: BulkWay | null;
  /** Whether it writes back what an earlier run changed. */
  readonly isUndo: boolean;
  /** The plan that it comes from, as its file says. */
  readonly plan: PlanState | null;
  /** How many records were changed since that plan was made, whether or not they were taken in. */
  readonly changedSince: number;
  /** How many of the records are to be added and deleted. */
  readonly adds: number;
  readonly deletes: number;
  /** The count has to be typed before it begins. */
  readonly asksCount: boolean;
  readonly run: RunState | null;
  /** Something to know or to mend, one sentence. */
  readonly note: string | null;
  readonly problem: string | null;
  /** Whether the connection lets anything be written. */
  readonly canWrite: boolean;
}

export interface PlanState {
  readonly name: string;
  /** False while it is not read, or cannot be. */
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
  /** New records that were sent, and nobody can tell whether they are there. */
  readonly unclearAdds: number;
}

/** What the page may ask of and tell its host. */
export const bulkHost = {
  requests: {
    start: { params: nothing, result: fromHost<BulkState>() },
    /** Records that the reference may point at. */
    lookUp: {
      params: z.strictObject({ field: shortText, ...lookUpParams }),
      result: fromHost<ReferenceMatches>(),
    },
    rows: {
      params: z.strictObject({
        filter: z.enum(bulkFilters),
        /** Without it, what is written comes first. */
        sort: z.exactOptional(z.strictObject({ by: z.enum(bulkColumns), isDescending: z.boolean() })),
        from: z.int().check(z.gte(0)),
        count: z.int().check(z.gte(1), z.lte(500)),
      }),
      result: fromHost<{ readonly total: number; readonly rows: readonly BulkRow[] }>(),
    },
  },
  events: {
    /** After every change in the form, so that nothing typed is lost with the tab. */
    drafts,
    plan: bulkChanges,
    /** From the preview to the form, or from looking at the records. */
    back: nothing,
    drop: z.strictObject({ ids: z.array(shortText).check(z.maxLength(500)), isDropped: z.boolean() }),
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
    /** Of a page that shows a plan. */
    readAgain: nothing,
    chooseConnection: nothing,
    openText: nothing,
    openRecord: z.strictObject({ id: shortText }),
  },
} as const;
export type BulkHost = Remote<typeof bulkHost>;

/** What the host may tell the page. */
export const bulkView = {
  requests: {},
  events: {
    state: fromHost<BulkState>(),
    /** To be given back when the tab comes back after a reload. */
    keep: z.unknown(),
  },
} as const;
