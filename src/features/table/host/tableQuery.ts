import { t } from '@vscode/l10n';
import { UserError } from '../../../platform/errorReporter.ts';
import type { ColumnLayout, TableQuery } from '../tableProtocol.ts';
import type { ListQuery, RowsQuery } from '../../../services/lists/listAddress.ts';

/** Converts a table's query to the query for its rows. */
export function rowsQuery(query: TableQuery, { withAccess }: Pick<ColumnLayout, 'withAccess'> = {}): RowsQuery {
  return query.find ? { find: query.find } : { ...listQuery(query), ...(withAccess && { withAccess }) };
}

/** Converts a table's query to a list query. */
export function listQuery({ sort, search, filters, conditions, rawQ, find }: TableQuery): ListQuery {
  // falling back to the whole list would return far more than the table shows
  if (find)
    throw new UserError(
      t('Not available for records found by category, criteria or entry. Use a search or filters instead.'),
    );
  return {
    ...(sort && { sort }),
    ...(search !== undefined && search.trim() !== '' && { search: search.trim() }),
    ...(rawQ !== undefined && rawQ.trim() !== ''
      ? { expertQuery: rawQ }
      : { ...(hasAny(filters) && { where: filters }), ...(conditions && conditions.length > 0 && { conditions }) }),
  };
}

function hasAny<T extends object>(filters: T | undefined): filters is T {
  return Object.keys(filters ?? {}).length > 0;
}
