import type { RecordAddress } from '../../model/address/address.ts';
import { ServiceError } from '../../model/errors.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { demoId } from '../../model/connection/connection.ts';
import { type Connections, UnknownConnectionError } from '../connections/connections.ts';
import type { RowSlice } from './listState.ts';
import type { RecordChanges } from '../common/recordChanges.ts';
import type { ListAddress, RowsQuery } from './listAddress.ts';

/** In characters, over everything: what was seen longest ago goes first. */
const mostCharacters = 8_000_000;
/** What a row or a form takes beside its texts. */
const overhead = 100;

export interface LastReadForm {
  readonly form: RecordForm;
  /** The address of the service that gave it. */
  readonly madeFor: string;
  /** In milliseconds. */
  readonly seenAt: number;
}

interface Entry {
  readonly connection: string;
  readonly weight: number;
  readonly list?: string;
  readonly address?: ListAddress;
  readonly slice?: RowSlice;
  readonly form?: LastReadForm;
}

/**
 * What this window was shown of lists and records, for when their service is away. It is never on the disk, and never
 * the ground of a write: a save reads the record first.
 */
export class LastReadCache {
  readonly #entries = new Map<string, Entry>();
  readonly #most: number;
  #size = 0;

  constructor(
    connections: Pick<Connections, 'onDidGoStale'>,
    changes: Pick<RecordChanges, 'onDidChange'>,
    most: number = mostCharacters,
  ) {
    this.#most = most;
    connections.onDidGoStale(({ id, reason }) => {
      // the demo has another address each time it is started, and the same records
      if (id !== demoId || reason === 'token') this.forget(id);
    });
    // what someone saved is not what was seen before
    changes.onDidChange(({ connection, controller, ids }) => {
      for (const id of ids) this.#drop(formKey(connection, controller, id));
    });
  }

  keepRows(address: ListAddress, query: RowsQuery, slice: RowSlice): void {
    const list = listKey(address, query);
    for (const [key, entry] of this.#entries)
      if (entry.list === list && entry.slice && !isSameList(entry.slice, slice)) this.#drop(key);
    const texts = slice.rows.map(({ name, cells }) =>
      cells.reduce((sum, cell) => sum + (cell?.length ?? 0), name.length),
    );
    const weight = texts.reduce((sum, length) => sum + length + overhead, overhead);
    this.#keep(`${list} ${slice.from}`, { connection: address.connection, weight, list, address, slice });
  }

  /** As many of these rows as were seen, without a break; undefined when not even the first was. */
  rows(address: ListAddress, query: RowsQuery, from: number, count: number): RowSlice | undefined {
    const list = listKey(address, query);
    const slices = [...this.#entries.values()].flatMap((entry) => (entry.list === list ? (entry.slice ?? []) : []));
    const known = slices.at(-1);
    if (!known) return undefined;
    const rows: RowSlice['rows'][number][] = [];
    let readAt = known.readAt;
    while (rows.length < count) {
      const next = from + rows.length;
      const here = slices.findLast((slice) => slice.from <= next && next < slice.from + slice.rows.length);
      if (!here) break;
      rows.push(...here.rows.slice(next - here.from, next - here.from + count - rows.length));
      readAt = Math.min(readAt, here.readAt);
    }
    const isEnd = known.total !== undefined && from >= known.total;
    return rows.length > 0 || isEnd ? { ...known, from, rows, readAt, isFromMemory: true } : undefined;
  }

  /** What was seen of all lists, the latest first. */
  *seenRows(): Generator<{
    readonly list: ListAddress;
    readonly columns: RowSlice['columns'];
    readonly rows: RowSlice['rows'];
  }> {
    for (const { address, slice } of [...this.#entries.values()].toReversed())
      if (address && slice) yield { list: address, columns: slice.columns, rows: slice.rows };
  }

  keepForm(address: RecordAddress, read: Omit<LastReadForm, 'seenAt'>, seenAt = Date.now()): void {
    const weight = JSON.stringify(read.form).length + overhead;
    const { connection, controller, id } = address;
    this.#keep(formKey(connection, controller, id), { connection, weight, form: { ...read, seenAt } });
  }

  form({ connection, controller, id }: RecordAddress): LastReadForm | undefined {
    return this.#entries.get(formKey(connection, controller, id))?.form;
  }

  forget(connection: string): void {
    for (const [key, entry] of this.#entries) if (entry.connection === connection) this.#drop(key);
  }

  #keep(key: string, entry: Entry): void {
    this.#drop(key);
    this.#entries.set(key, entry);
    this.#size += entry.weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#most) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}

/** No answer, rather than an answer that says no. */
export function isAway(error: unknown, connection: string): boolean {
  if (error instanceof UnknownConnectionError) return connection === demoId;
  return error instanceof ServiceError && error.scope === 'passing';
}

function listKey(address: ListAddress, query: RowsQuery): string {
  return JSON.stringify(['list', address.connection, address.controller, address.listView ?? null, query]);
}

function formKey(connection: string, controller: string, id: string): string {
  return JSON.stringify(['record', connection, controller, id]);
}

function isSameList(one: RowSlice, other: RowSlice): boolean {
  const keys = ({ columns }: RowSlice): string => JSON.stringify(columns.map(({ key }) => key));
  return one.total === other.total && (one.columns === other.columns || keys(one) === keys(other));
}
