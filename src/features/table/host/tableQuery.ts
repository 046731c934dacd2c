import { t } from '@vscode/l10n';
import { parseJson } from '../../../model/exactJson.ts';
import { checkQ } from '../../../model/list/checkQ.ts';
import type { FindQuery } from '../../../model/list/recordQuery.ts';
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
  const q = rawQ !== undefined && rawQ.trim() !== '' ? parsedQ(rawQ) : filterQ(filters ?? {});
  return {
    ...(sort && { sort }),
    ...(search !== undefined && search.trim() !== '' && { search: search.trim() }),
    ...(q && { q }),
  };
}

function filterQ(filters: Readonly<Record<string, string | null>>): FindQuery | undefined {
  return Object.keys(filters).length === 0 ? undefined : { method: 'find', where: [filters] };
}

function parsedQ(text: string): FindQuery {
  // its columns are the service's to judge: it may know more than the list view shows
  const remark = checkQ(text, []);
  if (remark?.canBeSent === false) throw new UserError(t('Could not use the query: {0}', remark.text));
  return parseJson(text) as FindQuery;
}
