import type { ColumnPositions } from './columnPositions.ts';
import type { CellContent } from './gridContent.ts';
import type { TableQuery } from '../../tableProtocol.ts';
import type { VisibleColumn } from '../columns/columnLayout.ts';

export interface ColumnSlot {
  readonly element: HTMLElement;
  readonly column: number;
  setColumn(column: number, width: number): void;
}

/** Template: cloning is faster than creating. */
const blankRow = emptyRow();

/** The elements of one row: pinned columns stay at the left edge, the others are rendered while visible. */
export class ColumnStrip<S extends ColumnSlot> {
  readonly element = blankRow.cloneNode(true) as HTMLElement;
  readonly #pinned = this.element.firstElementChild as HTMLElement;
  /** The checkbox cell before all columns. */
  readonly check = this.#pinned.firstElementChild as HTMLElement;
  readonly #make: () => S;
  readonly #pinnedSlots: S[] = [];
  #slots: readonly S[] = [];
  /** The first rendered cell; its margin replaces the columns before it, which are not rendered. */
  #first: HTMLElement | undefined;

  constructor(make: () => S) {
    this.#make = make;
  }

  fit(columns: ColumnPositions): void {
    const { pinnedCount, from, to } = columns;
    this.#fill(this.#pinnedSlots, pinnedCount, this.#pinned);
    this.#shift(from, to);
    this.#pinned.style.width = `${columns.pinnedWidth}px`;
    const setColumn = (slot: S, index: number): void => slot.setColumn(index, columns.columns[index]?.width ?? 0);
    for (const [index, slot] of this.#pinnedSlots.entries()) setColumn(slot, index);
    for (const [index, slot] of this.#slots.entries()) setColumn(slot, from + index);
    const first = this.#slots[0]?.element;
    if (this.#first !== first) this.#first?.style.removeProperty('margin-left');
    if (first) first.style.marginLeft = `${columns.left(from) - columns.pinnedWidth}px`;
    this.#first = first;
  }

  each(work: (slot: S) => void): void {
    for (const slot of this.#pinnedSlots) work(slot);
    for (const slot of this.#slots) work(slot);
  }

  at(column: number): S | undefined {
    return (
      this.#pinnedSlots.find((slot) => slot.column === column) ?? this.#slots.find((slot) => slot.column === column)
    );
  }

  /** A column keeps its element while visible, so that screen readers and hover don't end up on another cell. */
  #shift(from: number, to: number): void {
    const byColumn = new Map(this.#slots.map((slot) => [slot.column, slot]));
    const free = this.#slots.filter(({ column }) => column < from || column >= to);
    for (const { element } of free) element.remove();
    let previous: Element = this.#pinned;
    this.#slots = Array.from({ length: to - from }, (_, index) => {
      const slot = byColumn.get(from + index) ?? free.pop() ?? this.#make();
      if (previous.nextElementSibling !== slot.element) previous.after(slot.element);
      previous = slot.element;
      return slot;
    });
  }

  #fill(slots: S[], count: number, parent: HTMLElement): void {
    while (slots.length < count) {
      const slot = this.#make();
      slots.push(slot);
      parent.append(slot.element);
    }
    for (const slot of slots.splice(count)) slot.element.remove();
  }
}

function emptyRow(): HTMLElement {
  const row = document.createElement('div');
  row.setAttribute('role', 'row');
  const pinned = document.createElement('div');
  pinned.className = 'pinned';
  pinned.setAttribute('role', 'presentation');
  const check = document.createElement('div');
  check.className = 'check';
  check.ariaHidden = 'true';
  pinned.append(check);
  row.append(pinned);
  return row;
}

/** Template: cloning is faster than creating, and the first rows need some hundreds of cells. */
const blankCell = document.createElement('div');
blankCell.setAttribute('role', 'gridcell');
blankCell.append(document.createTextNode(''));

/** Reusable element of a cell. Writes only what changed, because DOM writes cost more than comparisons. */
export class CellSlot {
  readonly element = blankCell.cloneNode(true) as HTMLElement;
  readonly #text = this.element.firstChild as Text;
  /** Wraps the text while the cell is a link. */
  #link: HTMLElement | undefined;
  #content: CellContent | undefined;
  #width = -1;
  #column = -1;
  /** Classes of the selected range that the cell is in. */
  #marks = '';

  get column(): number {
    return this.#column;
  }

  setColumn(column: number, width: number): void {
    if (this.#column !== column) {
      this.#column = column;
      this.element.ariaColIndex = String(column + 1);
    }
    if (this.#width !== width) {
      this.#width = width;
      this.element.style.width = `${width}px`;
    }
  }

  show(content: CellContent): void {
    const before = this.#content;
    this.#content = content;
    if (before?.text !== content.text) this.#text.data = content.text;
    if (before?.className !== content.className) this.element.className = content.className + this.#marks;
    if ((before?.title ?? '') !== content.title) this.#set('title', content.title);
    if ((before?.label ?? '') !== content.label) this.#set('aria-label', content.label);
    if ((before?.description ?? '') !== content.description) this.#set('aria-description', content.description);
    if ((before?.isLink ?? false) !== content.isLink) this.#setLink(content.isLink);
  }

  /** Marks the cell as selected with these classes, each preceded by a space; an empty text removes the mark. */
  mark(classes: string): void {
    if (classes === this.#marks) return;
    const { classList } = this.element;
    const names = (marks: string): string[] => marks.split(' ').filter(Boolean);
    classList.remove(...names(this.#marks));
    classList.add(...names(classes));
    this.#marks = classes;
    this.element.ariaSelected = classes === '' ? null : 'true';
  }

  /** Clears the text until there is another; other attributes stay, because they would only be written twice. */
  blank(): void {
    const content = this.#content ?? { className: 'cell', isLink: false };
    this.show({ ...content, text: '', title: '', label: '', description: '' });
  }

  #setLink(isLink: boolean): void {
    this.#link ??= linkElement();
    if (isLink) this.#link.append(this.#text);
    this.element.replaceChildren(isLink ? this.#link : this.#text);
  }

  #set(attribute: string, value: string): void {
    if (value === '') this.element.removeAttribute(attribute);
    else this.element.setAttribute(attribute, value);
  }
}

function linkElement(): HTMLElement {
  const element = document.createElement('span');
  element.setAttribute('role', 'link');
  return element;
}

/** Header of a column: label, sort indicator and resize handle. */
export class HeaderSlot implements ColumnSlot {
  readonly element = document.createElement('div');
  readonly #label = document.createElement('span');
  readonly #sign = document.createElement('span');
  readonly #edge = document.createElement('div');
  column = -1;

  constructor() {
    this.element.className = 'cell header';
    this.element.setAttribute('role', 'columnheader');
    this.#label.className = 'label';
    this.#label.dir = 'auto';
    this.#sign.ariaHidden = 'true';
    this.#edge.className = 'edge';
    this.#edge.ariaHidden = 'true';
    this.element.append(this.#label, this.#sign, this.#edge);
  }

  setColumn(column: number, width: number): void {
    this.column = column;
    this.element.ariaColIndex = String(column + 1);
    this.element.style.width = `${width}px`;
  }

  show({ column }: VisibleColumn, sort: TableQuery['sort']): void {
    const direction = column.isSortable && sort?.columnName === column.columnName ? sort?.direction : undefined;
    this.#label.textContent = column.label;
    this.element.title =
      column.label === column.name ? column.label : `${column.label} (${column.columnName ?? column.name})`;
    this.element.className = `cell header ${column.kind}${column.isSortable ? ' sortable' : ''}`;
    const arrow = direction === 'ASC' ? 'codicon-arrow-up' : 'codicon-arrow-down';
    this.#sign.className = `sign${direction ? ` codicon ${arrow}` : ''}`;
    this.element.ariaSort = !column.isSortable
      ? null
      : direction === 'ASC'
        ? 'ascending'
        : direction === 'DESC'
          ? 'descending'
          : 'none';
  }
}
