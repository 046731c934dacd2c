import { CellFigures } from '../../../../model/list/cellFigures.ts';
import { cellCount, type CellRange, type RowBand, rowBands, rowCount } from '../../../../model/list/cellRange.ts';
import { SumCounter } from '../../../../model/list/columnSums.ts';
import { formatNumber } from '../../../../model/formatNumber.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import { errorMessage } from '../../../common/channel.ts';
import type { TableRow } from '../../tableProtocol.ts';
import type { CellFormatter } from '../cellFormatter.ts';
import { maxRows } from '../rowSelection.ts';
import type { SummedColumn } from '../parts/sumsPanel.ts';
import type { TableModel } from '../tableModel.ts';
import { tableWords } from '../tableWords.ts';
import type { CellRanges } from './cellRanges.ts';

/** Fewer cells are summed immediately, to avoid flicker. */
const fewCells = 2_000;
/** Delay before rows are loaded, so that a moving selection doesn't load rows for every step. */
const pause = 150;
/** Number of rows to load and sum before yielding to the page. */
const rowsAtOnce = 200;

interface ColumnFigures {
  readonly column: Column;
  readonly figures: CellFigures;
}

export interface RangeSumsOptions {
  readonly table: TableModel;
  readonly ranges: CellRanges;
  readonly formatter: CellFormatter;
  readonly notify: (text: string) => void;
  /** Called when the sums are complete. */
  readonly onChange: () => void;
}

/** Figures of the selected cells: of all of them, loaded or not, or none. */
export class RangeSums {
  readonly #options: RangeSumsOptions;
  #key = '';
  #line = '';
  #columns: readonly ColumnFigures[] = [];
  #work = new AbortController();

  constructor(options: RangeSumsOptions) {
    this.#options = options;
  }

  /** Text for the status line; empty if nothing is selected. */
  get line(): string {
    this.#follow();
    return this.#line;
  }

  /** Sums of the columns with numbers, and the limits of those with dates. */
  get columns(): readonly SummedColumn[] {
    this.#follow();
    return this.#columns.flatMap(({ column, figures: { numbers, moments, filled } }) => {
      const { sums } = numbers;
      return sums ? [{ column, ...sums }] : moments ? [{ column, ...moments, count: filled }] : [];
    });
  }

  #follow(): void {
    const { ranges, table } = this.#options;
    const { current } = ranges;
    const key = current.length === 0 ? '' : `${ranges.version}/${table.edition}`;
    if (key === this.#key) return;
    this.#key = key;
    this.#work.abort();
    this.#columns = [];
    this.#line = key === '' ? '' : this.#begin(current);
  }

  /** Returns the sums, or what is known until they are complete. */
  #begin(ranges: readonly CellRange[]): string {
    const { table } = this.#options;
    const bands = rowBands(ranges);
    if (rowCount(bands) > maxRows) return tableWords.tooManyToSum(formatNumber(maxRows));
    if (!table.isStale && cellCount(bands) <= fewCells) {
      const held = bands.map((band) => this.#heldRows(band));
      if (held.every((rows) => rows !== undefined)) {
        const counting = this.#newColumns(bands);
        for (const [index, rows] of held.entries()) this.#add(counting, bands[index]!, rows);
        return this.#finish(counting);
      }
    }
    const work = (this.#work = new AbortController());
    setTimeout(() => void this.#count(bands, work.signal), pause);
    return tableWords.summing;
  }

  #heldRows({ top, bottom }: RowBand): TableRow[] | undefined {
    const { table } = this.#options;
    const rows = Array.from({ length: bottom - top + 1 }, (_, offset) => table.row(top + offset));
    return rows.every((row) => row !== undefined) ? rows : undefined;
  }

  async #count(bands: readonly RowBand[], signal: AbortSignal): Promise<void> {
    const { table, notify, onChange } = this.#options;
    const counting = this.#newColumns(bands);
    try {
      for (const band of bands)
        for (let first = band.top; first <= band.bottom; first += rowsAtOnce) {
          signal.throwIfAborted();
          const last = Math.min(first + rowsAtOnce - 1, band.bottom);
          this.#add(counting, band, await table.source.collect(first, last, signal));
          // loaded rows don't wait for anything
          await new Promise((resolve) => setTimeout(resolve));
        }
      signal.throwIfAborted();
      this.#line = this.#finish(counting);
    } catch (error) {
      if (signal.aborted) return;
      this.#line = '';
      notify(errorMessage(error));
    }
    onChange();
  }

  #newColumns(bands: readonly RowBand[]): ReadonlyMap<number, ColumnFigures> {
    const { table, formatter } = this.#options;
    const indexes = new Set(bands.flatMap(({ columns }) => columns));
    return new Map(
      [...indexes]
        .toSorted((one, other) => one - other)
        .flatMap((index) => {
          const column = table.columns[index]?.column;
          return column ? [[index, { column, figures: new CellFigures(formatter.figureKind(column)) }]] : [];
        }),
    );
  }

  #add(counting: ReadonlyMap<number, ColumnFigures>, { columns }: RowBand, rows: readonly TableRow[]): void {
    const { table } = this.#options;
    for (const index of columns) {
      const figures = counting.get(index)?.figures;
      const shown = table.columns[index];
      if (figures && shown) for (const row of rows) figures.add(table.value(row, shown));
    }
  }

  #finish(counting: ReadonlyMap<number, ColumnFigures>): string {
    this.#columns = [...counting.values()];
    const filled = this.#columns.reduce((sum, { figures }) => sum + figures.filled, 0);
    const count = tableWords.count(formatNumber(filled));
    return [...(this.#numbers() ?? this.#moments() ?? []), count].join(' · ');
  }

  #numbers(): readonly string[] | undefined {
    const total = new SumCounter();
    for (const { figures } of this.#columns) total.addAll(figures.numbers);
    const { sums } = total;
    if (!sums) return undefined;
    const { formatter } = this.#options;
    const ofNumbers = this.#columns.filter(({ figures }) => figures.numbers.sums);
    const decimals = Math.max(...ofNumbers.map(({ column }) => column.decimals ?? 0));
    const number = (value: string): string => formatter.number(value, { decimals });
    return tableWords.sums(sums, number);
  }

  /** Only for one column: the earliest of a birth date and a modification date is meaningless. */
  #moments(): readonly string[] | undefined {
    const { formatter } = this.#options;
    const [only, ...others] = this.#columns.filter(({ figures }) => figures.moments);
    const moments = only?.figures.moments;
    if (!only || !moments || others.length > 0) return undefined;
    return [
      tableWords.min(formatter.textOf(moments.min, only.column)),
      tableWords.max(formatter.textOf(moments.max, only.column)),
    ];
  }
}
