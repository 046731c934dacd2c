import { parseAnswer } from '../../src/service/documented/http/understandAnswer.ts';
import { readPage } from '../../src/service/documented/list/readPage.ts';
import type { JsonObject } from '../../src/model/json.ts';

/**
 * A page in the interface's format: every value is text or null, along with the row's own flags. `withNumbers`: as a
 * service sends it that writes numbers as JSON numbers.
 */
export function pageBytes(rows: number, columns: number, withNumbers = false): Buffer {
  const names = Array.from({ length: columns }, (_, index) => `leads.column_${index}`);
  const header = names.map((name, index) => ({
    field_type: 'Data-Field',
    sortable: true,
    searchable: true,
    is_invisible: '0',
    clickable_link: '0',
    compute_column_total: '0',
    column_name: name,
    name: name.slice(6),
    data_type: index % 4 === 0 ? 'LONGLONG' : 'VAR_STRING',
    visible: 1,
    label: `Column ${index}`,
  }));
  const data = Array.from({ length: rows }, (_, row) => ({
    ...Object.fromEntries(
      names.map((name, index) => [
        name,
        index % 7 === 3
          ? null
          : index % 4 > 0
            ? `Value ${index} of record ${row}`
            : withNumbers
              ? row * index
              : String(row * index),
      ]),
    ),
    'leads.id': String(row + 1),
    'leads.deleted': '0',
    'leads._acl_edit': null,
    'leads._acl_delete': null,
    record_display_name: `Record ${row}`,
    is_edit: true,
    is_delete: row % 2 === 0,
    is_comment: true,
  }));
  const paginate = {
    data,
    header,
    alias: 'leads',
    page: 1,
    page_size: rows,
    total_count: rows,
    primary_key: 'leads.id',
    display_field: 'leads.name',
    name: 'All',
  };
  return Buffer.from(JSON.stringify({ paginate, errors: [] }));
}

/** Decodes response bytes into a page, on the same path as every response. */
export function decoded(body: Buffer): number {
  const parsed = parseAnswer({ status: 200, header: () => undefined, body, url: new URL('http://localhost') });
  if (parsed.kind !== 'json') throw new Error('the page was not read');
  return readPage(parsed.value as JsonObject, {}, { doing: 'decode', stage: 'read' }).rows.length;
}
