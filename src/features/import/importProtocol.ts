import * as z from 'zod/mini';
import { type ImportMode, importModes } from '../../model/import/importWork.ts';
import { fromHost, nothing } from '../common/fromHost.ts';

/* Protocol between the column mapping page and its host. The host holds the file and makes the decisions. */

const index = z.int().check(z.gte(0));
const text = z.string().check(z.maxLength(10_000));

/** A field by its index, the id, or nothing. */
const columnTarget = z.union([index, z.enum(['id', 'skip', 'unmapped'])]);
const matchTarget = z.union([index, z.enum(['id', 'none'])]);

/** Restores the page after a reload. */
export const savedImport = z.object({
  /** URI of the file. */
  source: text,
  connection: text,
  controller: text,
  listView: z.optional(text),
  /** Base URL of the service that the import was started for. */
  madeFor: text,
  /** Beginnings of the column titles; the saved choices apply only to these columns. */
  titles: z.array(text),
  /** For each column: a field's key, `id`, null to skip it, or false if not mapped. */
  columns: z.array(z.union([text, z.null(), z.literal(false)])),
  /** A field's key, `id`, `none`, or null if nothing is chosen. */
  match: z.nullable(text),
  /** Absent in a tab of an earlier version. */
  mode: z.prefault(z.enum(importModes), 'both'),
});
export type SavedImport = z.output<typeof savedImport>;

export interface ImportStart {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly samples: readonly string[] }[];
  /** With the fields' names in the record. */
  readonly fields: readonly { readonly label: string; readonly name: string }[];
  readonly state: ImportState;
}

interface Note {
  readonly tone: 'plain' | 'warning' | 'error';
  readonly text: string;
}

export interface ImportState {
  /** One per column. */
  readonly columns: readonly { readonly target: z.output<typeof columnTarget>; readonly note: Note | null }[];
  readonly matches: readonly z.output<typeof matchTarget>[];
  readonly match: z.output<typeof matchTarget> | null;
  readonly mode: ImportMode;
  /** What will happen to the records, one sentence. */
  readonly outcome: string;
  readonly summary: string;
  readonly remarks: readonly Note[];
  /** Why there is nothing to preview yet, one sentence. */
  readonly problem: string | null;
  readonly isBusy: boolean;
}

/** Requests and events from the page to its host. */
export const importHost = {
  requests: {
    start: { params: nothing, result: fromHost<ImportStart>() },
    /** Re-reads the file. */
    reload: { params: nothing, result: fromHost<ImportStart>() },
  },
  events: {
    choose: z.strictObject({ column: index, target: columnTarget }),
    match: matchTarget,
    mode: z.enum(importModes),
    preview: nothing,
  },
} as const;

/** Events from the host to the page. */
export const importView = {
  requests: {},
  events: { state: fromHost<ImportState>(), storeState: fromHost<SavedImport>() },
} as const;
