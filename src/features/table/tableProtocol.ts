import * as z from 'zod/mini';
import type { CellInfo } from '../../model/list/cellInfo.ts';
import type { QueryRemark } from '../../model/list/recordQuery.ts';
import type { ReferenceMatches } from '../../model/form/referenceValue.ts';
import type { PeekedRecord } from '../../model/form/shownValue.ts';
import type { Column } from '../../model/list/recordPage.ts';
import type { ShownColumn } from '../../model/list/shownColumn.ts';
import type { CellProblem, StagedReference } from '../../model/list/stagedCells.ts';
import { mostPastedCells } from '../../model/list/pastedBlock.ts';
import type { Remote } from '../common/channel.ts';
import { fromHost, nothing } from '../common/fromHost.ts';

/*
 * What the table and its host say to each other. The webview asks for what it shows and holds no more than that;
 * the host owns the service, the document with the staged cells, and what is remembered about columns.
 */

const shortText = z.string().check(z.maxLength(1_000));
const longText = z.string().check(z.maxLength(2_000_000));
const recordId = z.string().check(z.minLength(1), z.maxLength(1_000));
const columnKey = z.string().check(z.minLength(1), z.maxLength(1_000));

/** What a page asks with for the records that a reference may point at. */
export const lookUpParams = {
  text: shortText,
  /** Where to look, once a person has chosen one of several. */
  controller: z.optional(shortText),
};

/** No list view has more columns than that. */
function isBounded(byColumn: object): boolean {
  return Object.keys(byColumn).length <= 2_000;
}

/** Records that the service finds by its own means, which take the place of a list: part 3 of its interface. */
const tableFind = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('category'), category: shortText }),
  z.strictObject({ kind: z.literal('criteria'), criteria: shortText }),
  z.strictObject({ kind: z.literal('entry'), url: shortText, type: shortText }),
]);
export type TableFind = z.output<typeof tableFind>;

/** Equality, by column name. */
const columnFilters = z.record(columnKey, z.nullable(longText)).check(z.refine(isBounded));

/** What is asked of the service, beside the page. */
export const tableQuery = z.strictObject({
  sort: z.optional(z.strictObject({ columnName: shortText, direction: z.enum(['ASC', 'DESC']) })),
  search: z.optional(shortText),
  filters: z.optional(columnFilters),
  /** An expert's query, which only the service reads; it takes the place of the filters. Links and commands call it so. */
  rawQ: z.optional(longText),
  /** Nothing else of the query applies to what is found. */
  find: z.optional(tableFind),
});
export type TableQuery = z.output<typeof tableQuery>;

const rowIndex = z.int().check(z.gte(-1));

/** How the person left a table, for when it is shown again. */
export const tableViewState = z.strictObject({
  /** When that was, in milliseconds: of two, the later one counts. */
  at: z.number(),
  query: tableQuery,
  /** The first row on the screen. */
  top: z.int().check(z.gte(0)),
  active: z.strictObject({ row: rowIndex, column: rowIndex }),
  selection: z.strictObject({
    all: z.boolean(),
    ids: z.array(recordId).check(z.maxLength(10_000)),
    /** The address of the service whose records they are. */
    service: z.optional(shortText),
  }),
  /** How wide its first rows made the columns. */
  fitted: z.optional(z.record(columnKey, z.number()).check(z.refine(isBounded))),
  isFiltering: z.boolean(),
  isPreviewing: z.boolean(),
  /** Of a list view that is a chart. */
  views: z.optional(z.enum(['table', 'chart', 'both'])),
});
export type TableViewState = z.output<typeof tableViewState>;

/** What a chart draws; a part that is left out is guessed from the columns. */
const chartChoice = z.strictObject({
  /** The column whose values the rows are grouped by. */
  group: z.optional(columnKey),
  /** The column of numbers; null counts the rows. */
  measure: z.optional(z.nullable(columnKey)),
});
export type ChartChoice = z.output<typeof chartChoice>;

