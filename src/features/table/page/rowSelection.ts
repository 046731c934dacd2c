import type { TableRow } from '../tableProtocol.ts';
import type { WriteOperation } from '../../../model/writePermission.ts';
import type { SelectMode } from './selectedIds.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import { errorMessage } from '../../common/channel.ts';

/** So many rows can be selected by Shift, summed or copied; all that match can be selected in any number. */
export const mostRows = 10_000;

export interface RowSelectionOptions {
  readonly table: TableModel;
  readonly onChange: () => void;
  readonly notify: (text: string) => void;
}

/** How clicks and keys select rows, and what is known about the rows that are selected. */
export class RowSelection {
  readonly #options: RowSelectionOptions;
  /** Where a range begins. */
  #anchor = 0;
  #held = new Map<string, TableRow>();
  /** Of two ranges that are on their way, the later one counts. */
  #turn = 0;

  constructor(options: RowSelectionOptions) {
    this.#options = options;
  }

  /** The rows that are selected, unless some of them were never seen. */
  get rows(): readonly TableRow[] | undefined {
    const { selection } = this.#options.table;
    if (selection.isAll) return undefined;
    const rows = [...this.#held.values()].filter(({ id }) => selection.has(id));
    return rows.length === selection.count(null) ? rows : undefined;
  }

  /** As in VS Code's lists: what is done at a row that is not selected is done to that row alone. */
  isMeant(row: TableRow | undefined): boolean {
    const { selection } = this.#options.table;
    return !selection.isEmpty && (!row || selection.has(row.id));
  }

  /** Several rows are selected, and this is one of them. */
  isOneOfSeveral(row: TableRow | undefined): boolean {
    const { selection, total } = this.#options.table;
    return this.isMeant(row) && (selection.count(total) ?? 2) > 1;
  }

  /** Why it may be done with none of the records that are meant: those that are selected, else this one. */
  whyNot(operation: WriteOperation, otherwise?: TableRow): string | undefined {
    const { table } = this.#options;
    const meant = this.isMeant(otherwise) ? (this.rows ?? [undefined]) : [otherwise];
    const reasons = meant.map((row) => table.whyNot(operation, row));
    return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
  }

  select(index: number, how: SelectMode): void {
    const { table } = this.#options;
    if (how === 'range') return void this.#range(Math.min(this.#anchor, index), Math.max(this.#anchor, index));
    this.#turn++;
    this.#anchor = index;
    const row = table.row(index);
    if (!row) return;
    if (row.id === null) return this.#options.notify(tableWords.noId);
    if (how === 'only') this.#only([row]);
    else {
      this.#held.set(row.id, row);
      table.selection.set([row.id], !table.selection.has(row.id));
    }
    this.#options.onChange();
  }

  selectAll(): void {
    this.#turn++;
    this.#options.table.selection.selectAll();
    this.#options.onChange();
  }

  clear(): void {
    this.#turn++;
    this.#held.clear();
    this.#options.table.selection.clear();
    this.#options.onChange();
  }

  /** What the status line says; empty when nothing is selected. */
  describe(): string {
    const { table } = this.#options;
    const { selection } = table;
    if (selection.isEmpty) return '';
    const chosen = selection.count(table.total);
    return chosen === null ? tableWords.allSelected : tableWords.selected(formatNumber(chosen));
  }

  async #range(first: number, last: number): Promise<void> {
    const { table, notify, onChange } = this.#options;
    if (last - first >= mostRows) return notify(tableWords.tooManyToSelect(formatNumber(mostRows)));
    const turn = ++this.#turn;
    const { query } = table;
    try {
      const rows = await table.source.collect(first, last);
      // what was selected in another list must not be in this one's
      if (turn !== this.#turn || query !== table.query) return;
      this.#only(rows);
      onChange();
    } catch (error) {
      notify(errorMessage(error));
    }
  }

  #only(rows: readonly TableRow[]): void {
    const named = rows.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const]));
    this.#held = new Map(named);
    this.#options.table.selection.only(this.#held.keys());
  }
}
