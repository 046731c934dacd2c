import { keepTextKey } from '../../common/textKeys.ts';

export type EditEnd = 'enter' | 'tab' | 'backTab' | 'cancel' | 'blur';
export type OnEnd = (end: EditEnd, text: string) => void;

/** A field over a cell. It knows nothing of rows: it is told where to stand and tells how it ended. */
export class CellField<E extends HTMLTextAreaElement | HTMLSelectElement> {
  readonly element: E;
  #onEnd: OnEnd | undefined;
  #cellTop = 0;

  constructor(element: E) {
    this.element = element;
    element.classList.add('celleditor');
    element.hidden = true;
    element.addEventListener('keydown', (event) => this.#key(event as KeyboardEvent));
    element.addEventListener('blur', () => this.end('blur'));
  }

  get isOpen(): boolean {
    return this.#onEnd !== undefined;
  }

  /** Over a cell; undefined when that is not on the screen. */
  stand(cell: DOMRect | undefined, within: DOMRect): void {
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

  /** In the last rows there is no room below for several lines. */
  protected keepInside(): void {
    this.element.style.top = `${Math.max(0, Math.min(this.#cellTop, innerHeight - this.element.offsetHeight))}px`;
  }

  end(how: EditEnd): void {
    const onEnd = this.#onEnd;
    if (!onEnd) return;
    this.#onEnd = undefined;
    const { value } = this.element;
    this.element.hidden = true;
    onEnd(how, value);
  }

  /** Another field takes its place: nothing has ended. */
  leave(): void {
    this.#onEnd = undefined;
    this.element.hidden = true;
  }

  protected show(label: string, onEnd: OnEnd): void {
    this.#onEnd = onEnd;
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
    this.end(how);
  }
}
