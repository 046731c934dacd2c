import { isIdentifier } from '../../../../model/formatValue.ts';
import { orderedColumns, visibility } from '../../../../model/list/columnOrder.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import type { ColumnLayout, TableRow } from '../../tableProtocol.ts';
import type { CellFormatter } from '../cellFormatter.ts';

/** A column as shown in the table. */
export interface VisibleColumn {
  readonly column: Column;
  /** Index of its cell in a row. */
  readonly cell: number;
  readonly width: number;
  readonly isPinned: boolean;
}

/** Width of the checkbox column, which precedes all others. */
export const checkWidth = 28;

const minWidth = 20;
const maxWidth = 2_000;

/** Inputs for everything that a layout leaves open. */
export interface ColumnSurroundings {
  /** Width that fits the column's content. */
  readonly widthOf: (column: Column) => number;
  /** Width of the table on screen; 0 if unknown. */
  readonly room: number;
  /** The column with the record's name, if the service says which. */
  readonly nameKey: string | undefined;
}

export function arrangeColumns(
  columns: readonly Column[],
  layout: ColumnLayout | null,
  surroundings: ColumnSurroundings,
): readonly VisibleColumn[] {
  const cells = new Map(columns.map((column, cell) => [column, cell]));
  const isVisible = visibility(columns, layout);
  const pinned = new Set(layout?.pinned);
  const shown = orderedColumns(columns, layout)
    .filter(isVisible)
    .map((column) => ({
      column,
      cell: cells.get(column) ?? 0,
      width: layout?.widths[column.key] ?? surroundings.widthOf(column),
      isPinned: pinned.has(column.key),
    }));
  const count = autoPinnedCount(shown, layout, surroundings);
  return shown.map((one, index) => (index < count ? { ...one, isPinned: true } : one));
}

/** Max share of the window for automatically pinned columns. */
const maxPinned = 0.4;

/**
 * If the table is wider than the window, pins the record's name and the columns before it. Pins none if these would
 * take too much of the window, or if the user unpinned one: pinning the name alone would move it.
 */
function autoPinnedCount(
  shown: readonly VisibleColumn[],
  layout: ColumnLayout | null,
  { room, nameKey }: ColumnSurroundings,
): number {
  const widthOf = (some: readonly VisibleColumn[]): number => some.reduce((sum, { width }) => sum + width, 0);
  if (checkWidth + widthOf(shown) <= room) return 0;
  const wanted = shown.slice(0, nameIndex(shown, nameKey) + 1);
  const isUnpinned = wanted.some(({ column }) => layout?.unpinned?.includes(column.key));
  return isUnpinned || widthOf(wanted) > room * maxPinned ? 0 : wanted.length;
}

function nameIndex(shown: readonly VisibleColumn[], nameKey: string | undefined): number {
  const rules: readonly ((column: Column) => boolean)[] = [
    ({ key }) => key === nameKey,
    ({ isLink }) => isLink,
    (column) => column.kind === 'text' && !isIdentifier(column.name),
  ];
  return rules.map((rule) => shown.findIndex(({ column }) => rule(column))).find((index) => index !== -1) ?? -1;
}

const defaultLayout: ColumnLayout = { order: [], hidden: [], shown: [], pinned: [], widths: {} };
/** Limit set by the protocol. */
const maxKeys = 2_000;

export function withWidth(layout: ColumnLayout | null, { key }: Column, width: number): ColumnLayout {
  const before = layout ?? defaultLayout;
  const clamped = Math.round(Math.max(minWidth, Math.min(maxWidth, width)));
  return { ...before, widths: { ...before.widths, [key]: clamped } };
}

