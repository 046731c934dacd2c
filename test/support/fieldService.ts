import type { JsonObject } from '../../src/model/json.ts';
import { leadHeader, leadListViews, leadPage } from './leadAnswers.ts';
import { json, type Received, scriptedService, type ScriptedService } from './scriptedService.ts';

/** A record service whose form and records a test writes itself; it stores what is posted. */
export interface FieldService extends ScriptedService {
  /** The elements of the form. */
  elements: readonly JsonObject[];
  readonly records: Map<string, JsonObject>;
  /** Other content of `data`, next to the record. */
  beside: JsonObject;
  /** Other content of the responses to view, edit and add. */
  more: JsonObject;
  /** Columns of the list. */
  columns: readonly string[];
  /** The entries of every save, by their keys. */
  readonly saves: Record<string, string>[];
}

export const submitElement = (name: string, label: string): JsonObject => ({
  name: ['action', name],
  label,
  template: 'submit',
  method: 'submit',
});

export function fieldElement(key: string, template: string, more: JsonObject = {}): JsonObject {
  return { name: ['leads', key], label: key.toUpperCase(), template, permission: 2, ...more };
}

export async function fieldService(...elements: JsonObject[]): Promise<FieldService> {
  const state = {
    elements,
    records: new Map<string, JsonObject>(),
    beside: {} as JsonObject,
    more: {} as JsonObject,
    columns: [] as readonly string[],
    saves: [] as Record<string, string>[],
  };
  const service = await scriptedService((request, response) => {
    if (request.path === '/core/listviews/index.json') return json(response, leadListViews);
    if (request.path.includes('/index')) return json(response, page(state, request));
    if (request.method !== 'POST') return json(response, form(state, request));
    const entries = postedEntries(request.body);
    state.saves.push(entries);
    const ids = [...request.body.matchAll(/name="ids\[\]"\r\n\r\n(.*?)\r\n/g)].map(([, id = '']) => id);
    const added = String(state.records.size + 1);
    for (const id of ids.length > 0 ? ids : [entries['data[leads][id]'] ?? added])
      state.records.set(id, stored(state.records.get(id) ?? {}, entries));
    return json(response, { errors: [], message: [], ...(request.path.includes('add') && { id: added }) });
  });
  return Object.assign(state, service);
}

function page({ records, columns }: Pick<FieldService, 'records' | 'columns'>, request: Received): unknown {
  const rows = [...records].map(([id, values]) => [id, { name: `Lead ${id}`, values }] as const);
  return leadPage(rows, request, columns.map(leadHeader), (id, { name, values }) => ({
    'leads.id': id,
    record_display_name: name,
    ...Object.fromEntries(columns.map((column) => [`leads.${column}`, values[column] ?? null])),
  }));
}

function form(
  { elements, records, beside, more }: Pick<FieldService, 'elements' | 'records' | 'beside' | 'more'>,
  { query }: Received,
): unknown {
  const id = query.get('id');
  const values = id === null ? {} : (records.get(id) ?? {});
  const identity = id === null ? {} : { id, name: `Lead ${id}` };
  return {
    errors: [],
    message: [],
    data: { leads: { ...(id !== null && { id }), ...values }, ...beside },
    ...identity,
    alias: 'leads',
    singular: 'Lead',
    primary_key: 'id',
    is_editable: 1,
    is_deletable: 1,
    form: { permission: 2, elements },
    ...more,
  };
}

/** For a file, its name. */
function postedEntries(body: string): Record<string, string> {
  const found = body.matchAll(/name="(data[^"]*)"(?:; filename="([^"]*)")?[^]*?\r\n\r\n([^]*?)\r\n--/g);
  return Object.fromEntries([...found].map(([, key = '', file, value = '']) => [key, file ?? value]));
}

/** Plain fields, and lists of plain values. */
function stored(values: JsonObject, entries: Record<string, string>): JsonObject {
  const after = { ...values };
  const lists = new Map<string, string[]>();
  for (const [key, text] of Object.entries(entries)) {
    const [, name = '', index] = /^data\[leads\]\[([^\]]+)\](?:\[(\d+)\])?$/.exec(key) ?? [];
    if (name === '' || name === 'id') continue;
    if (index === undefined) after[name] = text === 'null' ? null : text;
    else lists.set(name, [...(lists.get(name) ?? []), text]);
  }
  return { ...after, ...Object.fromEntries(lists) };
}