/** How the person arranged the columns of a list view; a column that is not named here is as the service has it. */
export const columnLayout = z.strictObject({
  order: z.array(columnKey).check(z.maxLength(2_000)),
  hidden: z.array(columnKey).check(z.maxLength(2_000)),
  shown: z.array(columnKey).check(z.maxLength(2_000)),
  pinned: z.array(columnKey).check(z.maxLength(2_000)),
  /** Those that are not to be pinned by themselves, as the record's name is in a table that is wider than the window. */
  unpinned: z.optional(z.array(columnKey).check(z.maxLength(2_000))),
  widths: z.record(columnKey, z.number().check(z.gte(20), z.lte(2_000))).check(z.refine(isBounded)),
  /** Deleted records are left out, by this column. */
  hidesDeleted: z.optional(columnKey),
  chart: z.optional(chartChoice),
});
export type ColumnLayout = z.output<typeof columnLayout>;

const columnKeys = z.optional(z.array(columnKey).check(z.maxLength(2_000)));
/** What a link says of a table: what is asked, and how the columns stand. */
export const linkedQuery = z.strictObject({
  ...tableQuery.shape,
  columns: z.optional(
    z.strictObject({
      order: columnKeys,
      hidden: columnKeys,
      shown: columnKeys,
      pinned: columnKeys,
    }),
  ),
});
export type LinkedQuery = z.output<typeof linkedQuery>;

/** A row as the table shows it. Long texts are cut; `cut` names the places of those cells. */
export interface TableRow {
  readonly id: string | null;
  readonly name: string;
  readonly isDeleted: boolean;
  readonly canEdit: boolean | undefined;
  readonly canDelete: boolean | undefined;
  readonly canComment?: boolean | undefined;
  readonly cells: readonly (string | null)[];
  readonly cut?: readonly number[];
}

export interface TableRows {
  /** The place of the first row, counted from 0. */
  readonly from: number;
  readonly rows: readonly TableRow[];
  readonly columns: readonly Column[];
  /** Null when the service does not tell. */
  readonly total: number | null;
  /** What the service said beside them. */
  readonly messages?: readonly string[];
  /** The service sends no more rows, and does not say whether these are all. */
  readonly isCut?: true;
  /** The column with the record's name, where the service tells. */
  readonly nameKey?: string;
  /** The column that says whether a record is deleted, where it is known. */
  readonly deletedKey?: string;
  /** The service is away: this is how it was then, in milliseconds. */
  readonly seenAt?: number;
}

/** A value for a cell that has not been sent yet; `from` is what the service had when it was typed. */
export interface StagedCell extends Partial<CellProblem> {
  readonly from: string | null;
  readonly to: string | null;
  readonly reference?: StagedReference;
}

/** What a filter of a column is typed into or chosen from. */
export type FilterKind = 'text' | 'number' | 'date' | 'dateTime' | 'time' | 'boolean' | 'choice' | 'reference';

/** What the form of a record tells of a column. */
export interface ColumnInfo {
  readonly filter: FilterKind;
  /** Left out where the column itself tells as much. */
  readonly shown?: ShownColumn;
  /** Of a column that shows the ids of other records: their names, as far as they are known. */
  readonly names?: Readonly<Record<string, string>>;
}
/** By the names of the columns, or their keys where they have none. */
export type ColumnInfos = Readonly<Record<string, ColumnInfo>>;

/** By record id, then by column key. */
export type StagedCells = Readonly<Record<string, Readonly<Record<string, StagedCell>>>>;

export interface TableConnection {
  readonly id: string;
  readonly name: string;
  readonly readOnly: boolean;
  /** The address of its service; empty while it is not known. */
  readonly service: string;
}

/** What the host can do with records, if the connection lets it; a button for anything else would lead nowhere. */
export type RecordCommand =
  | 'addRecord'
  | 'deleteRecords'
  | 'editRecords'
  | 'exportRecords'
  | 'openAsTable'
  | 'saveCells';