/** `access`: the columns with access rights, whose cells are only requested while one of them is shown. */
export function withVisibility(
  layout: ColumnLayout | null,
  { key }: Column,
  isShown: boolean,
  access: readonly Column[],
): ColumnLayout {
  const { withAccess: _, ...before } = layout ?? defaultLayout;
  const without = (keys: readonly string[]): string[] => keys.filter((other) => other !== key);
  const shown = isShown ? [...without(before.shown), key].slice(-maxKeys) : without(before.shown);
  return {
    ...before,
    ...(access.some((column) => shown.includes(column.key)) && { withAccess: true }),
    shown,
    hidden: isShown ? without(before.hidden) : [...without(before.hidden), key].slice(-maxKeys),
  };
}

export function withPinned(layout: ColumnLayout | null, { key }: Column, isPinned: boolean): ColumnLayout {
  const before = layout ?? defaultLayout;
  const without = (keys: readonly string[]): string[] => keys.filter((other) => other !== key);
  const unpinned = without(before.unpinned ?? []);
  return {
    ...before,
    pinned: isPinned ? [...without(before.pinned), key].slice(-maxKeys) : without(before.pinned),
    unpinned: isPinned ? unpinned : [...unpinned, key].slice(-maxKeys),
  };
}

/** Moves a column before another, or to the end if none is given. */
export function withMoved(
  layout: ColumnLayout | null,
  columns: readonly Column[],
  moved: Column,
  before: Column | undefined,
): ColumnLayout {
  const order = orderedColumns(columns, layout)
    .map(({ key }) => key)
    .filter((key) => key !== moved.key);
  const index = before ? order.indexOf(before.key) : -1;
  order.splice(index === -1 ? order.length : index, 0, moved.key);
  return { ...(layout ?? defaultLayout), order: order.slice(0, maxKeys) };
}

interface ColumnArrangementOptions {
  readonly fit: Pick<ColumnFit, 'digits' | 'needed' | 'usual'>;
  readonly layout: ColumnLayout | null;
  /** Widths from when the table was last shown. */
  readonly fitted: Readonly<Record<string, number>> | undefined;
  readonly onChange: () => void;
}

/**
 * The visible columns: as arranged by the user and, where that leaves it open, fitted to their content and the window.
 */
export class ColumnArrangement {
  columns: readonly VisibleColumn[] = [];
  readonly #options: ColumnArrangementOptions;
  readonly #fitted: Map<string, number>;
  /** Columns whose width was fitted to other texts than they show now. */
  readonly #outdated = new Set<string>();
  /** Length of the longest number seen, by column. */
  readonly #digits = new Map<string, number>();
  #layout: ColumnLayout | null;
  #source: readonly Column[] = [];
  /** The first rows received with these columns. */
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

  /** Fitted widths to reuse next time. */
  get fitted(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#fitted].filter(([key]) => !this.#outdated.has(key)).slice(-maxFitted));
  }

  /**
   * The texts of these columns changed: keep their widths while the user reads, and refit when the table is next shown.
   */
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
    // before first paint: growing later would be visible as a jump
    if (this.#sample.columns === columns && this.#growAll(this.#sample.rows)) this.#arrange();
    this.#options.onChange();
  }

  /** Sets the width of the table on screen. */
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

  /** The first rows determine the widths; later rows widen a column only if a number would be cut off. */
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

/** Limit set by the protocol. */
const maxFitted = 2_000;

function cellsOf(rows: readonly TableRow[], cell: number): (string | null)[] {
  return rows.map(({ cells }) => cells[cell] ?? null);
}

function isSame(some: readonly VisibleColumn[], others: readonly VisibleColumn[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ column, isPinned }, index) => column === others[index]?.column && isPinned === others[index].isPinned)
  );
}

/** Returns the width of a text in pixels. */
export type MeasureText = (text: string, isBold: boolean) => number;

const narrowest = 60;
/** Max width by default, and when the user fits the column. */
const widest = 320;
const widestAsked = 600;
/** Width of padding and border. */
const frame = 22;
/** Width of the sort indicator. */
const sign = 20;
/** Number of longest texts to measure per column. */
const measured = 3;

