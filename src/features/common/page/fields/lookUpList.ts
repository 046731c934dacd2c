import type { ReferenceMatch, ReferenceMatches } from '../../../../model/form/referenceValue.ts';
import { fieldWords } from './fieldWords.ts';

interface Opened {
  readonly input: HTMLInputElement;
  /** Name of the list, if it is not only about records. */
  readonly name?: string;
  readonly choose: (record: ReferenceMatch, model: string | undefined) => void;
  /** Called with the controller to search. */
  readonly chooseController: (controller: string) => void;
}

/** Suggestions below a reference while the user types a name. */
export class LookUpList {
  readonly element = document.createElement('div');
  readonly #list = document.createElement('ul');
  readonly #status = document.createElement('p');
  #opened: Opened | undefined;
  #found: ReferenceMatches | undefined;
  #active = -1;

  constructor() {
    this.element.className = 'lookup floating';
    this.element.hidden = true;
    this.#list.id = 'lookup-list';
    this.#list.setAttribute('role', 'listbox');
    this.#status.setAttribute('role', 'status');
    this.element.append(this.#list, this.#status);
    // keep focus in the field
    this.element.addEventListener('mousedown', (event) => event.preventDefault());
    this.element.addEventListener('click', (event) => {
      const option = (event.target as Element).closest('[role=option]');
      if (option) this.#choose([...this.#list.children].indexOf(option));
    });
    document.addEventListener('scroll', () => this.#position(), { passive: true, capture: true });
    window.addEventListener('resize', () => this.#position());
  }

  get isOpen(): boolean {
    return this.#opened !== undefined;
  }

  isOpenFor(input: HTMLInputElement): boolean {
    return this.#opened?.input === input;
  }

  open(opened: Opened, label: string): void {
    const { input } = opened;
    if (this.#opened?.input !== input) this.close();
    this.#opened = opened;
    this.#list.ariaLabel = opened.name ?? fieldWords.recordsFor(label);
    if (input.role === 'combobox') input.ariaExpanded = 'true';
    input.setAttribute('aria-controls', this.#list.id);
    this.element.hidden = false;
    this.#position();
  }

  say(text: string): void {
    this.#status.textContent = text;
  }

  /** Activates the first match, so that Enter accepts it, unless `isFirstActive` is false. */
  show(found: ReferenceMatches, { said = saidOf(found), isFirstActive = true } = {}): void {
    this.#found = found;
    const options = optionsIn(found);
    this.#list.replaceChildren(...options.map((option, index) => optionElement(option, index)));
    const { length } = options;
    this.say([said, ...(found.said ?? [])].join(' '));
    this.#activate(length > 0 && isFirstActive ? 0 : -1);
    this.#position();
  }

  move(by: number): void {
    const { length } = this.#list.children;
    const from = this.#active < 0 && by < 0 ? 0 : this.#active;
    if (length > 0) this.#activate((from + by + length) % length);
  }

  /** True if the active record is the only match with such a text. */
  isOnlyActive(isIt: (text: string) => boolean): boolean {
    const { records = [], isCut = true } = this.#found ?? {};
    const active = records[this.#active];
    return active !== undefined && isIt(active.text) && !isCut && records.filter(({ text }) => isIt(text)).length === 1;
  }

  chooseActive(): boolean {
    if (this.#active < 0) return false;
    this.#choose(this.#active);
    return true;
  }

  close(): void {
    if (!this.#opened) return;
    const { input } = this.#opened;
    if (input.role === 'combobox') input.ariaExpanded = 'false';
    input.removeAttribute('aria-activedescendant');
    input.removeAttribute('aria-controls');
    this.#opened = undefined;
    this.#found = undefined;
    this.#active = -1;
    this.element.hidden = true;
    this.#list.replaceChildren();
    this.say('');
  }

  #choose(index: number): void {
    const { records = [], controllers, model } = this.#found ?? {};
    const [record, controller] = [records[index], controllers?.[index]];
    const opened = this.#opened;
    if (controller !== undefined) return opened?.chooseController(controller);
    this.close();
    if (record && opened) opened.choose(record, model);
  }

  #activate(index: number): void {
    this.#list.children[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = index;
    const option = this.#list.children[index];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) this.#opened?.input.setAttribute('aria-activedescendant', option.id);
    else this.#opened?.input.removeAttribute('aria-activedescendant');
  }

  /** Positions the list below the field, or above it if there is more room. */
  #position(): void {
    if (!this.#opened) return;
    const { left, top, bottom, width: own } = this.#opened.input.getBoundingClientRect();
    // keep names readable below the field of a narrow column
    const width = Math.min(innerWidth, Math.max(own, 180));
    const { style } = this.element;
    const isBelow = innerHeight - bottom > 200 || innerHeight - bottom > top;
    style.left = `${Math.max(0, Math.min(left, innerWidth - width))}px`;
    style.width = `${width}px`;
    style.maxHeight = `${Math.max(80, Math.min(300, (isBelow ? innerHeight - bottom : top) - 8))}px`;
    style.top = isBelow ? `${bottom + 1}px` : 'auto';
    style.bottom = isBelow ? 'auto' : `${innerHeight - top + 1}px`;
  }
}

/** A controller to search has nothing but a name. */
function optionsIn({ records, controllers }: ReferenceMatches): readonly ReferenceMatch[] {
  return controllers?.map((name) => ({ id: name, text: name })) ?? records;
}

function saidOf({ records, isCut, controllers, whyNotFound }: ReferenceMatches): string {
  if (controllers) return fieldWords.severalPlaces;
  if (whyNotFound !== undefined) return whyNotFound;
  if (records.length === 0) return fieldWords.nothingFound;
  return isCut ? fieldWords.lookUpCut : fieldWords.found(records.length);
}

function optionElement({ id, text, detail }: ReferenceMatch, index: number): HTMLElement {
  const option = document.createElement('li');
  option.id = `lookup-${index}`;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  const name = document.createElement('span');
  name.textContent = text === '' ? id : text;
  option.append(name);
  if (detail) {
    const more = document.createElement('span');
    more.className = 'detail';
    more.textContent = detail;
    option.append(' ', more);
  }
  return option;
}
