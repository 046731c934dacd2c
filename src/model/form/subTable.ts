import { t } from '@vscode/l10n';
import { type FieldPath, pathKey } from './fieldPath.ts';
import { type FormValue, isEmpty, isRows, isValues, ownValue, sameValue, scalarText } from './fieldValue.ts';
import type { RecordField, SubTable } from './formElement.ts';

/** A row of a sub-table and its key: the index in a list, the key in a map. */
export interface Row {
  readonly key: string;
  readonly value: FormValue;
}

/**
 * Returns the rows in a value, where `name` is one of their fields; undefined if it has none. Rows are written back
 * under their original keys. If a table is expected, an empty value is a table without rows, and a map of objects
 * counts as rows.
 */
export function rowsIn(value: FormValue, name: string, isTable: boolean): Row[] | undefined {
  if (isRows(value)) return value.map((row, index) => ({ key: String(index), value: row }));
  if (!isTable) return undefined;
  if (isEmpty(value)) return [];
  return isRowMap(value, name) ? Object.entries(value).map(([key, row]) => ({ key, value: row })) : undefined;
}

/** True for `{"31": {…}, "35": {…}}`: no key is a field of a row, and every value could be a row. */
function isRowMap(value: FormValue, name: string): value is Readonly<Record<string, FormValue>> {
  if (!isValues(value) || Object.hasOwn(value, name)) return false;
  return Object.values(value).every(isValues);
}

/**
 * Pairs each row with its counterpart: by id, or by index if rows have no id. Among several with the same id, prefers
 * an equal one, else the next unused one.
 */
export function pairedRows(rows: readonly Row[], others: readonly Row[]): ReadonlyMap<Row, Row> {
  const known = Map.groupBy(others, identityOf);
  const pairs = new Map<Row, Row>();
  for (const [identity, same] of Map.groupBy(rows, identityOf)) {
    const left = [...(known.get(identity) ?? [])];
    const [first] = left;
    if (!first) continue;
    for (const row of left.length > 1 ? same : []) {
      const index = left.findIndex(({ value }) => sameValue(value, row.value));
      for (const other of index < 0 ? [] : left.splice(index, 1)) pairs.set(row, other);
    }
    for (const row of same) if (!pairs.has(row)) pairs.set(row, left.shift() ?? first);
  }
  return pairs;
}

function identityOf({ key, value }: Row): string {
  const id = rowId(value);
  return isEmpty(id) ? `place ${key}` : `id ${scalarText(id) ?? JSON.stringify(id)}`;
}

export function rowId(row: FormValue): FormValue {
  return ownValue(row, 'id');
}

type WithPath = Pick<SubTable, 'at'>;
const tablesByPath = new WeakMap<readonly WithPath[], ReadonlyMap<string, WithPath>>();

/** Returns the table at a path, which is given without row indexes. */
export function subTableAt<Table extends WithPath>(tables: readonly Table[], at: FieldPath): Table | undefined {
  if (tables.length === 0 || at.length === 0) return undefined;
  const known = tablesByPath.get(tables) ?? new Map(tables.map((table) => [pathKey(table.at), table]));
  tablesByPath.set(tables, known);
  return known.get(pathKey(at)) as Table | undefined;
}

/** Returns the path of a field as in its form: without the indexes and keys of enclosing rows. */
export function withoutRowKeys(tables: readonly SubTable[], at: FieldPath): FieldPath {
  const names: string[] = [];
  let isInRow = false;
  for (const segment of at) {
    const isRowKey: boolean = !isInRow && subTableAt(tables, names) !== undefined;
    if (!isRowKey) names.push(segment);
    isInRow = isRowKey;
  }
  return names;
}

/** Returns the tables that contain a field, outermost first. */
export function tablesAround<Table extends WithPath>(tables: readonly Table[], at: FieldPath): Table[] {
  return at.flatMap((_, length) => subTableAt(tables, at.slice(0, length)) ?? []);
}

/** Returns the name of any field of a row. */
export function fieldNameIn({ at, fields, tables }: SubTable): string {
  return (fields[0] ?? tables[0])?.at[at.length] ?? '';
}

/** Rows can be added, moved and removed if something in them is editable. */
export function hasEditableRows({ fields, tables }: SubTable): boolean {
  return fields.some(({ permission }) => permission.editable) || tables.some(hasEditableRows);
}

/** True for the field that identifies the row, which the user never fills in. */
export function isRowId({ at }: Pick<RecordField, 'at'>, table: Pick<SubTable, 'at'>): boolean {
  return at.length === table.at.length + 1 && at.at(-1) === 'id';
}

/** Formats as "Phone Numbers, row 2"; for nested rows, the outer row comes first. */
export function rowName(label: string, rows: readonly { readonly number: number }[]): string {
  return t('{0}, row {1}', label, rows.map(({ number }) => number).join('.'));
}
