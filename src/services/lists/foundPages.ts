import { ServiceError } from '../../model/errors.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import type { ViewQuery } from '../../model/list/recordQuery.ts';
import type { AskPage } from './learnPageSize.ts';

export type Find = (query: ViewQuery, signal: AbortSignal) => Promise<RecordPage>;

/** Records that the service finds come all at once and cannot be sorted: they are asked for once, and given out in pages. */
export function foundPages(find: Find, query: ViewQuery): AskPage {
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
