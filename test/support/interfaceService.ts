import type { ServerResponse } from 'node:http';
import {
  bigIds,
  initialRecords,
  listViewsOf,
  type Model,
  type ModelAssociation,
  type ModelField,
  models,
  type Values,
} from './interfaceRecords.ts';
import { json, type Received, type ScriptedService, scriptedService } from './scriptedService.ts';

/**
 * A service that implements only what the interface documents, so that no extras of the demo hide what the product
 * can't do. What the interface leaves open is chosen in one of two ways:
 *
 * - `orderly`: lists are arrays, numbers are numbers, classes are spelled in full
 * - `loose`: lists are maps, the rows of a record are keyed by id, numbers are strings and vice versa, `[]` stands for
 * `{}`, models have bare names
 */
export type ResponseStyle = 'orderly' | 'loose';

export interface InterfaceService extends ScriptedService {
  /** Disconnects every client. */
  isGone: boolean;
  /** Called first; returns true if it handles the request. */
  trouble: ((request: Received, response: ServerResponse) => boolean) | undefined;
  /** The service's records, by controller, then by id. */
  readonly records: ReadonlyMap<string, Map<string, Values>>;
  /** Entries of each write, in order of arrival. */
  readonly writes: { readonly path: string; readonly entries: readonly (readonly [key: string, value: string])[] }[];
}

export interface ServedView {
  readonly id: string;
  readonly controller: string;
  readonly name: string;
  readonly isDefault?: boolean;
  readonly shows: (record: Values) => boolean;
  /** The list view's query, included when it is fetched in full. */
  readonly query?: object;
}

export interface InterfaceServiceOptions {
  /**
   * Custom list views instead of one per controller. Without `current_listview`, a list request uses the list view that
   * was opened last, or else the default one.
   */
  readonly views?: readonly ServedView[];
  readonly temperament?: ResponseStyle;
  /** Returns related records as a full page of the list view that was opened last. */
  readonly relatedAsPage?: boolean;
  /** Ignores `q` in every list request. */
  readonly ignoresQuery?: boolean;
  /** Searches like a database with a loose collation: ignores case, accents and trailing spaces. */
  readonly isLooseSearch?: boolean;
  /** Messages included in every response, or in the response for a path. */
  readonly message?: readonly unknown[] | ((path: string) => readonly unknown[]);
  /**
   * Responds to the look-up of a controller entry by `url` and `type` from all its controllers, including those without
   * a list view. `ignoresQuery`: always returns the same entry. Absent: it has no entries.
   */
  readonly entries?: 'answers' | 'ignoresQuery' | 'empty' | 'refuses' | 'unauthorized' | 'missing';
  /** Controllers without a list view, which only an entry reveals. */
  readonly unlisted?: readonly string[];
  /**
   * How the form of a new record includes a key that is a reference elsewhere: as a plain field, or not at all. Its
   * companion keys are rejected.
   */
  readonly newRecordKeys?: Readonly<Record<string, 'plain' | 'unnamed'>>;
  /** Additional controllers with a list view whose records can't be read. */
  readonly alsoLists?: readonly string[];
}

