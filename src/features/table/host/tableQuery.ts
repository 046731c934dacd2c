import { t } from '@vscode/l10n';
import { UserError } from '../../../platform/errorReporter.ts';
import type { TableQuery } from '../tableProtocol.ts';
import type { ListQuery, RowsQuery } from '../../../services/lists/listAddress.ts';

/** What the rows of a table are asked for with. */
export function rowsQuery(query: TableQuery): RowsQuery {
  return query.find ? { find: query.find } : listQuery(query);
}

/** What the table asks for, as the service is asked for a list. */
export function listQuery({ sort, search, filters, rawQ, find }: TableQuery): ListQuery {
  // all of the list instead would be far more than what is shown
  if (find)
    throw new UserError(
      t(
        'Could not do that with what the service found by a category, criteria or an entry. Use a search or filters instead.',
      ),
    );
  return {
    ...(sort && { sort }),
    ...(search !== undefined && search.trim() !== '' && { search: search.trim() }),
    ...(rawQ !== undefined && rawQ.trim() !== '' ? { expertQuery: rawQ } : hasAny(filters) && { where: filters }),
  };
}

function hasAny<T extends object>(filters: T | undefined): filters is T {
  return Object.keys(filters ?? {}).length > 0;
}
