import {
  foldedName,
  isLikeAnId,
  type ReferenceMatch,
  type ReferenceMatches,
} from '../../../../model/form/referenceValue.ts';
import { errorMessage } from '../../channel.ts';
import {
  type ControlChange,
  type ControlContext,
  type ControlInput,
  type FieldControl,
  iconButton,
  type ReferenceService,
  unchanged,
} from './fieldControl.ts';
import { fieldWords } from './fieldWords.ts';
import { displayText, noValue, textOf } from './valueText.ts';

const pauseBeforeLookUp = 200;
/** Limit set by the protocol. */
const longestText = 1_000;

/** Keeps the model: it determines what the field may point to, not only what it points to now. */
const emptied: ControlChange = { value: null, reference: { text: null } };

/** Reference to another record, by name. */
export class ReferenceControl implements FieldControl {
  readonly element = document.createElement('div');
  readonly #context: ControlContext;
  readonly #input = document.createElement('input');
  readonly #references: ReferenceService;
  readonly #choose = iconButton('chevron-down', fieldWords.chooseRecord);
  readonly #clear = iconButton('close', fieldWords.clear);
  readonly #open = iconButton('link-external', fieldWords.openReference);
  #pause: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;
  #chosen: ControlChange | undefined;
  /** Reason why look-ups are unavailable, so that only an id can be entered. */
  #whyNotFound: string | undefined;
  isTyping = false;

