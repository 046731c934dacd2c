import { fieldKinds } from '../form/fieldKind.ts';
import { SumCounter } from './columnSums.ts';

/** How values of a column are aggregated: numbers are summed, dates and times compared, everything is counted. */
export type FigureKind = 'number' | 'date' | 'dateTime' | 'time' | 'text';

interface Moment {
  /** As the service sends it. */
  readonly value: string;
  readonly order: string;
}

/** Counts, sums and compares the values of one column, one by one. */
export class CellFigures {
  readonly #kind: FigureKind;
  readonly numbers = new SumCounter();
  /** Number of cells that are not empty. */
  filled = 0;
  #first: Moment | undefined;
  #last: Moment | undefined;
  #isUnclear = false;

  constructor(kind: FigureKind) {
    this.#kind = kind;
  }

  add(value: string | null): void {
    if (value === null || value === '') return;
    this.filled++;
    if (this.#kind === 'number') this.numbers.add(value);
    else if (this.#kind !== 'text') this.#compare(value, this.#kind);
  }

  /** The earliest and the latest value; undefined if there are none, or one that can't be compared. */
  get moments(): { readonly min: string; readonly max: string } | undefined {
    if (!this.#first || !this.#last || this.#isUnclear) return undefined;
    return { min: this.#first.value, max: this.#last.value };
  }

  #compare(value: string, kind: 'date' | 'dateTime' | 'time'): void {
    const traits: { readonly noValue?: RegExp; canonicalText?(text: string): string | undefined } = fieldKinds[kind];
    if (traits.noValue?.test(value)) return;
    const order = inUtc(traits.canonicalText?.(value));
    if (order === undefined) this.#isUnclear = true;
    else if (!this.#first || !this.#last) this.#first = this.#last = { value, order };
    else if (order < this.#first.order) this.#first = { value, order };
    else if (order > this.#last.order) this.#last = { value, order };
  }
}

/** A canonical text that sorts by time, even next to one with another time zone. */
function inUtc(canonical: string | undefined): string | undefined {
  const [, local = '', sign, hours, minutes] = /^(.*?)(?:Z|([+-])(\d{2})(\d{2}))?$/.exec(canonical ?? '') ?? [];
  if (canonical === undefined || sign === undefined) return canonical && local;
  const moment = new Date(`${local.replace(' ', 'T')}${sign}${hours}:${minutes}`);
  return Number.isNaN(moment.getTime())
    ? undefined
    : moment
        .toISOString()
        .replace('T', ' ')
        .replace(/(\.000)?Z$/, '');
}
