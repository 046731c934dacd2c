import type { TableHost, TableRow } from '../tableProtocol.ts';
import type { CellFormatter } from './cellFormatter.ts';
import { CopyCells, type CopyFormat } from './copyCells.ts';
import type { VisibleColumn } from './columns/columnLayout.ts';
import type { ActiveCell } from './grid/gridKeys.ts';
import type { GridView } from './grid/gridView.ts';
import type { CellRanges } from './range/cellRanges.ts';
import { maxRows, type RowSelection } from './rowSelection.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';
import { errorMessage } from '../../common/channel.ts';

export interface RowActionsOptions {
  readonly table: TableModel;
  readonly grid: GridView;
  readonly rows: RowSelection;
  readonly ranges: CellRanges;
  readonly host: TableHost;
  readonly formatter: Pick<CellFormatter, 'labels'>;
  readonly openRecord: (id: string, how: 'here' | 'toSide') => void;
  readonly notify: (text: string) => void;
  readonly explain: (cell: ActiveCell, text: string) => void;
}

/** Actions on the active row and the selected rows. */
export class RowActions {
  readonly #options: RowActionsOptions;
  readonly #copy: CopyCells;

  constructor(options: RowActionsOptions) {
    this.#options = options;
    const { table, host, formatter, notify } = options;
    this.#copy = new CopyCells({
      table,
      notify,
      host,
      formatter,
      writeHtml,
      selectedRows: () => this.selectedRows(),
    });
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

  /** Opens the record that a cell points to; the host knows whether it points to one. */
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

  /**
   * Copies the selected cells if there are several, or else the selected rows if there are several and the active cell is
   * in one of them, otherwise the active cell.
   */
  copyActive(): void {
    const { table, grid, rows, ranges } = this.#options;
    const row = this.activeRow;
    const column = table.columns[grid.active.column];
    if (ranges.isSeveral) void this.copyRanges('text');
    else if (rows.isOneOfSeveral(row)) this.copyRows('text', row);
    else if (row && column) this.copyCell(row, column);
  }

  copyCell(row: TableRow, column: VisibleColumn): void {
    this.#attempt(this.#copy.cell(row, column));
  }

  /** Copies the values of a column of the selected rows, or of this one, for a query. */
  copyInList(row: TableRow, column: VisibleColumn): void {
    this.#attempt(this.#copy.columnOfSelected(row, column, 'inList'));
  }

  copyRows(format: CopyFormat, otherwise: TableRow | undefined): void {
    this.#attempt(this.#copy.rows(format, otherwise));
  }

  /** Resolves to false if nothing was copied. */
  async copyRanges(format: CopyFormat): Promise<boolean> {
    try {
      return await this.#copy.block(this.#options.ranges.current, format);
    } catch (error) {
      this.#options.notify(errorMessage(error));
      return false;
    }
  }

  /** The last copied text, if it was a single cell. */
  get copiedCell(): string | undefined {
    return this.#copy.lastCell;
  }

  /** Resolves to false if nothing was copied. */
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
    if (rows.appliesToSelection(row)) this.command('deleteRecords');
    else if (typeof id === 'string') host.notify.command({ name: 'deleteRecords', ids: [id], madeFor: table.service });
  }

  /** Runs on the selected records, or on all matching ones if none is selected. */
  command(name: 'deleteRecords' | 'editRecords' | 'exportRecords'): void {
    const { table, host } = this.#options;
    const { query, selection } = table;
    const { all, ids } = selection.state;
    const what = { name, query, madeFor: table.service, ...(name === 'exportRecords' && this.#shown) };
    if (all || selection.isEmpty) host.notify.command({ ...what, ...(all && ids.length > 0 && { except: [...ids] }) });
    else host.notify.command({ ...what, ids: [...ids] });
  }

  get #shown(): { readonly shown: { readonly from: number; readonly count: number } } | undefined {
    const { first, last } = this.#options.grid.visibleRows;
    return this.#options.table.length > 0 ? { shown: { from: first, count: last - first + 1 } } : undefined;
  }

  /** Returns the selected rows, up to the copy limit; rows that are not loaded are fetched first. */
  async selectedRows(): Promise<readonly TableRow[] | undefined> {
    const { table, rows } = this.#options;
    const { selection, source, total } = table;
    if (rows.rows) return rows.rows;
    if (total === null || total > maxRows) return undefined;
    const all = await source.collect(0, total - 1);
    return all.filter(({ id }) => selection.has(id));
  }

  #attempt(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#options.notify(errorMessage(error)));
  }
}

/** Describes the user's permissions for a record, as far as its row shows them. */
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

/** Debounce delay before the preview follows the active row. */
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

/**
 * Writes plain text and HTML to the clipboard by copying a selection. Returns false if the page isn't allowed to, such as
 * too long after the key press. The asynchronous clipboard API would sanitize the HTML.
 */
function writeHtml(text: string, html: string): boolean {
  let isWritten = false;
  const write = (event: ClipboardEvent): void => {
    if (!event.clipboardData) return;
    event.clipboardData.setData('text/plain', text);
    event.clipboardData.setData('text/html', html);
    event.preventDefault();
    event.stopImmediatePropagation();
    isWritten = true;
  };
  document.addEventListener('copy', write, { capture: true });
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way to write HTML without sanitizing
    return document.execCommand('copy') && isWritten;
  } finally {
    document.removeEventListener('copy', write, { capture: true });
  }
}
