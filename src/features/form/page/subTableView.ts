import type { FieldPath } from '../../../model/form/fieldPath.ts';
import type { SubTable } from '../../../model/form/formElement.ts';
import { fieldNameIn, hasEditableRows, isRowId, rowName, rowsIn } from '../../../model/form/subTable.ts';
import type { JsonValue } from '../../../model/json.ts';
import type { FormConflict, FormNotice } from '../formProtocol.ts';
import { keepFocus } from '../../common/page/keyboard.ts';
import { iconButton } from '../../common/page/fields/fieldControl.ts';
import { ConflictBox } from './conflictBox.ts';
import { type FieldServices, FieldView } from './fieldView.ts';
import { formWords } from './formWords.ts';
import { withMovedRow, withNewRow, withoutRow } from './recordValues.ts';
import { fieldKinds } from '../../../model/form/fieldKind.ts';

/** The host's state of a sub-table as a whole. */
interface TableState {
  readonly isChanged: boolean;
  readonly notes: readonly FormNotice[];
  readonly conflict: FormConflict | undefined;
}

/** A sub-table of the record: a group for each row, and buttons to add, move and remove rows. */
export class SubTableView {
  readonly table: SubTable;
  readonly at: FieldPath;
  readonly element = document.createElement('div');
  readonly #services: FieldServices;
  /** The rows that contain this sub-table. */
  readonly #around: readonly { readonly number: number }[];
  readonly #list = document.createElement('div');
  readonly #empty = document.createElement('p');
  readonly #add = document.createElement('button');
  readonly #status = document.createElement('p');
  readonly #notes = document.createElement('div');
  #rows: RowView[] = [];
  #isLocked = false;
  #conflict: ConflictBox | undefined;

  constructor(table: SubTable, at: FieldPath, around: readonly { readonly number: number }[], services: FieldServices) {
    this.table = table;
    this.at = at;
    this.#around = around;
    this.#services = services;
    this.element.className = 'subtable';
    this.#empty.className = 'help';
    this.#empty.textContent = formWords.noRows;
    this.#add.type = 'button';
    this.#add.className = 'plain second';
    this.#add.textContent = formWords.addRow;
    this.#add.ariaLabel = formWords.addRowTo(table.label);
    this.#add.addEventListener('click', () => this.#addRow());
    this.#status.className = 'unseen';
    this.#status.setAttribute('role', 'status');
    this.element.append(...this.#help(), this.#notes, this.#list, this.#empty, this.#add, this.#status);
    this.update();
  }

  #help(): HTMLElement[] {
    if (this.table.help === undefined) return [];
    const help = document.createElement('p');
    help.className = 'help';
    help.dir = 'auto';
    help.textContent = this.table.help;
    return [help];
  }

  /** Fields of all rows, including nested tables. */
  get views(): FieldView[] {
    return this.#rows.flatMap(({ views }) => views);
  }

  get tables(): SubTableView[] {
    return this.#rows.flatMap(({ tables }) => tables.flatMap((one) => [one, ...one.tables]));
  }

