import type { RecordPage } from '../model/list/recordPage.ts';
import type { ViewQuery } from '../model/list/recordQuery.ts';
import type { AskPage } from './learnPageSize.ts';

export type Find = (query: ViewQuery, signal: AbortSignal) => Promise<RecordPage>;

/** Records that the service finds come all at once and cannot be sorted: they are asked for once, and given out in pages. */
export function foundPages(find: Find, query: ViewQuery): AskPage {
  let found: Promise<RecordPage> | undefined;
  return async (page, limit, signal) => {
    found ??= find(query, signal);
    const asked = found;
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
      throw error;
    }
  };
}
