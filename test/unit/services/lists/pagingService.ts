import assert from 'node:assert/strict';
import type { RecordPage } from '../../../../src/model/list/recordPage.ts';
import type { AskPage } from '../../../../src/services/lists/learnPageSize.ts';
import type { RowSlice } from '../../../../src/services/lists/listState.ts';
import { PagedList } from '../../../../src/services/lists/recordPages.ts';
import type { CharacterBudget } from '../../../../src/services/common/characterBudget.ts';
import { plainColumn } from '../../../support/plainColumn.ts';

export const column = plainColumn('leads.place');

export interface Service {
  total: number;
  /** Included in every row, to distinguish rows of two states. */
  version: number;
  cap: number;
  /** What it reports about its page size and its total. */
  readonly says: 'truth' | 'limit' | 'nonsense';
  readonly sendsTotal: boolean;
}

/** The service's current response. Its cap applies to the number of rows and to the offset of a page. */
export function answerOf(service: Service, page: number, limit: number): RecordPage {
  const size = Math.min(limit, service.cap);
  const begin = (page - 1) * size;
  const count = Math.max(0, Math.min(size, service.total - begin));
  const said = { truth: size, limit, nonsense: 7 }[service.says];
  return {
    columns: [column],
    rows: Array.from({ length: count }, (_, index) => {
      const place = begin + index;
      const id = `v${service.version}-${place}`;
      const may = { canEdit: true, canDelete: true, canComment: true };
      return { id, name: id, isDeleted: false, ...may, cells: [String(place)] };
    }),
    page,
    pageSize: said,
    total: service.sendsTotal ? service.total : undefined,
    listViewId: undefined,
    listViewName: undefined,
    alias: 'leads',
    primaryKey: undefined,
  };
}

export const plain = (more: Partial<Service> = {}): Service => ({
  total: 1_000,
  version: 1,
  cap: 10_000,
  says: 'truth',
  sendsTotal: true,
  ...more,
});

export interface Asked {
  readonly page: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export function listOf(
  service: Service,
  pageSize = 100,
  memory?: CharacterBudget,
): { list: PagedList; asked: Asked[] } {
  const asked: Asked[] = [];
  const ask: AskPage = async (page, limit, signal) => {
    asked.push({ page, limit, signal });
    return answerOf(service, page, limit);
  };
  return { list: new PagedList(ask, pageSize, memory), asked };
}

/** Asserts that every row is at its index, and that all have the same state. */
export function checkSlice({ from, rows, total }: RowSlice, service: Service): void {
  const version = rows[0]?.id?.split('-')[0];
  for (const [index, row] of rows.entries()) assert.equal(row.id, `${version}-${from + index}`);
  if (version === `v${service.version}` && service.sendsTotal) assert.equal(total, service.total);
}

export const placesOf = ({ rows }: RowSlice): number[] => rows.map(({ cells }) => Number(cells[0]));
