import type { ReferenceMatches, ReferenceMatch } from '../../protocol/formProtocol.ts';
import { errorMessage } from '../../protocol/channel.ts';
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
import { displayText, textOf } from './valueText.ts';

const pauseBeforeLookUp = 200;
/** What the protocol takes. */
const longestText = 1_000;

/** Ids are numbers or made of letters and digits; a name has spaces, or no digit. */
const isLikeAnId = (text: string): boolean => /\d/.test(text) && !/\s/.test(text);

/** The model stays: it tells what the field may point at, and not only what it points at. */
const emptied: ControlChange = { value: null, reference: { text: null } };

/** Another record, by name. */
export class ReferenceControl implements FieldControl {
  readonly element = document.createElement('div');
  readonly #context: ControlContext;
  readonly #input = document.createElement('input');
  readonly #references: ReferenceService;
  readonly #clear = iconButton('close', fieldWords.clear);
  readonly #open = iconButton('link-external', fieldWords.openReference);
  #pause: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;
  #chosen: ControlChange | undefined;
  isTyping = false;

  constructor(context: ControlContext) {
    this.#context = context;
    const { references } = context.services;
    if (!references) throw new TypeError('there is nothing to look references up with');
    this.#references = references;
    this.element.className = 'reference';
    this.#makeInput();
    this.#clear.addEventListener('click', () => this.#empty());
    this.#open.addEventListener('click', (event) => this.#follow(event.ctrlKey || event.metaKey));
    this.element.append(this.#input, this.#clear, this.#open);
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
    if (this.#references.takesIds && isLikeAnId(id)) return { change: { value: id } };
    return { problem: fieldWords.notChosen(text) };
  }

  inputTaken(): void {
    this.isTyping = false;
    this.#chosen = undefined;
    this.#showButtons();
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
      if (event.ctrlKey || event.metaKey) this.#follow(false);
    });
    input.addEventListener('blur', () => {
      this.#stop();
      if (this.#references.list.isOpenFor(input)) this.#references.list.close();
    });
  }

  #valueText(): string {
    const { field, value, referenceText } = this.#context;
    return displayText(field, value(), referenceText());
  }

  #showButtons(): void {
    const isEmpty = textOf(this.#context.value()) === '';
    this.#clear.hidden = isEmpty || this.#input.readOnly;
    this.#open.hidden = isEmpty || !this.#references.openRecord;
  }

  #typed(): void {
    this.isTyping = true;
    this.#chosen = undefined;
    this.#context.showProblem('');
    this.#askSoon(pauseBeforeLookUp);
  }

  #askSoon(pause: number): void {
    this.#stop();
    this.#pause = setTimeout(() => void this.#ask(), pause);
  }

  /** An answer to an earlier text is dropped. */
  #stop(): void {
    clearTimeout(this.#pause);
    this.#asking?.abort();
    this.#asking = undefined;
  }

  async #ask(): Promise<void> {
    const { field } = this.#context;
    const { list, lookUp } = this.#references;
    const asking = (this.#asking = new AbortController());
    const text = this.isTyping ? this.#input.value : '';
    list.open(this.#input, field.label, (record, model) => this.#choose(record, model));
    list.say(fieldWords.lookingUp);
    try {
      const found = await lookUp(text.slice(0, longestText), asking.signal);
      if (this.#asking === asking) list.show(found);
    } catch (error) {
      if (this.#asking === asking) list.say(fieldWords.noAnswer(errorMessage(error)));
    }
  }

  #choose({ id, text }: ReferenceMatch, foundModel: ReferenceMatches['model']): void {
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
        // whoever typed a whole name means that record
        if (isOpen && list.activeText?.toLowerCase() === this.#input.value.trim().toLowerCase()) list.chooseActive();
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
