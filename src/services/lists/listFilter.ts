import { type ControllerName, shortName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { Condition } from '../../model/list/condition.ts';
import { type ConditionFields, conditionFields } from '../../model/list/conditionField.ts';
import type { Column, RecordPage } from '../../model/list/recordPage.ts';
import { type RowFilter, rowFilter } from '../../model/list/rowFilter.ts';
import type { RecordService } from '../../service/recordService.ts';
import type { ListAddress, ListQuery, ServiceQuery } from './listAddress.ts';

/** Conditions with the column info that they need. Plain data, so that it can be passed to a thread. */
interface ListFilter {
  readonly conditions: readonly Condition[];
  readonly fields: ConditionFields;
}

/** A query whose rows can be read: `matcher` decides which of the rows belong to it. */
export interface FilteredQuery extends ServiceQuery {
  readonly filter?: ListFilter;
  /** So that a query which wasn't prepared isn't taken for one without conditions. */
  readonly conditions?: never;
}

export type FormClient = Pick<RecordService, 'records' | 'open' | 'form'>;

/** Prepares a query for reading. Requests a page and a form if there are conditions. */
export async function filteredQuery(
  client: FormClient,
  { controller, listView }: Pick<ListAddress, 'controller' | 'listView'>,
  { conditions = [], ...asked }: ListQuery,
  signal: AbortSignal,
): Promise<FilteredQuery> {
  if (conditions.length === 0) return asked;
  const view = listView === undefined ? {} : { listView };
  const page = await client.records(controller, { ...view, ...asked, page: 1, limit: 1 }, signal);
  return { ...asked, filter: { conditions, fields: await fieldsOf(client, controller, page, signal) } };
}

/** A list doesn't say which choices a column has: the form of one of its records does, or else that of a new record. */
export async function fieldsOf(
  client: FormClient,
  controller: ControllerName,
  { columns, alias, rows }: Pick<RecordPage, 'columns' | 'alias' | 'rows'>,
  signal: AbortSignal,
): Promise<ConditionFields> {
  const id = rows.find((row) => row.id !== null)?.id;
  const own = id == null ? undefined : await client.open(controller, id, signal).catch(withoutForm);
  const form = own ?? (await client.form(controller, 'add', undefined, signal).catch(withoutForm));
  return conditionFields(columns, alias ?? shortName(controller), form);
}

/** A user who can read the list may not be allowed to read the form. If the service is down, reading the list fails. */
function withoutForm(error: unknown): RecordForm | undefined {
  if (error instanceof ServiceError && error.code !== 'canceled') return undefined;
  throw error;
}

/** Returns the part of a query that is sent to the service. */
export function serviceQuery({ sort, search, where, expertQuery, withAccess }: ServiceQuery): ServiceQuery {
  return {
    ...(sort && { sort }),
    ...(search !== undefined && { search }),
    ...(where && { where }),
    ...(expertQuery !== undefined && { expertQuery }),
    ...(withAccess && { withAccess }),
  };
}

/** Returns undefined if all rows belong to the query. `onUnread` is called for each value that can't be compared. */
export function matcher(
  { filter, where }: FilteredQuery,
  columns: readonly Column[],
  onUnread?: () => void,
  now = new Date(),
): RowFilter | undefined {
  const context = { ...filter, columns, now, onUnread, ...(where && { sent: where }) };
  return filter && rowFilter(filter.conditions, { ...context, fields: filter.fields });
}
