import type { Column } from '../../../../model/list/recordPage.ts';
import type { CellFormatter } from '../cellFormatter.ts';

/** How wide a text is on the screen, in pixels. */
export type MeasureText = (text: string, isBold: boolean) => number;

const narrowest = 60;
/** What a column takes by itself, and what it takes when a person asks for it. */
const widest = 320;
const widestAsked = 600;
/** Room for the paddings and the edge. */
const frame = 22;
/** Room for the sign of the order. */
const sign = 20;
/** Of the texts of a column only the longest are measured. */
const measured = 3;

/** How wide columns have to be for what they hold. */
export class ColumnFit {
  readonly #formatter: CellFormatter;
  readonly #measure: MeasureText;

  constructor(formatter: CellFormatter, measure: MeasureText) {
    this.#formatter = formatter;
    this.#measure = measure;
  }

  /** For its header, its total and the first rows, and for numbers a thousand times as large: a sort brings others. */
  usual(column: Column, values: readonly (string | null)[]): number {
    const { numbers, others } = this.#told(column, values);
    const text = Math.min(widest, Math.max(this.#header(column), this.#widest(column, others)));
    const spare = numbers.length > 0 ? Math.ceil(this.#measure(',000', false)) : 0;
    const number = Math.min(widestAsked, this.#widest(column, numbers) + spare);
    return Math.max(narrowest, text, number, this.needed(column, values));
  }

  /** The least that shows every number whole: one of which a part is missing is taken for another one. */
  needed(column: Column, values: readonly (string | null)[]): number {
    const { numbers } = this.#told(column, values);
    return Math.min(widestAsked, Math.max(this.#total(column), this.#widest(column, numbers)));
  }

  /** How many letters its longest number has. */
  digits(column: Column, values: readonly (string | null)[]): number {
    // a label has no digits that would be missing
    if (this.#formatter.labels(column)) return 0;
    let most = 0;
    for (const value of values) if (value !== null) most = Math.max(most, shownLength(value, column));
    return most;
  }

  /** For the same, when a person asks. */
  asked(column: Column, values: readonly (string | null)[]): number {
    const { numbers, others } = this.#told(column, values);
    const wanted = [this.#header(column), this.#total(column), this.#widest(column, [...numbers, ...others])];
    return Math.min(widestAsked, Math.max(narrowest, ...wanted));
  }

  /** What is a number in a column of numbers, and what is not. */
  #told(column: Column, values: readonly (string | null)[]): { numbers: string[]; others: string[] } {
    const texts = values.filter((value): value is string => value !== null && value !== '');
    const labels = this.#formatter.labels(column);
    if (labels) return { numbers: [], others: texts.map((text) => labels.of(text)) };
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

/** The few longest, first of all. */
function longest(values: readonly string[], column: Column): readonly string[] {
  const found: { readonly value: string; readonly length: number }[] = [];
  for (const value of values) {
    const length = shownLength(value, column);
    if (found.length === measured && length <= (found[measured - 1]?.length ?? 0)) continue;
    const place = found.findIndex((other) => other.length < length);
    found.splice(place === -1 ? found.length : place, 0, { value, length });
    found.splice(measured);
  }
  return found.map(({ value }) => value);
}

/** In letters; numbers are grouped and padded. */
function shownLength(value: string, { kind, decimals = 0 }: Column): number {
  if (kind !== 'number') return value.length;
  const point = value.indexOf('.');
  const whole = point === -1 ? value.length : point;
  const fraction = Math.max(value.length - whole, decimals && decimals + 1);
  return whole + fraction + Math.floor((whole - 1) / 3);
}
