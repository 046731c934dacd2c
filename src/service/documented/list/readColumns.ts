import { t } from '@vscode/l10n';
import { isDeepStrictEqual } from 'node:util';
import type { ControllerName } from '../../../model/controller.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import type { Column, ColumnKind } from '../../../model/list/recordPage.ts';
import { labelFromKey } from '../../../model/form/fieldPath.ts';
import { dataTypeKind } from '../form/decideKind.ts';
import { asBoolean, asList, asNumber, nonBlank } from '../tolerant.ts';

/** Keys that any row may have besides its columns: permissions, the name, the deleted flag. */
const aboutTheRow = /^(?:record_display_name|is_edit|is_delete|is_comment|(?:.*\.)?(?:_acl_\w+|deleted))$/s;

/**
 * Caches the columns of the previous page for sequential reads: reading columns takes longer than reading rows. A
 * column kind that depends on values is decided on the first page.
 */
export class ColumnCache {
  #last: { headers: JsonValue | undefined; keys: string; alias: string | undefined; columns: Column[] } | undefined;

  readHeaders(headers: JsonValue | undefined, rows: readonly JsonObject[], alias: string | undefined): Column[] {
    const keys = JSON.stringify([...rowKeys(rows)]);
    const last = this.#last;
    if (last && last.keys === keys && last.alias === alias && isSame(last.headers, headers)) return last.columns;
    const columns = readColumns(headers, rows, alias);
    this.#last = { headers, keys, alias, columns };
    return columns;
  }
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  try {
    return isDeepStrictEqual(one, other);
  } catch {
    return false; // nested too deeply
  }
}

/** Caches the columns of recent lists: the first page of a list determines the kinds of its columns. */
export class ColumnCaches {
  readonly #ofControllers = new Map<ControllerName, ColumnCache>();

  forPage(controller: ControllerName, page: number): ColumnCache {
    const known = page > 1 ? this.#ofControllers.get(controller) : undefined;
    const cache = known ?? new ColumnCache();
    this.#ofControllers.set(controller, cache);
    return cache;
  }
}

/** Columns declared by the headers, followed by other keys of the rows. */
export function readColumns(
  headers: JsonValue | undefined,
  rows: readonly JsonObject[],
  alias: string | undefined,
): Column[] {
  const declared = asList(headers).filter(isObject);
  const keys = rowKeys(rows);
  const claimed = claimKeys(declared, keys, alias);
  const columns = declared.map((header, index) => declaredColumn(header, claimed[index] ?? '', rows));
  const taken = new Set(columns.map((column) => column.key));
  const rest = [...keys].filter((key) => !taken.has(key) && !aboutTheRow.test(key));
  // without headers, show everything that isn't a companion of another value
  const isShown = (key: string): boolean => declared.length === 0 && !/^(?:.*\.)?__|_model$/s.test(key);
  return [...columns, ...rest.map((key) => undeclaredColumn(key, isShown(key)))];
}

const accessKey = /^(?:(.*)\.)?_acl_(\w+)$/s;

const accessLabels: Readonly<Record<string, () => string>> = {
  comment: () => t('Comment access'),
  edit: () => t('Edit access'),
  tmp_edit: () => t('Temporary edit access'),
  delete: () => t('Delete access'),
  tmp_delete: () => t('Temporary delete access'),
};

/** Columns with the access rights of the rows that no header declares. */
export function readAccessColumns(rows: readonly JsonObject[], columns: readonly Column[], alias?: string): Column[] {
  const taken = new Set(columns.map(({ key }) => key));
  const found = [...rowKeys(rows)].flatMap((key) => {
    const [, prefix, right] = taken.has(key) ? [] : (accessKey.exec(key) ?? []);
    return right === undefined ? [] : [{ key, prefix, right }];
  });
  const order = Object.keys(accessLabels);
  const rank = (right: string): number => (order.includes(right) ? order.indexOf(right) : order.length);
  return found
    .toSorted((one, other) => rank(one.right) - rank(other.right))
    .map(({ key, prefix, right }) => {
      const label = accessLabels[right]?.() ?? t('{0} (access)', labelFromKey(right));
      const isOwn = prefix === undefined || prefix === alias;
      return {
        ...undeclaredColumn(key, false),
        label: isOwn ? label : `${label} (${prefix})`,
        isData: false,
        isAccess: true,
      };
    });
}

