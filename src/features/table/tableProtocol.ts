import * as z from 'zod/mini';
import type { CellInfo } from '../../model/list/cellInfo.ts';
import { conditionOperators } from '../../model/list/condition.ts';
import type { QueryRemark } from '../../model/list/recordQuery.ts';
import type { ReferenceMatches } from '../../model/form/referenceValue.ts';
import type { PeekedRecord } from '../../model/form/shownValue.ts';
import type { ProfileState } from '../../model/list/columnProfile.ts';
import type { Column } from '../../model/list/recordPage.ts';
import type { ShownColumn } from '../../model/list/shownColumn.ts';
import type { CellProblem, StagedReference } from '../../model/list/stagedCells.ts';
import { maxPastedCells } from '../../model/list/pastedBlock.ts';
import type { Remote } from '../common/channel.ts';
import { fromHost, nothing } from '../common/fromHost.ts';

/*
 * Protocol between the table and its host. The webview requests what it shows and holds nothing else; the host owns the
 * service, the document with the staged cells, and the stored column layouts.
 */

const shortText = z.string().check(z.maxLength(1_000));
const longText = z.string().check(z.maxLength(2_000_000));
const recordId = z.string().check(z.minLength(1), z.maxLength(1_000));
const columnKey = z.string().check(z.minLength(1), z.maxLength(1_000));

/** Parameters to look up the records that a reference may point to. */
export const lookUpParams = {
  text: shortText,
  /** The controller to search, once the user has chosen one of several. */
  controller: z.optional(shortText),
};

/** No list view has more columns. */
function isBounded(byColumn: object): boolean {
  return Object.keys(byColumn).length <= 2_000;
}

/** Records found by the service's own search functions, shown instead of a list: part 3 of its interface. */
const tableFind = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('category'), category: shortText }),
  z.strictObject({ kind: z.literal('criteria'), criteria: shortText }),
  z.strictObject({ kind: z.literal('entry'), url: shortText, type: shortText }),
]);
export type TableFind = z.output<typeof tableFind>;

/** Equality filters by column name. */
const columnFilters = z.record(columnKey, z.nullable(longText)).check(z.refine(isBounded));

/** Filters that are applied locally, to all records; the service doesn't have to support them. */
const tableCondition = z.strictObject({
  column: columnKey,
  operator: z.enum(conditionOperators),
  values: z.readonly(z.array(shortText).check(z.maxLength(1_000))),
});
const tableConditions = z.readonly(z.array(tableCondition).check(z.maxLength(50)));

/** The query, without paging. */
export const tableQuery = z.strictObject({
  sort: z.optional(z.strictObject({ columnName: shortText, direction: z.enum(['ASC', 'DESC']) })),
  search: z.optional(shortText),
  filters: z.optional(columnFilters),
  /** Combined with the filters. */
  conditions: z.optional(tableConditions),
  /** Raw query, interpreted only by the service; replaces the filters and conditions. Links and commands use this name. */
  rawQ: z.optional(longText),
  /** Excludes all other parts of the query. */
  find: z.optional(tableFind),
});
export type TableQuery = z.output<typeof tableQuery>;

const rowIndex = z.int().check(z.gte(-1));

/** Saved state of a table, to restore it. */
export const tableViewState = z.strictObject({
  /** Timestamp in milliseconds: the later of two states wins. */
  at: z.number(),
  query: tableQuery,
  /** Index of the first visible row. */
  top: z.int().check(z.gte(0)),
  active: z.strictObject({ row: rowIndex, column: rowIndex }),
  selection: z.strictObject({
    all: z.boolean(),
    ids: z.array(recordId).check(z.maxLength(10_000)),
    /** Base URL of the service that the records belong to. */
    service: z.optional(shortText),
  }),
  /** Column widths fitted to the first rows. */
  fitted: z.optional(z.record(columnKey, z.number()).check(z.refine(isBounded))),
  isFiltering: z.boolean(),
  isPreviewing: z.boolean(),
  /** For a chart list view. */
  views: z.optional(z.enum(['table', 'chart', 'both'])),
  /** Key of the profiled column. */
  profile: z.optional(columnKey),
});
export type TableViewState = z.output<typeof tableViewState>;

