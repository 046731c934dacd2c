import { t } from '@vscode/l10n';
import { type ControllerName, shortName } from '../../../model/controller.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import type { Cell, Column, RecordPage, RecordRow } from '../../../model/list/recordPage.ts';
import { type RequestStage, unreadable } from '../http/failures.ts';
import { flatRows } from './flatRows.ts';
import { type ColumnCache, readAccessColumns, readColumns } from './readColumns.ts';
import { asCount, firstOf, asBoolean, nonBlank } from '../tolerant.ts';
import { formatNumber } from '../../../model/formatNumber.ts';

/** Reads the response to a list request: the index envelope, with `header` or `headers`. */
export function readPage(
  answer: JsonObject,
  asked: { page?: number; limit?: number; controller?: ControllerName; withAccess?: true },
  attempt: RequestStage,
  memory: Pick<ColumnCache, 'readHeaders'> = { readHeaders: readColumns },
): RecordPage {
  const paginate = answer['paginate'];
  if (!isObject(paginate)) throw unreadable(attempt, t('the list of records is missing'));
  if (paginate['data'] === undefined) throw unreadable(attempt, t('the records of the list are missing'));
  const headers = firstOf(paginate, 'header', 'headers') ?? firstOf(answer, 'header', 'headers');
  const given = nonBlank(paginate['alias']) ?? prefixOf(nonBlank(paginate['primary_key']));
  const rows = flatRows(paginate['data'], headers, given);
  const alias = given ?? guessedAlias(rows[0], asked.controller);
  const declared = memory.readHeaders(headers, rows, alias);
  const access = readAccessColumns(rows, declared, alias);
  const columns = asked.withAccess ? [...declared, ...access] : declared;
  assertShowable(attempt, rows.length, columns.length);
  const primaryKey = nonBlank(paginate['primary_key']);
  const displayField = nonBlank(paginate['display_field']);
  return {
    columns,
    ...(access.length > 0 && { access }),
    ...nameColumn(columns, alias, displayField),
    ...deletedColumn(columns, alias),
    rows: readRows(rows, columns, { alias, primaryKey, displayField }),
    page: asCount(paginate['page']) ?? asked.page ?? 1,
    pageSize: asCount(paginate['page_size']) || asked.limit || rows.length,
    total: asCount(paginate['total_count']),
    listViewId:
      nonBlank(firstOf(paginate, 'listview_id')) ?? nonBlank(firstOf(answer, 'current_listview', 'listview_id')),
    listViewName:
      nonBlank(firstOf(paginate, 'name')) ?? nonBlank(firstOf(answer, 'listview_name', '__current_listview')),
    alias,
    primaryKey,
  };
}

/** The column with the name of a record, if any. */
export function nameColumn(
  columns: readonly Column[],
  alias: string | undefined,
  displayField: string | undefined,
): { readonly nameKey?: string } {
  const names = spellings(displayField, alias, 'name');
  const found = names
    .map((name) => columns.find(({ key, columnName }) => key === name || columnName === name))
    .find((column) => column !== undefined);
  return found ? { nameKey: found.key } : {};
}

/** A header may name the column; every row has it anyway. */
export function deletedColumn(columns: readonly Column[], alias: string | undefined): { readonly deletedKey?: string } {
  const named = columns.find(({ key }) => /(^|\.)deleted$/.test(key))?.key;
  const usual = alias === undefined ? undefined : `${alias}.deleted`;
  const found = named ?? usual;
  return found === undefined ? {} : { deletedKey: found };
}

export interface RowNames {
  readonly alias: string | undefined;
  readonly primaryKey: string | undefined;
  readonly displayField: string | undefined;
}

/** Keys that may hold a row's parts, most reliable first. */
interface RowKeys {
  readonly cells: readonly string[];
  readonly id: readonly string[];
  readonly name: readonly string[];
  readonly deleted: readonly string[];
}

export function readRows(rows: readonly JsonObject[], columns: readonly Column[], names: RowNames): RecordRow[] {
  const keys: RowKeys = {
    cells: columns.map((column) => column.key),
    id: idKeys(rows[0], columns, names),
    name: ['record_display_name', ...spellings(names.displayField, names.alias, 'name')],
    deleted: spellings(undefined, names.alias, 'deleted'),
  };
  // rows of a page nearly always have the same keys in the same order, so look up the keys once
  let shape = rowShape(rows[0] ?? {}, keys);
  return rows.map((row) => {
    if (!hasKeys(row, shape.keys)) shape = rowShape(row, keys);
    return readRow(Object.values(row), shape);
  });
}

