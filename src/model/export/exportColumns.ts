import { t } from '@vscode/l10n';
import { UserFacingError } from '../errors.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { withDecimals } from '../list/columnDecimals.ts';
import { type ColumnChoices, orderedColumns, visibility } from '../list/columnOrder.ts';
import type { Cell, Column, ColumnKind, RecordPage, RecordRow } from '../list/recordPage.ts';
import { columnText, type ShownColumn, shownColumn } from '../list/shownColumn.ts';
import type { ExportFormat } from './exportFormat.ts';

/** A column of an exported file. */
export interface ExportColumn {
  /** Display title; unique. */
  readonly title: string;
  /** Key in the service. */
  readonly key: string;
  readonly kind: ColumnKind;
  /** Set if values are written as displayed. */
  readonly shown?: ShownColumn;
  /** Index of its cell in a row; undefined for the record's id. */
  readonly cell: number | undefined;
}

/** The part of a row that an export needs. */
export type ExportRow = Pick<RecordRow, 'id' | 'cells'>;

/** Returns the visible columns in table order, or all columns; access rights only if they are visible. */
export function chosenColumns(
  columns: readonly Column[],
  layout: ColumnChoices | null,
  which: 'visible' | 'all',
): readonly Column[] {
  const isVisible = visibility(columns, layout);
  return orderedColumns(columns, layout).filter((column) =>
    which === 'all' ? !column.isAccess || isVisible(column) : isVisible(column),
  );
}

/** Finds columns by key. */
export function namedColumns(columns: readonly Column[], keys: readonly string[]): readonly Column[] {
  const found = keys.map((key) => columns.find((column) => column.key === key || column.columnName === key));
  const unknown = keys.find((_, at) => !found[at]);
  if (unknown !== undefined)
    throw new UserFacingError(
      t('Could not export: the list view has no column “{0}”. Refresh, or specify another column.', unknown),
    );
  return found.filter((column) => column !== undefined);
}

type Described = Pick<RecordPage, 'columns' | 'rows' | 'alias' | 'primaryKey'>;

/** Puts the id first if it isn't among the columns: an import needs it to find the records. */
export function exportColumns(page: Described, chosen: readonly Column[]): readonly ExportColumn[] {
  const indexes = new Map(page.columns.map(({ key }, index) => [key, index]));
  const columns = chosen.map(({ label, key, kind }) => ({ title: label, key, kind, cell: indexes.get(key) ?? -1 }));
  const needsId = page.rows.some(({ id }) => id !== null) && !chosen.some((column) => isPrimaryKey(page, column));
  const id = { title: 'id', key: page.primaryKey ?? 'id', kind: 'text', cell: undefined } as const;
  return withTitles(needsId ? [id, ...columns] : columns);
}

/** Makes columns write values as displayed, using what columns, the first rows and a record's form reveal. */
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

/**
 * Converts rows to display text. In Excel, numbers and dates stay as they are: Excel formats them itself and can
 * calculate with them.
 */
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

/** An undefined `cell` is the id; an index out of range is null. */
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
