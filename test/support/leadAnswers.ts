import type { Received } from './scriptedService.ts';

/* What the services of leads that tests start answer alike. */

export const leadListViews = {
  errors: [],
  paginate: {
    total_count: 1,
    data: [{ id: 'all', name: 'All Leads', controller: 'crm/leads', is_default: '1', query: '{}' }],
  },
};

/** A column of the list, as its header tells. */
export function leadHeader(name: string): object {
  return {
    field_type: 'Data-Field',
    column_name: `leads.${name}`,
    name,
    label: name.toUpperCase(),
    sortable: true,
    visible: 1,
    data_type: 'VAR_STRING',
  };
}

/** The page that was asked for, of the leads whose name has the searched text in it. */
export function leadPage<L extends { readonly name: string }>(
  leads: Iterable<readonly [id: string, lead: L]>,
  { query }: Received,
  header: readonly object[],
  row: (id: string, lead: L) => object,
): unknown {
  const page = Number(query.get('page') ?? 1);
  const limit = Number(query.get('limit') ?? 50);
  const found = [...leads].filter(([, { name }]) => name.includes(query.get('search_basic') ?? ''));
  return {
    errors: [],
    paginate: {
      alias: 'leads',
      primary_key: 'leads.id',
      name: 'All Leads',
      page,
      page_size: limit,
      total_count: found.length,
      header,
      data: found.slice((page - 1) * limit, page * limit).map(([id, lead]) => row(id, lead)),
    },
  };
}

/** What a posted form says for a field of the lead; undefined when it says nothing. */
export function postedField(body: string, name: string): string | undefined {
  return new RegExp(`name="data\\[leads\\]\\[${name}\\]"\\r\\n\\r\\n(.*?)\\r\\n`, 's').exec(body)?.[1];
}

/** The ids of the records that a write is about; an empty one for a new record. */
export function writtenIds({ path, query, body }: Pick<Received, 'path' | 'query' | 'body'>): string[] {
  if (!path.includes('_selected')) return [postedField(body, 'id') ?? query.get('id') ?? ''];
  const named = [...body.matchAll(/name="ids\[\]"\r\n\r\n(.*?)\r\n/g)].map(([, id = '']) => id);
  return [...named, ...query.getAll('ids[]')];
}
