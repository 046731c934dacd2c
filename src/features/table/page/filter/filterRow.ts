import { isEmpty } from '../../../../model/form/fieldValue.ts';
import { keepTextKey } from '../../../common/page/keyboard.ts';
import type { LookUpList } from '../../../common/page/fields/lookUpList.ts';
import type { VisibleColumn } from '../columns/columnLayout.ts';
import type { ColumnPositions } from '../grid/columnPositions.ts';
import { ColumnStrip, type ColumnSlot } from '../grid/columnStrip.ts';
import { tableWords } from '../tableWords.ts';
import type { GridView } from '../grid/gridView.ts';
import type { TableModel } from '../tableModel.ts';
import { canFilter, type ColumnFilters } from './columnFilters.ts';
import { foldedName, type ReferenceMatch, type ReferenceMatches } from '../../../../model/form/referenceValue.ts';
import { momentFormats, momentNotation } from '../../../../model/form/moment.ts';
import { fieldKinds } from '../../../../model/form/fieldKind.ts';
import { errorMessage } from '../../../common/channel.ts';
import type { FilterKind } from '../../tableProtocol.ts';
import { fieldWords } from '../../../common/page/fields/fieldWords.ts';
import { fromNative, type MomentShape, momentShape, toNative } from '../../../common/page/fields/moment.ts';
import { booleanSpelling } from '../../../../model/list/shownChoices.ts';
import { booleanOptions } from '../edit/cellChoices.ts';

export interface FilterRowOptions {
  readonly isShown: boolean;
  readonly list: LookUpList;
  readonly onChange: () => void;
  readonly notify: (text: string) => void;
}

/** The row below the header: for every data column, a field for the value to match, according to the column's kind. */
export class FilterRow {
  readonly #strip: ColumnStrip<FilterField>;
  readonly #element: HTMLElement;
  readonly #table: TableModel;
  readonly #grid: GridView;
  readonly #onChange: () => void;

  constructor(table: TableModel, grid: GridView, { isShown, list, onChange, notify }: FilterRowOptions) {
    this.#table = table;
    this.#grid = grid;
    this.#onChange = onChange;
    const examples = ({ cell }: VisibleColumn): string[] => {
      const { first, last } = grid.visibleRows;
      const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => table.row(first + at));
      return rows.flatMap((row) => row?.cells[cell] || []);
    };
    this.#strip = new ColumnStrip(() => new FilterField({ filters: table.filters, list, examples, notify }));
    this.#element = this.#strip.element;
    this.#element.className = 'row filters';
    this.#element.hidden = !isShown;
    this.#element.ariaLabel = tableWords.filter;
    this.#element.addEventListener('keydown', (event) => this.#key(event));
    // clicking into a field activates its column, as keyboard navigation does
    this.#element.addEventListener('focusin', ({ target }) => {
      const column = columnOf(target);
      if (column !== undefined && grid.active.column !== column) grid.setActive({ row: -1, column });
    });
    grid.head.append(this.#element);
  }

  get isShown(): boolean {
    return !this.#element.hidden;
  }

  toggle(): void {
    if (!this.isShown) return this.focus(this.#grid.active.column);
    this.#element.hidden = true;
    this.#onChange();
  }

  /** Focuses the field of this column, or of the first filterable column if this one isn't. */
  focus(column: number): void {
    this.#element.hidden = false;
    const { columns } = this.#table;
    const index = canFilter(columns[column]) ? column : columns.findIndex(canFilter);
    this.#grid.setActive({ row: -1, column: Math.max(0, index) });
    this.#onChange();
    this.#grid.paintNow();
    this.#strip.at(index)?.input.focus();
  }

  paint(positions: ColumnPositions): void {
    if (!this.isShown) return;
    const { filters } = this.#table;
    const { filters: asked = {} } = this.#table.query;
    this.#strip.fit(positions);
    this.#strip.each((field) => {
      const shown = positions.columns[field.column];
      const columnName = shown?.column.columnName ?? '';
      const value = Object.hasOwn(asked, columnName) ? asked[columnName] : undefined;
      const kind = shown ? filters.kind(shown.column) : 'text';
      const isNone = value === null || (value !== undefined && value !== '' && isEmpty(value, kind));
      const label = isNone ? null : value && filters.label(columnName, value);
      field.show(shown, kind, label, isNone ? '' : (value ?? ''));
    });
  }

  #key(event: KeyboardEvent): void {
    keepTextKey(event);
    if (event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    if (this.#strip.at(columnOf(event.target) ?? -1)?.key(event)) {
      event.stopPropagation();
      event.preventDefault();
    } else if (event.key === 'Escape' || event.key === 'Enter') {
      if (event.key === 'Escape') event.target.value = event.target.defaultValue;
      event.stopPropagation();
      event.preventDefault();
      const column = columnOf(event.target) ?? this.#grid.active.column;
      event.target.blur();
      // back to the results, in the filtered column
      this.#grid.setActive({ row: event.key === 'Escape' ? -1 : 0, column });
      this.#grid.element.focus({ preventScroll: true });
    } else if (event.key === 'Tab') this.#tab(event, Number(event.target.dataset['column']));
  }

  /** Fields that scrolled out of view have no element, so Tab is handled here. */
  #tab(event: KeyboardEvent, column: number): void {
    const step = event.shiftKey ? -1 : 1;
    let next = column + step;
    while (this.#table.columns[next] && !canFilter(this.#table.columns[next])) next += step;
    if (!this.#table.columns[next]) return;
    event.preventDefault();
    this.focus(next);
  }
}

