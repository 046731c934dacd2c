import type { ListViewAddress } from '../../model/address/address.ts';
import { modifiedColumn } from '../../model/list/columnField.ts';
import type { RecordPage, RecordRow } from '../../model/list/recordPage.ts';
import type { RecordQuery } from '../../model/list/recordQuery.ts';
import type { RecordService } from '../../service/recordService.ts';
import type { ListQuery } from '../lists/listAddress.ts';
import { filteredQuery, type FormClient, type ReferenceNames, serviceQuery } from '../lists/listFilter.ts';
import { RecordSource } from '../export/recordSource.ts';

/** Maximum number of rows read of a list; of longer ones, only the beginning is compared. */
const maxWatchedRows = 5_000;
/** Number of newest changes that are compared: several records may change in the same second. */
const newest = 5;
/** A service may change a record without its time of change, so the list is read now and then regardless. */
const readEvery = 10;

/** Reads a watched list view in full, but only if its count or its newest changes differ since the last time. */
export class ListLook {
  #mark: string | undefined;
  #newest: RecordQuery = {};
  #checks = 0;

  /** Returns undefined if nothing seems to have changed. */
  async read(
    client: FormClient & Pick<RecordService, 'connection'>,
    address: ListViewAddress,
    query: ListQuery,
    references: ReferenceNames,
  ): Promise<RecordPage | undefined> {
    const { signal } = new AbortController();
    this.#checks += 1;
    if (this.#mark !== undefined && this.#checks % readEvery !== 0) {
      const mark = await this.#lookForMark(client, address, query, signal);
      if (mark === this.#mark) return undefined;
    }
    this.#mark = undefined;
    const filtered = await filteredQuery(client, address, query, references, signal);
    const source = new RecordSource(client, address, filtered);
    const first = await source.describe(signal);
    // a list on one page takes one request, however it is checked
    if (first.total !== undefined && first.total <= first.rows.length) return first;
    const column = modifiedColumn(first.columns);
    this.#newest = column
      ? { limit: newest, sort: { columnName: column.columnName, direction: 'DESC' } }
      : { limit: client.connection.network.pageSize };
    // before reading: a change in between is found by the next check
    const mark = await this.#lookForMark(client, address, query, signal);
    const rows: RecordRow[] = [];
    const range = { kind: 'range', from: 0, count: maxWatchedRows } as const;
    for await (const page of source.readRows(range, first, signal)) rows.push(...page);
    this.#mark = mark;
    // the number of matches is known only once all are read
    const total = filtered.filter && rows.length < maxWatchedRows ? rows.length : first.total;
    return { ...first, rows, total };
  }

  /** The count and the newest changes; without a time of change, the first page. */
  async #lookForMark(
    client: Pick<RecordService, 'records'>,
    { controller, listView }: ListViewAddress,
    conditions: ListQuery,
    signal: AbortSignal,
  ): Promise<string> {
    const view = listView === undefined ? {} : { listView };
    const query = { ...view, ...serviceQuery(conditions), page: 1, ...this.#newest };
    const { total, rows } = await client.records(controller, query, signal);
    return JSON.stringify([total, rows.map(({ id, cells }) => [id, cells])]);
  }
}
