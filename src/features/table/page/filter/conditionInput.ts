import { keepTextKey } from '../../../common/page/keyboard.ts';
import type { LookUpList } from '../../../common/page/fields/lookUpList.ts';
import { type Condition, conditionName, type ConditionOperator, valueCount } from '../../../../model/list/condition.ts';
import type { ConditionFields } from '../../../../model/list/conditionField.ts';
import {
  type ConditionColumns,
  conditionText,
  typedCondition,
  wholeValueOperators,
} from '../../../../model/list/conditionText.ts';
import { conditionSuggestions, typedReference } from '../../../../model/list/conditionSuggestions.ts';
import { operatorWord } from '../../../../model/list/conditionWords.ts';
import { fieldKinds } from '../../../../model/form/fieldKind.ts';
import { isMomentKind } from '../../../../model/form/moment.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import { errorMessage } from '../../../common/channel.ts';
import type { MenuItem } from '../parts/contextMenu.ts';
import type { TableModel } from '../tableModel.ts';
import { tableWords } from '../tableWords.ts';
import { canFilter } from './columnFilters.ts';
import { pauseBeforeLookUp } from './filterRow.ts';

export interface ConditionInputOptions {
  readonly list: LookUpList;
  readonly notify: (text: string) => void;
  /** Called when the input opens or closes. */
  readonly onChange: () => void;
  /** Receives focus when a filter was entered or the input is left. */
  readonly leave: () => void;
}

/** The filter being edited: a condition by its index, or an equality by its column. */
type EditedFilter = { readonly condition: number } | { readonly columnName: string };

