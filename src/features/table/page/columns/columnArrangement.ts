import type { Column } from '../../../../model/list/recordPage.ts';
import type { ColumnLayout, TableRow } from '../../tableProtocol.ts';
import type { ColumnFit } from './columnFit.ts';
import { arrangeColumns, type VisibleColumn } from './columnLayout.ts';

export interface ColumnArrangementOptions {
  readonly fit: Pick<ColumnFit, 'digits' | 'needed' | 'usual'>;
  readonly layout: ColumnLayout | null;
  /** From when the table was shown before. */
  readonly fitted: Readonly<Record<string, number>> | undefined;
  readonly onChange: () => void;
}

/** How the columns stand: as the person arranged them, and where that leaves it open, as what they hold and the window want it. */
export class ColumnArrangement {
  columns: readonly VisibleColumn[] = [];
  readonly #options: ColumnArrangementOptions;
  readonly #fitted: Map<string, number>;
  /** Those that were made for other texts than they show now. */
  readonly #outdated = new Set<string>();
  /** Of the longest number that was seen, by column. */
  readonly #digits = new Map<string, number>();
  #layout: ColumnLayout | null;
  #source: readonly Column[] = [];
  /** The first rows that came with these columns. */
  #sample: { readonly rows: readonly TableRow[]; readonly columns: readonly Column[] } = { rows: [], columns: [] };
  #nameKey: string | undefined;
  #room = 0;

  constructor(options: ColumnArrangementOptions) {
    this.#options = options;
    this.#layout = options.layout;
    this.#fitted = new Map(Object.entries(options.fitted ?? {}));
  }

  get layout(): ColumnLayout | null {
    return this.#layout;
  }

  /** How wide the columns are by themselves, as far as they are to be the next time. */
  get fitted(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#fitted].filter(([key]) => !this.#outdated.has(key)).slice(-mostFitted));
  }

  /** Their texts are others from now on: they stay as they are under the eyes of who reads, and fit when the table is shown again. */
  refitLater(columns: readonly Column[]): void {
    for (const { key } of columns) this.#outdated.add(key);
  }

  setLayout(layout: ColumnLayout | null): void {
    this.#layout = layout;
    this.#arrange();
    this.#options.onChange();
  }

  setColumns(columns: readonly Column[]): void {
    if (this.#source === columns) return;
    this.#source = columns;
    this.#arrange();
    // before they are painted: a later growth would be seen as a jump
    if (this.#sample.columns === columns && this.#growAll(this.#sample.rows)) this.#arrange();
    this.#options.onChange();
  }

  /** How wide the table is on the screen. */
  setRoom(room: number): void {
    if (this.#room === room) return;
    this.#room = room;
    const before = this.columns;
    this.#arrange();
    if (isSame(before, this.columns)) this.columns = before;
    else this.#options.onChange();
  }

  setNameKey(key: string | undefined): void {
    this.#nameKey = key ?? this.#nameKey;
  }

  /** Rows came: the first ones decide how wide columns are, later ones only when a number would be cut. */
  learn(rows: readonly TableRow[], columns: readonly Column[]): void {
    if (this.#sample.rows.length === 0 || this.#sample.columns !== columns) this.#sample = { rows, columns };
    if (this.#source !== columns || !this.#growAll(rows)) return;
    this.#arrange();
    this.#options.onChange();
  }

  #growAll(rows: readonly TableRow[]): boolean {
    const grown = this.columns.filter((shown) => shown.column.kind === 'number' && this.#grow(shown, rows));
    return grown.length > 0;
  }

  #grow({ column, cell }: VisibleColumn, rows: readonly TableRow[]): boolean {
    const width = this.#fitted.get(column.key);
    if (width === undefined || this.#layout?.widths[column.key] !== undefined) return false;
    const values = cellsOf(rows, cell);
    const digits = this.#options.fit.digits(column, values);
    if (digits <= (this.#digits.get(column.key) ?? 0)) return false;
    this.#digits.set(column.key, digits);
    if (this.#options.fit.needed(column, values) <= width) return false;
    this.#fitted.set(column.key, this.#options.fit.usual(column, values));
    return true;
  }

  #arrange(): void {
    this.columns = arrangeColumns(this.#source, this.#layout, {
      widthOf: (column) => this.#fitted.get(column.key) ?? this.#fit(column),
      room: this.#room,
      nameKey: this.#nameKey,
    });
  }

  #fit(column: Column): number {
    const { rows, columns } = this.#sample;
    const width = this.#options.fit.usual(column, cellsOf(rows, columns.indexOf(column)));
    if (rows.length > 0) this.#fitted.set(column.key, width);
    return width;
  }
}

/** What the protocol lets through. */
const mostFitted = 2_000;

function cellsOf(rows: readonly TableRow[], cell: number): (string | null)[] {
  return rows.map(({ cells }) => cells[cell] ?? null);
}

function isSame(some: readonly VisibleColumn[], others: readonly VisibleColumn[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ column, isPinned }, index) => column === others[index]?.column && isPinned === others[index].isPinned)
  );
}