export async function interfaceService({
  temperament = 'orderly',
  ignoresQuery = false,
  isLooseSearch = false,
  message: said = [],
  alsoLists = [],
  entries: answering,
  unlisted = [],
  views,
  relatedAsPage = false,
  newRecordKeys = {},
}: InterfaceServiceOptions = {}): Promise<InterfaceService> {
  const records = initialRecords();
  const writes: InterfaceService['writes'] = [];
  const isLoose = temperament === 'loose';
  const desk = new Desk(records, isLoose, isLooseSearch, views);

  async function answer(request: Received): Promise<unknown> {
    const [, module = '', controller = '', operation = ''] =
      /^\/([^/]+)\/([^/]+)\/([^/.]+)(?:\.json)?$/.exec(request.path) ?? [];
    const name = `${module}/${controller}`;
    const message = typeof said === 'function' ? said(request.path) : said;
    const envelope = { errors: [], message };
    if (name === 'core/listviews')
      return {
        ...envelope,
        paginate: { headers: [], data: desk.list(listViews(request, alsoLists, unlisted, views)) },
      };
    if (name === 'core/controllers' && answering) return { ...envelope, ...desk.entry(request.query, answering) };
    if (operation === 'signup' && request.method === 'GET')
      return { ...envelope, allow_public_signup: '0', signup_roles: {}, data: [] };
    if (operation === 'license_agreement') return { ...envelope, license_agreement: '<p>Terms</p>', data: [] };
    const model = models[name];
    if (!model) return { errors: [`There is no ${name}.`] };
    if (operation === 'index') return { ...envelope, ...desk.index(name, model, request.query, ignoresQuery) };
    if (request.method === 'POST' && (operation === 'edit' || operation === 'add')) {
      const entries = await postedEntries(request);
      writes.push({ path: request.path, entries });
      const unknown = operation === 'add' ? unknownCompanion(entries, newRecordKeys) : undefined;
      if (unknown !== undefined) return { ...envelope, errors: [`${unknown} is not a field.`] };
      return { ...envelope, ...desk.save(name, model, entries, operation === 'add') };
    }
    if (operation === 'delete') {
      writes.push({ path: request.path, entries: [...request.query] });
      return desk.delete(name, request.query, message);
    }
    if (relatedAsPage && operation === 'view' && request.query.has('q'))
      return { ...envelope, ...desk.relatedPage(name, model, request.query) };
    if (operation === 'view' || operation === 'edit' || operation === 'add')
      return { ...envelope, ...desk.view(name, formModel(model, operation, newRecordKeys), request.query, operation) };
    return { errors: ['Not known.'] };
  }

  const state: Pick<InterfaceService, 'isGone' | 'trouble'> = { isGone: false, trouble: undefined };
  const service = await scriptedService((request, response) => {
    if (state.isGone) return void response.destroy();
    if (state.trouble?.(request, response)) return;
    const status = answering === 'missing' ? 404 : answering === 'unauthorized' ? 401 : undefined;
    if (status !== undefined && request.path.startsWith('/core/controllers/'))
      return json(response, { errors: ['No.'], message: ['Nothing here.'] }, status);
    void answer(request).then(
      (value) => reply(response, value, isLoose),
      (error: unknown) => json(response, { errors: [String(error)] }, 500),
    );
  });
  return Object.assign(state, { ...service, records, writes });
}

