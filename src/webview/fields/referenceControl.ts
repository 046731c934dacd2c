import { displayKey, modelKey } from '../../model/form/fieldPath.ts';
import type { Found, FoundRecord } from '../../protocol/form.ts';
import type { Change } from '../form/values/recordValues.ts';
import { besidePath, isScalar, readableText, textOf } from './valueText.ts';
import { words } from '../form/words.ts';
import { type ControlContext, type FieldControl, nothingTaken, type Taken } from './fieldControl.ts';
import { iconButton } from './iconButton.ts';
import { errorMessage } from '../../protocol/channel.ts';

const pauseBeforeLookUp = 200;

/** Another record, by name. */
export class ReferenceControl implements FieldControl {
  readonly element = document.createElement('div');
  readonly #context: ControlContext;
  readonly #input = document.createElement('input');
  readonly #clear = iconButton('close', words.clear);
  readonly #open = iconButton('link-external', words.openReference);
  #pause: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;
  #chosen: readonly Change[] | undefined;
  isTyping = false;

  constructor(context: ControlContext) {
    this.#context = context;
    this.element.className = 'reference';
    this.#makeInput();
    this.#clear.addEventListener('click', () => this.#empty());
    this.#open.addEventListener('click', (event) => this.#follow(event.ctrlKey || event.metaKey));
    this.element.append(this.#input, this.#clear, this.#open);
  }

  get target(): HTMLElement {
    return this.#input;
  }

  show(): void {
    this.isTyping = false;
    this.#chosen = undefined;
    const text = this.#recordText();
    if (this.#input.value !== text) this.#input.value = text;
    this.#showButtons();
  }

  take(): Taken {
    if (this.#chosen) return { changes: this.#chosen };
    const text = this.#input.value;
    if (text === this.#recordText()) return nothingTaken;
    if (text.trim() === '') return { changes: this.#emptied() };
    return { problem: words.notChosen(text) };
  }

  taken(): void {
    this.isTyping = false;
    this.#chosen = undefined;
    this.#showButtons();
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#input.readOnly = isReadOnly;
    this.#showButtons();
  }

  #makeInput(): void {
    const { field, id, services } = this.#context;
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
      if (services.list.isOpenFor(input)) services.list.close();
    });
  }

  #recordText(): string {
    const { at, field, values } = this.#context;
    return readableText(field, values.at(at), (path) => values.at(path), at);
  }

  #showButtons(): void {
    const { at, values } = this.#context;
    const isEmpty = textOf(values.at(at)) === '';
    this.#clear.hidden = isEmpty || this.#input.readOnly;
    this.#open.hidden = isEmpty;
  }

  #typed(): void {
    this.isTyping = true;
    this.#chosen = undefined;
    this.#context.say('');
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
    const { field, services } = this.#context;
    const { list } = services;
    const asking = (this.#asking = new AbortController());
    const text = this.isTyping ? this.#input.value : '';
    list.open(this.#input, field.label, (record, model) => this.#choose(record, model));
    list.say(words.lookingUp);
    try {
      const found = await services.lookUp(field.key, text, asking.signal);
      if (this.#asking === asking) list.show(found);
    } catch (error) {
      if (this.#asking === asking) list.say(words.noAnswer(errorMessage(error)));
    }
  }

  #choose({ id, text }: FoundRecord, foundModel: Found['model']): void {
    const { at, field, chosen } = this.#context;
    this.#stop();
    const model = foundModel ?? field.reference?.model;
    this.#input.value = text === '' ? id : text;
    this.isTyping = true;
    this.#chosen = [
      { at, value: id },
      { at: besidePath(at, displayKey), value: text },
      ...(model === undefined ? [] : [{ at: besidePath(at, modelKey), value: model }]),
    ];
    chosen();
  }

  #empty(): void {
    this.#stop();
    this.#input.value = '';
    this.isTyping = true;
    this.#chosen = this.#emptied();
    this.#input.focus();
    this.#context.chosen();
  }

  /** The model stays: it tells what the field may point at, and not only what it points at. */
  #emptied(): Change[] {
    const { at, values } = this.#context;
    const text = besidePath(at, displayKey);
    const hasText = isScalar(values.at(text)) && values.at(text) !== undefined;
    return [{ at, value: null }, ...(hasText ? [{ at: text, value: null }] : [])];
  }

  #follow(toSide: boolean): void {
    const { at, field, services, values } = this.#context;
    if (textOf(values.at(at)) !== '') services.openReference(field.key, toSide);
  }

  #key(event: KeyboardEvent): void {
    const { list } = this.#context.services;
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
        this.#context.say('');
        if (!isOpen) this.show();
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
