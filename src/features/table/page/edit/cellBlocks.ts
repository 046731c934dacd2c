import { formatNumber } from '../../../../model/formatNumber.ts';
import { maxPastedCells, maxPastedRows, pastedBlock } from '../../../../model/list/pastedBlock.ts';
import { errorMessage } from '../../../common/channel.ts';
import type { PastedCell, TableHost, TableRow } from '../../tableProtocol.ts';
import type { VisibleColumn } from '../columns/columnLayout.ts';
import type { ActiveCell } from '../grid/gridKeys.ts';
import type { GridView } from '../grid/gridView.ts';
import type { RowActions } from '../rowActions.ts';
import { type NoTexts, RangeTexts, type WantedText } from '../range/rangeTexts.ts';
import type { CellRanges } from '../range/cellRanges.ts';
import type { RowSelection } from '../rowSelection.ts';
import type { CellFormatter } from '../cellFormatter.ts';
import type { TableModel } from '../tableModel.ts';
import { tableWords } from '../tableWords.ts';
import type { CellEditing } from './cellEditing.ts';
import type { RefusedText } from './refusedCells.ts';

export interface CellBlocksOptions {
  readonly table: TableModel;
  readonly grid: GridView;
  readonly host: TableHost;
  readonly rows: RowSelection;
  readonly ranges: Pick<CellRanges, 'current' | 'isSeveral'>;
  readonly rowActions: RowActions;
  readonly editing: CellEditing;
  readonly formatter: Pick<CellFormatter, 'labels'>;
  readonly notify: (text: string) => void;
  readonly explain: (cell: ActiveCell, text: string) => void;
}

/**
 * Pastes, fills, cuts and clears several cells: the selected ranges, or else the active cell and its column in the
 * selected rows. Each operation is staged as one undo step.
 */
export class CellBlocks {
  readonly #options: CellBlocksOptions;
  readonly #texts: RangeTexts;

