import type { ControllerName } from '../../model/controller.ts';
import type { Column, RecordRow, RecordPage } from '../../model/list/recordPage.ts';
import { Emitter } from '../common/emitter.ts';
import type { Clients } from '../connections/clients.ts';
import type { Connections } from '../connections/connections.ts';
import type { AskPage } from './learnPageSize.ts';
import type { ListAddress, RowsQuery } from './listAddress.ts';
import { isAway, type LastReadCache } from './lastReadCache.ts';
import type { RowSlice } from './listState.ts';
import { PagedList } from './pagedList.ts';
import { ServiceError } from '../../model/errors.ts';
import type { ViewQuery } from '../../model/list/recordQuery.ts';

/** A table asks for one list at a time; some more are kept for going back and forth between searches. */
const mostLists = 12;

/** Rows by their place in a list, over a service that pages. One cache for all tables. */
export class RecordPages {
  readonly #clients: Pick<Clients, 'get'>;
  readonly #lastRead: LastReadCache;
  readonly #read = new Emitter<{ readonly address: ListAddress; readonly rows: readonly RecordRow[] }>();
  /** A page came from the service. */
  readonly onDidRead = this.#read.event;
  readonly #lists = new Map<string, { readonly address: ListAddress; readonly list: PagedList }>();

  constructor(connections: Pick<Connections, 'onDidGoStale'>, clients: Pick<Clients, 'get'>, lastRead: LastReadCache) {
    this.#clients = clients;
    this.#lastRead = lastRead;
    connections.onDidGoStale(({ id }) => this.forget(id));
  }

  /** `from` counts from 0. When the service is away, what was seen of these rows. Fewer than `count` rows come at the end, and when the list changes too fast to be read. */
  async rows(
    address: ListAddress,
    query: RowsQuery,
    from: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<RowSlice> {
    try {
      const { connection } = await this.#clients.get(address.connection);
      const slice = await this.#list(address, query, connection.network.pageSize).rows(from, count, signal);
      this.#lastRead.keepRows(address, query, slice);
      return slice;
    } catch (error) {
      const remembered = isAway(error, address.connection)
        ? this.#lastRead.rows(address, query, from, count)
        : undefined;
      if (!remembered) throw error;
      return remembered;
    }
  }

  /** A row that is at hand, with its columns. */
  find(address: ListAddress, id: string): { readonly row: RecordRow; readonly columns: readonly Column[] } | undefined {
    const list = this.#holding(address, id);
    const row = list?.find(id);
    return list && row && { row, columns: list.columns };
  }

  /** A row that is at hand, as the service has it now; undefined when it is not where it was. */
  async readAgain(address: ListAddress, id: string, signal: AbortSignal): Promise<RecordRow | undefined> {
    return this.#holding(address, id)?.readAgain(id, signal);
  }

  /** The list that was asked for last, of those that have the row. */
  #holding(address: ListAddress, id: string): PagedList | undefined {
    const here = [...this.#lists.values()].filter((known) => isSameAddress(known.address, address));
    return here.findLast(({ list }) => list.find(id) !== undefined)?.list;
  }

  /** What was read before is asked for anew. */
  forget(connection: string, controller?: ControllerName): void {
    for (const [key, { address, list }] of this.#lists) {
      if (address.connection !== connection) continue;
      if (controller && controller !== address.controller) continue;
      this.#lists.delete(key);
      list.forget();
    }
  }

  #list(address: ListAddress, query: RowsQuery, pageSize: number): PagedList {
    const key = JSON.stringify([address, query]);
    const known = this.#lists.get(key)?.list;
    const list = known ?? new PagedList(this.#ask(address, query), pageSize);
    this.#lists.delete(key);
    this.#lists.set(key, { address, list });
    for (const [oldest] of this.#lists) {
      if (this.#lists.size <= mostLists) break;
      this.#lists.delete(oldest);
    }
    return list;
  }

  #ask(address: ListAddress, query: RowsQuery): AskPage {
    const client = (): ReturnType<Clients['get']> => this.#clients.get(address.connection);
    if ('find' in query)
      return foundPages(async (what, signal) => (await client()).find(address.controller, what, signal), query.find);
    const listView = address.listView === undefined ? {} : { listView: address.listView };
    return async (page, limit, signal) => {
      const read = await (await client()).records(address.controller, { ...listView, ...query, page, limit }, signal);
      this.#read.fire({ address, rows: read.rows });
      return read;
    };
  }
}

function isSameAddress(one: ListAddress, other: ListAddress): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type Find = (query: ViewQuery, signal: AbortSignal) => Promise<RecordPage>;

/** Records that the service finds come all at once and cannot be sorted: they are asked for once, and given out in pages. */
function foundPages(find: Find, query: ViewQuery): AskPage {
  let found: Promise<RecordPage> | undefined;
  const ask: AskPage = async (page, limit, signal) => {
    const isShared = found !== undefined;
    const asked = (found ??= find(query, signal));
    try {
      const { rows, columns, ...answer } = await asked;
      return {
        ...answer,
        columns: columns.map((column) => ({ ...column, isSortable: false })),
        rows: rows.slice((page - 1) * limit, page * limit),
        page,
        pageSize: limit,
        total: rows.length,
      };
    } catch (error) {
      if (found === asked) found = undefined;
      // who asked first has given up, and this one has not
      if (isShared && !signal.aborted && error instanceof ServiceError && error.code === 'canceled')
        return ask(page, limit, signal);
      throw error;
    }
  };
  return ask;
}
