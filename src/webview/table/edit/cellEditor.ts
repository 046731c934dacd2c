import { keepTextKey } from '../../common/textKeys.ts';

export type EditEnd = 'enter' | 'tab' | 'backTab' | 'cancel' | 'blur';

/** A field over a cell. It knows nothing of rows: it is told where to stand and tells how it ended. */
export class CellEditor {
  readonly element = document.createElement('textarea');
  #onEnd: ((end: EditEnd, text: string) => void) | undefined;

  constructor() {
    this.element.className = 'celleditor';
    this.element.hidden = true;
    this.element.rows = 1;
    this.element.dir = 'auto';
    this.element.spellcheck = false;
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('blur', () => this.end('blur'));
    this.element.addEventListener('input', () => this.#grow());
  }

  get isOpen(): boolean {
    return this.#onEnd !== undefined;
  }

  /** `typed` takes the place of the value, otherwise all of it is selected. */
  open(label: string, value: string, typed: string | undefined, onEnd: (end: EditEnd, text: string) => void): void {
    this.#onEnd = onEnd;
    this.element.ariaLabel = label;
    this.element.hidden = false;
    this.element.value = typed ?? value;
    this.element.focus({ preventScroll: true });
    if (typed === undefined) this.element.select();
    this.#grow();
  }

  /** Over a cell; undefined when that is not on the screen. */
  stand(cell: DOMRect | undefined, within: DOMRect): void {
    if (!this.isOpen) return;
    const isSeen = cell && cell.bottom > within.top && cell.top < within.bottom && cell.right > within.left;
    this.element.classList.toggle('away', !isSeen);
    if (!cell || !isSeen) return;
    const { style } = this.element;
    style.left = `${Math.max(cell.left, within.left)}px`;
    style.top = `${cell.top}px`;
    style.width = `${Math.max(120, Math.min(cell.width, within.right - cell.left))}px`;
  }

  end(how: EditEnd): void {
    const onEnd = this.#onEnd;
    if (!onEnd) return;
    this.#onEnd = undefined;
    const { value } = this.element;
    this.element.hidden = true;
    onEnd(how, value);
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
    this.end(how);
  }

  /** As many lines as the text has, up to six. */
  #grow(): void {
    this.element.rows = Math.min(6, this.element.value.split('\n').length);
  }
}
