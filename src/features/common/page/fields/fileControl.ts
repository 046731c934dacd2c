import { errorMessage } from '../../channel.ts';
import type { StoredFile } from '../../storedFile.ts';
import {
  type ControlContext,
  type ControlInput,
  type FieldControl,
  type FileService,
  iconButton,
  unchanged,
} from './fieldControl.ts';
import { fieldWords, sizeText } from './fieldWords.ts';
import { fileMark, isScalar, textOf } from './valueText.ts';

/** Hidden until a file is shown. */
function fileButton(label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain second';
  button.textContent = label;
  button.hidden = true;
  return button;
}

/** Limit set by the protocol: 40,000,000 characters of base64. */
const maxBytes = 30_000_000;

/** Shows the name of the record's file, opens and saves it, and lets the user replace it. */
export class FileControl implements FieldControl {
  readonly element = document.createElement('div');
  readonly #context: ControlContext;
  readonly #files: FileService | undefined;
  readonly #picture = document.createElement('img');
  readonly #name = document.createElement('input');
  readonly #picker = document.createElement('input');
  readonly #choose = document.createElement('button');
  readonly #remove: HTMLButtonElement;
  readonly #open = fileButton(fieldWords.previewFile);
  readonly #save = fileButton(fieldWords.saveFile);
  readonly #browse = fileButton(fieldWords.openInBrowser);
  readonly #note = document.createElement('p');
  readonly isTyping = false;
  #isEmptied = false;

  constructor(context: ControlContext) {
    this.#context = context;
    this.#files = context.services.files;
    this.element.className = 'file';
    this.#name.id = context.id;
    this.#name.className = 'line';
    this.#name.readOnly = true;
    this.#picker.type = 'file';
    this.#picker.accept = this.#files?.accept ?? '';
    this.#picker.hidden = true;
    this.#choose.type = 'button';
    this.#choose.className = 'plain second';
    this.#choose.textContent = fieldWords.chooseFile;
    this.#choose.addEventListener('click', () => this.#picker.click());
    this.#remove = iconButton('close', this.#files?.removeLabel ?? fieldWords.removeFile);
    this.#remove.addEventListener('click', () => {
      this.#isEmptied = true;
      context.onChosen();
      this.#choose.focus();
    });
    this.#picker.addEventListener('change', () => {
      const file = this.#picker.files?.[0];
      if (file) void this.#attach(file);
      this.#picker.value = ''; // allow picking the same file again
    });
    for (const [button, how] of [
      [this.#open, 'open'],
      [this.#save, 'save'],
      [this.#browse, 'browse'],
    ] as const)
      button.addEventListener('click', () => {
        const stored = this.#files?.stored?.();
        if (stored) this.#files?.use?.(stored, how);
      });
    this.#note.className = 'help';
    // button first: without a file it lines up below its label like other controls
    this.element.append(
      this.#choose,
      this.#name,
      this.#remove,
      this.#open,
      this.#save,
      this.#browse,
      this.#picker,
      this.#note,
    );
  }

  get target(): HTMLElement {
    return this.#name;
  }

  showValue(): void {
    const value = this.#context.value();
    const stored = this.#files?.stored?.();
    const mark = fileMark(value) ?? (stored && { name: stored.name, size: stored.size ?? undefined });
    this.#isEmptied = false;
    this.#showStored(stored);
    this.#name.value = mark
      ? `${mark.name}${mark.size === undefined ? '' : ` (${sizeText(mark.size)})`}`
      : isScalar(value)
        ? textOf(value)
        : JSON.stringify(value);
    this.#remove.hidden = this.#name.value === '' || this.#choose.hidden;
    const preview = this.#files?.preview?.();
    if (!preview) return this.#picture.remove();
    this.#picture.src = preview.address;
    this.#picture.alt = preview.text;
    this.element.prepend(this.#picture);
  }

  #showStored(stored: StoredFile | undefined): void {
    const isHere = stored?.location === 'service';
    this.#open.hidden = !isHere || !stored.canPreview;
    this.#save.hidden = !isHere;
    this.#browse.hidden = stored?.location !== 'elsewhere';
    const name = stored?.name ?? '';
    this.#open.ariaLabel = fieldWords.previewOf(name);
    this.#save.ariaLabel = fieldWords.saveOf(name);
    this.#note.textContent = !stored || isHere ? '' : fieldWords.fileNote(stored.location, stored.host ?? '');
    this.#note.hidden = this.#note.textContent === '';
    this.#name.ariaDescription = this.#note.textContent;
  }

  readInput(): ControlInput {
    return this.#isEmptied && textOf(this.#context.value()) !== '' ? { change: { value: null } } : unchanged;
  }

  inputTaken(): void {
    this.showValue();
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#choose.hidden = isReadOnly;
    this.#remove.hidden = isReadOnly || this.#name.value === '';
  }

  async #attach(file: File): Promise<void> {
    const { showProblem } = this.#context;
    if (file.size > maxBytes) return showProblem(fieldWords.tooBig(file.name, sizeText(maxBytes)));
    showProblem('');
    this.#name.value = fieldWords.attaching(file.name);
    this.element.ariaBusy = 'true';
    try {
      await this.#files?.attach(file);
    } catch (error) {
      showProblem(fieldWords.attachFailed(file.name, errorMessage(error)));
    } finally {
      this.element.ariaBusy = null;
      this.showValue();
    }
  }
}
