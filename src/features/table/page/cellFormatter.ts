import { truthOf } from '../../../model/form/fieldKind.ts';
import { isIdentifier, ValueFormatter } from '../../../model/formatValue.ts';
import type { FigureKind } from '../../../model/list/cellFigures.ts';
import type { Column, ColumnKind } from '../../../model/list/recordPage.ts';
import { ChoiceLabels, type ShownColumn } from '../../../model/list/shownColumn.ts';
import type { ColumnInfos } from '../tableProtocol.ts';

/** A cell's value formatted for display. */
export interface FormattedCell {
  readonly text: string;
  /** Screen reader text, if the text is a symbol. */
  readonly label?: string;
  /** Tooltip, if the text is not the service's full value. */
  readonly title?: string;
}

const maxTooltipLength = 2_000;
const maxTextLength = 500;

/** Formats cell values, including tooltips and screen reader text. */
export class CellFormatter {
  readonly #values: ValueFormatter;
  readonly #yes: string;
  readonly #no: string;
  #shown: ReadonlyMap<string, { readonly kind: ColumnKind; readonly labels?: ChoiceLabels }> = new Map();

  /** Names of referenced records, by column and id. */
  readonly #names = new Map<string, Map<string, string>>();

  constructor(locale: string, words: { readonly yes: string; readonly no: string }) {
    this.#values = new ValueFormatter(locale);
    this.#yes = words.yes;
    this.#no = words.no;
  }

  /**
   * Stores column info from a record's form, by column name. Returns whether any value is displayed differently now.
   */
  learn(infos: ColumnInfos): boolean {
    const formatters = Object.entries(infos).flatMap(([name, { shown }]) =>
      shown ? [[name, described(shown)] as const] : [],
    );
    this.#shown = new Map(formatters);
    const isNamed = Object.entries(infos).flatMap(([key, { names = {} }]) =>
      Object.entries(names).map(([id, name]) => this.learnName({ key, columnName: undefined }, id, name)),
    );
    return formatters.length > 0 || isNamed.includes(true);
  }

  /** Stores the name of a referenced record. Returns whether it is new. */
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

  /** Returns words only, for use in a sentence. */
  textOf(value: string, column: Column): string {
    const { text, label } = this.format(value, column);
    return label ?? text;
  }

  /** Undefined if the column is not a choice. */
  labels({ columnName, key }: Column): ChoiceLabels | undefined {
    return this.#shown.get(columnName ?? key)?.labels;
  }

  /** True if the column's values can be summed. */
  isNumeric({ columnName, key, kind, name }: Column): boolean {
    const shown = this.#shown.get(columnName ?? key);
    return (shown?.kind ?? kind) === 'number' && !shown?.labels && !isIdentifier(name);
  }

  /** How the values of a column are summed or compared. */
  figureKind(column: Column): FigureKind {
    const { kind, labels } = this.#shown.get(column.columnName ?? column.key) ?? { kind: column.kind };
    if (this.isNumeric(column)) return 'number';
    return labels || (kind !== 'date' && kind !== 'dateTime' && kind !== 'time') ? 'text' : kind;
  }

  /** Formats a number of the column, such as a cell or a sum; all have the same decimals. */
  number(value: string, { decimals }: Pick<Column, 'decimals'>): string {
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

/** A label may be wider than the column, so it is also the tooltip. */
function named(value: string, labels: ChoiceLabels): FormattedCell {
  const text = labels.labelFor(value);
  return text === value ? line(value) : { title: text, ...line(text) };
}

/** Collapses the text to one line; the full text goes to the tooltip. */
function line(value: string): FormattedCell {
  const isLong = value.length > maxTextLength;
  if (!isLong && !/[\n\r\t]/.test(value)) return value.length > 20 ? { text: value, title: value } : { text: value };
  const text = value.slice(0, maxTextLength).replaceAll(/[\n\r\t]+/g, ' ') + (isLong ? '…' : '');
  return { text, title: value.length > maxTooltipLength ? `${value.slice(0, maxTooltipLength)}…` : value };
}