/** Input for a filter such as `amount > 1000`, with completion of columns, operators and known values. */
export class ConditionInput {
  readonly element = document.createElement('span');
  readonly #input = document.createElement('input');
  readonly #table: TableModel;
  readonly #options: ConditionInputOptions;
  #edited: EditedFilter | undefined;
  #isOpen = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(table: TableModel, options: ConditionInputOptions) {
    this.#table = table;
    this.#options = options;
    const input = this.#input;
    this.element.className = 'addfilter';
    this.element.append(input);
    input.type = 'text';
    input.role = 'combobox';
    input.ariaAutoComplete = 'list';
    input.ariaExpanded = 'false';
    input.ariaLabel = tableWords.addFilter;
    input.placeholder = tableWords.addFilterHint;
    input.spellcheck = false;
    input.autocomplete = 'off';
    input.maxLength = 1_000;
    input.dir = 'auto';
    input.addEventListener('input', () => {
      this.#suggest();
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => void this.#lookUp(), pauseBeforeLookUp);
    });
    input.addEventListener('focus', () => this.#suggest());
    input.addEventListener('blur', () => this.#left());
    input.addEventListener('keydown', (event) => this.#key(event));
  }

  /** True while a filter is typed or edited. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** What is known about the columns, for texts of filters. */
  get known(): ConditionColumns {
    const { filters, source } = this.#table;
    const fields: ConditionFields = Object.fromEntries(
      source.columns.map((column) => [conditionName(column), filters.conditionField(column)]),
    );
    return { columns: source.columns, fields };
  }

  textOf(condition: Condition): string {
    return conditionText(condition, this.known);
  }

  /** Starts a new filter with this text. */
  begin(text = ''): void {
    this.#open(text, undefined);
  }

  editCondition(index: number): void {
    const condition = this.#table.query.conditions?.[index];
    if (condition) this.#open(this.textOf(condition), { condition: index });
  }

  editEquality(columnName: string, label: string | null): void {
    const column = this.#table.source.columns.find((one) => one.columnName === columnName);
    if (!column) return;
    const values = label === null ? [] : [label];
    const operator = label === null ? 'isEmpty' : 'is';
    this.#open(this.textOf({ column: columnName, operator, values }), { columnName });
  }

  /** Operators of a column as a menu: each starts a filter, or sets it if it takes no value. */
  menuFor(column: Column): MenuItem[] {
    const { kind } = this.#table.filters.conditionField(column);
    return fieldKinds[kind].conditions.map((operator) => ({
      title: `${operatorWord(operator, kind)}${valueCount(operator) === 0 ? '' : ' …'}`,
      act: () => this.#beginWith(column, operator),
    }));
  }

  #beginWith(column: Column, operator: ConditionOperator): void {
    const { kind } = this.#table.filters.conditionField(column);
    if (valueCount(operator) === 0)
      return this.#apply({ column: conditionName(column), operator, values: [] }, undefined);
    const label = /["“”„]/.test(column.label) ? conditionName(column) : column.label;
    this.begin(`${label} ${operatorWord(operator, kind)} `);
  }

  #open(text: string, edited: EditedFilter | undefined): void {
    this.#edited = edited;
    this.#isOpen = true;
    this.#input.value = text;
    this.#options.onChange();
    this.#input.focus();
    this.#input.setSelectionRange(text.length, text.length);
    this.#suggest();
  }

  #suggest(): void {
    const { list } = this.#options;
    this.#refuse('');
    const suggestions = conditionSuggestions(this.#input.value, this.known);
    if (suggestions.length === 0) {
      if (list.isOpenFor(this.#input)) list.close();
      return;
    }
    const choose = ({ id }: { readonly id: string }): void => {
      this.#input.value = id;
      this.#suggest();
    };
    list.open(
      { input: this.#input, name: tableWords.filterSuggestions, choose, chooseController: () => undefined },
      tableWords.addFilter,
    );
    const records = suggestions.map(({ label, text }) => ({ id: text, text: label }));
    list.show({ records, isCut: false }, { said: '', isFirstActive: false });
  }

  /** Adds the names of records to the suggestions. */
  async #lookUp(): Promise<void> {
    const { value } = this.#input;
    const typed = typedReference(value, this.known);
    if (!typed) return;
    // the name can still be typed in full
    await this.#table.filters.lookUp(typed.column, typed.text).catch(() => undefined);
    if (this.#input.value === value && document.activeElement === this.#input) this.#suggest();
  }

  #key(event: KeyboardEvent): void {
    keepTextKey(event);
    if (event.isComposing) return;
    const { list } = this.#options;
    const isListed = list.isOpenFor(this.#input);
    if (isListed && (event.key === 'ArrowDown' || event.key === 'ArrowUp'))
      list.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'ArrowDown') this.#suggest();
    else if (event.key === 'Enter') {
      if (!(isListed && list.chooseActive())) this.#submit();
    } else if (event.key === 'Tab' && isListed && !event.shiftKey && list.chooseActive()) {
      // accept a suggestion as in an editor
    } else if (event.key === 'Escape' && isListed) list.close();
    else if (event.key === 'Escape') this.#close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #submit(): void {
    const text = this.#input.value;
    if (text.trim() === '' && this.#edited) return this.#remove(this.#edited);
    const { condition, why } = typedCondition(text, this.known);
    if (why !== undefined) return this.#refuse(why);
    const edited = this.#edited;
    this.#close(true);
    this.#apply(condition, edited);
  }

  #remove(edited: EditedFilter): void {
    this.#close(true);
    if ('condition' in edited) this.#table.setCondition(undefined, edited.condition);
    else this.#table.filters.set(edited.columnName, undefined);
  }

  /** An equality is sent to the service; all other filters are applied locally. */
  #apply(condition: Condition, edited: EditedFilter | undefined): void {
    const { filters, source } = this.#table;
    const index = edited && 'condition' in edited ? edited.condition : undefined;
    const column = source.columns.find((one) => conditionName(one) === condition.column);
    const [value = ''] = condition.values;
    const columnName = edited && 'columnName' in edited ? edited.columnName : undefined;
    // keep filters local that already are
    const before = index === undefined ? undefined : this.#table.query.conditions?.[index];
    const isHere = before?.column === condition.column && before.operator === condition.operator;
    if (isHere || !column || !isSent(condition, column, filters.conditionField(column).kind)) {
      if (columnName !== undefined) filters.set(columnName, undefined);
      if (!wholeValueOperators.has(condition.operator) || !filters.holdsIds(condition.column))
        return this.#table.setCondition(condition, index);
      return void Promise.all(condition.values.map((text) => filters.valueOf(condition.column, text))).then(
        (values) => this.#table.setCondition({ ...condition, values }, index),
        (error: unknown) => this.#options.notify(errorMessage(error)),
      );
    }
    if (index !== undefined) this.#table.setCondition(undefined, index);
    if (columnName !== undefined && columnName !== condition.column) filters.set(columnName, undefined);
    if (condition.operator === 'isEmpty') return filters.set(condition.column, null);
    filters.byText(condition.column, value).catch((error: unknown) => this.#options.notify(errorMessage(error)));
  }

  #refuse(why: string): void {
    const { list } = this.#options;
    this.#input.ariaInvalid = why === '' ? null : 'true';
    this.#input.title = why;
    if (why === '') return;
    list.open(
      {
        input: this.#input,
        name: tableWords.filterSuggestions,
        choose: () => undefined,
        chooseController: () => undefined,
      },
      tableWords.addFilter,
    );
    list.show({ records: [], isCut: false }, { said: why });
  }

  #left(): void {
    const { list } = this.#options;
    if (list.isOpenFor(this.#input)) list.close();
    // what was typed stays until it is entered or canceled
    if (this.#input.value.trim() === '' || this.#edited) this.#close(false);
  }

  #close(isLeaving: boolean): void {
    const { list, leave, onChange } = this.#options;
    this.#edited = undefined;
    this.#isOpen = false;
    this.#input.value = '';
    this.#refuse('');
    if (list.isOpenFor(this.#input)) list.close();
    if (isLeaving) leave();
    onChange();
  }
}

/** Locally, a date matches any time on that day; a service compares whole values. */
function isSent({ operator }: Condition, column: Column, kind: keyof typeof fieldKinds): boolean {
  const isFilterable = canFilter({ column });
  if (!isFilterable || fieldKinds[kind].isSet) return false;
  return operator === 'isEmpty' || (operator === 'is' && !isMomentKind(kind));
}
