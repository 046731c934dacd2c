import { truthOf } from '../../model/form/fieldKind.ts';
import { ValueFormatter } from '../../model/formatValue.ts';
import type { ColumnKind } from '../../model/list/recordPage.ts';

/** How a value is read by a person. */
export interface FormattedCell {
  readonly text: string;
  /** What the screen reader says, where the text is a sign. */
  readonly label?: string;
  /** What hovering shows, where the text is not the whole value as the service has it. */
  readonly title?: string;
}

const mostTitle = 2_000;
const mostText = 500;

/** What a cell shows for a value, and what hovering and the screen reader add to it. */
export class CellFormatter {
  readonly #values: ValueFormatter;
  readonly #yes: string;
  readonly #no: string;

  constructor(locale: string, words: { readonly yes: string; readonly no: string }) {
    this.#values = new ValueFormatter(locale);
    this.#yes = words.yes;
    this.#no = words.no;
  }

  format(value: string, kind: ColumnKind, isIdentifier: boolean): FormattedCell {
    if (kind === 'number') return { text: isIdentifier ? value : this.number(value) };
    if (kind === 'boolean') return this.#truth(value);
    const moment = kind === 'text' ? undefined : this.#values.moment(value, kind);
    return moment === undefined ? line(value) : { text: moment, title: value };
  }

  /** Grouped as the locale groups; anything that is not a plain number stays as it is. */
  number(value: string): string {
    return this.#values.number(value);
  }

  #truth(value: string): FormattedCell {
    const truth = truthOf(value);
    if (truth === undefined) return line(value);
    return truth ? { text: '✓', label: this.#yes, title: value } : { text: '✗', label: this.#no, title: value };
  }
}

/** Many lines in one; the rest is for the title. */
function line(value: string): FormattedCell {
  const isLong = value.length > mostText;
  if (!isLong && !/[\n\r\t]/.test(value)) return value.length > 20 ? { text: value, title: value } : { text: value };
  const text = value.slice(0, mostText).replaceAll(/[\n\r\t]+/g, ' ') + (isLong ? '…' : '');
  return { text, title: value.length > mostTitle ? `${value.slice(0, mostTitle)}…` : value };
}