export interface TableStart {
  readonly connection: TableConnection;
  readonly controller: string;
  readonly title: string;
  readonly offers: readonly RecordCommand[];
  readonly pageSize: number;
  readonly layout: ColumnLayout | null;
  readonly staged: StagedCells;
  /** Records of the controller that are watched. */
  readonly watched: readonly string[];
  /** The kind of chart, when the list view is one. */
  readonly chart: string | null;
  /** What the service calls a chart of no known kind. */
  readonly chartHelper?: string;
  /** It is a part of another page, which has the keyboard. */
  readonly isPart?: boolean;
  /** From a link that was opened: it wins over how the table was left. */
  readonly query: TableQuery | null;
  /** How the table was left; VS Code may have an older or a newer one in the webview's own state. */
  readonly view: TableViewState | null;
  /** What is known of its columns from a form that was read before. */
  readonly columnInfos?: ColumnInfos;
  /** What the table will ask for first, when the host has it by now. */
  readonly first?: { readonly request: RowsRequest; readonly rows: TableRows };
}

const pastedCell = z.strictObject({
  id: recordId,
  column: columnKey,
  from: z.nullable(longText),
  /** As a person writes it; empty empties the cell. */
  text: longText,
  /** `from` is the beginning of a longer text. */
  isCut: z.optional(z.boolean()),
  /** The record whose cell `text` was copied from, where it is in the same column. */
  like: z.optional(recordId),
});
export type PastedCell = z.output<typeof pastedCell>;

export interface RefusedCell {
  readonly id: string;
  readonly column: string;
  readonly text: string;
  /** One sentence. */
  readonly why: string;
}

const rowsRequest = z.strictObject({
  query: tableQuery,
  from: z.int().check(z.gte(0)),
  count: z.int().check(z.gte(1), z.lte(1_000)),
});
export type RowsRequest = z.output<typeof rowsRequest>;