  /** If `isShown` is true, the control is permanently read-only. */
  constructor(context: ControlContext, isShown = false) {
    this.#context = context;
    const { references } = context.services;
    if (!references) throw new TypeError('there is nothing to look references up with');
    this.#references = references;
    this.element.className = 'reference';
    this.#makeInput();
    if (isShown) {
      this.#input.classList.add('shown');
      this.#input.placeholder = noValue;
    }
    // keyboard users open the list with the arrow keys in the field
    this.#choose.tabIndex = -1;
    this.#choose.addEventListener('mousedown', (event) => event.preventDefault());
    this.#choose.addEventListener('click', () => this.#toggleList());
    this.#clear.addEventListener('click', () => this.#empty());
    this.#open.addEventListener('click', (event) => this.#follow(event.ctrlKey || event.metaKey));
    for (const button of [this.#choose, this.#clear, this.#open])
      button.setAttribute('aria-describedby', `${context.id}-label`);
    const box = document.createElement('div');
    box.className = 'box';
    box.append(this.#input, this.#choose);
    this.element.append(box, this.#clear, this.#open);
  }

  get target(): HTMLElement {
    return this.#input;
  }

  showValue(): void {
    this.isTyping = false;
    this.#chosen = undefined;
    const text = this.#valueText();
    if (this.#input.value !== text) this.#input.value = text;
    this.#showButtons();
  }

  readInput(): ControlInput {
    if (this.#chosen) return { change: this.#chosen };
    const text = this.#input.value;
    if (text === this.#valueText()) return unchanged;
    const id = text.trim();
    if (id === '') return { change: emptied };
    const isId = this.#whyNotFound === undefined ? this.#references.takesIds && isLikeAnId(id) : !/\s/.test(id);
    // clear the text: it still names the previous record
    if (isId) return { change: { value: id, reference: { text: null } } };
    return { problem: this.#whyNotFound ?? fieldWords.notChosen(text) };
  }

  inputTaken(): void {
    this.isTyping = false;
    this.#chosen = undefined;
    this.#showButtons();
  }

  /** Starts a look-up for the typed text, or for everything. */
  beginLookUp(typed?: string): void {
    this.#input.focus({ preventScroll: true });
    if (typed === undefined) this.#input.select();
    else {
      this.#input.value = typed;
      this.isTyping = true;
    }
    this.#askSoon(typed === undefined ? 0 : pauseBeforeLookUp);
  }

  #toggleList(): void {
    const { list } = this.#references;
    if (list.isOpenFor(this.#input)) list.close();
    else this.beginLookUp();
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#input.readOnly = isReadOnly;
    this.#showButtons();
  }

  #makeInput(): void {
    const { field, id } = this.#context;
    const input = this.#input;
    input.id = id;
    input.className = 'line';
    input.autocomplete = 'off';
    input.spellcheck = false;
    input.dir = 'auto';
    input.placeholder = field.placeholder ?? '';
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.ariaExpanded = 'false';
    input.addEventListener('input', () => this.#typed());
    input.addEventListener('keydown', (event) => this.#key(event));
    input.addEventListener('click', (event) => {
      // text selected in a read-only field is for copying, not a click on the link
      const isLink = input.readOnly && input.selectionStart === input.selectionEnd;
      if (event.ctrlKey || event.metaKey || isLink) this.#follow(false);
    });
    input.addEventListener('blur', () => {
      if (this.#references.list.isOpenFor(input)) this.#references.list.close();
      // look up right away if the user leaves before the debounce delay ends
      if (this.isTyping && this.#pause !== undefined && !this.#asking) this.#askSoon(0);
    });
  }

  #valueText(): string {
    const { field, value, referenceText } = this.#context;
    return displayText(field, value(), referenceText());
  }

  #showButtons(): void {
    const isEmpty = textOf(this.#context.value()) === '';
    this.#choose.hidden = this.#input.readOnly;
    this.#clear.hidden = isEmpty || this.#input.readOnly;
    this.#open.hidden = isEmpty || !this.#references.openRecord;
    this.#input.classList.toggle('linked', !this.#open.hidden && !this.isTyping);
  }

  #typed(): void {
    this.isTyping = true;
    this.#chosen = undefined;
    this.#showButtons();
    this.#context.showProblem('');
    this.#askSoon(pauseBeforeLookUp);
  }

  #askSoon(pause: number): void {
    this.#stop();
    this.#pause = setTimeout(() => void this.#ask(), pause);
  }

  /** Discards the response to an earlier text. */
  #stop(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#asking?.abort();
    this.#asking = undefined;
  }

  async #ask(controller?: string): Promise<void> {
    const { list, lookUp } = this.#references;
    this.#pause = undefined;
    const asking = (this.#asking = new AbortController());
    const text = this.isTyping ? this.#input.value : '';
    const isHere = (): boolean => document.activeElement === this.#input;
    if (isHere()) this.#openList();
    try {
      const found = await lookUp(text.slice(0, longestText), asking.signal, controller);
      if (this.#asking !== asking) return;
      this.#whyNotFound = found.whyNotFound;
      if (isHere()) list.show(found);
      else this.#takeLate(found, text);
    } catch (error) {
      if (this.#asking !== asking) return;
      this.#whyNotFound = fieldWords.orAnId(errorMessage(error));
      if (isHere()) list.say(this.#whyNotFound);
      else this.#takeLate(undefined, text);
    } finally {
      if (this.#asking === asking) this.#asking = undefined;
    }
  }

  #openList(): void {
    const { list } = this.#references;
    const opened = {
      input: this.#input,
      choose: (record: ReferenceMatch, model: string | undefined) => this.#select(record, model),
      chooseController: (controller: string) => {
        this.#stop();
        void this.#ask(controller);
      },
    };
    list.open(opened, this.#context.field.label);
    list.say(fieldWords.lookingUp);
  }

  /**
   * Called after the user left the field: a full name selects the only record with it; if look-ups are unavailable, the
   * text is an id.
   */
  #takeLate(found: ReferenceMatches | undefined, text: string): void {
    if (!this.isTyping || this.#input.value !== text) return;
    const [only, ...others] = found?.records.filter((record) => foldedName(record.text) === foldedName(text)) ?? [];
    // in a truncated result, another record may have the same name
    if (only && others.length === 0 && found?.isCut === false) this.#select(only, found.model);
    else if (this.#whyNotFound !== undefined) this.#context.onChosen();
  }

  #select({ id, text }: ReferenceMatch, foundModel: ReferenceMatches['model']): void {
    const { field, onChosen } = this.#context;
    this.#stop();
    const model = foundModel ?? field.reference?.model;
    this.#input.value = text === '' ? id : text;
    this.isTyping = true;
    this.#chosen = { value: id, reference: { text, ...(model !== undefined && { model }) } };
    onChosen();
  }

  #empty(): void {
    this.#stop();
    this.#input.value = '';
    this.isTyping = true;
    this.#chosen = emptied;
    this.#input.focus();
    this.#context.onChosen();
  }

  #follow(toSide: boolean): void {
    if (textOf(this.#context.value()) !== '') this.#references.openRecord?.(toSide);
  }

  #key(event: KeyboardEvent): void {
    const { list } = this.#references;
    const isOpen = list.isOpenFor(this.#input);
    if (event.isComposing || this.#input.readOnly) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (isOpen) list.move(event.key === 'ArrowDown' ? 1 : -1);
        else this.#askSoon(0);
        break;
      case 'Enter':
        if (!isOpen || !list.chooseActive()) return;
        break;
      case 'Tab':
        // a full name selects its record, unless another one may have the same name
        if (isOpen && list.isOnlyActive((text) => foldedName(text) === foldedName(this.#input.value)))
          list.chooseActive();
        return;
      case 'Escape':
        if (!isOpen && !this.isTyping) return;
        this.#stop();
        list.close();
        this.#context.showProblem('');
        if (!isOpen) this.showValue();
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
