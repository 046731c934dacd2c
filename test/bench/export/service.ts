// Child process: serves pages of generated leads in the interface's format, as fast as possible.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { leadCell, leadColumns } from '../leads.ts';

const columns = leadColumns(30);
const types = {
  text: 'VAR_STRING',
  number: 'DOUBLE',
  date: 'DATE',
  dateTime: 'DATETIME',
  time: 'TIME',
  boolean: 'TINYINT(1)',
};
const header = JSON.stringify(
  columns.map(({ key, name, label, kind }) => ({
    field_type: 'Data-Field',
    column_name: key,
    name,
    label,
    data_type: types[kind],
    visible: 1,
    sortable: true,
  })),
);
/** The same thousand rows repeat with different ids, so that generating them isn't measured. */
const rows = Array.from({ length: 1_000 }, (_, place) => {
  const cells = columns.map(({ key }, column) => `${JSON.stringify(key)}:${JSON.stringify(leadCell(place, column))}`);
  return `${cells.join(',')},"leads.deleted":"0","record_display_name":"Record","is_edit":true,"is_delete":true}`;
});

/** The command line looks a list view up before it reads it. */
const listViews = [10_000, 50_000, 100_000, 200_000, 500_000, 1_000_000].map((count) => ({
  'listviews.id': String(count),
  'listviews.name': `${count} leads`,
  'listviews.controller': 'crm/leads',
}));
const listViewPage = JSON.stringify({
  errors: [],
  paginate: { alias: 'listviews', page: 1, page_size: 100, total_count: listViews.length, data: listViews },
});

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  response.setHeader('content-type', 'application/json');
  if (url.pathname.startsWith('/core/listviews')) return void response.end(listViewPage);
  const [page = 1, limit = 100] = ['page', 'limit'].map((name) => Number(url.searchParams.get(name)));
  const asked = Number(url.searchParams.get('current_listview'));
  // negative: from last to first
  const total = Math.abs(asked);
  const from = (page - 1) * limit;
  const data: string[] = [];
  for (let at = from; at < Math.min(from + limit, total); at++) {
    const place = asked < 0 ? total - 1 - at : at;
    data.push(`{"leads.id":"${place + 1}",${rows[place % rows.length]}`);
  }
  const about = `"alias":"leads","primary_key":"leads.id","page":${page},"page_size":${limit},"total_count":${total}`;
  response.end(`{"errors":[],"paginate":{${about},"header":${header},"data":[${data.join(',')}]}}`);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