interface RowShape {
  readonly keys: readonly string[];
  readonly cells: readonly number[];
  /** True if the cells are adjacent and in order, as nearly always. */
  readonly isRun: boolean;
  readonly id: readonly number[];
  readonly name: readonly number[];
  readonly deleted: readonly number[];
  readonly edit: number;
  readonly delete: number;
  readonly comment: number;
}

function rowShape(row: JsonObject, wanted: RowKeys): RowShape {
  const keys = Object.keys(row);
  const indexes = new Map(keys.map((key, index) => [key, index]));
  const indexOf = (key: string): number => indexes.get(key) ?? -1;
  const present = (candidates: readonly string[]): number[] => candidates.map(indexOf).filter((found) => found >= 0);
  const cells = wanted.cells.map(indexOf);
  return {
    keys,
    cells,
    isRun: cells.every((index, position) => index >= 0 && index === cells[0]! + position),
    id: present(wanted.id),
    name: present(wanted.name),
    deleted: present(wanted.deleted),
    edit: indexOf('is_edit'),
    delete: indexOf('is_delete'),
    comment: indexOf('is_comment'),
  };
}

/** Compares keys in order, without allocating a list per row. */
function hasKeys(row: JsonObject, keys: readonly string[]): boolean {
  let index = 0;
  for (const key in row) if (key !== keys[index++]) return false;
  return index === keys.length;
}

function readRow(values: readonly JsonValue[], shape: RowShape): RecordRow {
  const id = firstWording(values, shape.id) ?? null;
  return {
    id,
    name: firstWording(values, shape.name) ?? id ?? '',
    isDeleted: shape.deleted.some((index) => asBoolean(values[index]) ?? false),
    canEdit: asBoolean(values[shape.edit]),
    canDelete: asBoolean(values[shape.delete]),
    canComment: asBoolean(values[shape.comment]),
    cells: readCells(values, shape),
  };
}

function readCells(values: readonly JsonValue[], { cells, isRun }: RowShape): Cell[] {
  const [from = 0] = cells;
  // copying a run is several times faster than looking up each value
  const found = isRun ? values.slice(from, from + cells.length) : cells.map((index) => values[index]);
  for (let index = 0; index < found.length; index++) {
    const value = found[index];
    // nearly all cells are already text or null, as the interface specifies
    if (typeof value !== 'string' && value !== null) found[index] = cellText(value);
  }
  return found as Cell[];
}

function firstWording(values: readonly JsonValue[], indexes: readonly number[]): string | undefined {
  for (const index of indexes) {
    const found = nonBlank(values[index]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function cellText(value: JsonValue | undefined): Cell {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value === undefined || value === null) return null;
  try {
    return JSON.stringify(value);
  } catch {
    return '…'; // nested too deeply to serialize; no real record contains this
  }
}

/** Possible keys of a field: as the service names it, prefixed with the alias, or bare. */
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

/** Also matches the label of the id column, and the only `….id` if nothing names the key. */
function idKeys(row: JsonObject | undefined, columns: readonly Column[], { primaryKey, alias }: RowNames): string[] {
  const names = spellings(primaryKey, alias, 'id');
  const shown = columns.filter(({ columnName }) => columnName !== undefined && names.includes(columnName));
  const dotted = Object.keys(row ?? {}).filter((key) => key.endsWith('.id'));
  const isNameless = primaryKey === undefined && alias === undefined && dotted.length === 1;
  return [...new Set([...names, ...shown.map(({ key }) => key), ...(isNameless ? dotted : [])])];
}

function guessedAlias(row: JsonObject | undefined, controller: ControllerName | undefined): string | undefined {
  const own = controller && shortName(controller);
  const isOwn = own !== undefined && Object.keys(row ?? {}).some((key) => key.startsWith(`${own}.`));
  return isOwn ? own : prefixOf(deletedKey(row));
}

/** Every row of a list has this key, so it reveals the alias if nothing else does. */
function deletedKey(row: JsonObject | undefined): string | undefined {
  return Object.keys(row ?? {}).find((key) => key.endsWith('.deleted'));
}

function prefixOf(name: string | undefined): string | undefined {
  const segments = name?.split('.') ?? [];
  return segments.length > 1 ? segments[0] : undefined;
}

/** A service may send everything regardless of the page size; more than this can't be shown or held in memory. */
const maxRows = 1_000_000;
const maxColumns = 10_000;
const maxCells = 20_000_000;

/** Checks before the cells are created: a few bytes per row may stand for thousands of cells. */
export function assertShowable(attempt: RequestStage, rows: number, columns: number): void {
  if (rows <= maxRows && columns <= maxColumns && rows * columns <= maxCells) return;
  throw unreadable(
    attempt,
    t(
      'it contains {0} records with {1} columns at once, which is more than can be shown',
      formatNumber(rows),
      formatNumber(columns),
    ),
    t('Try another list view, or contact the service administrator.'),
  );
}
