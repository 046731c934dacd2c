import { formatText } from '../formatValue.ts';
import { chosenIn, sameChoices } from '../form/choices.ts';
import { fieldKinds, type FieldOption } from '../form/fieldKind.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { foldedName } from '../form/referenceValue.ts';
import { readChoices } from './choicesInCell.ts';
import { columnField, fieldInTable } from './columnField.ts';
import type { Column, ColumnKind } from './recordPage.ts';

/** How a person reads the values of a column, as the form of a record tells. A list names no choices. */
export interface ShownColumn {
  readonly kind: ColumnKind;
  /** Where what a person reads is not the value itself. */
  readonly options?: readonly FieldOption[];
  /** Any number of them stand in one cell. */
  readonly isSeveral?: true;
  /** What its numbers are shown with at least. */
  readonly decimals?: number;
}

/** Undefined where the column knows as much. */
export function shownColumn(column: Column, alias: string | undefined, form: RecordForm): ShownColumn | undefined {
  const { field: name, isText = false } = columnField(column, alias);
  const field = name === undefined ? undefined : fieldInTable(form, name);
  if (!field) return undefined;
  // a text in place of the value is of another kind than the value
  const own = isText ? undefined : fieldKinds[field.kind].column;
  // a number may be a code: the column says how it shows it
  const kind = own === undefined || (own === 'number' && column.kind !== 'text') ? column.kind : own;
  const isChosen = field.kind !== 'boolean' && field.kind !== 'reference' && isClear(field.options);
  if (!isChosen) return kind === column.kind ? undefined : { kind };
  const options = field.options.map(({ value, text }) => ({ value, text }));
  return { kind, options, ...(fieldKinds[field.kind].isSet && { isSeveral: true as const }) };
}

/** A value as a person reads it in a column, by the name of the column. */
export function columnText(shown: ShownColumn, name: string): (cell: string) => string {
  if (!shown.options) return (cell) => formatText(cell, shown.kind, name, shown.decimals);
  const labels = new ChoiceLabels(shown);
  return (cell) => labels.of(cell);
}

/** There is something to name, and no label is the value of another: nobody could tell then which of them a list writes. */
function isClear(options: readonly FieldOption[]): boolean {
  const values = new Map(options.map(({ value, text }) => [value, text]));
  return (
    options.some(({ value, text }) => text !== '' && text !== value) &&
    options.every(({ value, text }) => text === value || !values.has(text))
  );
}

/** So many texts of several choices are remembered: a cell is painted often. */
const mostRead = 5_000;

/** What a person reads in the cells of a column of choices, whether the list writes values or labels. */
export class ChoiceLabels {
  readonly #options: readonly FieldOption[];
  readonly #isSeveral: boolean;
  readonly #labels: ReadonlyMap<string, string>;
  readonly #values: ReadonlyMap<string, readonly FieldOption[]>;
  readonly #read = new Map<string, string>();

  constructor({ options, isSeveral }: Pick<ShownColumn, 'options' | 'isSeveral'>) {
    this.#options = options ?? [];
    this.#isSeveral = isSeveral === true;
    // of two with the same value the first counts, as in a form
    this.#labels = new Map(this.#options.toReversed().map(({ value, text }) => [value, text]));
    this.#values = Map.groupBy(this.#options, ({ text }) => foldedName(text));
  }

  of(cell: string): string {
    if (!this.#isSeveral) return this.#labels.get(cell) || cell;
    const known = this.#read.get(cell);
    if (known !== undefined) return known;
    const field = { label: '', options: this.#options };
    const { chosen = chosenIn(field, cell) } = readChoices(field, cell);
    const text = chosen.map((one) => this.#labels.get(one) || one).join(', ');
    if (this.#read.size >= mostRead) this.#read.clear();
    this.#read.set(cell, text);
    return text;
  }

  /** What a person reads if that means the same choice to whoever pastes it, or else the cell as it is. */
  copied(cell: string): string {
    const text = this.of(cell);
    if (!this.#isSeveral) return (this.#values.get(foldedName(text))?.length ?? 0) > 1 ? cell : text;
    const field = { label: '', options: this.#options };
    const { chosen } = readChoices(field, cell);
    return chosen && sameChoices(readChoices(field, text).chosen ?? [], chosen) ? text : cell;
  }
}
