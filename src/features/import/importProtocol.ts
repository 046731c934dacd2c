import * as z from 'zod/mini';
import { fromHost, nothing } from '../common/fromHost.ts';

/* What the page that maps the columns of a file and its host say to each other. The host has the file and decides. */

const index = z.int().check(z.gte(0));
const text = z.string().check(z.maxLength(10_000));

/** A field by its index, the id, or nothing. */
const columnTarget = z.union([index, z.enum(['id', 'skip', 'unmapped'])]);
const matchTarget = z.union([index, z.enum(['id', 'none'])]);

/** What brings the page back after a reload. */
export const savedImport = z.object({
  /** The address of the file. */
  source: text,
  connection: text,
  controller: text,
  listView: z.optional(text),
  /** The address of the service that the import was begun for. */
  madeFor: text,
  /** The first letters of the titles: what was chosen is for columns with these. */
  titles: z.array(text),
  /** For each column the key of a field, `id`, or null to skip it; false where it is not mapped. */
  columns: z.array(z.union([text, z.null(), z.literal(false)])),
  /** The key of a field, `id`, `none`, or null where nothing is chosen. */
  match: z.nullable(text),
});
export type SavedImport = z.output<typeof savedImport>;

export interface ImportStart {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly samples: readonly string[] }[];
  /** With the name that a record has them under. */
  readonly fields: readonly { readonly label: string; readonly name: string }[];
  readonly state: ImportState;
}

interface Note {
  readonly tone: 'plain' | 'warning' | 'error';
  readonly text: string;
}

export interface ImportState {
  /** As many as there are columns. */
  readonly columns: readonly { readonly target: z.output<typeof columnTarget>; readonly note: Note | null }[];
  readonly matches: readonly z.output<typeof matchTarget>[];
  readonly match: z.output<typeof matchTarget> | null;
  /** What becomes of the records, one sentence. */
  readonly outcome: string;
  readonly summary: string;
  readonly remarks: readonly Note[];
  /** Why there is nothing to preview yet, one sentence. */
  readonly problem: string | null;
  readonly isBusy: boolean;
}

/** What the page may ask of and tell its host. */
export const importHost = {
  requests: {
    start: { params: nothing, result: fromHost<ImportStart>() },
    /** Reads the file again. */
    reload: { params: nothing, result: fromHost<ImportStart>() },
  },
  events: {
    choose: z.strictObject({ column: index, target: columnTarget }),
    match: matchTarget,
    preview: nothing,
  },
} as const;

/** What the host may tell the page. */
export const importView = {
  requests: {},
  events: { state: fromHost<ImportState>(), keep: fromHost<SavedImport>() },
} as const;
