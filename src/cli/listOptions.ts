import type { ControllerName } from '../model/controller.ts';
import { conditionName } from '../model/list/condition.ts';
import { typedCondition } from '../model/list/conditionText.ts';
import { ignoredFilter } from '../model/list/ignoredFilter.ts';
import { type ListView, listViewCalled } from '../model/list/listView.ts';
import type { Column, RecordPage } from '../model/list/recordPage.ts';
import type { RecordService } from '../service/recordService.ts';
import { RecordSource } from '../services/export/recordSource.ts';
import type { ListAddress, ListQuery } from '../services/lists/listAddress.ts';
import { fieldsOf, type FilteredQuery, filteredQuery, type ReferenceNames } from '../services/lists/listFilter.ts';
import { CliProblem } from './cliProblem.ts';
import type { Given, OptionTable } from './command.ts';
import type { Session } from './session.ts';

/** Options of the commands that read a list. */
export const queryOptions = {
  search: { type: 'string', value: 'TEXT', about: 'Only records that the service finds for this text' },
  filter: {
    type: 'string',
    value: 'COLUMN=VALUE',
    about: 'Only records with this stored value; the service filters',
    isRepeated: true,
  },
  where: {
    type: 'string',
    value: 'CONDITION',
    about: 'Only records that meet a condition, such as “amount > 1000” or “city is Goa”; filters locally',
    isRepeated: true,
  },
  'raw-query': {
    type: 'string',
    value: 'JSON',
    about: 'Raw query, sent to the service; replaces --filter and --where',
  },
} as const satisfies OptionTable;

/** Help text for `--where`. */
export const conditionHelp = `--where takes a condition such as “amount > 1000”: a column, an operator and a value. It reads the whole list and
filters it locally. --filter is faster, because the service filters.`;

/** `sort.columnName` is the name that the user typed. */
type AskedQuery = Given<typeof queryOptions> & Pick<ListQuery, 'sort'>;

export interface OpenList extends ListAddress {
  readonly name: string;
  readonly client: RecordService;
  readonly query: FilteredQuery;
  /** The first page, with the columns. */
  readonly first: RecordPage;
}

/** Finds the list view and reads its first page. */
export async function openList(
  { connection, clients, listViews, references }: Session,
  controller: ControllerName,
  named: string | undefined,
  asked: AskedQuery,
  signal: AbortSignal,
): Promise<OpenList> {
  const client = await clients.get(connection.id);
  const views = await listViews.listViews(connection.id, controller);
  const view = chosenView(views, controller, named);
  const list: ListAddress = { connection: connection.id, controller, listView: view?.id };
  const query = await readQuery(client, list, asked, references, signal);
  const first = await new RecordSource(client, list, query).describe(signal);
  const ignored = ignoredFilter(query.where ?? {}, first.columns, first.rows);
  if (ignored)
    throw new CliProblem(
      `Could not filter by “${ignored.label}”: the service ignores this filter. Use --where "${ignored.label} is …" instead.`,
    );
  const name = view?.name ?? first.listViewName ?? controller;
  return { ...list, name, client, query, first };
}

/** Defaults to the default list view: without any, the service would return the one that the user opened last. */
export function chosenView(
  views: readonly ListView[],
  controller: ControllerName,
  named: string | undefined,
): ListView | undefined {
  if (named === undefined) return views.find(({ isDefault }) => isDefault);
  const found = views.find(({ id }) => id === named) ?? listViewCalled(views, named);
  if (found) return found;
  if (views.some(({ name }) => name === named))
    throw new CliProblem(
      `Could not choose the list view “${named}” of ${controller}: several have this name. Use an id from recordbench list ${controller}.`,
    );
  const known = views.map(({ name }) => `“${name}”`).join(', ') || 'none';
  throw new CliProblem(`Could not find the list view “${named}” of ${controller}. It has: ${known}.`);
}

async function readQuery(
  client: RecordService,
  list: ListAddress,
  { search, filter = [], where = [], 'raw-query': expertQuery, sort }: AskedQuery,
  references: ReferenceNames,
  signal: AbortSignal,
): Promise<FilteredQuery> {
  const text = search?.trim();
  const asked: FilteredQuery = { ...(text && { search: text }), ...(expertQuery !== undefined && { expertQuery }) };
  if (expertQuery !== undefined && filter.length + where.length > 0)
    throw new CliProblem(
      'Could not read the options: --raw-query replaces --filter and --where. Use one or the other.',
    );
  if (filter.length + where.length === 0 && !sort) return asked;
  const { controller, listView } = list;
  const shown = listView === undefined ? {} : { listView };
  const page = await client.records(controller, { ...shown, page: 1, limit: 1 }, signal);
  const fields = where.length === 0 ? {} : await fieldsOf(client, controller, page, signal);
  const conditions = where.map((typed) => {
    const { condition, why } = typedCondition(typed, { columns: page.columns, fields });
    if (condition) return condition;
    throw new CliProblem(`Could not read --where: ${why}`);
  });
  const query: ListQuery = {
    ...asked,
    ...(sort && { sort: { ...sort, columnName: sortedName(columnNamed(page.columns, sort.columnName, '--sort')) } }),
    ...(filter.length > 0 && { where: equalities(filter, page.columns) }),
    ...(conditions.length > 0 && { conditions }),
  };
  return filteredQuery(client, list, query, references, signal);
}

function equalities(filter: readonly string[], columns: readonly Column[]): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const [name, value] of filter.map((one) => equality(one, columns))) {
    if (values.has(name))
      throw new CliProblem(
        `Could not read --filter: “${name}” is used twice. For one of several values, use --where "${name} is one of …".`,
      );
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

function equality(text: string, columns: readonly Column[]): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new CliProblem(`Could not read --filter: “${text}” must be COLUMN=VALUE, such as city=Goa.`);
  return [conditionName(columnNamed(columns, text.slice(0, at).trim(), '--filter')), text.slice(at + 1).trim()];
}

/** Returns the items with a name, by the first kind of name that any of them has. */
export function itemsNamed<T>(
  items: readonly T[],
  text: string,
  ...names: readonly ((item: T) => string | undefined)[]
): readonly T[] {
  for (const name of names) {
    const found = items.filter((one) => name(one) === text);
    if (found.length > 0) return found;
  }
  return [];
}

/** Finds a column by its key, its name or its label. */
export function columnNamed(columns: readonly Column[], text: string, option: string): Column {
  const [found, ...others] = itemsNamed(
    columns,
    text,
    ({ key }) => key,
    ({ columnName }) => columnName,
    ({ name }) => name,
    ({ label }) => label,
  );
  if (others.length > 0) {
    const keys = [found, ...others].map((one) => one?.key).join(', ');
    throw new CliProblem(`Could not read ${option}: several columns are called “${text}”. Use one of: ${keys}.`);
  }
  if (found) return found;
  const known = columns.map(({ label, key }) => (label === key ? key : `${label} (${key})`)).join(', ');
  throw new CliProblem(`Could not read ${option}: there is no column “${text}”. Columns: ${known}.`);
}

function sortedName({ columnName, label, isSortable }: Column): string {
  if (columnName !== undefined && isSortable) return columnName;
  throw new CliProblem(`Could not read --sort: the service does not sort by “${label}”.`);
}