/** What a chart draws; omitted parts are guessed from the columns. */
const chartChoice = z.strictObject({
  /** The column to group rows by. */
  group: z.optional(columnKey),
  /** The numeric column; null counts rows. */
  measure: z.optional(z.nullable(columnKey)),
});
export type ChartChoice = z.output<typeof chartChoice>;

/** The user's column layout of a list view; columns not listed here keep the service's defaults. */
export const columnLayout = z.strictObject({
  order: z.array(columnKey).check(z.maxLength(2_000)),
  hidden: z.array(columnKey).check(z.maxLength(2_000)),
  shown: z.array(columnKey).check(z.maxLength(2_000)),
  pinned: z.array(columnKey).check(z.maxLength(2_000)),
  /**
   * Columns excluded from automatic pinning, which applies to the record's name if the table is wider than the window.
   */
  unpinned: z.optional(z.array(columnKey).check(z.maxLength(2_000))),
  widths: z.record(columnKey, z.number().check(z.gte(20), z.lte(2_000))).check(z.refine(isBounded)),
  /** The column that deleted records are filtered out by. */
  hidesDeleted: z.optional(columnKey),
  /** Set while a column with access rights is shown. */
  withAccess: z.optional(z.literal(true)),
  chart: z.optional(chartChoice),
});
export type ColumnLayout = z.output<typeof columnLayout>;

const columnKeys = z.optional(z.array(columnKey).check(z.maxLength(2_000)));
/** Query and column layout from a link. */
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

/** A row as shown in the table. Long texts are truncated; `cut` lists the indexes of those cells. */
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
  /** Zero-based index of the first row. */
  readonly from: number;
  readonly rows: readonly TableRow[];
  readonly columns: readonly Column[];
  /** Columns with access rights; among `columns` only while the layout shows one. */
  readonly access?: readonly Column[];
  /** Null if not provided by the service. */
  readonly total: number | null;
  /** Messages from the service. */
  readonly messages?: readonly string[];
  /** True if the service sends no more rows without saying whether these are all. */
  readonly isCut?: true;
  /** True if the list is filtered locally and still being read: the total grows. */
  readonly isGrowing?: true;
  /** Progress of reading it. */
  readonly filtered?: FilterStatus;
  /** The column with the record's name, if the service says which. */
  readonly nameKey?: string;
  /** The column that marks a record as deleted, if known. */
  readonly deletedKey?: string;
  /** Set if the service is unreachable: the time when these rows were loaded, in milliseconds. */
  readonly seenAt?: number;
}

/** Progress of reading a list with conditions. */
export interface FilterStatus {
  /** Higher in later statuses: an event may overtake a response that was prepared before it. */
  readonly at: number;
  readonly state: 'reading' | 'complete' | 'stopped' | 'failed';
  /** Records that match, so far. */
  readonly found: number;
  readonly read: number;
  /** Values that couldn't be compared, if any. */
  readonly unread?: number;
  /** Null if not provided by the service. */
  readonly total: number | null;
  /** Why it failed, in one sentence. */
  readonly why?: string;
}

/** An unsaved value of a cell; `from` is the service's value when the edit started. */
export interface StagedCell extends Partial<CellProblem> {
  readonly from: string | null;
  readonly to: string | null;
  readonly reference?: StagedReference;
}

/** Kind of a column's filter. */
export type FilterKind = 'text' | 'number' | 'date' | 'dateTime' | 'time' | 'boolean' | 'choice' | 'reference';

/** Column info from a record's form. */
export interface ColumnInfo {
  readonly filter: FilterKind;
  /** Omitted if the column itself provides the same. */
  readonly shown?: ShownColumn;
  /** For a column that shows the ids of other records: their names, as far as known. */
  readonly names?: Readonly<Record<string, string>>;
}
/** By column name, or by key for columns without a name. */
export type ColumnInfos = Readonly<Record<string, ColumnInfo>>;

/** By record id, then by column key. */
export type StagedCells = Readonly<Record<string, Readonly<Record<string, StagedCell>>>>;

export interface TableConnection {
  readonly id: string;
  readonly name: string;
  readonly readOnly: boolean;
  /** Base URL of its service; empty if unknown. */
  readonly service: string;
}

