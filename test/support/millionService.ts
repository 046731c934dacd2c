import { json, type ScriptedService, scriptedService } from './scriptedService.ts';

const count = 1_000_000;
const columns = Array.from({ length: 60 }, (_, place) => (place === 0 ? 'name' : `c${place}`));

/** A list of a million records with sixty columns that needs no disk: each page is generated on request. */
export function millionService(): Promise<ScriptedService> {
  return scriptedService((request, response) => {
    if (request.path.startsWith('/core/listviews/')) return json(response, listViews);
    const page = Number(request.query.get('page') ?? 1);
    const limit = Math.min(500, Number(request.query.get('limit') ?? 50));
    const from = (page - 1) * limit;
    const data = Array.from({ length: Math.max(0, Math.min(limit, count - from)) }, (_, place) => row(from + place));
    const paginate = {
      alias: 'things',
      primary_key: 'things.id',
      display_field: 'things.name',
      name: 'All Things',
      page,
      page_size: limit,
      total_count: count,
      header,
      data,
    };
    json(response, { errors: [], paginate });
  });
}

const listViews = {
  errors: [],
  paginate: {
    total_count: 1,
    data: [{ id: 'all', name: 'All Things', controller: 'crm/things', is_default: '1', query: '{}' }],
  },
};

const header = columns.map((name) => ({
  field_type: 'Data-Field',
  column_name: `things.${name}`,
  name,
  label: name.toUpperCase(),
  sortable: true,
  visible: 1,
  data_type: 'VAR_STRING',
}));

function row(place: number): Record<string, string> {
  const number = String(place + 1);
  const cells = columns.map((name, column) => [
    `things.${name}`,
    column === 0 ? `Thing ${number}` : `${number}.${column}`,
  ]);
  return { 'things.id': number, ...(Object.fromEntries(cells) as Record<string, string>) };
}