function columnOf(target: EventTarget | null): number | undefined {
  const column = target instanceof HTMLInputElement ? target.dataset['column'] : undefined;
  return column === undefined ? undefined : Number(column);
}

/** Debounce delays in milliseconds. */
const pauseMs = 500;
export const pauseBeforeLookUp = 200;
/** Limit set by the protocol. */
const longestText = 1_000;

interface FilterFieldOptions {
  readonly filters: ColumnFilters;
  readonly list: LookUpList;
  /** Visible values of the column; they show the format the service uses. */
  readonly examples: (column: VisibleColumn) => readonly string[];
  /** Shows messages that don't fit in the field. */
  readonly notify: (text: string) => void;
}

/** Filter field of one column; reused for other columns as they scroll into view. */
class FilterField implements ColumnSlot {
  readonly element = document.createElement('div');
  readonly input = document.createElement('input');
  readonly #more = document.createElement('button');
  readonly #options: FilterFieldOptions;
  column = -1;
  #shown: VisibleColumn | undefined;
  #kind: FilterKind = 'text';
  #shape: MomentShape | undefined;
  /** True if the column is filtered for empty values. */
  #isEmpty = false;
  /** The text being looked up. */
  #asked: string | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #looking: AbortController | undefined;
  #found: { readonly text: string; readonly matches: ReferenceMatches } | undefined;

  constructor(options: FilterFieldOptions) {
    this.#options = options;
    this.element.className = 'cell filter';
    this.element.setAttribute('role', 'gridcell');
    const { input } = this;
    input.spellcheck = false;
    input.autocomplete = 'off';
    input.dir = 'auto';
    input.tabIndex = -1;
    input.addEventListener('input', () => this.#typed());
    input.addEventListener('focus', () => this.#showType());
    input.addEventListener('blur', () => this.#left());
    this.#more.type = 'button';
    this.#more.className = 'tool codicon codicon-chevron-down';
    this.#more.tabIndex = -1;
    // keep focus in the field
    this.#more.addEventListener('mousedown', (event) => event.preventDefault());
    this.#more.addEventListener('click', () => {
      const isOpen = options.list.isOpenFor(input);
      input.focus();
      if (isOpen) options.list.close();
      else void this.#look('');
    });
    this.element.append(input, this.#more);
  }

  get #columnName(): string {
    return this.#shown?.column.columnName ?? '';
  }

  get #label(): string {
    return this.#shown?.column.label ?? '';
  }

  setColumn(column: number, width: number): void {
    this.column = column;
    this.element.ariaColIndex = String(column + 1);
    this.element.style.width = `${width}px`;
  }

