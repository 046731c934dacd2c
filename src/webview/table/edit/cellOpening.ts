import type { ActiveCell, PressedKey } from '../grid/gridKeys.ts';
import { tableWords } from '../tableWords.ts';
import type { EditEnd } from './cellField.ts';

type OpeningEnd = Exclude<EditEnd, 'cancel'>;

interface TypedLater {
  typed: string;
  end: OpeningEnd | undefined;
}

/** Keys that mean nothing by themselves, and F2, which has been heard. */
const silent = new Set(['Shift', 'CapsLock', 'AltGraph', 'Dead', 'Process', 'Unidentified', 'F2']);

/**
 * A cell that somebody wants to edit while it is asked whether that is allowed, or what its whole text is. Nothing opens
 * before the answer; what is typed meanwhile is kept for the editor, and stands in the cell.
 */
export class CellOpening {
  readonly cell: ActiveCell;
  /** Undefined while nobody has typed: then the editor has the cell's own text. */
  typed: string | undefined;
  /** How the person has left the editor that is not there yet. */
  end: OpeningEnd | undefined;
  /** What was typed after that, into the cells that follow. */
  readonly later: TypedLater[] = [];
  /** Nobody wants to edit it any more. */
  isDropped = false;
  /** As in the editor to come, whose text is selected at first. */
  #isAllSelected: boolean;

  constructor(cell: ActiveCell, typed: string | undefined, end: OpeningEnd | undefined) {
    this.cell = cell;
    this.typed = typed;
    this.#isAllSelected = typed === undefined;
    this.end = end;
  }

  type(text: string): void {
    if (!this.end) this.typed = (this.#isAllSelected ? '' : (this.typed ?? '')) + text;
    else if (this.#last) this.#last.typed += text;
    else this.later.push({ typed: text, end: undefined });
    this.#isAllSelected = false;
  }

  /** What is being typed into a cell that follows. */
  get #last(): TypedLater | undefined {
    const last = this.later.at(-1);
    return last?.end === undefined ? last : undefined;
  }

  #erase(key: 'Backspace' | 'Delete'): void {
    if (this.#isAllSelected) this.typed = '';
    else if (key === 'Backspace') this.typed = withoutLast(this.typed ?? '');
    this.#isAllSelected = false;
  }

  #leave(how: OpeningEnd): void {
    if (!this.end) this.end = how;
    else if (this.#last) this.#last.end = how;
  }

  /** `taken`: the key is for the editor to come · `dropped`: nobody wants to edit any more · `left`: it is the table's. */
  take({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): 'taken' | 'dropped' | 'left' {
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') {
      this.#isAllSelected = true;
      return 'taken';
    }
    if (ctrlKey || metaKey || altKey || silent.has(key)) return 'left';
    if (key === 'Escape') return 'dropped';
    if (Array.from(key).length === 1) this.type(key);
    else if (key === 'Enter') this.#leave('enter');
    else if (key === 'Tab') this.#leave(shiftKey ? 'backTab' : 'tab');
    else if ((key === 'Backspace' || key === 'Delete') && !this.end) this.#erase(key);
    else if (key === 'Backspace' && this.#last) this.#last.typed = withoutLast(this.#last.typed);
    // whoever has typed nothing yet may go elsewhere
    else if (this.typed === undefined && !this.end) return 'dropped';
    return 'taken';
  }
}

/** The cells that are asked about. The one that has the keyboard is marked, and nothing moves. */
export class CellOpenings {
  readonly element = document.createElement('div');
  readonly #text = document.createElement('span');
  #now: CellOpening | undefined;
  #settled: Promise<unknown> = Promise.resolve();

  constructor() {
    this.element.className = 'cellasked';
    this.element.role = 'progressbar';
    this.element.hidden = true;
    this.#text.dir = 'auto';
    this.element.append(this.#text);
  }

  /** `open` is over when the cell has its editor, or stays closed. */
  async begin(
    cell: ActiveCell,
    typed: string | undefined,
    end: OpeningEnd | undefined,
    open: (opening: CellOpening) => Promise<void>,
  ): Promise<void> {
    this.leave();
    const opening = new CellOpening(cell, typed, end);
    this.#show(opening);
    const opened = open(opening).finally(() => {
      if (this.#now === opening) this.#show(undefined);
    });
    this.#settled = Promise.allSettled([this.#settled, opened]);
    await opened;
  }

  /** False for a cell that nobody has asked about. */
  typeAhead(cell: ActiveCell, typed: string | undefined): boolean {
    if (!this.#now || !isSame(this.#now.cell, cell)) return false;
    if (typed !== undefined) this.#now.type(typed);
    this.#show(this.#now);
    return true;
  }

  takesKey(pressed: PressedKey): boolean {
    const opening = this.#now;
    if (!opening) return false;
    const how = opening.take(pressed);
    if (how === 'dropped') this.#drop(opening);
    else if (how === 'taken') this.#show(opening);
    return how === 'taken' || pressed.key === 'Escape';
  }

  /** Somebody has gone to another cell, or saves: what was typed is taken as if an editor had been left. */
  leave(to?: ActiveCell): void {
    const opening = this.#now;
    if (!opening || (to && isSame(opening.cell, to))) return;
    if (opening.typed === undefined) return this.#drop(opening);
    opening.end ??= 'blur';
    this.#show(undefined);
  }

  async settled(): Promise<void> {
    await this.#settled;
  }

  follow(place: (cell: ActiveCell) => Element | undefined): void {
    const cell = this.#now && place(this.#now.cell)?.getBoundingClientRect();
    if (!cell) return;
    const { style } = this.element;
    style.left = `${cell.left}px`;
    style.top = `${cell.top}px`;
    style.width = `${cell.width}px`;
    style.height = `${cell.height}px`;
  }

  #drop(opening: CellOpening): void {
    opening.isDropped = true;
    this.#show(undefined);
  }

  #show(opening: CellOpening | undefined): void {
    this.#now = opening;
    this.element.hidden = !opening;
    this.element.ariaLabel = opening ? tableWords.asking : null;
    this.element.classList.toggle('typed', opening?.typed !== undefined);
    this.#text.textContent = opening?.typed ?? '';
  }
}

function withoutLast(text: string): string {
  return Array.from(text).slice(0, -1).join('');
}

function isSame(one: ActiveCell, other: ActiveCell): boolean {
  return one.row === other.row && one.column === other.column;
}
