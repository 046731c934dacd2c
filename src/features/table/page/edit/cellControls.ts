import type { FieldOption } from '../../../../model/form/fieldKind.ts';
import { foldedName } from '../../../../model/form/referenceValue.ts';
import { sameChoices } from '../../../../model/form/choices.ts';
import { choicesText, readChoices } from '../../../../model/list/choicesInCell.ts';
import { tableWords } from '../tableWords.ts';
import { CellField, type OnEnd, type EditEnd } from './cellField.ts';
import { type MomentKind, type MomentNotation, momentNotation } from '../../../../model/form/moment.ts';
import { momentShape } from '../../../common/page/fields/moment.ts';
import { MomentControl } from '../../../common/page/fields/momentControl.ts';
import { textOf } from '../../../common/page/fields/valueText.ts';
import type { StagedReference } from '../../../../model/list/stagedCells.ts';
import type { ReferenceService } from '../../../common/page/fields/fieldControl.ts';
import { ReferenceControl } from '../../../common/page/fields/referenceControl.ts';

interface OpenedChoices {
  /** Names of the column and the cell. */
  readonly column: string;
  readonly label: string;
  /** The cell's text, and the record's value in case the text can't be parsed. */
  readonly value: string;
  readonly held: readonly string[];
  /** Text typed before the field was known to be a choice. */
  readonly typed: string | undefined;
  readonly choices: readonly FieldOption[];
  /** Other values of the column; they show the format the list uses. */
  readonly near: readonly (string | null | undefined)[];
  readonly onEnd: OnEnd;
}

/** Multi-select over a cell: typing filters the list, Space toggles an item, Enter accepts the checked items. */
export class CellMultiSelect extends CellField<HTMLDivElement> {
  readonly #filter = document.createElement('input');
  readonly #list = document.createElement('ul');
  readonly #said = document.createElement('p');
  #opened: OpenedChoices | undefined;
  #before: readonly string[] = [];
  #chosen = new Set<string>();
  #shown: readonly FieldOption[] = [];
  #active = 0;
  /** True if the user typed and has not toggled an item since. */
  #isTyped = false;