/** What the webview may ask of and tell the host. */
export const tableHost = {
  requests: {
    start: { params: nothing, result: fromHost<TableStart>() },
    rows: { params: rowsRequest, result: fromHost<TableRows>() },
    /** The whole text of a cell that was cut. */
    wholeText: { params: z.strictObject({ id: recordId, column: columnKey }), result: fromHost<string | null>() },
    /** Undefined `to` takes a staged value back. */
    stage: {
      params: z.strictObject({
        id: recordId,
        column: columnKey,
        from: z.nullable(longText),
        to: z.optional(z.nullable(longText)),
        /** The record that `to` names; without it the host looks for the one that has that name, or that id. */
        reference: z.optional(z.strictObject({ id: recordId, model: z.exactOptional(shortText) })),
      }),
      result: fromHost<StagedCells>(),
    },
    /** Cells that someone else changed, too: mine is to be saved over theirs, or it is discarded. */
    resolve: {
      params: z.strictObject({
        id: recordId,
        columns: z.array(columnKey).check(z.minLength(1), z.maxLength(2_000)),
        keep: z.enum(['mine', 'theirs']),
      }),
      result: fromHost<StagedCells>(),
    },
    /** Many at once, from a clipboard: what fits is staged in one step, of the rest it is told why not. */
    stageBlock: {
      params: z.strictObject({ cells: z.array(pastedCell).check(z.minLength(1), z.maxLength(mostPastedCells)) }),
      result: fromHost<{ readonly staged: StagedCells; readonly refused: readonly RefusedCell[] }>(),
    },
    save: { params: nothing, result: fromHost<undefined>() },
    /** For whoever pastes by the menu. */
    clipboard: { params: nothing, result: fromHost<string>() },
    /** What only the record's own form tells. */
    cellInfo: { params: z.strictObject({ id: recordId, column: columnKey }), result: fromHost<CellInfo>() },
    /** Records that the reference in a cell may point at. */
    lookUp: {
      params: z.strictObject({ id: recordId, column: columnKey, ...lookUpParams }),
      result: fromHost<ReferenceMatches>(),
    },
    /** The record that a cell points at; null where it points at none. */
    peek: { params: z.strictObject({ id: recordId, column: columnKey }), result: fromHost<PeekedRecord | null>() },
    /** The record that a cell points at is opened. */
    openReference: {
      params: z.strictObject({ id: recordId, column: columnKey, toSide: z.boolean() }),
      result: fromHost<undefined>(),
    },
    /** Of a column that is not told of, no more is known than the list says. */
    columnInfos: { params: nothing, result: fromHost<ColumnInfos>() },
    /** What a filter of the column may ask for, by a part of what a person reads. */
    filterChoices: {
      params: z.strictObject({ columnName: columnKey, ...lookUpParams }),
      result: fromHost<ReferenceMatches>(),
    },
    /** What a filter by this text asks for, in the cell of a record where one is named: the code of a choice, the id of a record. */
    filterValue: {
      params: z.strictObject({ id: z.optional(recordId), columnName: columnKey, text: longText }),
      result: fromHost<{ readonly value: string; readonly shown: string }>(),
    },
    /** What there is to say about an expert's query before it is sent. */
    checkQuery: { params: z.strictObject({ text: longText }), result: fromHost<{ remark: QueryRemark | null }>() },
    /** What the filters amount to, as an expert's query. */
    queryText: { params: z.strictObject({ filters: columnFilters }), result: fromHost<{ text: string }>() },
  },
  events: {
    /** What is asked from now on is asked of the service, not of what is remembered: Refresh, or Retry. */
    refresh: nothing,
    layout: columnLayout,
    /** The page has been painted for the first time, with its first rows if they were there by then. */
    shown: nothing,
    /** A moment after anything that should come back with the window. */
    view: tableViewState,
    openRecord: z.strictObject({ id: recordId, how: z.enum(['here', 'toSide', 'preview']) }),
    copy: z.strictObject({ text: longText }),
    copyLink: z.strictObject({ query: tableQuery, id: z.optional(recordId) }),
    copyAsCurl: z.strictObject({ query: tableQuery }),
    /** A picture of the chart; the person is asked where to. */
    saveFile: z.strictObject({
      name: z
        .string()
        .check(z.regex(/^[^\\/:*?"<>|\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]{1,120}\.(svg|png)$/u)),
      base64: z.base64().check(z.maxLength(40_000_000)),
    }),
    command: z.strictObject({
      name: z.enum([
        'addRecord',
        'compareRecords',
        'deleteRecords',
        'duplicateRecord',
        'editRecords',
        'exportRecords',
        'openAsTable',
        'openRecords',
        'saveSearch',
        'searchRecords',
        'setToken',
        'showHistory',
        'showLog',
        'stopWatching',
        'discard',
        'savePlan',
        'undo',
        'redo',
        'watchRecord',
      ]),
      /** What to search for. */
      text: z.optional(shortText),
      ids: z.optional(z.array(recordId).check(z.maxLength(100_000))),
      /** The address of the service whose records are meant. */
      madeFor: z.optional(shortText),
      /** All that match it, when no ids are named. */
      query: z.optional(tableQuery),
      /** Of all that match: those that are left out. */
      except: z.optional(z.array(recordId).check(z.maxLength(100_000))),
      /** The rows on the screen; `from` counts from 0. */
      shown: z.optional(z.strictObject({ from: z.int().check(z.gte(0)), count: z.int().check(z.gte(1)) })),
    }),
  },
} as const;
export type TableHost = Remote<typeof tableHost>;

/** What the host may ask of and tell the webview. */
export const tableView = {
  requests: {
    /** Before a save: whatever is being typed is staged first. */
    commit: { params: nothing, result: fromHost<undefined>() },
  },
  events: {
    staged: fromHost<StagedCells>(),
    /** The staged cells were saved, as far as that was possible. */
    saved: nothing,
    /** What the service said to the last save of cells. */
    said: fromHost<readonly string[]>(),
    /** The ids of the records that are watched now. */
    watched: fromHost<readonly string[]>(),
    /** It became read-only, or is so no more. */
    connection: fromHost<TableConnection>(),
    /** Records were changed, or the connection has a new token: what is shown is asked for anew. */
    refresh: nothing,
    /** They are selected no more. */
    deleted: fromHost<{ readonly ids: readonly string[] }>(),
    /** It is time for a refresh, unless a cell is being edited. */
    autoRefresh: nothing,
    focusSearch: nothing,
    /** A link to this list view was opened while the table was there already. */
    query: tableQuery,
    /** Of a search that was saved with its columns. */
    layout: columnLayout,
    goToRow: z.strictObject({ row: z.int().check(z.gte(1)) }),
  },
} as const;