/** Record commands that the host offers, subject to the connection; no button is shown for any other. */
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
  /** Ids of the controller's watched records. */
  readonly watched: readonly string[];
  /** The kind of chart, if the list view is a chart. */
  readonly chart: string | null;
  /** The service's name for a chart of unknown kind. */
  readonly chartHelper?: string;
  /** True if the table is embedded in another page, which has focus. */
  readonly isPart?: boolean;
  /** Query from an opened link; takes precedence over the saved state. */
  readonly query: TableQuery | null;
  /** The saved state; the webview's own state in VS Code may be older or newer. */
  readonly view: TableViewState | null;
  /** Column info from a cached form. */
  readonly columnInfos?: ColumnInfos;
  /** Response to the table's first request, if the host already has it. */
  readonly first?: { readonly request: RowsRequest; readonly rows: TableRows };
}

const pastedCell = z.strictObject({
  id: recordId,
  column: columnKey,
  from: z.nullable(longText),
  /** Text as typed by a user; empty clears the cell. */
  text: longText,
  /** True if `from` is only the beginning of a longer text. */
  isCut: z.optional(z.boolean()),
  /** The record that `text` was copied from, if it was in the same column. */
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

/** A profile of a column, and the number of the task that counts it. */
export interface LiveProfile {
  readonly task: number;
  readonly state: ProfileState;
}

/** Requests and events from the webview to the host. */
export const tableHost = {
  requests: {
    start: { params: nothing, result: fromHost<TableStart>() },
    rows: { params: rowsRequest, result: fromHost<TableRows>() },
    /** The full text of a truncated cell. */
    wholeText: { params: z.strictObject({ id: recordId, column: columnKey }), result: fromHost<string | null>() },
    /** Undefined `to` discards the staged value. */
    stage: {
      params: z.strictObject({
        id: recordId,
        column: columnKey,
        from: z.nullable(longText),
        to: z.optional(z.nullable(longText)),
        /** The record that `to` names; if absent, the host looks up the record by name or id. */
        reference: z.optional(z.strictObject({ id: recordId, model: z.exactOptional(shortText) })),
      }),
      result: fromHost<StagedCells>(),
    },
    /** Resolves conflicting cells: save my value over theirs, or discard it. */
    resolve: {
      params: z.strictObject({
        id: recordId,
        columns: z.array(columnKey).check(z.minLength(1), z.maxLength(2_000)),
        keep: z.enum(['mine', 'theirs']),
      }),
      result: fromHost<StagedCells>(),
    },
    /** Stages a pasted block in one step: valid cells are staged, the others are returned with the reason. */
    stageBlock: {
      params: z.strictObject({ cells: z.array(pastedCell).check(z.minLength(1), z.maxLength(maxPastedCells)) }),
      result: fromHost<{ readonly staged: StagedCells; readonly refused: readonly RefusedCell[] }>(),
    },
    save: { params: nothing, result: fromHost<undefined>() },
    /** For Paste from the menu. */
    clipboard: { params: nothing, result: fromHost<string>() },
    /** Info that only the record's form provides. */
    cellInfo: { params: z.strictObject({ id: recordId, column: columnKey }), result: fromHost<CellInfo>() },
    /** Records that the reference in a cell may point to. */
    lookUp: {
      params: z.strictObject({ id: recordId, column: columnKey, ...lookUpParams }),
      result: fromHost<ReferenceMatches>(),
    },
    /** The record that a cell points to; null if none. */
    peek: { params: z.strictObject({ id: recordId, column: columnKey }), result: fromHost<PeekedRecord | null>() },
    /** Opens the record that a cell points to. */
    openReference: {
      params: z.strictObject({ id: recordId, column: columnKey, toSide: z.boolean() }),
      result: fromHost<undefined>(),
    },
    /** For a column without info, only the list's description is known. */
    columnInfos: { params: nothing, result: fromHost<ColumnInfos>() },
    /** Choices for a column's filter that match a part of the display text. */
    filterChoices: {
      params: z.strictObject({ columnName: columnKey, ...lookUpParams }),
      result: fromHost<ReferenceMatches>(),
    },
    /**
     * The stored value to filter by for a display text (from a record's cell if `id` is set): a choice's code or a
     * record's id.
     */
    filterValue: {
      params: z.strictObject({ id: z.optional(recordId), columnName: columnKey, text: longText }),
      result: fromHost<{ readonly value: string; readonly shown: string }>(),
    },
    /** Validates a raw query before it is sent. */
    checkQuery: { params: z.strictObject({ text: longText }), result: fromHost<{ remark: QueryRemark | null }>() },
    /**
     * Starts to profile a column, and ends an earlier profile. If the same profile is running or complete, returns it,
     * unless a fresh one is wanted.
     */
    profile: {
      params: z.strictObject({ column: columnKey, query: tableQuery, isFresh: z.optional(z.boolean()) }),
      result: fromHost<LiveProfile>(),
    },
    /** Converts the filters to a raw query. */
    queryText: { params: z.strictObject({ filters: columnFilters }), result: fromHost<{ text: string }>() },
  },
  events: {
    /** Bypass the cache from now on: Refresh or Retry. */
    refresh: nothing,
    /** Stops reading a list with conditions; what was found so far stays. */
    stopFilter: nothing,
    /** Continues reading after a stop or an outage of the service. */
    continueFilter: nothing,
    layout: columnLayout,
    /** Stops reading for the profile, continues it, or ends it. */
    changeProfile: z.enum(['stop', 'continue', 'close']),
    /** The page was painted for the first time, with its first rows if they had arrived. */
    shown: nothing,
    /** Debounced; sent after any change that should be restored with the window. */
    view: tableViewState,
    openRecord: z.strictObject({ id: recordId, how: z.enum(['here', 'toSide', 'preview']) }),
    copy: z.strictObject({ text: longText }),
    copyLink: z.strictObject({ query: tableQuery, id: z.optional(recordId) }),
    copyAsCurl: z.strictObject({ query: tableQuery }),
    /** An image of the chart; the user is asked where to save it. */
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
        'profileColumn',
        'saveSearch',
        'searchRecords',
        'setToken',
        'showHistory',
        'showLog',
        'stopWatching',
        'discard',
        'savePlan',
        'compareChanges',
        'undo',
        'redo',
        'watchRecord',
      ]),
      /** The search text, or the key of the column to profile. */
      text: z.optional(shortText),
      ids: z.optional(z.array(recordId).check(z.maxLength(100_000))),
      /** Base URL of the service that the records belong to. */
      madeFor: z.optional(shortText),
      /** All matching records, if no ids are given. */
      query: z.optional(tableQuery),
      /** Ids excluded from all matching records. */
      except: z.optional(z.array(recordId).check(z.maxLength(100_000))),
      /** Visible rows; `from` is zero-based. */
      shown: z.optional(z.strictObject({ from: z.int().check(z.gte(0)), count: z.int().check(z.gte(1)) })),
    }),
  },
} as const;
export type TableHost = Remote<typeof tableHost>;

