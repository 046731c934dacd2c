import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import { asList, nonBlank } from '../tolerant.ts';

/**
 * Returns rows with one key per value, as the interface specifies. A service may also send them as arrays in header
 * order, or with each table's values in a nested object: `{ "leads": { "id": "1" }, "is_edit": true }`.
 */
export function flatRows(
  data: JsonValue | undefined,
  headers: JsonValue | undefined,
  alias: string | undefined,
): JsonObject[] {
  const declared = asList(headers).filter(isObject);
  const rows = asList(data);
  const isList = Array.isArray(rows[0]);
  const names = isList ? declared.map(nameOf) : [];
  const tables = tablesOf(declared, alias);
  return rows.flatMap((row): JsonObject[] => {
    if (Array.isArray(row)) return isList && names.length > 0 ? [withNames(row, names)] : [];
    return isObject(row) ? [unnested(row, tables)] : [];
  });
}

function nameOf(header: JsonObject, index: number): string {
  const found = ['column_name', 'alias', 'name', 'label'].map((key) => nonBlank(header[key]));
  return found.find((name) => name !== undefined) ?? `#${index + 1}`;
}

function withNames(values: readonly JsonValue[], names: readonly string[]): JsonObject {
  return Object.fromEntries(values.map((value, index) => [names[index] ?? `#${index + 1}`, value]));
}

function tablesOf(headers: readonly JsonObject[], alias: string | undefined): ReadonlySet<string> {
  const named = headers.flatMap((header) => /^(.+)\.[^.]+$/.exec(nonBlank(header['column_name']) ?? '')?.[1] ?? []);
  return new Set(alias === undefined ? named : [alias, ...named]);
}

/** If the tables are unknown, an object that has an id is a table; any other object is a value and stays one. */
function unnested(row: JsonObject, tables: ReadonlySet<string>): JsonObject {
  let hasTable = false;
  const isTable = (key: string, value: JsonValue): value is JsonObject =>
    isObject(value) && (tables.size > 0 ? tables.has(key) : Object.hasOwn(value, 'id'));
  // fast path: nearly all values are strings
  for (const key in row) {
    const value = row[key];
    if (typeof value === 'object' && value !== null) hasTable ||= isTable(key, value);
  }
  if (!hasTable) return row;
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]): [string, JsonValue][] =>
      isTable(key, value)
        ? Object.entries(value).map(([name, inner]): [string, JsonValue] => [`${key}.${name}`, inner])
        : [[key, value]],
    ),
  );
}
