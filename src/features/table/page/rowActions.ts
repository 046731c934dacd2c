import type { TableHost, TableRow } from '../tableProtocol.ts';
import type { CellFormatter } from './cellFormatter.ts';
import { CopyCells, type CopyFormat } from './copyCells.ts';
import type { VisibleColumn } from './columns/columnLayout.ts';
import type { ActiveCell } from './grid/gridKeys.ts';
import type { GridView } from './grid/gridView.ts';
import { mostRows, type RowSelection } from './rowSelection.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';
import { errorMessage } from '../../common/channel.ts';

export interface RowActionsOptions {
  readonly table: TableModel;
  readonly grid: GridView;
  readonly rows: RowSelection;
  readonly host: TableHost;
  readonly formatter: Pick<CellFormatter, 'labels'>;
  readonly openRecord: (id: string, how: 'here' | 'toSide') => void;
  readonly notify: (text: string) => void;
  readonly explain: (cell: ActiveCell, text: string) => void;
}

/** What can be done with the row that has the keyboard and with the rows that are selected. */
export class RowActions {
  readonly #options: RowActionsOptions;
  readonly #copy: CopyCells;

  constructor(options: RowActionsOptions) {
    this.#options = options;
    const { table, host, formatter, notify } = options;
    this.#copy = new CopyCells({ table, notify, host, formatter, selectedRows: () => this.selectedRows() });
  }

  get activeRow(): TableRow | undefined {
    return this.#options.table.row(this.#options.grid.active.row);
  }

  open(index: number, how: 'here' | 'toSide'): void {
    const { table, grid, explain } = this.#options;
    const row = table.row(index);
    if (row?.id === null) explain({ row: index, column: grid.active.column }, tableWords.noId);
    else if (row) this.#options.openRecord(row.id, how);
  }

  /** The record that a cell points at; the host knows whether it does. */
  openReference(cell: ActiveCell, how: 'here' | 'toSide'): void {
    const { table, host, explain } = this.#options;
    const row = table.row(cell.row);
    const column = table.columns[cell.column]?.column.key;
    if (row?.id === null) return explain(cell, tableWords.noId);
    if (!row || column === undefined) return;
    host.call
      .openReference({ id: row.id, column, toSide: how === 'toSide' })
      .catch((error: unknown) => explain(cell, errorMessage(error)));
  }

  /** The rows when several are selected and the cursor is in one of them, otherwise the cell at the cursor. */
  copyActive(): void {
    const { table, grid, rows } = this.#options;
    const row = this.activeRow;
    const column = table.columns[grid.active.column];
    if (rows.isOneOfSeveral(row)) this.copyRows('text', row);
    else if (row && column) this.copyCell(row, column);
  }

  copyCell(row: TableRow, column: VisibleColumn): void {
    this.#attempt(this.#copy.cell(row, column));
  }

  copyRows(format: CopyFormat, otherwise: TableRow | undefined): void {
    this.#attempt(this.#copy.rows(format, otherwise));
  }

  /** What was copied last, when that was the text of one cell. */
  get copiedCell(): string | undefined {
    return this.#copy.lastCell;
  }

  /** False when nothing was copied. */
  copyColumn(rows: readonly TableRow[], column: VisibleColumn): Promise<boolean> {
    return this.#copy.column(rows, column);
  }

  deleteRows(): void {
    const { table, host, rows, grid, explain } = this.#options;
    const row = this.activeRow;
    const why = rows.whyNot('delete', row);
    if (why !== undefined) return explain(grid.active, why);
    if (!table.offers.has('deleteRecords')) return;
    const id = row?.id;
    if (rows.isMeant(row)) this.command('deleteRecords');
    else if (typeof id === 'string') host.tell.command({ name: 'deleteRecords', ids: [id], madeFor: table.service });
  }

  /** On what is selected, or on all that match when nothing is. */
  command(name: 'deleteRecords' | 'editRecords' | 'exportRecords'): void {
    const { table, host } = this.#options;
    const { query, selection } = table;
    const { all, ids } = selection.state;
    const what = { name, query, madeFor: table.service, ...(name === 'exportRecords' && this.#shown) };
    if (all || selection.isEmpty) host.tell.command({ ...what, ...(all && ids.length > 0 && { except: [...ids] }) });
    else host.tell.command({ ...what, ids: [...ids] });
  }

  get #shown(): { readonly shown: { readonly from: number; readonly count: number } } | undefined {
    const { first, last } = this.#options.grid.visibleRows;
    return this.#options.table.length > 0 ? { shown: { from: first, count: last - first + 1 } } : undefined;
  }

  /** In any number that can be copied; those that were never seen are fetched first. */
  async selectedRows(): Promise<readonly TableRow[] | undefined> {
    const { table, rows } = this.#options;
    const { selection, source, total } = table;
    if (rows.rows) return rows.rows;
    if (total === null || total > mostRows) return undefined;
    const all = await source.collect(0, total - 1);
    return all.filter(({ id }) => selection.has(id));
  }

  #attempt(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#options.notify(errorMessage(error)));
  }
}

/** What the person may do with a record, as far as its row tells. */
export function permissionSentence({ id, name, ...may }: TableRow, whyNone: string | undefined): string {
  const flags = [
    [may.canEdit, tableWords.mayEdit],
    [may.canDelete, tableWords.mayDelete],
    [may.canComment, tableWords.mayComment],
  ] as const;
  const parts = flags.flatMap(([flag, say]) => (flag === undefined ? [] : [say(flag)]));
  const said = tableWords.permissions(name || (id ?? ''), parts.join(', ') || tableWords.permissionsUnknown);
  return whyNone === undefined ? said : `${said} ${whyNone}`;
}

/** While the person goes through rows, the record follows when they stay on one. */
const pause = 200;

export class Preview {
  readonly #open: (id: string) => void;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #last: string | undefined;
  isOn = false;

  constructor(open: (id: string) => void) {
    this.#open = open;
  }

  follow(id: string | null | undefined): void {
    clearTimeout(this.#waiting);
    if (!this.isOn || typeof id !== 'string' || id === this.#last) return;
    this.#waiting = setTimeout(() => {
      this.#last = id;
      this.#open(id);
    }, pause);
  }

  toggle(id: string | null | undefined): void {
    this.isOn = !this.isOn;
    this.#last = undefined;
    this.follow(id);
  }
}
