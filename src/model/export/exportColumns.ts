import { type ColumnChoices, orderedColumns, visibility } from '../list/columnOrder.ts';
import type { Cell, Column, ColumnKind, RecordPage, RecordRow } from '../list/recordPage.ts';

/** A column of a file. */
export interface ExportColumn {
  /** As a person reads it; no two columns have the same. */
  readonly title: string;
  /** As the service has it. */
  readonly key: string;
  readonly kind: ColumnKind;
  /** The place of its cell in a row; undefined for the record's id. */
  readonly cell: number | undefined;
}

/** Those that the table shows, in its order, or every one that there is. */
export function chosenColumns(
  columns: readonly Column[],
  layout: ColumnChoices | null,
  which: 'visible' | 'all',
): readonly Column[] {
  const ordered = orderedColumns(columns, layout);
  return which === 'all' ? ordered : ordered.filter(visibility(columns, layout));
}

type Described = Pick<RecordPage, 'columns' | 'rows' | 'alias' | 'primaryKey'>;

/** The id comes first where it is not among the columns: without it nobody could bring the file back to its records. */
export function exportColumns(page: Described, chosen: readonly Column[]): readonly ExportColumn[] {
  const indexes = new Map(page.columns.map(({ key }, index) => [key, index]));
  const columns = chosen.map(({ label, key, kind }) => ({ title: label, key, kind, cell: indexes.get(key) ?? -1 }));
  const needsId = page.rows.some(({ id }) => id !== null) && !chosen.some((column) => isPrimaryKey(page, column));
  const id = { title: 'id', key: page.primaryKey ?? 'id', kind: 'text', cell: undefined } as const;
  return withTitles(needsId ? [id, ...columns] : columns);
}

/** Undefined `cell` stands for the id, a place that no row has for nothing. */
export function exportCell(row: RecordRow, { cell }: Pick<ExportColumn, 'cell'>): Cell {
  return cell === undefined ? row.id : (row.cells[cell] ?? null);
}

function isPrimaryKey({ alias, primaryKey }: Described, { key }: Column): boolean {
  const names = primaryKey === undefined ? ['id', ...(alias === undefined ? [] : [`${alias}.id`])] : [primaryKey];
  return names.includes(key);
}

function withTitles(columns: readonly ExportColumn[]): readonly ExportColumn[] {
  const times = new Map<string, number>();
  const fold = ({ title }: ExportColumn): string => title.trim().toLowerCase();
  for (const column of columns) times.set(fold(column), (times.get(fold(column)) ?? 0) + 1);
  return columns.map((column) => {
    const isAlone = times.get(fold(column)) === 1 && column.title.trim() !== '';
    return isAlone || column.cell === undefined
      ? column
      : { ...column, title: `${column.title} (${column.key})`.trim() };
  });
}
