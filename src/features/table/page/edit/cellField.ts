import { keepTextKey } from '../../../common/page/keyboard.ts';
import { tableWords } from '../tableWords.ts';
import type { FieldOption } from '../../../../model/form/fieldKind.ts';
import { optionElements } from '../../../common/page/fields/optionElements.ts';
import { matchTyped } from './cellChoices.ts';

export type EditEnd = 'enter' | 'tab' | 'backTab' | 'cancel' | 'blur';
export type OnEnd = (end: EditEnd, text: string) => void;

/** A control over a cell. It knows nothing about rows: the caller positions it, and it reports how the edit ended. */
export class CellField<E extends HTMLElement> {
  readonly element: E;
  /** Reason why the text is rejected, shown next to it. */
  readonly problem = document.createElement('div');
  readonly #text: () => string;
  #onEnd: OnEnd | undefined;
  #check: ((text: string) => string | undefined) | undefined;
  #cellTop = 0;

  constructor(element: E, text: () => string) {
    this.element = element;
    this.#text = text;
    element.classList.add('celleditor');
    element.hidden = true;
    this.problem.className = 'cellproblem';
    this.problem.role = 'alert';
    this.problem.hidden = true;
    element.addEventListener('input', () => this.showProblem(''));
    element.addEventListener('keydown', (event) => this.#key(event));
    element.addEventListener('focusout', ({ relatedTarget }) => {
      if (!element.contains(relatedTarget as Node | null)) this.end('blur');
    });
  }

  get isOpen(): boolean {
    return this.#onEnd !== undefined;
  }

  /** Moves over a cell; undefined if the cell is off-screen. */
  moveOver(cell: DOMRect | undefined, within: DOMRect): void {
    if (!this.isOpen) return;
    const isSeen = cell && cell.bottom > within.top && cell.top < within.bottom && cell.right > within.left;
    this.element.classList.toggle('away', !isSeen);
    if (!cell || !isSeen) return;
    const { style } = this.element;
    style.left = `${Math.max(cell.left, within.left)}px`;
    style.width = `${Math.max(120, Math.min(cell.width, within.right - cell.left))}px`;
    this.#cellTop = cell.top;
    this.keepInside();
  }

  /** Keeps the field on screen: the last rows have no room below for several lines. */
  protected keepInside(): void {
    const { element, problem } = this;
    element.style.top = `${Math.max(0, Math.min(this.#cellTop, innerHeight - element.offsetHeight))}px`;
    const { left, top, bottom } = element.getBoundingClientRect();
    const isBelow = bottom + problem.offsetHeight <= innerHeight;
    problem.style.left = `${Math.max(0, Math.min(left, innerWidth - problem.offsetWidth))}px`;
    problem.style.top = `${isBelow ? bottom : top - problem.offsetHeight}px`;
  }

  /** An empty text clears the message. */
  protected showProblem(text: string): void {
    if (this.problem.textContent === text) return;
    this.problem.textContent = text;
    this.problem.hidden = text === '';
    this.element.ariaInvalid = text === '' ? null : 'true';
    this.keepInside();
  }

  end(how: EditEnd): void {
    const onEnd = this.#onEnd;
    if (!onEnd) return;
    this.#onEnd = undefined;
    const text = this.#text();
    this.leave();
    onEnd(how, text);
  }

  /** Closes without ending the edit, because another control replaces this one. */
  leave(): void {
    this.#onEnd = undefined;
    this.showProblem('');
    this.element.hidden = true;
  }

  /** A problem returned by `check` keeps the field open, unless the user leaves it. */
  protected show(label: string, onEnd: OnEnd, check?: (text: string) => string | undefined): void {
    this.#onEnd = onEnd;
    this.#check = check;
    this.element.ariaLabel = label;
    this.element.hidden = false;
    this.element.focus({ preventScroll: true });
  }

  #key(event: KeyboardEvent): void {
    keepTextKey(event);
    if (event.isComposing) return;
    const isNewLine = event.key === 'Enter' && (event.shiftKey || event.altKey);
    if (isNewLine) return event.stopPropagation();
    const ends: Readonly<Record<string, EditEnd>> = {
      Enter: 'enter',
      Escape: 'cancel',
      Tab: event.shiftKey ? 'backTab' : 'tab',
    };
    const how = ends[event.key];
    if (!how || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.tryEnd(how);
  }

  /** Ends the edit, or shows the problem if the text is rejected. */
  tryEnd(how: EditEnd): void {
    const problem = how === 'cancel' ? undefined : this.#check?.(this.#text());
    if (problem === undefined) this.end(how);
    else this.showProblem(problem);
  }
}

/** Text field for any text, including several lines. */
export class CellTextField extends CellField<HTMLTextAreaElement> {
  /** True during IME composition. */
  isComposing = false;

  constructor() {
    const element = document.createElement('textarea');
    super(element, () => element.value);
    this.element.rows = 1;
    this.element.dir = 'auto';
    this.element.spellcheck = false;
    this.element.addEventListener('input', () => this.keepInside());
    this.element.addEventListener('compositionstart', () => (this.isComposing = true));
    this.element.addEventListener('compositionend', () => (this.isComposing = false));
  }

  /** `typed` replaces the value; otherwise the whole value is selected. */
  open(
    label: string,
    value: string,
    typed: string | undefined,
    onEnd: OnEnd,
    check?: (text: string) => string | undefined,
  ): void {
    this.element.value = typed ?? value;
    this.show(label, onEnd, check);
    if (typed === undefined) this.element.select();
  }
}

/** A pause this long starts a new word. */
const pause = 1_000;

/** Selects one choice or none. */
export class CellSelect extends CellField<HTMLSelectElement> {
  #choices: readonly FieldOption[] = [];
  /** Text typed so far, possibly started in another field. */
  #typed = { text: '', at: 0 };

  constructor() {
    const element = document.createElement('select');
    super(element, () => element.value);
    this.element.addEventListener('keydown', (event) => this.#type(event));
  }

  /** A value that is not one of the choices can be kept. */
  open(
    label: string,
    value: string,
    begun: { readonly typed: string; readonly chosen: string | undefined } | undefined,
    choices: readonly FieldOption[],
    onEnd: OnEnd,
  ): void {
    const isOffered = value === '' || choices.some((choice) => choice.value === value);
    this.#choices = choices;
    this.#typed = { text: begun?.typed ?? '', at: performance.now() };
    this.element.replaceChildren(
      ...optionElements(choices),
      new Option(tableWords.empty, ''),
      ...(isOffered ? [] : [new Option(value, value)]),
    );
    this.element.value = begun?.chosen ?? value;
    this.show(label, onEnd);
  }

  /**
   * Implements type-ahead itself, because the browser doesn't know the letters typed before the choices were loaded.
   */
  #type(event: KeyboardEvent): void {
    const before = event.timeStamp - this.#typed.at > pause ? '' : this.#typed.text;
    const isLetter = Array.from(event.key).length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isLetter || (event.key === ' ' && before === '')) return;
    event.preventDefault();
    this.#typed = { text: before + event.key, at: event.timeStamp };
    const meant = matchTyped(this.#choices, this.#typed.text, this.element.value);
    if (meant) this.element.value = meant.value;
  }
}
