import type { Explanation, FormNotice } from '../../../form/formProtocol.ts';
import { errorMessage } from '../../channel.ts';
import type { FormMessage } from '../formMessage.ts';
import { type FieldControl, iconButton } from './fieldControl.ts';
import { fieldWords } from './fieldWords.ts';

export interface FrameOptions {
  /** Id of the control; prefix for the ids of the elements around it. */
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  readonly isRequired?: boolean;
  /** Replaces the asterisk next to the label. */
  readonly mark?: string;
  /** Reserves space for a message about the value, so that showing it doesn't shift the layout. */
  readonly hasAnswer?: boolean;
  /** Explains why a field is read-only. */
  readonly explain?: () => Promise<Explanation>;
}

/** The label, descriptions and errors around a control, linked to it for screen readers. */
export class FieldFrame {
  readonly element = document.createElement('div');
  readonly id: string;
  readonly #isRequired: boolean;
  readonly #label = document.createElement('label');
  readonly #caption = document.createElement('div');
  #control: FieldControl | undefined;
  #help: HTMLElement | undefined;
  #required: HTMLElement | undefined;
  #changed: HTMLElement | undefined;
  #problem: HTMLElement | undefined;
  #why: HTMLElement | undefined;
  readonly #answerLine: HTMLElement | undefined;
  #notes: HTMLElement[] = [];
  #shownNotes = '[]';
  #hasError = false;

  constructor({ id, label, help = '', isRequired = false, mark, hasAnswer = false, explain }: FrameOptions) {
    this.id = id;
    this.#isRequired = isRequired;
    this.element.className = 'field';
    this.#caption.className = 'caption';
    this.#label.id = `${id}-label`;
    this.#label.dir = 'auto';
    this.#label.textContent = label;
    this.#caption.append(this.#label);
    this.element.append(this.#caption);
    if (mark !== undefined) this.#addMark(mark);
    else if (isRequired) this.#addStar();
    if (help !== '') this.#help = this.#addParagraph('help', help);
    if (explain) this.#addReason(explain);
    if (hasAnswer) {
      this.#answerLine = this.#addParagraph('answer', '');
      this.#answerLine.setAttribute('role', 'status');
    }
  }

  hold(control: FieldControl): void {
    this.#control?.element.remove();
    this.#control = control;
    const { target, isGroup, layout } = control;
    this.element.classList.toggle('wide', layout === 'wide');
    this.element.classList.toggle('ticked', layout === 'besideLabel');
    if (layout === 'besideLabel') this.element.prepend(control.element);
    // place the hint below, so that adjacent controls line up
    else this.#caption.after(control.element);
    if (isGroup) {
      target.setAttribute('aria-labelledby', this.#label.id);
      this.#label.removeAttribute('for');
    } else {
      this.#label.htmlFor = target.id;
      if (this.#isRequired) target.ariaRequired = 'true';
    }
    this.#describe();
  }

  focusControl(options?: FocusOptions): void {
    if (!this.#control) return;
    const { target, isGroup } = this.#control;
    const first = isGroup ? target.querySelector<HTMLElement>('input') : target;
    (first ?? target).focus(options);
  }

  markChanged(isChanged: boolean): void {
    if (isChanged === (this.#changed !== undefined)) return;
    this.element.classList.toggle('changed', isChanged);
    if (isChanged) {
      this.#changed = document.createElement('span');
      this.#changed.className = 'mark';
      this.#changed.title = fieldWords.changed;
      const text = document.createElement('span');
      text.className = 'unseen';
      text.id = `${this.id}-changed`;
      text.textContent = fieldWords.changed;
      this.#changed.append(text);
      this.#label.after(this.#changed);
    } else {
      this.#changed?.remove();
      this.#changed = undefined;
    }
    this.#describe();
  }

  /** Shows the host's notices about the field. */
  showNotes(notes: readonly FormNotice[]): void {
    const shown = JSON.stringify(notes);
    if (shown === this.#shownNotes) return;
    this.#shownNotes = shown;
    for (const notice of this.#notes) notice.remove();
    this.#notes = notes.map(({ tone, text }, index) =>
      this.#addParagraph(`note remark ${tone}`, text, `note-${index}`),
    );
    this.#hasError = notes.some(({ tone }) => tone === 'error');
    this.#describe();
  }

  /** Shows an error about the control's content; an empty text clears it. */
  showProblem(problem: string): void {
    if ((this.#problem?.textContent ?? '') === problem) return;
    this.#problem?.remove();
    this.#problem = problem === '' ? undefined : this.#addParagraph('note remark error', problem, 'problem');
    this.#describe();
  }

  /** Shown only if space is reserved, see `hasAnswer`. */
  showAnswer({ tone, sentence }: FormMessage): void {
    if (!this.#answerLine) return;
    this.#answerLine.className = `answer ${tone}`;
    if (this.#answerLine.textContent !== sentence) this.#answerLine.textContent = sentence;
  }

  #addMark(text: string): void {
    const mark = document.createElement('span');
    mark.className = 'remark';
    mark.textContent = text;
    this.#caption.append(mark);
  }

  #addStar(): void {
    const star = document.createElement('span');
    star.className = 'required';
    star.textContent = '*';
    star.title = fieldWords.required;
    star.ariaHidden = 'true';
    this.#required = document.createElement('span');
    this.#required.className = 'unseen';
    this.#required.id = `${this.id}-required`;
    this.#required.textContent = fieldWords.required;
    this.#caption.append(star, this.#required);
  }

  #addReason(explain: () => Promise<Explanation>): void {
    const button = iconButton('info', fieldWords.why);
    button.classList.add('why');
    button.ariaExpanded = 'false';
    button.setAttribute('aria-describedby', this.#label.id);
    button.addEventListener('click', () => void this.#answer(button, explain));
    this.#caption.append(button);
  }

  async #answer(button: HTMLButtonElement, explain: () => Promise<Explanation>): Promise<void> {
    if (this.#why) {
      this.#why.remove();
      this.#why = undefined;
      button.ariaExpanded = 'false';
      return this.#describe();
    }
    const answer = (this.#why = this.#addParagraph('note remark info', fieldWords.asking, 'why', 'div'));
    answer.setAttribute('role', 'status');
    button.ariaExpanded = 'true';
    this.#describe();
    try {
      const { why, details } = await explain();
      answer.textContent = why;
      if (details !== undefined) answer.append(detailsOf(details));
    } catch (error) {
      answer.textContent = errorMessage(error);
    }
  }

  #addParagraph(name: string, text: string, id = name, tag: 'p' | 'div' = 'p'): HTMLElement {
    const paragraph = document.createElement(tag);
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
    const described = [
      isGroup ? this.#required?.id : undefined,
      this.#changed && `${this.id}-changed`,
      this.#help?.id,
      this.#problem?.id,
      this.#answerLine?.id,
      ...this.#notes.map(({ id }) => id),
      this.#why?.id,
    ].filter((id) => id !== undefined);
    if (described.length > 0) target.setAttribute('aria-describedby', described.join(' '));
    else target.removeAttribute('aria-describedby');
    const isInvalid = this.#hasError || this.#problem !== undefined;
    // screen readers ignore `aria-invalid` on a group; they read its description
    if (!isGroup) target.ariaInvalid = isInvalid ? 'true' : null;
    this.element.classList.toggle('invalid', isInvalid);
  }
}

/** Collapsed, so that technical details are one click away. */
function detailsOf(text: string): HTMLElement {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = fieldWords.details;
  const said = document.createElement('span');
  said.dir = 'auto';
  said.textContent = text;
  details.append(summary, said);
  return details;
}
