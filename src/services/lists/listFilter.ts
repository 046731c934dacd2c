import { type ControllerName, shortName } from '../../model/controller.ts';
import type { FieldOption } from '../../model/form/fieldKind.ts';
import { ServiceError } from '../../model/errors.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { columnField, fieldInTable } from '../../model/list/columnField.ts';
import { type Condition, conditionName } from '../../model/list/condition.ts';
import { type ConditionFields, conditionFields } from '../../model/list/conditionField.ts';
import { partOperators } from '../../model/list/conditionText.ts';
import { isLikeAnId } from '../../model/form/referenceValue.ts';
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
type FilterClient = FormClient & Pick<RecordService, 'connection'>;

/** Looks up the names of records that a list shows only by id. */
export interface ReferenceNames {
  namesWith(
    connection: string,
    field: Pick<RecordField, 'label'> & { readonly reference: RecordField['reference'] & { near: ControllerName } },
    part: string,
    signal: AbortSignal,
  ): Promise<readonly FieldOption[]>;
}

/** Prepares a query for reading. Requests a page and a form if there are conditions. */
export async function filteredQuery(
  client: FilterClient,
  { controller, listView }: Pick<ListAddress, 'controller' | 'listView'>,
  { conditions = [], ...asked }: ListQuery,
  references: ReferenceNames,
  signal: AbortSignal,
): Promise<FilteredQuery> {
  if (conditions.length === 0) return asked;
  const view = listView === undefined ? {} : { listView };
  const page = await client.records(controller, { ...view, ...asked, page: 1, limit: 1 }, signal);
  return { ...asked, filter: await preparedFilter(client, controller, page, conditions, references, signal) };
}

/** Learns from a form and look-ups what the conditions need to know about their columns. */
export async function preparedFilter(
  client: FilterClient,
  controller: ControllerName,
  page: ListedRows,
  conditions: readonly Condition[],
  references: ReferenceNames,
  signal: AbortSignal,
): Promise<ListFilter> {
  const { columns, alias = shortName(controller) } = page;
  const form = await formOf(client, controller, page, signal);
  const names = await namesOf(page, conditions, async (column, part) => {
    const { field: name } = columnField(column, alias);
    const field = form && name !== undefined ? fieldInTable(form, name) : undefined;
    if (field?.kind !== 'reference') return [];
    const { label, reference } = field;
    const asked = { label, reference: { ...reference, near: controller } };
    return references.namesWith(client.connection.id, asked, part, signal);
  });
  const fields = Object.entries(conditionFields(columns, alias, form)).map(([name, field]) => {
    const options = names.get(name);
    return [name, options ? { ...field, options } : field] as const;
  });
  return { conditions, fields: Object.fromEntries(fields) };
}

/** A part of a name can't be found in cells that are ids: returns the names by column. */
async function namesOf(
  { columns, rows }: ListedRows,
  conditions: readonly Condition[],
  find: (column: Column, part: string) => Promise<readonly FieldOption[]>,
): Promise<ReadonlyMap<string, readonly FieldOption[]>> {
  const names = new Map<string, readonly FieldOption[]>();
  for (const { column, operator, values } of conditions) {
    if (!partOperators.has(operator)) continue;
    const shown = columns.filter((one) => conditionName(one) === column || one.key === column);
    const [ids] = shown;
    // under another key, a row has the name
    if (!ids || shown.some(({ key }) => key !== column) || holdsNames(rows, columns.indexOf(ids))) continue;
    const found = await find(ids, values[0] ?? '');
    if (found.length > 0) names.set(column, [...(names.get(column) ?? []), ...found]);
  }
  return names;
}

/** Some services send the name in place of the id. */
function holdsNames(rows: RecordPage['rows'], at: number): boolean {
  return rows.some(({ cells }) => {
    const cell = cells[at] ?? '';
    return cell.trim() !== '' && !isLikeAnId(cell);
  });
}

type ListedRows = Pick<RecordPage, 'columns' | 'alias' | 'rows'>;

export async function fieldsOf(
  client: FormClient,
  controller: ControllerName,
  page: ListedRows,
  signal: AbortSignal,
): Promise<ConditionFields> {
  const { columns, alias = shortName(controller) } = page;
  return conditionFields(columns, alias, await formOf(client, controller, page, signal));
}

/** A list doesn't say which choices a column has: the form of one of its records does, or else that of a new record. */
async function formOf(
  client: FormClient,
  controller: ControllerName,
  { rows }: ListedRows,
  signal: AbortSignal,
): Promise<RecordForm | undefined> {
  const id = rows.find((row) => row.id !== null)?.id;
  const own = id == null ? undefined : await client.open(controller, id, signal).catch(withoutForm);
  return own ?? client.form(controller, 'add', undefined, signal).catch(withoutForm);
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
