import type { ColumnKind } from '../../src/model/list/recordPage.ts';
import { scriptedService, type ScriptedService } from '../support/scriptedService.ts';
import { leadCell, leadColumns } from './leads.ts';

const dataTypes: Partial<Record<ColumnKind, string>> = {
  number: 'DECIMAL',
  date: 'DATE',
  dateTime: 'DATETIME',
  boolean: 'BOOLEAN',
};

/** A service with a prepared first page for each list view, so that its own time is negligible. */
export async function leadAnswers(columns: readonly number[], total: number): Promise<ScriptedService> {
  const listViews = columns.map((count) => ({ id: `c${count}`, name: `${count} columns`, controller: 'crm/leads' }));
  const lists = new Map(columns.map((count) => [`c${count}`, Buffer.from(JSON.stringify(page(count, 100, total)))]));
  const views = Buffer.from(JSON.stringify({ errors: [], paginate: { total_count: columns.length, data: listViews } }));
  return scriptedService(({ path, query }, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(path.startsWith('/core/listviews/') ? views : lists.get(query.get('current_listview') ?? ''));
  });
}

function page(columns: number, limit: number, total: number): unknown {
  const header = leadColumns(columns).map(({ columnName, name, label, kind }) => ({
    field_type: 'Data-Field',
    column_name: columnName,
    name,
    label,
    sortable: true,
    searchable: true,
    visible: 1,
    data_type: dataTypes[kind] ?? 'VAR_STRING',
  }));
  const data = Array.from({ length: limit }, (_, place) => {
    const cells = header.map(({ column_name: key }, column) => [key, leadCell(place, column)]);
    return { 'leads.id': String(place + 1), ...Object.fromEntries(cells) };
  });
  const about = { alias: 'leads', primary_key: 'leads.id', display_field: 'leads.c0', name: `${columns} columns` };
  return { errors: [], paginate: { ...about, page: 1, page_size: limit, total_count: total, header, data } };
}
