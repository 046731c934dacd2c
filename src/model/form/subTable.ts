import { t } from '@vscode/l10n';
import { type FieldPath, pathKey } from './fieldPath.ts';
import { type FormValue, isEmpty, isRows, isValues, ownValue, sameValue, scalarText } from './fieldValue.ts';
import type { RecordField, SubTable } from './formElement.ts';

/** A row of a table inside of a record, and the key that it stands under: its number in a list, its key in a map. */
export interface Row {
  readonly key: string;
  readonly value: FormValue;
}

/**
 * The rows in a value, `name` being one of their fields; undefined for what has none. They go back under the keys that
 * they came with. Where a table is expected, nothing is a table without rows and a map of objects has them.
 */
export function rowsIn(value: FormValue, name: string, isTable: boolean): Row[] | undefined {
  if (isRows(value)) return value.map((row, index) => ({ key: String(index), value: row }));
  if (!isTable) return undefined;
  if (isEmpty(value)) return [];
  return isRowMap(value, name) ? Object.entries(value).map(([key, row]) => ({ key, value: row })) : undefined;
}

/** `{"31": {…}, "35": {…}}`: no part of it is the field of a row, and every part could be a row. */
function isRowMap(value: FormValue, name: string): value is Readonly<Record<string, FormValue>> {
  if (!isValues(value) || Object.hasOwn(value, name)) return false;
  return Object.values(value).every(isValues);
}

/**
 * Each row with the same row among others: by its id; where rows have none, the one in the same place. Of several with
 * one id, an equal one, else the next that is left.
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

type Placed = Pick<SubTable, 'at'>;
const tablesByPlace = new WeakMap<readonly Placed[], ReadonlyMap<string, Placed>>();

/** The table at a place, which is named without the numbers of rows. */
export function subTableAt<Table extends Placed>(tables: readonly Table[], at: FieldPath): Table | undefined {
  if (tables.length === 0 || at.length === 0) return undefined;
  const known = tablesByPlace.get(tables) ?? new Map(tables.map((table) => [pathKey(table.at), table]));
  tablesByPlace.set(tables, known);
  return known.get(pathKey(at)) as Table | undefined;
}

/** The place of a field as its form has it: without the numbers and keys of the rows that it lies in. */
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

/** The tables that a field lies in, the outermost first. */
export function tablesAround<Table extends Placed>(tables: readonly Table[], at: FieldPath): Table[] {
  return at.flatMap((_, length) => subTableAt(tables, at.slice(0, length)) ?? []);
}

/** The name of one of the fields of a row. */
export function fieldNameIn({ at, fields, tables }: SubTable): string {
  return (fields[0] ?? tables[0])?.at[at.length] ?? '';
}

/** Rows can be added, moved and taken away where something in them can be filled in. */
export function hasEditableRows({ fields, tables }: SubTable): boolean {
  return fields.some(({ permission }) => permission.editable) || tables.some(hasEditableRows);
}

/** It says which row is meant, and nobody fills it in. */
export function isRowId({ at }: Pick<RecordField, 'at'>, table: Pick<SubTable, 'at'>): boolean {
  return at.length === table.at.length + 1 && at.at(-1) === 'id';
}

/** "Phone Numbers, row 2"; of a row in a row, the outer one first. */
export function rowName(label: string, rows: readonly { readonly number: number }[]): string {
  return t('{0}, row {1}', label, rows.map(({ number }) => number).join('.'));
}
