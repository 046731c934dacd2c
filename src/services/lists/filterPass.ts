import { addLetters } from '../../model/digestTable.ts';
import type { Column, RecordPage, RecordRow } from '../../model/list/recordPage.ts';
import type { RowFilter } from '../../model/list/rowFilter.ts';
import type { RecordService } from '../../service/recordService.ts';
import { isInMemory, isShort, type ListClient } from '../export/listThread.ts';
import type { ListAddress, ListQuery } from './listAddress.ts';
import {
  type FilteredQuery,
  type FormClient,
  matcher,
  preparedFilter,
  type ReferenceNames,
  serviceQuery,
} from './listFilter.ts';
import { ListReader } from './listReader.ts';

/** The part of an unfiltered list that is read next. Plain data, so that it can be passed to a thread. */
export interface FilterPass {
  /** Zero-based index in the unfiltered list. */
  readonly from: number;
  /** Only this many matches come with their rows. */
  readonly maxRows: number;
  /** Order of the cells; that of the first page if undefined. */
  readonly columns?: readonly Column[] | undefined;
}

/** What a page of an unfiltered list adds to the result. */
export interface FilterPart {
  /** The first page without its rows, with the first part of a pass. */
  readonly first?: RecordPage;
  /** For each match: its index in the unfiltered list, and a digest of its id. */
  readonly indexes: readonly number[];
  readonly digests: readonly number[];
  /** Rows of the first matches of the pass. */
  readonly rows: readonly RecordRow[];
  /** Records that were compared. */
  readonly read: number;
  /** Values that couldn't be compared. */
  readonly unread: number;
  /** Index in the unfiltered list at which reading continues. */
  readonly next: number;
  /** Records of the service; undefined if it doesn't say. */
  readonly total: number | undefined;
  /** The service sends no more records, and doesn't say whether these are all. */
  readonly isCut: boolean;
  /** The list changed while it was read. */
  readonly hasChanged: boolean;
}

type Compile = (columns: readonly Column[], onUnread?: () => void) => RowFilter;

/** A filter of which everything is known that it needs for a list. */
export interface PreparedFilter {
  readonly compile: Compile;
  /** Ends with a part even if no record is left. */
  readonly parts: (pass: FilterPass, signal: AbortSignal) => AsyncIterable<FilterPart>;
}

/** A list to filter. Plain data, so that it can be passed to a thread. */
export interface FilterJob {
  readonly listTarget: Pick<ListAddress, 'controller' | 'listView'>;
  readonly query: FilteredQuery;
  /** Time that “in the last” counts from. */
  readonly now: Date;
  readonly pass: FilterPass;
}

/** Filters in another thread. Leaving the loop ends the thread. */
export type FilterInThread = (client: ListClient, job: FilterJob, signal: AbortSignal) => AsyncIterable<FilterPart>;

/** Requests the first page, and a form. Decoding a long list is left to a thread, if there is one. */
export async function prepareFilter(
  client: ListClient & FormClient & Pick<RecordService, 'noteRows'>,
  { controller, listView }: Pick<ListAddress, 'controller' | 'listView'>,
  { conditions = [], ...asked }: ListQuery,
  references: ReferenceNames,
  inThread: FilterInThread | undefined,
  signal: AbortSignal,
): Promise<PreparedFilter> {
  const listTarget = { controller, listView };
  const { pageSize } = client.connection.network;
  const first = await pageOf(client, { listTarget, query: asked }, 1, pageSize, signal);
  const filter = await preparedFilter(client, controller, first, conditions, references, signal);
  const query = { ...asked, filter };
  const now = new Date();
  const compile = compiler({ query, now });
  if (inThread && client.encodedRecords && !isShort(first.total) && !isInMemory(listTarget)) {
    const { alias } = first;
    return {
      compile,
      async *parts(pass, until) {
        let columns = pass.columns ?? first.columns;
        for await (const part of inThread(client, { listTarget, query, now, pass }, until)) {
          columns = pass.columns ?? part.first?.columns ?? columns;
          client.noteRows?.(controller, { columns, alias, rows: part.rows });
          yield part;
        }
      },
    };
  }
  let known: RecordPage | undefined = first;
  return {
    compile,
    parts: (pass, until) => {
      const ask = async (page: number, limit: number, stop: AbortSignal): Promise<RecordPage> => {
        const answer = page === 1 && limit === pageSize ? known : undefined;
        known = undefined;
        return answer ?? pageOf(client, { listTarget, query }, page, limit, stop);
      };
      return filterParts(new ListReader(ask, pageSize), compile, pass, until);
    },
  };
}

type ListOfService = Pick<FilterJob, 'listTarget' | 'query'>;

function pageOf(
  client: Pick<ListClient, 'records'>,
  { listTarget: { controller, listView }, query }: ListOfService,
  page: number,
  limit: number,
  signal: AbortSignal,
): Promise<RecordPage> {
  const asked = { ...(listView !== undefined && { listView }), ...serviceQuery(query), page, limit };
  return client.records(controller, asked, signal);
}

function compiler({ query, now }: Pick<FilterJob, 'query' | 'now'>): Compile {
  return (columns, onUnread) => matcher(query, columns, onUnread, now) ?? (() => true);
}

/** Reads the part of a list. */
export function filterList(
  client: Pick<ListClient, 'records' | 'connection'>,
  { pass, ...job }: FilterJob,
  signal: AbortSignal,
): AsyncIterable<FilterPart> {
  const reader = new ListReader(
    (page, limit, stop) => pageOf(client, job, page, limit, stop),
    client.connection.network.pageSize,
  );
  return filterParts(reader, compiler(job), pass, signal);
}

export async function* filterParts(
  reader: ListReader,
  compile: Compile,
  { from, maxRows, columns }: FilterPass,
  signal: AbortSignal,
): AsyncGenerator<FilterPart, void, void> {
  let room = maxRows;
  let next = from;
  let unread = 0;
  let filter: RowFilter | undefined;
  let isFirst = true;
  const part = (found: Pick<FilterPart, 'indexes' | 'digests' | 'rows' | 'read'>): FilterPart => {
    const { first, total, isCut, hasChanged } = reader;
    const more = isFirst && first ? { first: { ...first, rows: [] } } : {};
    const counted = unread;
    unread = 0;
    isFirst = false;
    return { ...more, ...found, unread: counted, next, total, isCut, hasChanged };
  };
  for await (const page of reader.rows(from, Number.POSITIVE_INFINITY, columns, signal)) {
    filter ??= compile(columns ?? reader.first?.columns ?? [], () => void (unread += 1));
    const [indexes, digests, rows]: [number[], number[], RecordRow[]] = [[], [], []];
    for (const [offset, row] of page.entries()) {
      if (!filter(row)) continue;
      indexes.push(reader.index + offset);
      digests.push(digestOf(row));
      if (room-- > 0) rows.push(row);
    }
    next = reader.index + page.length;
    yield part({ indexes, digests, rows, read: page.length });
  }
  yield part({ indexes: [], digests: [], rows: [], read: 0 });
}

const digest = new Uint32Array(2);

/** 53 bits of a digest of the record's id, or of its values if it has none. */
export function digestOf({ id, cells }: RecordRow): number {
  const text = id ?? JSON.stringify(cells);
  digest[0] = text.length;
  digest[1] = ~text.length;
  addLetters(digest, text);
  const [one = 0, other = 0] = digest;
  return one * 2 ** 21 + (other >>> 11);
}
