import { formatText } from '../formatValue.ts';
import { chosenIn, sameChoices } from '../form/choices.ts';
import { fieldKinds, type FieldOption } from '../form/fieldKind.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { foldedName } from '../form/referenceValue.ts';
import { readChoices } from './choicesInCell.ts';
import { columnField, fieldInTable } from './columnField.ts';
import type { Column, ColumnKind } from './recordPage.ts';

/** Display format of a column, derived from a record's form. A list doesn't include options. */
export interface ShownColumn {
  readonly kind: ColumnKind;
  /** Set if the label differs from the value. */
  readonly options?: readonly FieldOption[];
  /** A cell can hold multiple choices. */
  readonly isSeveral?: true;
  /** Min decimal places. */
  readonly decimals?: number;
}

/** Returns undefined if the form adds nothing to the column. */
export function shownColumn(column: Column, alias: string | undefined, form: RecordForm): ShownColumn | undefined {
  const { field: name, isText = false } = columnField(column, alias);
  const field = name === undefined ? undefined : fieldInTable(form, name);
  if (!field) return undefined;
  // a label has a different kind than the value
  const own = isText ? undefined : fieldKinds[field.kind].column;
  // a number may be a code: the column's kind wins
  const kind = own === undefined || (own === 'number' && column.kind !== 'text') ? column.kind : own;
  const isChosen = field.kind !== 'boolean' && field.kind !== 'reference' && isClear(field.options);
  if (!isChosen) return kind === column.kind ? undefined : { kind };
  const options = field.options.map(({ value, text }) => ({ value, text }));
  return { kind, options, ...(fieldKinds[field.kind].isSet && { isSeveral: true as const }) };
}

/** Returns a formatter for the cells of a column. */
export function columnText(shown: ShownColumn, name: string): (cell: string) => string {
  if (!shown.options) return (cell) => formatText(cell, shown.kind, name, shown.decimals);
  const labels = new ChoiceLabels(shown);
  return (cell) => labels.labelFor(cell);
}

/**
 * True if there are labels and none equals another option's value, which would leave unclear which of them the list
 * writes.
 */
function isClear(options: readonly FieldOption[]): boolean {
  const values = new Map(options.map(({ value, text }) => [value, text]));
  return (
    options.some(({ value, text }) => text !== '' && text !== value) &&
    options.every(({ value, text }) => text === value || !values.has(text))
  );
}

/** Cache size for multiple-choice cells, which are painted often. */
const maxCachedTexts = 5_000;

/** Labels for the cells of a choice column, whether the list writes values or labels. */
export class ChoiceLabels {
  readonly #options: readonly FieldOption[];
  readonly #isSeveral: boolean;
  readonly #labels: ReadonlyMap<string, string>;
  readonly #values: ReadonlyMap<string, readonly FieldOption[]>;
  readonly #read = new Map<string, string>();

  constructor({ options, isSeveral }: Pick<ShownColumn, 'options' | 'isSeveral'>) {
    this.#options = options ?? [];
    this.#isSeveral = isSeveral === true;
    // if two options share a value, the first wins, as in a form
    this.#labels = new Map(this.#options.toReversed().map(({ value, text }) => [value, text]));
    this.#values = Map.groupBy(this.#options, ({ text }) => foldedName(text));
  }

  labelFor(cell: string): string {
    if (!this.#isSeveral) return this.#labels.get(cell) || cell;
    const known = this.#read.get(cell);
    if (known !== undefined) return known;
    const field = { label: '', options: this.#options };
    const { chosen = chosenIn(field, cell) } = readChoices(field, cell);
    const text = chosen.map((one) => this.#labels.get(one) || one).join(', ');
    if (this.#read.size >= maxCachedTexts) this.#read.clear();
    this.#read.set(cell, text);
    return text;
  }

  /** Returns the label if pasting it gives the same choice, else the cell unchanged. */
  clipboardText(cell: string): string {
    const text = this.labelFor(cell);
    if (!this.#isSeveral) return (this.#values.get(foldedName(text))?.length ?? 0) > 1 ? cell : text;
    const field = { label: '', options: this.#options };
    const { chosen } = readChoices(field, cell);
    return chosen && sameChoices(readChoices(field, text).chosen ?? [], chosen) ? text : cell;
  }
}