/** Computes the widths that columns need for their content. */
export class ColumnFit {
  readonly #formatter: CellFormatter;
  readonly #measure: MeasureText;

  constructor(formatter: CellFormatter, measure: MeasureText) {
    this.#formatter = formatter;
    this.#measure = measure;
  }

  /**
   * Default width: fits the header, the total and the first rows, with room for numbers a thousand times as large,
   * because sorting brings up others.
   */
  usual(column: Column, values: readonly (string | null)[]): number {
    const { numbers, others } = this.#split(column, values);
    const text = Math.min(widest, Math.max(this.#header(column), this.#widest(column, others)));
    const spare = numbers.length > 0 ? Math.ceil(this.#measure(',000', false)) : 0;
    const number = Math.min(widestAsked, this.#widest(column, numbers) + spare);
    return Math.max(narrowest, text, number, this.needed(column, values));
  }

  /** Min width that shows every number in full: a cut-off number would be misread. */
  needed(column: Column, values: readonly (string | null)[]): number {
    const { numbers } = this.#split(column, values);
    return Math.min(widestAsked, Math.max(this.#total(column), this.#widest(column, numbers)));
  }

  /** Length of the longest number. */
  digits(column: Column, values: readonly (string | null)[]): number {
    // labels are not numbers
    if (this.#formatter.labels(column)) return 0;
    let max = 0;
    for (const value of values) if (value !== null) max = Math.max(max, shownLength(value, column));
    return max;
  }

  /** Width to fit the same content when the user asks for it. */
  asked(column: Column, values: readonly (string | null)[]): number {
    const { numbers, others } = this.#split(column, values);
    const wanted = [this.#header(column), this.#total(column), this.#widest(column, [...numbers, ...others])];
    return Math.min(widestAsked, Math.max(narrowest, ...wanted));
  }

  /** Separates numbers from other texts in a numeric column. */
  #split(column: Column, values: readonly (string | null)[]): { numbers: string[]; others: string[] } {
    const texts = values.filter((value): value is string => value !== null && value !== '');
    const labels = this.#formatter.labels(column);
    if (labels) return { numbers: [], others: texts.map((text) => labels.labelFor(text)) };
    if (column.kind !== 'number') return { numbers: [], others: texts };
    const isNumber = (text: string): boolean => !Number.isNaN(Number(text));
    return { numbers: texts.filter(isNumber), others: texts.filter((text) => !isNumber(text)) };
  }

  #header({ label }: Column): number {
    return Math.ceil(this.#measure(label, true)) + sign + frame;
  }

  #total(column: Column): number {
    const total = this.#formatter.total(column);
    return total === undefined ? 0 : Math.ceil(this.#measure(total, true)) + frame;
  }

  #widest(column: Column, values: readonly string[]): number {
    const widths = longest(values, column).map((value) =>
      this.#measure(this.#formatter.format(value, column).text, false),
    );
    return Math.ceil(Math.max(0, ...widths)) + frame;
  }
}

/** Returns the few longest values, longest first. */
function longest(values: readonly string[], column: Column): readonly string[] {
  const found: { readonly value: string; readonly length: number }[] = [];
  for (const value of values) {
    const length = shownLength(value, column);
    if (found.length === measured && length <= (found[measured - 1]?.length ?? 0)) continue;
    const index = found.findIndex((other) => other.length < length);
    found.splice(index === -1 ? found.length : index, 0, { value, length });
    found.splice(measured);
  }
  return found.map(({ value }) => value);
}

/** Length in characters; numbers are counted with digit grouping and padding. */
function shownLength(value: string, { kind, decimals = 0 }: Column): number {
  if (kind !== 'number') return value.length;
  const point = value.indexOf('.');
  const whole = point === -1 ? value.length : point;
  const fraction = Math.max(value.length - whole, decimals && decimals + 1);
  return whole + fraction + Math.floor((whole - 1) / 3);
}