  /** Call when the record's rows may have changed. */
  update(): void {
    const rows = this.#rowKeys;
    const isMap = !Array.isArray(this.#value);
    const known = new Map(this.#rows.map((row) => [row.key, row]));
    const before = this.#rows;
    keepFocus(
      this.element,
      () => {
        this.#rows = rows.map((key, index) => {
          const view = known.get(key);
          if (view?.number === index + 1) view.update();
          return view?.number === index + 1 ? view : this.#makeRow(key, index);
        });
        const isSame = before.length === rows.length && before.every((row, index) => row === this.#rows[index]);
        if (!isSame) this.#list.replaceChildren(...this.#rows.map(({ element }) => element));
      },
      () => this.#focusNear(rows.length - 1),
    );
    this.#rows.forEach((row, index) =>
      row.offer({ isOpen: this.#isOpen, isMap, isFirst: index === 0, isLast: index === rows.length - 1 }),
    );
    this.#empty.hidden = rows.length > 0;
    this.#add.hidden = !this.#isOpen;
  }

  setLocked(isLocked: boolean): void {
    this.#isLocked = isLocked;
    for (const row of this.#rows) row.setLocked(isLocked);
    this.update();
  }

  showState({ isChanged, notes, conflict }: TableState): void {
    this.element.classList.toggle('changed', isChanged);
    this.#showNotes(notes);
    if (conflict) {
      this.#conflict ??= new ConflictBox(
        undefined,
        (choice) => this.#services.choose(this.table.key, choice),
        this.#services.compareConflict,
      );
      this.#conflict.show(conflict);
      if (!this.#conflict.element.isConnected) this.#list.before(this.#conflict.element);
    } else if (this.#conflict) {
      const { element } = this.#conflict;
      keepFocus(
        this.element,
        () => element.remove(),
        () => this.focus(),
      );
      this.#conflict = undefined;
    }
  }

  /** Called when the host rejected a change to the rows. */
  refuse(reason: string): void {
    this.update();
    this.#status.textContent = formWords.notKept(reason);
    this.#showNotes([{ tone: 'error', text: formWords.notKept(reason) }]);
  }

  #showNotes(notes: readonly FormNotice[]): void {
    const shown = notes.map(({ tone, text }) => {
      const note = document.createElement('p');
      note.className = `note remark ${tone}`;
      note.dir = 'auto';
      note.textContent = text;
      return note;
    });
    this.#notes.replaceChildren(...shown);
  }

  /** Focuses the first field of the first row, or the Add button. */
  focus(): void {
    this.#focusNear(0);
  }

  get #value(): JsonValue | undefined {
    return this.#services.values.at(this.at);
  }

  get #rowKeys(): string[] {
    return (rowsIn(this.#value, fieldNameIn(this.table), true) ?? []).map(({ key }) => key);
  }

  get #isOpen(): boolean {
    return !this.#isLocked && hasEditableRows(this.table);
  }

  #makeRow(key: string, index: number): RowView {
    const at = [...this.at, key];
    const around = [...this.#around, { number: index + 1 }];
    const row = new RowView(this.table, at, around, this.#services, {
      move: (by) => this.#move(key, by),
      remove: () => this.#remove(key),
    });
    row.setLocked(this.#isLocked);
    return row;
  }

  #addRow(): void {
    if (!this.#change((value) => withNewRow(this.table, value))) return;
    const row = this.#rows.at(-1);
    this.#status.textContent = formWords.rowAdded(row?.title ?? '');
    row?.focus();
  }

  #move(key: string, by: -1 | 1): void {
    const index = this.#rowKeys.indexOf(key);
    const title = this.#rows[index]?.title ?? '';
    if (!this.#change((value) => withMovedRow(value, index, by))) return;
    const row = this.#rows[index + by];
    this.#status.textContent = formWords.rowMoved(title, index + by + 1);
    row?.focusMove(by);
  }

  #remove(key: string): void {
    const index = this.#rowKeys.indexOf(key);
    const title = this.#rows[index]?.title ?? '';
    if (!this.#change((value) => withoutRow(value, key))) return;
    this.#status.textContent = formWords.rowRemoved(title);
    this.#focusNear(index);
  }

  /** One edit of the text, so one undo step. Commits input in the rows first, because the rows may move. */
  #change(change: (value: JsonValue | undefined) => JsonValue): boolean {
    if (!this.#isOpen) return false;
    for (const view of this.views) view.commit();
    const broken = this.views.find(({ problem }) => problem !== undefined);
    broken?.focus();
    if (broken) return false;
    this.#services.edit([{ at: this.at, value: change(this.#value) }]);
    this.update();
    return true;
  }

  /** Focuses the row at this index, else the last one, else the Add button. */
  #focusNear(index: number): void {
    const row = this.#rows[index] ?? this.#rows.at(-1);
    if (row) row.focus();
    else this.#add.focus();
  }
}