/** Sends integers as such if the temperament requires it, with all their digits. */
function reply(response: ServerResponse, value: unknown, isLoose: boolean): void {
  const text = JSON.stringify(value);
  const body = isLoose ? text.replaceAll(/"(id|[a-z_]+_id)":"(\d+)"/g, '"$1":$2') : text;
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

function listViews(
  { query }: Received,
  alsoLists: readonly string[],
  unlisted: readonly string[],
  views: readonly ServedView[] | undefined,
): readonly Values[] {
  const served = views?.map(({ id, name, controller, isDefault = false, query: saved = {} }) => ({
    id,
    name,
    controller,
    category_name: 'Everything',
    is_default: isDefault ? '1' : '0',
    query: JSON.stringify(saved),
  }));
  const all = (served ?? listViewsOf(alsoLists)).filter(({ controller }) => !unlisted.includes(controller as string));
  const [where] = [(JSON.parse(query.get('q') ?? '{}') as { where?: unknown }).where].flat() as [
    Record<string, string> | undefined,
  ];
  const wanted = where?.['listviews.controller'];
  return wanted === undefined ? all : all.filter((one) => one['controller'] === wanted);
}

/** Entries of a form body. */
async function postedEntries({ body, headers }: Received): Promise<[string, string][]> {
  const form = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
  return [...form].map(([key, value]) => [key, typeof value === 'string' ? value : value.name]);
}

/** Responses built from the records. */
type NewRecordKeys = NonNullable<InterfaceServiceOptions['newRecordKeys']>;

function formModel(model: Model, operation: string, keys: NewRecordKeys): Model {
  if (operation !== 'add') return model;
  const fields = model.fields.flatMap((field): ModelField[] => {
    const { references: _, ...plain } = field;
    if (keys[field.key] === undefined) return [field];
    return keys[field.key] === 'plain' ? [plain] : [];
  });
  return { ...model, fields };
}

function unknownCompanion(
  entries: readonly (readonly [key: string, value: string])[],
  keys: NewRecordKeys,
): string | undefined {
  const companions = new Set(Object.keys(keys).flatMap((key) => [`__${key}`, `${key}_model`]));
  return entries.map(([key]) => key.split(/[[\]]+/)[2] ?? '').find((key) => companions.has(key));
}

class Desk {
  readonly #records: Map<string, Map<string, Values>>;
  readonly #isLoose: boolean;
  readonly #isLooseSearch: boolean;
  readonly #views: readonly ServedView[] | undefined;
  /** The list view that was opened last, by controller. */
  readonly #opened = new Map<string, ServedView>();
  /** The id of the row that was added last. */
  #lastRow = 90;

  constructor(
    records: Map<string, Map<string, Values>>,
    isLoose: boolean,
    isLooseSearch: boolean,
    views: readonly ServedView[] | undefined,
  ) {
    this.#views = views;
    this.#records = records;
    this.#isLooseSearch = isLooseSearch;
    this.#isLoose = isLoose;
  }

  /** A list, or its loose equivalent. */
  list(items: readonly unknown[]): unknown {
    if (!this.#isLoose || items.length === 0) return items;
    return Object.fromEntries(items.map((item, index) => [String(index), item]));
  }

  /** Rows of a sub-table. */
  rows(rows: readonly Values[]): unknown {
    if (!this.#isLoose || rows.length === 0) return rows;
    return Object.fromEntries(rows.map((row) => [row['id'], row]));
  }

  /** An object, or its loose equivalent if empty. */
  map(entries: object): unknown {
    return this.#isLoose && Object.keys(entries).length === 0 ? [] : entries;
  }

  number(value: number): number | string {
    return this.#isLoose ? String(value) : value;
  }

  index(
    name: string,
    model: Model,
    query: URLSearchParams,
    ignoresQuery: boolean,
    view = this.#open(name, query.get('current_listview')),
  ): object {
    const page = Number(query.get('page') ?? 1);
    const limit = Number(query.get('limit') ?? 20);
    const search = (query.get('search_basic') ?? '').toLowerCase();
    const found = this.#all(name)
      .filter((record) => view?.shows(record) !== false)
      .filter((record) => ignoresQuery || matches(record, model, whereOf(query), this.#isLooseSearch))
      .filter((record) => search === '' || this.#textOf(record, model).toLowerCase().includes(search));
    const sort = query.get('sort')?.replace(`${model.alias}.`, '');
    const text = (record: Values, key: string): string => (typeof record[key] === 'string' ? record[key] : '');
    if (sort !== undefined) found.sort((one, other) => text(one, sort).localeCompare(text(other, sort)));
    if (query.get('dir') === 'DESC') found.reverse();
    const columns = model.fields.filter(({ rows }) => !rows);
    const header = columns.map(({ key, label, searchable = true, references, template }) => ({
      field_type: 'Data-Field',
      sortable: true,
      searchable,
      is_invisible: '0',
      clickable_link: key === model.display ? '1' : '0',
      compute_column_total: key === 'score' ? '1' : '0',
      column_name: `${model.alias}.${key}`,
      name: key,
      data_type: template === 'date' ? 'DATE' : 'VAR_STRING',
      visible: this.number(1),
      ...(key === 'score' && { column_total: this.number(found.length * 7), total_count: this.number(found.length) }),
      ...(references !== undefined && { alias: key }),
      label,
    }));
    return {
      paginate: {
        alias: model.alias,
        render_as: 'index',
        page: this.number(page),
        page_size: this.number(limit),
        total_count: this.number(found.length),
        primary_key: `${model.alias}.id`,
        display_field: `${model.alias}.${model.display}`,
        name: view?.name ?? 'All',
        ...(view && { listview_id: view.id }),
        header: this.list(header),
        data: this.list(found.slice((page - 1) * limit, page * limit).map((record) => this.#row(record, model))),
      },
    };
  }

  #open(name: string, asked: string | null): ServedView | undefined {
    const here = this.#views?.filter(({ controller }) => controller === name) ?? [];
    const view =
      here.find(({ id }) => id === asked) ??
      this.#opened.get(name) ??
      here.find(({ isDefault }) => isDefault) ??
      here[0];
    if (view) this.#opened.set(name, view);
    return view;
  }

  relatedPage(name: string, model: Model, query: URLSearchParams): object {
    const asked = new URLSearchParams({ q: query.get('q') ?? '', limit: '100' });
    const view = this.#open(name, null);
    return {
      ...this.index(name, model, asked, false, view && { ...view, shows: () => true }),
      current_listview: view?.id,
      __current_listview: view?.name,
    };
  }

  /** The entry of a controller, in the format of a viewed record. */
  entry(query: URLSearchParams, how: NonNullable<InterfaceServiceOptions['entries']>): object {
    const { where } = JSON.parse(query.get('q') ?? '{}') as { where?: Values };
    const message = ['Entries are for programs.'];
    if (how === 'refuses') return { errors: ['You may not look up entries.'], message };
    const url = how === 'ignoresQuery' ? 'crm/leads' : where?.['url'];
    const isThere = typeof url === 'string' && url in models && where?.['type'] === 'controller' && how !== 'empty';
    const found = isThere ? [{ id: '7', url, type: 'controller', name: models[url]?.singular ?? '' }] : [];
    const [entry] = found;
    return { data: { controllers: this.#isLoose ? (entry ?? []) : this.list(found) }, message };
  }

  view(name: string, model: Model, query: URLSearchParams, operation: 'view' | 'edit' | 'add'): object {
    const where = whereOf(query);
    if (query.has('q') && Object.keys(where).length > 0) return this.#related(name, model, where);
    const record = operation === 'add' ? {} : this.#records.get(name)?.get(query.get('id') ?? '');
    if (!record) return { errors: [`${model.singular} ${query.get('id')} does not exist.`] };
    const mayEdit = record['_edit'] !== '0';
    const flag = (is: boolean): number | string => this.number(is ? 1 : 0);
    return {
      data: { [model.alias]: this.#record(record, model) },
      primary_key: 'id',
      display_field: model.display,
      model: this.#modelName(model),
      model_class: model.className,
      id: record['id'] ?? null,
      is_record_deleted: record['deleted'] === '1',
      permissions: this.map({}),
      model_associations: this.#associations(model),
      model_behaviours: this.map({}),
      name: record[model.display] ?? '',
      filterRules: this.map(this.#rules(model)),
      form: { ...this.#form(model, operation !== 'view' && mayEdit) },
      rebaseline: [],
      allow_comments: flag(true),
      // a new record can't be edited yet
      is_editable: flag(operation !== 'add' && mayEdit),
      is_deletable: flag(operation !== 'add' && record['_delete'] !== '0'),
      alias: model.alias,
      singular: model.singular,
      notEmptyField: this.map({}),
      user_id: bigIds[0],
      user_fullname: 'Carlos Núñez',
    };
  }

  save(name: string, model: Model, entries: readonly (readonly [string, string])[], isNew: boolean): object {
    const posted = nested(entries)['data'] as Record<string, unknown> | undefined;
    const sent = (posted?.[model.alias] ?? {}) as Record<string, unknown>;
    const records = this.#records.get(name)!;
    const id = isNew ? `n${records.size}` : typeof sent['id'] === 'string' ? sent['id'] : '';
    const before = isNew ? { id, deleted: '0' } : records.get(id);
    if (!before) return { errors: [`${model.singular} ${id} does not exist.`] };
    if (Object.keys((posted?.['action'] as object | undefined) ?? {}).length !== 1)
      return { errors: ['Exactly one action is required.'] };
    const values: Values = {};
    for (const { key, rows, permission = 2 } of model.fields) {
      if (permission !== 2 || !(key in sent)) continue;
      const value = sent[key];
      if (rows) values[key] = rowsIn(value).map((row) => ('id' in row ? row : { id: `${++this.#lastRow}`, ...row }));
      else values[key] = value === 'null' || value === '' ? null : String(value);
    }
    records.set(id, { ...before, ...values });
    return { id, data: { [model.alias]: { id } } };
  }

  delete(name: string, query: URLSearchParams, message: readonly unknown[]): object {
    const record = this.#records.get(name)?.get(query.get('id') ?? '');
    if (!record || record['_delete'] === '0' || query.get('is_confirm') !== '1')
      return { errors: this.list(['You may not delete it.']), message };
    record['deleted'] = '1';
    return { errors: [], message };
  }

  #all(name: string): Values[] {
    return [...(this.#records.get(name)?.values() ?? [])];
  }

  #textOf(record: Values, model: Model): string {
    return model.fields.map((field) => this.#shown(record, field) ?? '').join(' ');
  }

  /** The name of the referenced record, or else the field's own value. */
  #shown(record: Values, { key, references }: ModelField): string | null {
    const value = record[key];
    if (typeof value !== 'string') return null;
    if (references === undefined) return value;
    return this.#nameOf(references, value);
  }

  #nameOf(controller: string, id: string): string | null {
    const name = this.#records.get(controller)?.get(id)?.[models[controller]?.display ?? ''];
    return typeof name === 'string' ? name : null;
  }

  #row(record: Values, model: Model): object {
    const cells = model.fields.flatMap((field) => {
      if (field.rows) return [];
      // a reference is shown by its display alias
      return [[field.references === undefined ? `${model.alias}.${field.key}` : field.key, this.#shown(record, field)]];
    });
    const flag = (key: string): boolean => record[key] !== '0';
    return {
      [`${model.alias}.id`]: record['id'],
      ...Object.fromEntries(cells),
      [`${model.alias}._acl_edit`]: null,
      [`${model.alias}.deleted`]: record['deleted'],
      record_display_name: record[model.display] ?? '',
      is_edit: flag('_edit'),
      is_delete: flag('_delete'),
      is_comment: true,
    };
  }

  /** Includes the companion keys of references: their text and their model's name. */
  #record(record: Values, model: Model): object {
    const entries = model.fields.flatMap(({ key, references, rows }) => {
      const value = record[key] ?? (rows ? [] : null);
      if (rows) return [[key, this.rows(value as readonly Values[])]];
      if (references === undefined) return [[key, value]];
      const target = models[references];
      return [
        [key, value],
        [`__${key}`, typeof value === 'string' ? this.#nameOf(references, value) : null],
        [`${key}_model`, target ? this.#modelName(target) : null],
      ];
    });
    return { ...(record['id'] !== undefined && { id: record['id'] }), ...Object.fromEntries(entries) };
  }

  #modelName({ alias, className }: Model): string {
    return this.#isLoose ? alias : className;
  }

  #form(model: Model, mayEdit: boolean): object {
    const element = (field: ModelField, path: readonly string[]): object => ({
      name: [...path, field.key],
      __name: [...path, field.key].join('.'),
      label: field.label,
      template: field.template ?? 'text',
      permission: this.number(mayEdit ? (field.permission ?? 2) : 4),
      ...(field.options && {
        options: this.#isLoose
          ? field.options
          : Object.entries(field.options).map(([value, text]) => ({ text, value })),
      }),
      ...(field.rows && { elements: this.list(field.rows.map((one) => element(one, [...path, field.key]))) }),
    });
    const submit = {
      name: ['action', 'save_&_continue'],
      __name: 'action.save_&_continue',
      label: 'Save & Continue',
      value: null,
      __value: null,
      template: 'submit',
      method: 'submit',
      is_web_compatible: this.number(1),
      is_mobile_compatible: this.number(1),
    };
    return {
      permission: this.number(mayEdit ? 2 : 4),
      elements: this.list([
        ...model.fields.map((field) => element(field, [model.alias])),
        ...(mayEdit ? [submit] : []),
      ]),
    };
  }

  #rules(model: Model): object {
    const rulesOf = (fields: readonly ModelField[], before: string): [string, unknown][] =>
      fields.flatMap(({ key, rows, isRequired }) => [
        ...(isRequired === true ? [[`${before}${key}`, ['required', 'notEmpty']] as [string, unknown]] : []),
        ...(rows ? rulesOf(rows, `${before}${key}.`) : []),
      ]);
    return Object.fromEntries(rulesOf(model.fields, ''));
  }

  #associations({ associations = [] }: Model): unknown {
    const details = ({ label, controller, foreignKey }: ModelAssociation): object => {
      const { alias, className } = models[controller]!;
      const labeled = label === undefined ? {} : { label };
      if (this.#isLoose) return { type: 'hasMany', model: alias, foreignKey: `${alias}.${foreignKey}`, ...labeled };
      return { model_class: className, table: alias, foreign_key: foreignKey, ...labeled };
    };
    const named = associations.map((one) => [one.name, details(one)] as const);
    if (this.#isLoose) return this.list(named.map(([name, one]) => ({ name, ...one })));
    return this.map({ hasMany: Object.fromEntries(named) });
  }

  #related(name: string, model: Model, where: Readonly<Record<string, string>>): object {
    const found = this.#all(name).filter((record) => matches(record, model, where));
    return {
      data: { [model.alias]: this.list(found.map((record) => this.#record(record, model))) },
      alias: model.alias,
    };
  }
}

function whereOf(query: URLSearchParams): Record<string, string> {
  const { where } = JSON.parse(query.get('q') ?? '{}') as { where?: unknown };
  return Object.assign({}, ...[where ?? []].flat()) as Record<string, string>;
}

function matches(
  record: Values,
  { alias }: Model,
  where: Readonly<Record<string, string>>,
  isLooseSearch = false,
): boolean {
  const collator = new Intl.Collator('en', { sensitivity: 'base' });
  return Object.entries(where).every(([column, value]) => {
    const stored = record[column.replace(`${alias}.`, '')];
    if (!isLooseSearch || typeof stored !== 'string') return stored === value;
    return collator.compare(stored.trimEnd(), value.trimEnd()) === 0;
  });
}

/** Nests entries such as `data[leads][phone_numbers][0][number]`. */
function nested(entries: readonly (readonly [string, string])[]): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    const path = key.replaceAll(']', '').split('[');
    let holder = root;
    for (const segment of path.slice(0, -1)) holder = (holder[segment] ??= {}) as Record<string, unknown>;
    holder[path.at(-1) ?? ''] = value;
  }
  return root;
}

function rowsIn(sent: unknown): Values[] {
  if (typeof sent !== 'object' || sent === null) return [];
  const value = (one: unknown): string | null => (one === 'null' || one === '' ? null : String(one));
  return Object.values(sent).flatMap((row: unknown) => {
    if (typeof row !== 'object' || !row) return [];
    return [Object.fromEntries(Object.entries(row).map(([key, one]) => [key, value(one)]))];
  });
}