  constructor(options: CellBlocksOptions) {
    this.#options = options;
    const { table, formatter } = options;
    this.#texts = new RangeTexts({
      table,
      textOf: (row, column) => this.#whole(row, column),
      labelOf: async (row, column) => {
        const text = await this.#whole(row, column);
        return formatter.labels(column.column)?.clipboardText(text) ?? text;
      },
    });
  }

  /**
   * Pastes into the selected ranges, or at the active cell. A single value or a single row of values goes into every selected row if the active cell
   * is in one.
   */
  async paste(text: string): Promise<void> {
    const { table, grid, rowActions } = this.#options;
    const { active } = grid;
    if (text === '' || active.row < 0) return;
    const block = rowActions.copiedCell === text ? [[text]] : pastedBlock(text);
    const { current } = this.#options.ranges;
    if (current.length > 0) return this.#stageTexts(() => this.#texts.pasted(current, block));
    const width = Math.max(...block.map((cells) => cells.length));
    const isFill = block.length === 1 && this.#isSeveral;
    const height = isFill ? (table.selection.count(table.total) ?? Infinity) : block.length;
    if (height > maxPastedRows || width * height > maxPastedCells) return this.#refuseSize();
    await this.#attempt(async () => {
      const rows = isFill ? await this.#selected() : await this.#below(active.row, height);
      return rows.flatMap(({ row, index }, position) =>
        (block[isFill ? 0 : position] ?? []).map((cell, offset): WantedText => {
          return { row, index, column: table.columns[active.column + offset], text: cell };
        }),
      );
    });
  }

  async pasteFromMenu(): Promise<void> {
    const { host, notify } = this.#options;
    try {
      await this.paste(await host.call.clipboard());
    } catch (error) {
      notify(errorMessage(error));
    }
  }

  /**
   * Copies the first row of a range to its others, or the value of the topmost selected row to the others; with one row
   * selected, copies from the row above.
   */
  async fillDown(): Promise<void> {
    const { table, grid, notify, ranges } = this.#options;
    const { current } = ranges;
    if (current.length > 0) return this.#stageTexts(() => this.#texts.filledDown(current), tableWords.nothingAbove);
    const column = table.columns[grid.active.column];
    if (!column || grid.active.row < 0) return;
    if (this.#isSeveral && (table.selection.count(table.total) ?? Infinity) > maxPastedRows) return this.#refuseSize();
    await this.#attempt(async () => {
      const above = Math.max(0, grid.active.row - 1);
      const [first, ...others] = this.#isSeveral
        ? await this.#selected()
        : await this.#below(above, grid.active.row - above + 1);
      if (!first?.row || others.length === 0) {
        notify(tableWords.nothingAbove);
        return [];
      }
      const { id } = first.row;
      const text = await this.#whole(first.row, column);
      return others.map((other): WantedText => ({ ...other, column, text, ...(id !== null && { like: id }) }));
    });
  }

  /** Copies the first column of a range to its others; otherwise fills the active cell from the one before it. */
  async fillRight(): Promise<void> {
    const { grid, ranges } = this.#options;
    const { row, column } = grid.active;
    const { current } = ranges;
    if (row < 0) return;
    const targets = current.length > 0 ? current : [{ top: row, bottom: row, left: column, right: column }];
    await this.#stageTexts(() => this.#texts.filledRight(targets), tableWords.nothingBefore);
  }

  /** Clears the selected ranges, or the active cell and its column in the other selected rows if its own row is selected. */
  async clear(): Promise<void> {
    const { table, grid, ranges } = this.#options;
    const { current } = ranges;
    if (current.length > 0) return this.#stageTexts(() => this.#texts.cleared(current));
    const column = table.columns[grid.active.column];
    if (!column || grid.active.row < 0) return;
    if (this.#isSeveral && (table.selection.count(table.total) ?? Infinity) > maxPastedRows) return this.#refuseSize();
    await this.#attempt(async () => {
      const rows = this.#isSeveral ? await this.#selected() : await this.#below(grid.active.row, 1);
      return rows.map((row): WantedText => ({ ...row, column, text: '' }));
    });
  }

  /** Copies the same cells to the clipboard, then clears them. */
  async cut(): Promise<void> {
    const { table, grid, rowActions, ranges } = this.#options;
    if (ranges.isSeveral) {
      if (await rowActions.copyRanges('text')) await this.clear();
      return;
    }
    const column = table.columns[grid.active.column];
    if (!column || grid.active.row < 0) return;
    const rows = this.#isSeveral ? await this.#selected() : await this.#below(grid.active.row, 1);
    if (
      await rowActions.copyColumn(
        rows.flatMap(({ row }) => row ?? []),
        column,
      )
    )
      await this.clear();
  }

  get #isSeveral(): boolean {
    const { rows, rowActions } = this.#options;
    return rows.isOneOfSeveral(rowActions.activeRow);
  }

  /** Selected rows in table order. */
  async #selected(): Promise<Pick<WantedText, 'row' | 'index'>[]> {
    const { table, rows, rowActions } = this.#options;
    const selected = rows.rows ?? (await rowActions.selectedRows()) ?? [];
    const left = new Map(selected.map((row) => [row.id, row]));
    const found: Pick<WantedText, 'row' | 'index'>[] = [];
    for (let index = 0; index < table.length && left.size > 0; index++) {
      const id = table.row(index)?.id ?? null;
      const row = left.get(id);
      if (row) found.push({ row, index });
      left.delete(id);
    }
    return [...found, ...[...left.values()].map((row) => ({ row, index: table.length }))];
  }

  async #below(first: number, count: number): Promise<Pick<WantedText, 'row' | 'index'>[]> {
    const { table } = this.#options;
    const last = Math.min(first + count, table.length) - 1;
    const rows = await table.source.collect(first, last);
    return Array.from({ length: count }, (_, position) => ({ row: rows[position], index: first + position }));
  }

  async #whole(row: TableRow, column: VisibleColumn): Promise<string> {
    const { table, host } = this.#options;
    if (row.id === null || !isCut(table, row, column)) return table.value(row, column) ?? '';
    return (await host.call.wholeText({ id: row.id, column: column.column.key })) ?? '';
  }

  async #stageTexts(find: () => Promise<readonly WantedText[] | NoTexts>, noSource = ''): Promise<void> {
    const { notify } = this.#options;
    await this.#attempt(async () => {
      const found = await find();
      if (typeof found !== 'string') return found;
      if (found === 'tooMany') this.#refuseSize();
      else notify(found === 'noSource' ? noSource : tableWords.blockInRanges);
      return [];
    });
  }

  #refuseSize(): void {
    const { notify } = this.#options;
    notify(tableWords.tooManyToPaste(formatNumber(maxPastedRows), formatNumber(maxPastedCells)));
  }

  async #attempt(find: () => Promise<readonly WantedText[]>): Promise<void> {
    const { notify } = this.#options;
    try {
      const wanted = await find();
      if (wanted.length > 0) await this.#stage(wanted);
    } catch (error) {
      notify(errorMessage(error));
    }
  }

  async #stage(wanted: readonly WantedText[]): Promise<void> {
    const { table, grid, editing, notify, explain } = this.#options;
    const cells: PastedCell[] = [];
    const refused: RefusedText[] = [];
    const named = new Map<string, WantedText>();
    for (const one of wanted) {
      const { row, column, text, like } = one;
      const why = whyNot(table, one);
      if (why !== undefined || !row || row.id === null || !column) {
        refused.push(refusal(one, why ?? tableWords.notEditable));
        continue;
      }
      const { key } = column.column;
      const staged = table.staged(row, column);
      const from = staged ? staged.from : (row.cells[column.cell] ?? null);
      named.set(JSON.stringify([row.id, key]), one);
      cells.push({
        id: row.id,
        column: key,
        from,
        text,
        ...(isCut(table, row, column) && { isCut: true }),
        ...(like !== undefined && { like }),
      });
    }
    if (cells.length > 1) notify(tableWords.pasting(formatNumber(cells.length)));
    const rejected = cells.length === 0 ? [] : await editing.staging.sendBlock(cells);
    for (const { id, column, why } of rejected) {
      const one = named.get(JSON.stringify([id, column]));
      if (one) refused.push(refusal(one, why));
    }
    const [only] = refused;
    // a rejected clear has no text that could be lost, so just explain it at the cell
    if (wanted.length === 1 && only?.text === '') return explain(grid.active, tableWords.notTaken('', only.why));
    table.refuse(refused);
    notify(tableWords.pasted(wanted.length - refused.length, wanted.length));
  }
}

function whyNot(table: TableModel, { row, column }: WantedText): string | undefined {
  if (!row) return tableWords.belowLast;
  if (!column) return tableWords.besideLast;
  return table.whyNot('edit', row) ?? (row.id === null ? tableWords.noId : undefined);
}

function refusal({ row, index, column, text }: WantedText, why: string): RefusedText {
  const cell = row && row.id !== null && column ? { id: row.id, column: column.column.key } : undefined;
  return {
    ...(cell && { cell }),
    row: row?.name || tableWords.rowAt(formatNumber(index + 1)),
    label: column?.column.label ?? '',
    text,
    why,
  };
}

function isCut(table: TableModel, row: TableRow, column: VisibleColumn): boolean {
  return row.cut?.includes(column.cell) === true && table.staged(row, column) === undefined;
}