interface RowActions {
  readonly move: (by: -1 | 1) => void;
  readonly remove: () => void;
}

interface Offered {
  readonly isOpen: boolean;
  /** Rows of a map are stored by key and have no order. */
  readonly isMap: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** A row: its fields side by side, and its buttons. */
class RowView {
  readonly key: string;
  readonly number: number;
  readonly title: string;
  readonly element = document.createElement('fieldset');
  readonly tables: readonly SubTableView[];
  readonly #fields: readonly FieldView[];
  readonly #tools = document.createElement('div');
  readonly #up = iconButton('arrow-up', formWords.moveUp);
  readonly #down = iconButton('arrow-down', formWords.moveDown);
  readonly #remove = iconButton('trash', formWords.removeRow);

  constructor(
    table: SubTable,
    at: FieldPath,
    around: readonly { readonly number: number }[],
    services: FieldServices,
    actions: RowActions,
  ) {
    this.key = at.at(-1) ?? '';
    this.number = around.at(-1)?.number ?? 0;
    this.title = rowName(table.label, around);
    const placed = (path: FieldPath): FieldPath => [...at, ...path.slice(table.at.length)];
    const shown = table.fields.filter((field) => !fieldKinds[field.kind].isHidden && !isRowId(field, table));
    this.#fields = shown.map((field) => new FieldView(field, placed(field.at), this.title, services));
    this.tables = table.tables.map((inner) => new SubTableView(inner, placed(inner.at), around, services));
    this.element.className = 'subrow';
    this.element.ariaLabel = this.title;
    const number = document.createElement('span');
    number.className = 'number';
    number.ariaHidden = 'true';
    number.textContent = String(this.number);
    const fields = document.createElement('div');
    fields.className = 'subfields';
    fields.append(...this.#fields.map(({ element }) => element));
    this.#tools.className = 'subtools';
    this.#tools.append(this.#up, this.#down, this.#remove);
    this.#up.addEventListener('click', () => actions.move(-1));
    this.#down.addEventListener('click', () => actions.move(1));
    this.#remove.addEventListener('click', () => actions.remove());
    for (const [button, name] of [
      [this.#up, formWords.moveUp],
      [this.#down, formWords.moveDown],
      [this.#remove, formWords.removeRow],
    ] as const)
      button.title = `${name}: ${this.title}`;
    this.element.append(number, fields, this.#tools, ...this.tables.flatMap(titled));
  }

  get views(): FieldView[] {
    return [...this.#fields, ...this.tables.flatMap(({ views }) => views)];
  }

  update(): void {
    for (const view of this.#fields) view.update();
    for (const table of this.tables) table.update();
  }

  setLocked(isLocked: boolean): void {
    for (const one of [...this.#fields, ...this.tables]) one.setLocked(isLocked);
  }

  offer({ isOpen, isMap, isFirst, isLast }: Offered): void {
    this.#tools.hidden = !isOpen;
    this.#up.hidden = isMap || (isFirst && isLast);
    this.#down.hidden = this.#up.hidden;
    this.#up.disabled = isFirst;
    this.#down.disabled = isLast;
  }

  focus(): void {
    const first = this.#fields.find(({ field }) => field.permission.editable) ?? this.#fields[0];
    if (first) first.focus();
    else this.#remove.focus();
  }

  /** Focuses the same button again, so that the user can move the row further, or the opposite one at the end. */
  focusMove(by: -1 | 1): void {
    const [same, other] = by < 0 ? [this.#up, this.#down] : [this.#down, this.#up];
    (same.disabled ? other : same).focus();
  }
}

/** Adds a heading to a table nested in a row. */
function titled({ table, element }: SubTableView): HTMLElement[] {
  const title = document.createElement('p');
  title.className = 'caption';
  title.dir = 'auto';
  title.textContent = table.label;
  return [title, element];
}
