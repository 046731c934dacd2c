import type { Received } from './scriptedService.ts';

/* Responses shared by the tests' lead services. */

export const leadListViews = {
  errors: [],
  paginate: {
    total_count: 1,
    data: [{ id: 'all', name: 'All Leads', controller: 'crm/leads', is_default: '1', query: '{}' }],
  },
};

/** A column header of the list. */
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

/** The requested page of the leads whose name contains the search text. */
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

/** A lead field's value in a posted form; undefined if it isn't included. */
export function postedField(body: string, name: string): string | undefined {
  return new RegExp(`name="data\\[leads\\]\\[${name}\\]"\\r\\n\\r\\n(.*?)\\r\\n`, 's').exec(body)?.[1];
}

/** Ids of the records in a write; empty for a new record. */
export function writtenIds({ path, query, body }: Pick<Received, 'path' | 'query' | 'body'>): string[] {
  if (!path.includes('_selected')) return [postedField(body, 'id') ?? query.get('id') ?? ''];
  const named = [...body.matchAll(/name="ids\[\]"\r\n\r\n(.*?)\r\n/g)].map(([, id = '']) => id);
  return [...named, ...query.getAll('ids[]')];
}