/** Rows of a page usually have the same keys; samples a few in case they differ. */
function rowKeys(rows: readonly JsonObject[]): Set<string> {
  const sample = [rows[0], rows[1], rows[rows.length >> 1], rows.at(-1)];
  return new Set(sample.flatMap((row) => (row ? Object.keys(row) : [])));
}

/**
 * Maps each header to the row key of its values: its column name, a display alias or a label. Matches exact names
 * across all headers first, so that a label never claims another column's key.
 */
function claimKeys(headers: readonly JsonObject[], keys: ReadonlySet<string>, alias: string | undefined): string[] {
  const claims: (string | undefined)[] = headers.map(() => undefined);
  const free = new Set(keys);
  const spellings: ((header: JsonObject) => string | undefined)[] = [
    (header) => nonBlank(header['column_name']),
    (header) => nonBlank(header['alias']),
    (header) => prefixed(alias, nonBlank(header['name'])),
    (header) => nonBlank(header['name']),
    (header) => nonBlank(header['label']),
  ];
  for (const spelling of spellings)
    for (const [index, header] of headers.entries()) {
      const key = spelling(header);
      if (claims[index] === undefined && key !== undefined && free.delete(key)) claims[index] = key;
    }
  return headers.map((header, index) => claims[index] ?? unseenKey(header, index));
}

/** Key of a column that no row has (there may be no rows): the column stays, empty. */
function unseenKey(header: JsonObject, index: number): string {
  return (
    nonBlank(header['column_name']) ??
    nonBlank(header['alias']) ??
    nonBlank(header['name']) ??
    nonBlank(header['label']) ??
    `#${index + 1}`
  );
}

function prefixed(alias: string | undefined, name: string | undefined): string | undefined {
  return alias === undefined || name === undefined ? undefined : `${alias}.${name}`;
}

function declaredColumn(header: JsonObject, key: string, rows: readonly JsonObject[]): Column {
  const columnName = nonBlank(header['column_name']) ?? dataColumn(header, key);
  const given = nonBlank(header['name']);
  const name = given ?? key;
  const hasTotal = asBoolean(header['compute_column_total']) ?? false;
  const totalCount = hasTotal ? asNumber(header['total_count']) : undefined;
  return {
    key,
    columnName,
    name,
    label: nonBlank(header['label']) ?? nonBlank(header['alias']) ?? (given === undefined ? name : labelFromKey(given)),
    kind: columnKind(nonBlank(header['data_type']), key === columnName ? [] : rows, key),
    isData: (nonBlank(header['field_type']) ?? 'Data-Field') === 'Data-Field',
    isVisible: (asBoolean(header['visible']) ?? true) && !(asBoolean(header['is_invisible']) ?? false),
    isSortable: columnName !== undefined && (asBoolean(header['sortable']) ?? false),
    // searchable unless the header says otherwise
    isSearchable: asBoolean(header['searchable']) ?? true,
    isLink: asBoolean(header['clickable_link']) ?? false,
    total: hasTotal ? asNumber(header['column_total']) : undefined,
    ...(totalCount !== undefined && { totalCount }),
    isDeclared: true,
  };
}

/** The column name of a data column whose header omits it, if the rows have it as `<alias>.<column>`. */
function dataColumn(header: JsonObject, key: string): string | undefined {
  const isData = (nonBlank(header['field_type']) ?? 'Data-Field') === 'Data-Field';
  return isData && /^[\w-]+\.[\w-]+$/.test(key) ? key : undefined;
}

function undeclaredColumn(key: string, isVisible: boolean): Column {
  return {
    key,
    columnName: undefined,
    name: key,
    label: key,
    kind: 'text',
    isData: true,
    isVisible,
    isSortable: false,
    isSearchable: false,
    isLink: false,
    total: undefined,
    isDeclared: false,
  };
}

/**
 * The data type decides. A display alias may hold a record's name while the type is that of its id, so there the values
 * count too.
 */
function columnKind(dataType: string | undefined, rows: readonly JsonObject[], key: string): ColumnKind {
  const kind = dataType === undefined ? undefined : dataTypeKind(dataType);
  if (kind === 'number') return rows.slice(0, 50).every((row) => mayBeNumber(row[key])) ? 'number' : 'text';
  return kind === undefined || kind === 'longText' ? 'text' : kind;
}

function mayBeNumber(value: JsonValue | undefined): boolean {
  return typeof value !== 'string' || value.trim() === '' || !Number.isNaN(Number(value));
}
