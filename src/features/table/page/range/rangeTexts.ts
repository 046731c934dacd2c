import {
  type CellRange,
  cellCount,
  pasteTarget,
  rangeHas,
  rowBands,
  rowCount,
} from '../../../../model/list/cellRange.ts';
import { maxPastedCells, maxPastedRows } from '../../../../model/list/pastedBlock.ts';
import type { TableRow } from '../../tableProtocol.ts';
import type { VisibleColumn } from '../columns/columnLayout.ts';
import type { TableModel } from '../tableModel.ts';

/** A text for a cell; `row` is undefined below the last one, `column` beside the last one. */
export interface WantedText {
  readonly row: TableRow | undefined;
  /** Zero-based. */
  readonly index: number;
  readonly column: VisibleColumn | undefined;
  readonly text: string;
  /** The record that the text was copied from, if it was in the same column. */
  readonly like?: string;
}

/** Why nothing can be written: too many cells, a block that doesn't fit, or no cell to fill from. */
export type NoTexts = 'tooMany' | 'blockInRanges' | 'noSource';

export interface RangeTextsOptions {
  readonly table: Pick<TableModel, 'columns' | 'length' | 'source'>;
  /** Text of a cell, for another cell of its column. */
  readonly textOf: (row: TableRow, column: VisibleColumn) => Promise<string>;
  /** Text of a cell, for any other cell. */
  readonly labelOf: (row: TableRow, column: VisibleColumn) => Promise<string>;
}

/** Decides which text goes into which cell of the selected ranges. */
export class RangeTexts {
  readonly #options: RangeTextsOptions;

  constructor(options: RangeTextsOptions) {
    this.#options = options;
  }

  cleared(ranges: readonly CellRange[]): Promise<readonly WantedText[] | NoTexts> {
    return this.#inRanges(ranges, () => '');
  }

  /** A single text fills the ranges; a block is repeated in a range, or placed at its top left cell. */
  pasted(
    ranges: readonly CellRange[],
    block: readonly (readonly string[])[],
  ): Promise<readonly WantedText[] | NoTexts> {
    const width = Math.max(...block.map((cells) => cells.length));
    const targets = ranges.map((range) => pasteTarget(range, block.length, width));
    const isPlaced = targets.some((target, index) => target !== ranges[index]);
    if (isPlaced && ranges.length > 1) return Promise.resolve('blockInRanges');
    return this.#inRanges(targets, (row, column) => {
      const target = targets.find((one) => rangeHas(one, row, column));
      return target && block[(row - target.top) % block.length]?.[(column - target.left) % width];
    });
  }

  /** Copies the first row of each range into its others; a range of one row is filled from the row above. */
  async filledDown(ranges: readonly CellRange[]): Promise<readonly WantedText[] | NoTexts> {
    if (isTooLarge(ranges)) return 'tooMany';
    const parts = ranges.map((range) => (range.top === range.bottom ? { ...range, top: range.top - 1 } : range));
    if (parts.some(({ top }) => top < 0)) return 'noSource';
    const rows = await this.#rowsOf(parts);
    const wanted = new Map<string, WantedText>();
    for (const { top, bottom, left, right } of parts)
      for (let at = left; at <= right; at++) {
        const [source, column] = [rows.get(top), this.#options.table.columns[at]];
        if (!source || !column) continue;
        const text = await this.#options.textOf(source, column);
        const like = source.id === null ? {} : { like: source.id };
        for (let index = top + 1; index <= bottom; index++)
          wanted.set(`${index}/${at}`, { row: rows.get(index), index, column, text, ...like });
      }
    return [...wanted.values()];
  }

  /** Copies the first column of each range into its others; a range of one column is filled from the column before it. */
  async filledRight(ranges: readonly CellRange[]): Promise<readonly WantedText[] | NoTexts> {
    if (isTooLarge(ranges)) return 'tooMany';
    const parts = ranges.map((range) => (range.left === range.right ? { ...range, left: range.left - 1 } : range));
    if (parts.some(({ left }) => left < 0)) return 'noSource';
    const { columns } = this.#options.table;
    const rows = await this.#rowsOf(parts);
    const wanted = new Map<string, WantedText>();
    for (const { top, bottom, left, right } of parts)
      for (let index = top; index <= bottom; index++) {
        const [row, source] = [rows.get(index), columns[left]];
        if (!row || !source) continue;
        const text = await this.#options.labelOf(row, source);
        for (let at = left + 1; at <= right; at++)
          wanted.set(`${index}/${at}`, { row, index, column: columns[at], text });
      }
    return [...wanted.values()];
  }

  async #inRanges(
    ranges: readonly CellRange[],
    textAt: (row: number, column: number) => string | undefined,
  ): Promise<readonly WantedText[] | NoTexts> {
    if (isTooLarge(ranges)) return 'tooMany';
    const { columns } = this.#options.table;
    const rows = await this.#rowsOf(ranges);
    const wanted: WantedText[] = [];
    for (const band of rowBands(ranges))
      for (let index = band.top; index <= band.bottom; index++)
        for (const at of band.columns) {
          const text = textAt(index, at);
          // the lines of a block may differ in length
          if (text !== undefined) wanted.push({ row: rows.get(index), index, column: columns[at], text });
        }
    return wanted;
  }

  async #rowsOf(ranges: readonly CellRange[]): Promise<ReadonlyMap<number, TableRow>> {
    const { table } = this.#options;
    const rows = new Map<number, TableRow>();
    for (const { top, bottom } of rowBands(ranges)) {
      const found = await table.source.collect(top, Math.min(bottom, table.length - 1));
      for (const [offset, row] of found.entries()) rows.set(top + offset, row);
    }
    return rows;
  }
}

function isTooLarge(ranges: readonly CellRange[]): boolean {
  const bands = rowBands(ranges);
  return rowCount(bands) > maxPastedRows || cellCount(bands) > maxPastedCells;
}