/** Requests and events from the host to the webview. */
export const tableView = {
  requests: {
    /** Stages the edit in progress before a save. */
    commit: { params: nothing, result: fromHost<undefined>() },
  },
  events: {
    staged: fromHost<StagedCells>(),
    /** The staged cells were saved, as far as possible. */
    saved: nothing,
    /** The service's messages about the last save of cells. */
    said: fromHost<readonly string[]>(),
    /** Ids of the currently watched records. */
    watched: fromHost<readonly string[]>(),
    /** The connection changed, for example to or from read-only. */
    connection: fromHost<TableConnection>(),
    /** Progress of the current query's conditions; null for a query without any. */
    filtered: fromHost<FilterStatus | null>(),
    /** Records changed, or the connection has a new token: reload. */
    refresh: nothing,
    /** Deselect these records. */
    deleted: fromHost<{ readonly ids: readonly string[] }>(),
    /** Refresh now, unless a cell is being edited. */
    autoRefresh: nothing,
    focusSearch: nothing,
    /** Runs on the selected records, or on all matching ones if none is selected. */
    runOnSelected: z.enum(['deleteRecords', 'editRecords']),
    /** A link to this list view was opened while the table was already open. */
    query: tableQuery,
    /** Layout of a search that was saved with its columns. */
    layout: columnLayout,
    goToRow: z.strictObject({ row: z.int().check(z.gte(1)) }),
    /** Shows the profile of a column. */
    showProfile: z.strictObject({ column: columnKey }),
    /** Updated counts of the profile. */
    profile: fromHost<LiveProfile>(),
  },
} as const;
