import type { JsonObject } from '../../src/model/json.ts';
import { leadHeader, leadPage, postedField } from '../support/leadAnswers.ts';
import { json, type Received, scriptedService, type ScriptedService } from '../support/scriptedService.ts';
import { longFormAnswer } from './longForm.ts';

/** Milliseconds before each response: a service in the same country. */
const latency = 50;
const leads = 1_000;
export const fields = 60;
const listColumns = 30;

const { elements, values } = longFormAnswer(fields);
const columns = ['name', ...Object.keys(values)].slice(0, listColumns);
const save = { name: ['action', 'save'], label: 'Save', template: 'submit', method: 'submit', is_web_compatible: '1' };
const views = {
  errors: [],
  paginate: { total_count: 1, data: [{ id: 'all', name: 'All leads', controller: 'crm/leads', is_default: '1' }] },
};

export const leadValue = (id: number, column: number): string => String(valueOf(String(id), columns[column]!));

/** 1,000 leads with a form of 60 fields and a list of 30 columns. Lead 17 has the id 17. */
export function feltService(): Promise<ScriptedService> {
  const saved = new Map<string, JsonObject>();
  const rows = Array.from({ length: leads }, (_, index) => [String(index + 1), { name: `Lead ${index + 1}` }] as const);
  const answer = (request: Received): unknown => {
    const { path, query, method, body } = request;
    if (path.startsWith('/core/listviews/')) return views;
    if (path.includes('/index'))
      return leadPage(rows, request, columns.map(leadHeader), (id, { name }) => ({
        'leads.id': id,
        record_display_name: name,
        is_edit: true,
        ...Object.fromEntries(columns.map((column) => [`leads.${column}`, valueOf(id, column, saved)])),
      }));
    if (method !== 'POST') return form(query.get('id') ?? '', saved);
    const id = postedField(body, 'id') ?? '';
    saved.set(id, { field_0: postedField(body, 'field_0') ?? '' });
    return { errors: [], message: [] };
  };
  return scriptedService((request, response) => {
    setTimeout(() => json(response, answer(request)), latency);
  });
}

function valueOf(id: string, column: string, saved?: ReadonlyMap<string, JsonObject>): unknown {
  return column === 'name' ? `Lead ${id}` : (saved?.get(id)?.[column] ?? values[column]);
}

function form(id: string, saved: ReadonlyMap<string, JsonObject>): unknown {
  return {
    errors: [],
    message: [],
    data: { leads: { id, ...values, ...saved.get(id) } },
    id,
    name: `Lead ${id}`,
    alias: 'leads',
    singular: 'Lead',
    primary_key: 'id',
    is_editable: 1,
    is_deletable: 1,
    form: { permission: 2, elements: [...elements, save] },
  };
}
