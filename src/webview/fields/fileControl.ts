import { fileMark, isScalar, textOf } from './valueText.ts';
import { sizeText, words } from '../form/words.ts';
import { type ControlContext, type FieldControl, nothingTaken, type Taken } from './fieldControl.ts';
import { iconButton } from './iconButton.ts';
import { errorMessage } from '../../protocol/channel.ts';

/** What the protocol takes: 40,000,000 letters of base64. */
const mostBytes = 30_000_000;

/** The file that the record has, by name, and a way to give it another. */
export class FileControl implements FieldControl {
  readonly element = document.createElement('div');
  readonly #context: ControlContext;
  readonly #shown = document.createElement('input');
  readonly #picker = document.createElement('input');
  readonly #choose = document.createElement('button');
  readonly #remove = iconButton('close', words.removeFile);
  readonly isTyping = false;
  #isEmptied = false;

  constructor(context: ControlContext) {
    this.#context = context;
    this.element.className = 'file';
    this.#shown.id = context.id;
    this.#shown.className = 'line';
    this.#shown.readOnly = true;
    this.#picker.type = 'file';
    this.#picker.hidden = true;
    this.#choose.type = 'button';
    this.#choose.className = 'plain second';
    this.#choose.textContent = words.chooseFile;
    this.#choose.addEventListener('click', () => this.#picker.click());
    this.#remove.addEventListener('click', () => {
      this.#isEmptied = true;
      context.chosen();
      this.#choose.focus();
    });
    this.#picker.addEventListener('change', () => {
      const file = this.#picker.files?.[0];
      if (file) void this.#attach(file);
      this.#picker.value = ''; // the same file can be chosen again
    });
    this.element.append(this.#shown, this.#remove, this.#choose, this.#picker);
  }

  get target(): HTMLElement {
    return this.#shown;
  }

  show(): void {
    const { at, values } = this.#context;
    const value = values.at(at);
    const mark = fileMark(value);
    this.#isEmptied = false;
    this.#shown.value = mark
      ? `${mark.name}${mark.size === undefined ? '' : ` (${sizeText(mark.size)})`}`
      : plain(value);
    this.#remove.hidden = this.#shown.value === '' || this.#choose.hidden;
  }

  take(): Taken {
    const { at, values } = this.#context;
    if (!this.#isEmptied || textOf(values.at(at)) === '') return nothingTaken;
    return { changes: [{ at, value: null }] };
  }

  taken(): void {
    this.show();
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#choose.hidden = isReadOnly;
    this.#remove.hidden = isReadOnly || this.#shown.value === '';
  }

  async #attach(file: File): Promise<void> {
    const { field, say, services } = this.#context;
    if (file.size > mostBytes) return say(words.tooBig(file.name, sizeText(mostBytes)));
    say('');
    this.#shown.value = words.attaching(file.name);
    this.element.ariaBusy = 'true';
    try {
      await services.attach(field.key, file);
    } catch (error) {
      say(words.attachFailed(file.name, errorMessage(error)));
    } finally {
      this.element.ariaBusy = null;
      this.show();
    }
  }
}

function plain(value: Parameters<typeof textOf>[0]): string {
  return isScalar(value) ? textOf(value) : JSON.stringify(value);
}