  constructor() {
    super(document.createElement('div'), () => this.#text());
    this.element.classList.add('controleditor', 'manychoices');
    this.element.setAttribute('role', 'group');
    this.#filter.role = 'combobox';
    this.#filter.ariaExpanded = 'true';
    this.#filter.ariaAutoComplete = 'list';
    this.#filter.setAttribute('aria-controls', 'cell-choices');
    this.#filter.spellcheck = false;
    this.#filter.placeholder = tableWords.filterMany;
    this.#filter.addEventListener('input', () => this.#find());
    this.#filter.addEventListener('keydown', (event) => this.#listKey(event));
    this.#list.id = 'cell-choices';
    this.#list.role = 'listbox';
    this.#list.ariaMultiSelectable = 'true';
    // keep focus in the field
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => {
      const index = [...this.#list.children].indexOf((target as Element).closest('li') ?? this.#list);
      if (index < 0) return;
      this.#activate(index);
      this.#toggle();
    });
    this.#said.role = 'status';
    this.element.append(this.#filter, this.#list, this.#said);
  }

  /** True if the typed text matches a part of one of the choices. */
  static offers(choices: readonly FieldOption[], typed = ''): boolean {
    return matching(choices, typed).length > 0;
  }

  openChoices(opened: OpenedChoices): void {
    const { column, label, value, held, typed, choices } = opened;
    this.#opened = opened;
    this.#before = readChoices({ label: column, options: choices }, value).chosen ?? held;
    this.#chosen = new Set(this.#before);
    this.#filter.value = typed ?? '';
    this.#filter.ariaLabel = label;
    this.#list.ariaLabel = label;
    this.#find();
    this.#isTyped = typed !== undefined;
    this.show(label, opened.onEnd, () => this.#problem());
    this.#filter.focus({ preventScroll: true });
  }

  protected override keepInside(): void {
    super.keepInside();
    const { style, offsetWidth } = this.element;
    style.left = `${Math.max(0, Math.min(Number.parseFloat(style.left), innerWidth - offsetWidth))}px`;
  }

  /** If the user found an item by typing and checked nothing, accept that item. */
  #text(): string {
    const { column = '', choices = [], value = '', near = [] } = this.#opened ?? {};
    const meant = this.#isTyped && this.#filter.value.trim() !== '' ? this.#shown[this.#active] : undefined;
    const chosen = [...this.#chosen, ...(meant ? [meant.value] : [])];
    if (sameChoices(chosen, this.#before)) return value;
    return choicesText({ label: column, options: choices }, [...new Set(chosen)], near) ?? '';
  }

  #problem(): string | undefined {
    const typed = this.#filter.value.trim();
    const isLost = this.#isTyped && typed !== '' && this.#shown.length === 0;
    return isLost ? tableWords.notAChoice(typed, this.#opened?.column ?? '') : undefined;
  }

  #find(): void {
    this.#isTyped = true;
    const words = foldedName(this.#filter.value);
    const found = matching(this.#opened?.choices ?? [], words);
    // checked items come first: they may be far down the list
    const isFirst = new Set(words === '' ? this.#before : []);
    const { first = [], others = [] } = Object.groupBy(found, ({ value }) => (isFirst.has(value) ? 'first' : 'others'));
    this.#shown = [...first, ...others];
    this.#list.replaceChildren(...this.#shown.map((option, index) => this.#option(option, index)));
    this.#activate(0);
    this.#announce();
    this.keepInside();
  }

  #option({ value, text, group }: FieldOption, index: number): HTMLElement {
    const option = document.createElement('li');
    option.id = `cell-choice-${index}`;
    option.role = 'option';
    option.ariaSelected = String(this.#chosen.has(value));
    // `bdi` keeps the checkboxes aligned for names in any text direction
    const name = document.createElement('bdi');
    name.textContent = text || value;
    option.append(name);
    if (group !== undefined) option.title = group;
    return option;
  }

  #activate(index: number): void {
    this.#list.children[this.#active]?.classList.remove('active');
    this.#active = index;
    const option = this.#list.children[index];
    option?.classList.add('active');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) this.#filter.setAttribute('aria-activedescendant', option.id);
    else this.#filter.removeAttribute('aria-activedescendant');
  }

  #toggle(): void {
    const option = this.#shown[this.#active];
    const element = this.#list.children[this.#active];
    if (!option || !element) return;
    const isChosen = !this.#chosen.delete(option.value);
    if (isChosen) this.#chosen.add(option.value);
    element.ariaSelected = String(isChosen);
    this.#isTyped = false;
    // the next word typed replaces this one
    this.#filter.select();
    this.showProblem('');
    this.#announce();
  }

  #announce(): void {
    this.#said.textContent =
      this.#shown.length === 0 ? tableWords.noSuchChoice : tableWords.manyChosen(String(this.#chosen.size));
  }

  #listKey(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { length } = this.#shown;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === ' ') this.#toggle();
    else if (step === undefined) return;
    else if (length > 0) this.#activate((this.#active + step + length) % length);
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Matches by a part of the label or of the value. */
function matching(choices: readonly FieldOption[], typed: string): FieldOption[] {
  const words = foldedName(typed);
  return choices.filter(
    ({ value, text }) => value !== '' && (foldedName(text).includes(words) || foldedName(value).includes(words)),
  );
}

interface OpenedMoment {
  /** Name of the cell. */
  readonly label: string;
  readonly kind: MomentKind;
  readonly value: string;
  /** Other values of the column; they show the format the service uses. */
  readonly examples: readonly string[];
  readonly onEnd: OnEnd;
}

/** Date, time or both over a cell, with the browser's picker. */
export class CellDateTime extends CellField<HTMLDivElement> {
  #control: MomentControl | undefined;
  #value = '';

  constructor() {
    super(document.createElement('div'), () => this.#text());
    this.element.classList.add('controleditor');
    this.element.setAttribute('role', 'group');
  }

  /** False if the picker couldn't show the value without changing it; such a value is edited as text. */
  static canShow(kind: MomentKind, value: string, examples: readonly string[]): boolean {
    return momentShape(fieldFor(kind, examples), value) !== undefined;
  }

  openMoment({ label, kind, value, examples, onEnd }: OpenedMoment): void {
    const control = new MomentControl({
      field: { ...fieldFor(kind, examples), label, options: [] },
      id: 'cell-moment',
      value: () => value,
      referenceText: () => '',
      onTyped: () => this.showProblem(''),
      onChosen: () => undefined,
      showProblem: () => undefined,
      services: {},
    });
    this.#control = control;
    this.#value = value;
    control.showValue();
    control.target.ariaLabel = label;
    this.element.replaceChildren(control.element);
    this.show(label, onEnd, () => control.readInput().problem);
    control.element.focus({ preventScroll: true });
  }

  #text(): string {
    const { change } = this.#control?.readInput() ?? {};
    return change ? textOf(change.value) : this.#value;
  }
}

/** Uses the format of the list's other values. */
function fieldFor(
  kind: MomentKind,
  examples: readonly string[],
): { readonly kind: MomentKind; readonly notation?: MomentNotation } {
  const notation = momentNotation(examples, kind);
  return { kind, ...(notation && { notation }) };
}

/** A user's edit of a reference cell. */
export interface ReferenceEdit {
  /** The record's name, or the typed text if no record was chosen. */
  readonly to: string | null;
  readonly reference?: StagedReference;
}

interface OpenedReference {
  /** Names of the column and the cell. */
  readonly column: string;
  readonly label: string;
  readonly model?: string;
  /** The name shown in the cell. */
  readonly text: string;
  /** Text typed before the field was known to be a reference. */
  readonly typed: string | undefined;
  readonly service: ReferenceService;
  /** `edit` is undefined if nothing changed. */
  readonly onEnd: (how: EditEnd, edit: ReferenceEdit | undefined) => void;
}

/** Look-up of another record by name, over a cell. */
export class CellReference extends CellField<HTMLDivElement> {
  #control: ReferenceControl | undefined;

  constructor() {
    super(document.createElement('div'), () => '');
    this.element.classList.add('referenceeditor');
    this.element.setAttribute('role', 'group');
  }

  openReference({ column, label, model, text, typed, service, onEnd }: OpenedReference): void {
    const control = new ReferenceControl({
      field: { kind: 'reference', label: column, options: [], ...(model !== undefined && { reference: { model } }) },
      id: 'cell-reference',
      value: () => text,
      referenceText: () => text,
      onTyped: () => undefined,
      onChosen: () => this.end('enter'),
      showProblem: () => undefined,
      services: { references: service },
    });
    this.#control = control;
    control.showValue();
    control.target.ariaLabel = label;
    this.element.replaceChildren(control.element);
    this.show(label, (how) => onEnd(how, how === 'cancel' ? undefined : this.#edit()));
    control.beginLookUp(typed);
  }

  /** Text that was typed but not chosen is resolved by the host, as a full name or an id. */
  #edit(): ReferenceEdit | undefined {
    const control = this.#control;
    if (!control) return undefined;
    const { change } = control.readInput();
    if (!change) return control.isTyping ? { to: (control.target as HTMLInputElement).value.trim() } : undefined;
    const id = textOf(change.value);
    if (id === '') return { to: null };
    const { text, model } = change.reference ?? { text: null };
    if (text === null) return { to: id };
    return { to: text === '' ? id : text, reference: { id, ...(model !== undefined && { model }) } };
  }
}
