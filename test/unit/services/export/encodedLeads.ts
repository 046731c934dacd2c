import { ServiceError } from '../../../../src/model/errors.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { readPage } from '../../../../src/service/documented/list/readPage.ts';
import type { ListClient } from '../../../../src/services/export/listThread.ts';
import { testConnection } from '../../../support/testConnection.ts';

const size = 100;

export type CityOf = (at: number) => string | null;
export const manyCities: CityOf = (at) => (at % 5 === 0 ? null : `City ${at % 7}`);

/** All values are distinct, except that the last record has the value of the first one. */
export const distinctCities =
  (count: number): CityOf =>
  (at) =>
    `City ${at === count - 1 ? 0 : at}, a long way from here`;

export function answerOf(count: number, cityOf: CityOf, page: number): JsonObject {
  const from = (page - 1) * size;
  return {
    errors: [],
    paginate: {
      alias: 'leads',
      primary_key: 'leads.id',
      display_field: 'leads.name',
      page,
      page_size: size,
      total_count: count,
      header: ['id', 'name', 'city'].map((name) => ({ column_name: `leads.${name}`, name, label: name, visible: 1 })),
      data: Array.from({ length: Math.max(0, Math.min(size, count - from)) }, (_, at) => ({
        'leads.id': String(from + at + 1),
        'leads.name': `Lead ${from + at + 1}`,
        'leads.city': cityOf(from + at),
      })),
    },
  };
}

/** Leads in pages of 100, which a thread decodes. */
export interface Service extends Required<ListClient> {
  /** Set to let requests of later pages fail. */
  downFrom: number;
  readonly pages: number[];
}

export function serviceOf(count: number, cityOf: CityOf): Service {
  const reach = async (page: number, signal: AbortSignal | undefined): Promise<JsonObject> => {
    service.pages.push(page);
    await new Promise(setImmediate);
    signal?.throwIfAborted();
    if (page >= service.downFrom) throw new ServiceError('unreachable', { doing: 'list', why: 'the service is down' });
    return answerOf(count, cityOf, page);
  };
  const service: Service = {
    downFrom: Infinity,
    pages: [],
    connection: testConnection('http://localhost', {}, { pageSize: size }),
    records: async (_controller, query, signal) =>
      readPage(await reach(query.page ?? 1, signal), query, { doing: 'list the records', stage: 'read' }),
    encodedRecords: async (_controller, { page = 1 }, signal) => ({
      status: 200,
      contentType: 'application/json',
      pieces: [Buffer.from(JSON.stringify(await reach(page, signal)))],
    }),
  };
  return service;
}