  /** `label` is the column's current filter: null for empty values, undefined for no filter. */
  show(shown: VisibleColumn | undefined, kind: FilterKind, label: string | null | undefined, value: string): void {
    this.input.hidden = this.#more.hidden = !canFilter(shown);
    if (!shown) return;
    const isSameColumn = this.#columnName === (shown.column.columnName ?? '');
    if (!isSameColumn) this.#reset();
    this.#shown = shown;
    this.#kind = kind;
    this.#isEmpty = label === null;
    this.input.dataset['column'] = String(this.column);
    this.input.ariaLabel = tableWords.filterColumn(this.#label);
    this.input.inputMode = kind === 'number' ? 'decimal' : '';
    this.#more.ariaLabel = this.#more.title = tableWords.filterChoices(this.#label);
    const text = isMoment(kind) ? value : (label ?? '');
    this.#shape = this.#shapeFor(text);
    const native = this.#shape && text !== '' ? toNative(text, this.#shape) : text;
    // keep what is being typed; otherwise show only the active filter
    const isSame = isSameColumn && this.input.defaultValue === native;
    if (isSame && (this.#asked !== undefined || this.#isHere)) return this.#showType();
    this.#refuse('');
    this.#showType();
    this.input.defaultValue = native;
    this.input.value = native;
  }

  /** Returns whether the field handled the key. */
  key(event: KeyboardEvent): boolean {
    const { list } = this.#options;
    const isOpen = list.isOpenFor(this.input);
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (isArrow && isOpen) list.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'ArrowDown' && (event.altKey || !this.#shape)) void this.#look('');
    else if (event.key === 'Enter' && isOpen && list.chooseActive()) return true;
    else if (event.key === 'Enter' && this.#refuses()) return true;
    else if (event.key === 'Escape' && isOpen) list.close();
    else if ((event.key === 'Backspace' || event.key === 'Delete') && this.#isEmpty && this.input.value === '')
      this.#options.filters.set(this.#columnName, undefined);
    else return false;
    return true;
  }

  get #isHere(): boolean {
    return document.activeElement === this.input;
  }

  get #isChosen(): boolean {
    return this.#kind === 'choice' || this.#kind === 'reference' || this.#kind === 'boolean';
  }

  /** The browser's date or time input, if the service uses a compatible format. */
  #shapeFor(value: string): MomentShape | undefined {
    const { column } = this.#shown ?? {};
    if (!column || !this.#shown || !isMoment(this.#kind)) return undefined;
    const examples = this.#options.examples(this.#shown);
    if (examples.some((text) => momentFormats(text).length === 0)) return undefined;
    const notation = momentNotation(examples, this.#kind);
    return momentShape({ kind: this.#kind, ...(notation && { notation }) }, value);
  }

  #showType(): void {
    const isWords = this.#isEmpty && !this.#isHere;
    const type = this.#shape && !isWords ? this.#shape.type : 'text';
    if (this.input.type !== type) this.input.type = type;
    // native date and time inputs have their own role
    const isCombobox = type === 'text';
    this.input.role = isCombobox ? 'combobox' : null;
    this.input.ariaAutoComplete = isCombobox ? 'list' : null;
    this.input.ariaExpanded = isCombobox ? String(this.#options.list.isOpenFor(this.input)) : null;
    if (!isCombobox) this.input.step = this.#shape?.hasSeconds || type === 'date' ? '1' : '60';
    this.#more.hidden = this.input.hidden || !isCombobox;
    this.input.placeholder = this.#isEmpty
      ? tableWords.isEmpty
      : this.#kind === 'text' || isMoment(this.#kind)
        ? tableWords.isExactly
        : tableWords.is;
  }

  #reset(): void {
    this.#stop();
    this.#found = undefined;
    this.#asked = undefined;
    if (this.#options.list.isOpenFor(this.input)) this.#options.list.close();
  }

  #stop(): void {
    clearTimeout(this.#pause);
    this.#looking?.abort();
    this.#looking = undefined;
  }

  #typed(): void {
    this.#stop();
    this.#refuse('');
    if (this.#isChosen) {
      if (this.input.value === '') this.#options.list.close();
      this.#pause = setTimeout(() => void this.#lookForTyped(), pauseBeforeLookUp);
      return;
    }
    if (this.#options.list.isOpenFor(this.input)) this.#options.list.close();
    // a year is typed digit by digit, and every digit yields a valid year
    if (this.#shape && this.#shape.type !== 'time' && this.input.value.startsWith('0')) return;
    this.#pause = setTimeout(() => {
      if (!this.#refuses()) this.#applyInput();
    }, pauseMs);
  }

  /** Invalid text stays in the field while it has focus, with the reason below. */
  #refuses(): boolean {
    const why = this.#whyNot();
    this.#refuse(why);
    return why !== '';
  }

  #whyNot(): string {
    const { value, validity } = this.input;
    if (validity.badInput) return fieldWords.badMoment;
    if (this.#kind === 'number' && value.trim() !== '' && fieldKinds.number.canonicalText?.(value) === undefined)
      return tableWords.notANumber(value);
    const isUnfinished = this.#isChosen && value.trim() !== '' && value !== this.input.defaultValue;
    if (isUnfinished && this.#found?.text === value && !this.#meant(value))
      return tableWords.notAChoice(value, this.#label);
    return '';
  }

  #refuse(why: string): void {
    const { list } = this.#options;
    this.input.ariaInvalid = why === '' ? null : 'true';
    this.input.setCustomValidity(why);
    this.input.title = why;
    if (why === '') return;
    if (this.#isHere) this.#openList();
    list.say(why);
  }

  #applyInput(): void {
    this.#stop();
    const { filters, notify } = this.#options;
    const { value, defaultValue } = this.input;
    if (value === defaultValue || value === this.#asked) return;
    const columnName = this.#columnName;
    if (value.trim() === '') return filters.set(columnName, undefined);
    if (this.#shape) {
      const moment = fromNative(value, this.#shape);
      return filters.set(columnName, { value: moment, shown: moment });
    }
    const typed = this.#kind === 'number' ? value.trim() : value;
    this.#asked = value;
    void filters
      .byText(columnName, typed)
      .catch((error: unknown) => notify(errorMessage(error)))
      .finally(() => (this.#asked = undefined));
  }

  /** Looks up while the user types; a full name is accepted after a pause. */
  async #lookForTyped(): Promise<void> {
    const text = this.input.value;
    if (text === '') return this.#applyInput();
    await this.#look(text);
    if (this.input.value !== text || !this.#isHere) return;
    const meant = this.#meant(text);
    if (meant) this.#pause = setTimeout(() => this.#choose(meant), pauseMs - pauseBeforeLookUp);
  }

  /** The match with this name or code. */
  #meant(text: string): ReferenceMatch | undefined {
    if (this.#found?.text !== text) return undefined;
    const { records } = this.#found.matches;
    const named = records.filter((record) => foldedName(record.text) === foldedName(text));
    const [only, ...others] = named.length > 0 ? named : records.filter(({ id }) => id === text.trim());
    return others.length === 0 ? only : undefined;
  }

  async #look(text: string, controller?: string): Promise<void> {
    const { list } = this.#options;
    this.#stop();
    const looking = (this.#looking = new AbortController());
    this.#openList();
    try {
      const matches = await this.#matches(text, looking.signal, controller);
      if (this.#looking !== looking) return;
      this.#found = { text, matches };
    } catch (error) {
      if (this.#looking !== looking) return;
      // the user may still know the code or id even if the look-up fails
      this.#found = { text, matches: { records: [], isCut: false, whyNotFound: errorMessage(error) } };
    }
    this.#looking = undefined;
    if (!list.isOpenFor(this.input)) return;
    const { matches } = this.#found;
    const isTyped = text.trim() !== '' && matches.records.length === 0 && !matches.controllers;
    const records = [
      ...matches.records,
      ...(isTyped ? [{ id: text.trim(), text: tableWords.isExactlyThis(text.trim()) }] : []),
      ...(text === '' && !matches.controllers ? [isEmptyChoice()] : []),
    ];
    const isFirst = matches.records.length > 0 || matches.controllers !== undefined;
    list.show({ ...matches, records }, { said: saidOf(matches, text, this.#isChosen), isFirstActive: isFirst });
  }

  async #matches(text: string, signal: AbortSignal, controller?: string): Promise<ReferenceMatches> {
    if (this.#kind === 'choice' || this.#kind === 'reference')
      return this.#options.filters.choices(this.#columnName, text.slice(0, longestText), signal, controller);
    if (this.#kind !== 'boolean' || !this.#shown) return { records: [], isCut: false };
    const all = booleanOptions(booleanSpelling(this.#options.examples(this.#shown)));
    const found = all.filter((one) => foldedName(one.text).startsWith(foldedName(text)));
    return { records: found.map((one) => ({ id: one.value, text: one.text })), isCut: false };
  }

  #openList(): void {
    const { list } = this.#options;
    const opened = {
      input: this.input,
      name: tableWords.filterChoices(this.#label),
      choose: (record: ReferenceMatch) => this.#choose(record),
      chooseController: (controller: string) => void this.#look(this.#found?.text ?? '', controller),
    };
    list.open(opened, this.#label);
  }

  #choose(record: ReferenceMatch): void {
    const { filters, list } = this.#options;
    this.#stop();
    this.#refuse('');
    if (list.isOpenFor(this.input)) list.close();
    const isForEmpty = record.id === '' && record.text === tableWords.isEmpty;
    const isOther = record.text === tableWords.isExactlyThis(record.id);
    const shown = isOther || record.text === '' ? record.id : record.text;
    // show the new filter before the table is re-rendered
    this.input.value = this.input.defaultValue = isForEmpty || this.#shape ? '' : shown;
    filters.set(this.#columnName, isForEmpty ? null : { value: record.id, shown });
  }

  /** On blur: accepts valid text; anything else reverts to the active filter. */
  #left(): void {
    const { list, notify } = this.#options;
    if (list.isOpenFor(this.input)) list.close();
    const { value, defaultValue } = this.input;
    this.#showType();
    if (value === defaultValue && !this.input.validity.badInput) return this.#stop();
    if (this.#isChosen && value.trim() !== '' && this.#found?.text !== value) return void this.#takeLate(value);
    const meant = this.#isChosen ? this.#meant(value) : undefined;
    if (meant) return this.#choose(meant);
    if (this.#isChosen && value.trim() !== '' && hasNoMatch(this.#found?.matches)) return this.#applyInput();
    const why = this.#whyNot();
    if (why === '') return this.#applyInput();
    this.#stop();
    this.#refuse('');
    this.input.value = defaultValue;
    notify(why);
  }

  /** The user moved on before the look-up returned. */
  async #takeLate(text: string): Promise<void> {
    const [columnName, defaultValue] = [this.#columnName, this.input.defaultValue];
    this.#asked = text;
    try {
      const matches = await this.#matches(text, new AbortController().signal);
      if (this.#columnName !== columnName || this.input.value !== text || this.#isHere) return;
      this.#found = { text, matches };
    } catch {
      this.#found = { text, matches: { records: [], isCut: false, whyNotFound: '' } };
    } finally {
      this.#asked = undefined;
    }
    if (this.input.defaultValue === defaultValue) this.#left();
  }
}

function isMoment(kind: FilterKind): kind is 'date' | 'dateTime' | 'time' {
  return kind === 'date' || kind === 'dateTime' || kind === 'time';
}

function isEmptyChoice(): ReferenceMatch {
  return { id: '', text: tableWords.isEmpty };
}

/** True if choices can't be looked up; then a code or id must be typed. */
function hasNoMatch(matches: ReferenceMatches | undefined): boolean {
  return matches?.whyNotFound !== undefined && matches.records.length === 0;
}

function saidOf(
  { records, isCut, controllers, whyNotFound }: ReferenceMatches,
  text: string,
  isChosen: boolean,
): string {
  if (controllers) return fieldWords.severalPlaces;
  if (whyNotFound !== undefined) return whyNotFound;
  if (records.length === 0 && text !== '' && isChosen) return tableWords.noChoice;
  return isCut ? fieldWords.lookUpCut : '';
}
