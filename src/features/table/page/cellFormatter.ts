import { truthOf } from '../../../model/form/fieldKind.ts';
import { isIdentifier, ValueFormatter } from '../../../model/formatValue.ts';
import type { Column, ColumnKind } from '../../../model/list/recordPage.ts';
import { ChoiceLabels, type ShownColumn } from '../../../model/list/shownColumn.ts';
import type { ColumnInfos } from '../tableProtocol.ts';

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
  #shown: ReadonlyMap<string, { readonly kind: ColumnKind; readonly labels?: ChoiceLabels }> = new Map();

  /** Of records that columns point at, by column and id. */
  readonly #names = new Map<string, Map<string, string>>();

  constructor(locale: string, words: { readonly yes: string; readonly no: string }) {
    this.#values = new ValueFormatter(locale);
    this.#yes = words.yes;
    this.#no = words.no;
  }

  /** What the form of a record tells of the columns, by their names. Answers whether anything is read otherwise now. */
  learn(infos: ColumnInfos): boolean {
    const told = Object.entries(infos).flatMap(([name, { shown }]) =>
      shown ? [[name, described(shown)] as const] : [],
    );
    this.#shown = new Map(told);
    const isNamed = Object.entries(infos).flatMap(([key, { names = {} }]) =>
      Object.entries(names).map(([id, name]) => this.learnName({ key, columnName: undefined }, id, name)),
    );
    return told.length > 0 || isNamed.includes(true);
  }

  /** The name of a record that a column points at. Returns whether it is new. */
  learnName({ columnName, key }: Pick<Column, 'key' | 'columnName'>, id: string, name: string): boolean {
    const names = this.#names.get(columnName ?? key) ?? new Map<string, string>();
    if (name === '' || names.get(id) === name) return false;
    this.#names.set(columnName ?? key, names.set(id, name));
    return true;
  }

  format(value: string, column: Column): FormattedCell {
    const shown = this.#shown.get(column.columnName ?? column.key);
    const kind = shown?.kind ?? column.kind;
    if (shown?.labels) return named(value, shown.labels);
    const name = this.#names.get(column.columnName ?? column.key)?.get(value);
    if (name !== undefined) return { title: name, ...line(name) };
    if (kind === 'number') return { text: isIdentifier(column.name) ? value : this.number(value, column) };
    if (kind === 'boolean') return this.#truth(value);
    const moment = kind === 'text' ? undefined : this.#values.moment(value, kind);
    return moment === undefined ? line(value) : { text: moment, title: value };
  }

  /** In words alone, for a sentence. */
  textOf(value: string, column: Column): string {
    const { text, label } = this.format(value, column);
    return label ?? text;
  }

  /** Undefined where a cell is no choice. */
  labels({ columnName, key }: Column): ChoiceLabels | undefined {
    return this.#shown.get(columnName ?? key)?.labels;
  }

  /** Values that can be added up. */
  isNumeric({ columnName, key, kind, name }: Column): boolean {
    const shown = this.#shown.get(columnName ?? key);
    return kind === 'number' && (shown?.kind ?? kind) === 'number' && !shown?.labels && !isIdentifier(name);
  }

  /** A number of the column, such as a cell or a sum of cells; all have the same decimals. */
  number(value: string, { decimals }: Column): string {
    return this.#values.number(value, decimals);
  }

  /** The service's total of the column; undefined where it sends none. */
  total({ total, decimals }: Column): string | undefined {
    if (total === undefined) return undefined;
    // a service that adds floats sends 0.30000000000000004
    const exact = Number.isInteger(total) ? total : Number(total.toPrecision(15));
    return this.#values.number(String(exact), decimals);
  }

  #truth(value: string): FormattedCell {
    const truth = truthOf(value);
    if (truth === undefined) return line(value);
    return truth ? { text: '✓', label: this.#yes, title: value } : { text: '✗', label: this.#no, title: value };
  }
}

function described(shown: ShownColumn): { readonly kind: ColumnKind; readonly labels?: ChoiceLabels } {
  return { kind: shown.kind, ...(shown.options && { labels: new ChoiceLabels(shown) }) };
}

/** A label may be wider than the values that the column was made for. */
function named(value: string, labels: ChoiceLabels): FormattedCell {
  const text = labels.of(value);
  return text === value ? line(value) : { title: text, ...line(text) };
}

/** Many lines in one; the rest is for the title. */
function line(value: string): FormattedCell {
  const isLong = value.length > mostText;
  if (!isLong && !/[\n\r\t]/.test(value)) return value.length > 20 ? { text: value, title: value } : { text: value };
  const text = value.slice(0, mostText).replaceAll(/[\n\r\t]+/g, ' ') + (isLong ? '…' : '');
  return { text, title: value.length > mostTitle ? `${value.slice(0, mostTitle)}…` : value };
}
