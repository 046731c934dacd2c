import type { JsonObject } from '../../model/json.ts';
import { problem } from '../problems.ts';

export interface Paging {
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
}

const defaultLimit = 50;
const largestLimit = 1000;

export function pagingOf(query: URLSearchParams): Paging {
  const page = positive(query, 'page', 1);
  const limit = Math.min(positive(query, 'limit', defaultLimit), largestLimit);
  return { page, limit, offset: (page - 1) * limit };
}

function positive(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null || text === '') return fallback;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1)
    throw problem(400, `malformed_${name}`, `The parameter ${name} must be a whole number from 1.`);
  return Number(text);
}

/** What a page shows, whether its rows are records or the points of a chart. */
export interface PageContent {
  readonly data: JsonObject[];
  readonly count: number;
  readonly header: JsonObject[];
}
