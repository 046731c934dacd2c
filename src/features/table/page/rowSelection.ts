import type { TableRow } from '../tableProtocol.ts';
import type { RowBand } from '../../../model/list/cellRange.ts';
import type { WriteOperation } from '../../../model/writePermission.ts';
import type { SelectMode } from './selectedIds.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import { errorMessage } from '../../common/channel.ts';

/** Max rows that can be selected by Shift, summed or copied. Selecting all matching rows has no limit. */
export const maxRows = 10_000;

export interface RowSelectionOptions {
  readonly table: TableModel;
  readonly onChange: () => void;
  readonly notify: (text: string) => void;
}

/** Selects rows by mouse and keyboard, and holds what is known about the selected rows. */
export class RowSelection {
  readonly #options: RowSelectionOptions;
  /** Start of a range. */
  #anchor = 0;
  #held = new Map<string, TableRow>();
  /** The latest of several in-flight range requests wins. */
  #turn = 0;

  constructor(options: RowSelectionOptions) {
    this.#options = options;
  }

  /** The selected rows; undefined if some were never loaded. */
  get rows(): readonly TableRow[] | undefined {
    const { selection } = this.#options.table;
    if (selection.isAll) return undefined;
    const rows = [...this.#held.values()].filter(({ id }) => selection.has(id));
    return rows.length === selection.count(null) ? rows : undefined;
  }

  /** As in VS Code's lists: an action on an unselected row applies to that row only. */
  appliesToSelection(row: TableRow | undefined): boolean {
    const { selection } = this.#options.table;
    return !selection.isEmpty && (!row || selection.has(row.id));
  }

  /** True if several rows are selected, including this one. */
  isOneOfSeveral(row: TableRow | undefined): boolean {
    const { selection, total } = this.#options.table;
    return this.appliesToSelection(row) && (selection.count(total) ?? 2) > 1;
  }

  /** Reason why the operation is not allowed on any target record: the selected ones, else this one. */
  whyNot(operation: WriteOperation, otherwise?: TableRow): string | undefined {
    const { table } = this.#options;
    const meant = this.appliesToSelection(otherwise) ? (this.rows ?? [undefined]) : [otherwise];
    const reasons = meant.map((row) => table.whyNot(operation, row));
    return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
  }

  select(index: number, how: SelectMode): void {
    const { table } = this.#options;
    if (how === 'range')
      return void this.selectRows([{ top: Math.min(this.#anchor, index), bottom: Math.max(this.#anchor, index) }]);
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

  /** Text for the status line; empty if nothing is selected. */
  describe(): string {
    const { table } = this.#options;
    const { selection } = table;
    if (selection.isEmpty) return '';
    const chosen = selection.count(table.total);
    return chosen === null ? tableWords.allSelected : tableWords.selected(formatNumber(chosen));
  }

  /** Selects these rows only, loaded or not. */
  async selectRows(parts: readonly Pick<RowBand, 'top' | 'bottom'>[]): Promise<void> {
    const { table, notify, onChange } = this.#options;
    const count = parts.reduce((sum, { top, bottom }) => sum + bottom - top + 1, 0);
    if (count > maxRows) return notify(tableWords.tooManyToSelect(formatNumber(maxRows)));
    const turn = ++this.#turn;
    const { query } = table;
    try {
      const rows: TableRow[] = [];
      for (const { top, bottom } of parts) rows.push(...(await table.source.collect(top, bottom)));
      // a selection made in another list must not carry over
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
