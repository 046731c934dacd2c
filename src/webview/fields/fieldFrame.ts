import type { RecordField } from '../../model/form/formElement.ts';
import type { FormNote } from '../../protocol/form.ts';
import type { FieldControl } from './fieldControl.ts';
import { iconButton } from './iconButton.ts';
import type { ControlName } from './controlTypes.ts';
import { words } from '../form/words.ts';
import { errorMessage } from '../../protocol/channel.ts';

const wide: readonly ControlName[] = ['long', 'json', 'shownLong'];

/** What stands around a control: its label, its explanations, and what is wrong; tied to it for a screen reader. */
export class FieldFrame {
  readonly element = document.createElement('div');
  readonly id: string;
  readonly #field: RecordField;
  readonly #label = document.createElement('label');
  readonly #caption = document.createElement('div');
  readonly #explain: () => Promise<string>;
  #control: FieldControl | undefined;
  #help: HTMLElement | undefined;
  #required: HTMLElement | undefined;
  #changed: HTMLElement | undefined;
  #typed: HTMLElement | undefined;
  #why: HTMLElement | undefined;
  #notes: HTMLElement[] = [];
  #noted = '[]';
  #hasError = false;

  constructor(id: string, field: RecordField, label: string, explain: () => Promise<string>) {
    this.id = id;
    this.#field = field;
    this.#explain = explain;
    this.element.className = 'field';
    this.#caption.className = 'caption';
    this.#label.id = `${id}-label`;
    this.#label.dir = 'auto';
    this.#label.textContent = label;
    this.#caption.append(this.#label);
    this.element.append(this.#caption);
    if (field.required) this.#addRequired();
    if (field.help) this.#help = this.#paragraph('help', field.help);
    if (!field.permission.editable) this.#addWhy();
  }

  hold(control: FieldControl, name: ControlName): void {
    this.#control?.element.remove();
    this.#control = control;
    this.element.classList.toggle('wide', wide.includes(name));
    this.element.classList.toggle('ticked', name === 'check');
    if (name === 'check') this.element.prepend(control.element);
    else (this.#help ?? this.#caption).after(control.element);
    const { target, isGroup } = control;
    if (isGroup) {
      target.setAttribute('aria-labelledby', this.#label.id);
      this.#label.removeAttribute('for');
    } else {
      this.#label.htmlFor = target.id;
      if (this.#field.required) target.ariaRequired = 'true';
    }
    this.#describe();
  }

  markChanged(isChanged: boolean): void {
    if (isChanged === (this.#changed !== undefined)) return;
    this.element.classList.toggle('changed', isChanged);
    if (isChanged) {
      this.#changed = document.createElement('span');
      this.#changed.className = 'mark';
      this.#changed.title = words.changed;
      const text = document.createElement('span');
      text.className = 'unseen';
      text.id = `${this.id}-changed`;
      text.textContent = words.changed;
      this.#changed.append(text);
      this.#label.after(this.#changed);
    } else {
      this.#changed?.remove();
      this.#changed = undefined;
    }
    this.#describe();
  }

  /** What the host says about the field. */
  note(notes: readonly FormNote[]): void {
    const noted = JSON.stringify(notes);
    if (noted === this.#noted) return;
    this.#noted = noted;
    for (const note of this.#notes) note.remove();
    this.#notes = notes.map(({ tone, text }, place) => this.#paragraph(`note ${tone}`, text, `note-${place}`));
    this.#hasError = notes.some(({ tone }) => tone === 'error');
    this.#describe();
  }

  /** What is wrong with what is being typed; an empty text when nothing is. */
  sayTyped(problem: string): void {
    if ((this.#typed?.textContent ?? '') === problem) return;
    this.#typed?.remove();
    this.#typed = problem === '' ? undefined : this.#paragraph('note error', problem, 'typed');
    this.#describe();
  }

  #addRequired(): void {
    const star = document.createElement('span');
    star.className = 'required';
    star.textContent = '*';
    star.title = words.required;
    star.ariaHidden = 'true';
    this.#required = document.createElement('span');
    this.#required.className = 'unseen';
    this.#required.id = `${this.id}-required`;
    this.#required.textContent = words.required;
    this.#caption.append(star, this.#required);
  }

  #addWhy(): void {
    const button = iconButton('lock', words.why);
    button.classList.add('why');
    button.ariaExpanded = 'false';
    button.setAttribute('aria-describedby', this.#label.id);
    button.addEventListener('click', () => void this.#answer(button));
    this.#caption.append(button);
  }

  async #answer(button: HTMLButtonElement): Promise<void> {
    if (this.#why) {
      this.#why.remove();
      this.#why = undefined;
      button.ariaExpanded = 'false';
      return this.#describe();
    }
    const answer = (this.#why = this.#paragraph('note info', words.asking, 'why'));
    answer.setAttribute('role', 'status');
    button.ariaExpanded = 'true';
    this.#describe();
    try {
      answer.textContent = await this.#explain();
    } catch (error) {
      answer.textContent = words.noAnswer(errorMessage(error));
    }
  }

  #paragraph(name: string, text: string, id = name): HTMLElement {
    const paragraph = document.createElement('p');
    paragraph.className = name;
    paragraph.id = `${this.id}-${id}`;
    paragraph.dir = 'auto';
    paragraph.textContent = text;
    this.element.append(paragraph);
    return paragraph;
  }

  #describe(): void {
    const target = this.#control?.target;
    if (!target) return;
    const isGroup = this.#control?.isGroup ?? false;
    const said = [
      isGroup ? this.#required?.id : undefined,
      this.#changed && `${this.id}-changed`,
      this.#help?.id,
      this.#typed?.id,
      ...this.#notes.map(({ id }) => id),
      this.#why?.id,
    ].filter((id) => id !== undefined);
    if (said.length > 0) target.setAttribute('aria-describedby', said.join(' '));
    else target.removeAttribute('aria-describedby');
    const isInvalid = this.#hasError || this.#typed !== undefined;
    // a group of boxes cannot be invalid for a screen reader: it hears the description
    if (!isGroup) target.ariaInvalid = isInvalid ? 'true' : null;
    this.element.classList.toggle('invalid', isInvalid);
  }
}
