import type { RecordForm } from '../form/recordForm.ts';
import { withDecimals } from '../list/columnDecimals.ts';
import { type ColumnChoices, orderedColumns, visibility } from '../list/columnOrder.ts';
import type { Cell, Column, ColumnKind, RecordPage, RecordRow } from '../list/recordPage.ts';
import { columnText, type ShownColumn, shownColumn } from '../list/shownColumn.ts';
import type { ExportFormat } from './exportFormat.ts';

/** A column of a file. */
export interface ExportColumn {
  /** As a person reads it; no two columns have the same. */
  readonly title: string;
  /** As the service has it. */
  readonly key: string;
  readonly kind: ColumnKind;
  /** Its values are written as a person reads them. */
  readonly shown?: ShownColumn;
  /** The place of its cell in a row; undefined for the record's id. */
  readonly cell: number | undefined;
}

/** What a file has of a row. */
export type ExportRow = Pick<RecordRow, 'id' | 'cells'>;

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

/** With their values as a person reads them, as far as columns, first rows and the form of a record tell. */
export function columnsAsShown(
  { columns: plain, rows, alias }: Described,
  chosen: readonly ExportColumn[],
  form: RecordForm | undefined,
): readonly ExportColumn[] {
  const columns = withDecimals(plain, rows);
  return chosen.map((one) => {
    const column = one.cell === undefined ? undefined : columns[one.cell];
    if (!column) return one;
    const shown = (form && shownColumn(column, alias, form)) ?? { kind: column.kind };
    const { decimals } = column;
    return { ...one, kind: shown.kind, shown: { ...shown, ...(decimals !== undefined && { decimals }) } };
  });
}

/** Rows for a file whose columns are written as shown. A spreadsheet shows numbers and days itself, and can count with them. */
export function rowsAsShown(
  columns: readonly ExportColumn[],
  format: ExportFormat,
): (rows: readonly ExportRow[]) => readonly ExportRow[] {
  const texts = new Map(
    columns.flatMap(({ shown, cell, key }) => {
      const isKept = format === 'excel' && shown && !shown.options && shown.kind !== 'boolean';
      return shown && cell !== undefined && !isKept ? [[cell, columnText(shown, key)] as const] : [];
    }),
  );
  if (texts.size === 0) return (rows) => rows;
  const shownCell = (cell: Cell, at: number): Cell => (cell === null ? null : (texts.get(at)?.(cell) ?? cell));
  return (rows) => rows.map((row) => ({ ...row, cells: row.cells.map(shownCell) }));
}

/** Undefined `cell` stands for the id, a place that no row has for nothing. */
export function exportCell(row: ExportRow, { cell }: Pick<ExportColumn, 'cell'>): Cell {
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
