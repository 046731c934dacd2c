import type { JsonObject } from '../../model/json.ts';
import { listviews } from '../catalog/controllers.ts';
import type { DemoListView } from '../catalog/defineListViews.ts';
import { listViews } from '../catalog/listViews.ts';
import type { AuthenticatedRequest, Service } from '../http/operation.ts';
import { headerOf } from '../query/rows.ts';
import { parseFindQuery, malformed, type DemoFindQuery } from '../query/recordSelection.ts';
import { pagingOf } from './answerIndex.ts';

type Value = string | null;
type Fields = Readonly<Record<string, Value>>;

const acl = {
  _acl_comment: null,
  _acl_edit: 'role:administrator',
  _acl_tmp_edit: null,
  _acl_delete: 'role:administrator',
  _acl_tmp_delete: null,
};

/** All fields that a query for list views may use, by full name. */
export function listViewFields(view: DemoListView): Fields {
  return {
    'listviews.id': view.id,
    'listviews.name': view.name,
    'listviews.controller': view.controller,
    'listviews.is_default': view.isDefault ? '1' : '0',
    'listviews.sequence': String(view.sequence),
    'listviews.query': JSON.stringify({ ui_helper: view.chart ? `${view.chart.kind}_chart` : 'table' }),
    'category.name': view.category.name,
    'category.sequence': String(view.category.sequence),
  };
}

/** `core/listviews`: its column list is called `headers`, and its rows name fields without the alias. */
export function answerListViews(_service: Service, { query }: AuthenticatedRequest): JsonObject {
  const find = parseFindQuery(query.get('q'));
  const matching = listViews
    .map(listViewFields)
    .filter((fields) => (find?.where ?? []).every(({ path, value }) => same(valueAt(fields, path), value)));
  const sorted = matching.toSorted(comparing(find?.order ?? []));
  const { limit, offset } = pagingOf(query);
  const names = find && find.fields.length > 0 ? find.fields : everyField;
  return {
    paginate: {
      headers: headersOf(names),
      data: sorted.slice(offset, offset + limit).map((fields) => record(fields, names)),
    },
    errors: [],
  };
}

const everyField: DemoFindQuery['fields'] = [
  ...listviews.columns.map((column) => ({ path: `listviews.${column.name}` })),
  { path: 'category.name', alias: 'category_name' },
];

function record(fields: Fields, names: DemoFindQuery['fields']): JsonObject {
  const json: JsonObject = {};
  for (const { path, alias } of names) json[alias ?? path.split('.').at(-1) ?? path] = valueAt(fields, path);
  return { ...json, ...acl };
}

function headersOf(names: DemoFindQuery['fields']): JsonObject[] {
  return names.map(({ path, alias }) => {
    const name = path.split('.').at(-1) ?? path;
    const isOwn = !path.startsWith('category.');
    const header = headerOf(listviews, alias ? { name, alias } : { name }, undefined);
    return isOwn ? header : { ...header, column_name: path };
  });
}

function valueAt(fields: Fields, path: string): Value {
  const value = fields[path.includes('.') ? path : `listviews.${path}`];
  if (value === undefined) throw malformed(`names "${path}", which listviews does not have`);
  return value;
}

function same(value: Value, wanted: Value): boolean {
  return value === wanted || (value !== null && wanted !== null && value.toLowerCase() === wanted.toLowerCase());
}

function comparing(order: DemoFindQuery['order']): (a: Fields, b: Fields) => number {
  return (a, b) => {
    for (const { path, descending } of order) {
      const difference = (valueAt(a, path) ?? '').localeCompare(valueAt(b, path) ?? '', 'en', { numeric: true });
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  };
}
