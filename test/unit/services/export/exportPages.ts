import type { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import type { Column, ColumnKind, RecordPage, RecordRow } from '../../../../src/model/list/recordPage.ts';
import type { RecordQuery } from '../../../../src/model/list/recordQuery.ts';
import type { ExportFile } from '../../../../src/services/export/exportFile.ts';
import type { ExportRequest } from '../../../../src/services/export/exporter.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { plainColumn } from '../../../support/plainColumn.ts';

export function column(key: string, kind: ColumnKind = 'text', label = key): Column {
  return plainColumn(key, { kind, label });
}

export function row(id: string | null, ...cells: (string | null)[]): RecordRow {
  return { id, name: '', isDeleted: false, canEdit: true, canDelete: true, canComment: true, cells };
}

export function page(rows: readonly RecordRow[], more: Partial<RecordPage> = {}): RecordPage {
  return {
    columns: [column('leads.name', 'text', 'Name'), column('leads.score', 'number', 'Score')],
    rows,
    page: 1,
    pageSize: rows.length,
    total: rows.length,
    listViewId: undefined,
    listViewName: 'All',
    alias: 'leads',
    primaryKey: 'leads.id',
    ...more,
  };
}

export type Answer = (query: RecordQuery & { readonly page: number; readonly limit: number }) => RecordPage;

export interface FakeClient {
  readonly client: ExportRequest['client'];
  readonly asked: RecordQuery[];
  /** Maximum number of concurrent requests. */
  readonly max: () => number;
}

/** Responds asynchronously, so that several requests can be in flight. */
export function fakeClient(answer: Answer, pageSize = 100): FakeClient {
  const asked: RecordQuery[] = [];
  let underWay = 0;
  let max = 0;
  const records: RecordClient['records'] = async (_controller, query, signal) => {
    asked.push(query);
    underWay += 1;
    max = Math.max(max, underWay);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    underWay -= 1;
    signal?.throwIfAborted();
    return answer({ ...query, page: query.page ?? 1, limit: query.limit ?? pageSize });
  };
  return {
    client: { records, isSorted: () => false, connection: testConnection('http://localhost', {}, { pageSize }) },
    asked,
    max: () => max,
  };
}

/** Leads with ids from 1 to `count`. */
export function leads(count: number): Answer {
  return ({ page: number, limit, where }) => {
    const id = where?.['leads.id'];
    if (id !== undefined) return page(Number(id) <= count ? [lead(Number(id))] : [], { total: 1 });
    const from = (number - 1) * limit;
    const rows = Array.from({ length: Math.max(0, Math.min(limit, count - from)) }, (_, place) =>
      lead(from + place + 1),
    );
    return page(rows, { page: number, pageSize: limit, total: count });
  };
}

export function lead(id: number): RecordRow {
  return row(String(id), `Lead ${id}`, String(id * 2));
}

/** An in-memory file that can fail. */
export class MemoryFile implements ExportFile {
  readonly #parts: Uint8Array[] = [];
  readonly #room: number;
  state: 'open' | 'finished' | 'discarded' = 'open';

  constructor(room = Infinity) {
    this.#room = room;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  get text(): string {
    return this.bytes.toString('utf8');
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.bytes.length + bytes.length > this.#room) throw new Error('the disk is full');
    this.#parts.push(Buffer.from(bytes));
  }

  async finish(): Promise<void> {
    this.state = 'finished';
  }

  async discard(): Promise<void> {
    this.state = 'discarded';
  }
}

/** The script of the export worker thread. */
export const threadScript = new URL('../../../../src/assembly/exportWorker.ts', import.meta.url);
