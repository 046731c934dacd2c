import { isObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { Cell, Column, RecordPage, RecordRow } from '../model/recordPage.ts';
import { type Attempt, unreadable } from './failures.ts';
import { readColumns } from './readColumns.ts';
import { count, firstOf, flag, list, wording } from './tolerant.ts';

/** Reads the answer to a list of records: the index envelope, `header` and `headers` alike. */
export function readPage(answer: JsonObject, asked: { page?: number; limit?: number }, attempt: Attempt): RecordPage {
  const paginate = answer['paginate'];
  if (!isObject(paginate)) throw unreadable(attempt, 'a list of records ("paginate") was expected and is not there');
  if (paginate['data'] === undefined) throw unreadable(attempt, 'the records ("paginate.data") are not there');
  const rows = list(paginate['data']).filter(isObject);
  const alias = wording(paginate['alias']) ?? prefixOf(wording(paginate['primary_key']));
  const columns = readColumns(
    firstOf(paginate, 'header', 'headers') ?? firstOf(answer, 'header', 'headers'),
    rows,
    alias,
  );
  const primaryKey = wording(paginate['primary_key']);
  return {
    columns,
    rows: readRows(rows, columns, { alias, primaryKey, displayField: wording(paginate['display_field']) }),
    page: count(paginate['page']) ?? asked.page ?? 1,
    pageSize: count(paginate['page_size']) || asked.limit || rows.length,
    total: count(paginate['total_count']),
    listViewId:
      wording(firstOf(paginate, 'listview_id')) ?? wording(firstOf(answer, 'current_listview', 'listview_id')),
    listViewName: wording(firstOf(paginate, 'name')) ?? wording(firstOf(answer, 'listview_name', '__current_listview')),
    alias,
    primaryKey,
  };
}

interface RowNames {
  readonly alias: string | undefined;
  readonly primaryKey: string | undefined;
  readonly displayField: string | undefined;
}

export function readRows(rows: readonly JsonObject[], columns: readonly Column[], names: RowNames): RecordRow[] {
  const keys = columns.map((column) => column.key);
  const idKeys = spellings(names.primaryKey, names.alias, 'id');
  const deletedKeys = spellings(undefined, names.alias, 'deleted');
  const nameKeys = ['record_display_name', ...spellings(names.displayField, names.alias, 'name')];
  return rows.map((row) => {
    const id = firstText(row, idKeys) ?? null;
    return {
      id,
      name: firstText(row, nameKeys) ?? id ?? '',
      isDeleted: flag(firstOf(row, ...deletedKeys)) ?? false,
      canEdit: flag(row['is_edit']),
      canDelete: flag(row['is_delete']),
      canComment: flag(row['is_comment']),
      cells: readCells(row, keys),
    };
  });
}

/** The hot loop of every page: nearly all cells are text or null already, as the interface says. */
function readCells(row: JsonObject, keys: readonly string[]): Cell[] {
  const cells: Cell[] = Array.from({ length: keys.length });
  for (let index = 0; index < keys.length; index++) {
    const value = row[keys[index] as string];
    cells[index] = typeof value === 'string' || value === null ? value : cellText(value);
  }
  return cells;
}

function cellText(value: JsonValue | undefined): Cell {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  // a column that no row has may be called like something every object inherits, such as `constructor`
  return typeof value === 'object' ? JSON.stringify(value) : null;
}

function firstText(row: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = Object.hasOwn(row, key) ? wording(row[key]) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A field may stand as the service names it, with the alias before it, or bare. */
function spellings(named: string | undefined, alias: string | undefined, bare: string): string[] {
  const last = named?.split('.').at(-1);
  const found = [
    named,
    alias === undefined ? undefined : `${alias}.${last ?? bare}`,
    last,
    alias === undefined ? undefined : `${alias}.${bare}`,
    bare,
  ];
  return [...new Set(found.filter((name) => name !== undefined))];
}

function prefixOf(primaryKey: string | undefined): string | undefined {
  const parts = primaryKey?.split('.') ?? [];
  return parts.length > 1 ? parts[0] : undefined;
}
