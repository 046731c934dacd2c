import { type FieldPath, readableKey } from '../../../model/form/fieldPath.ts';
import type { RecordField } from '../../../model/form/formElement.ts';
import type { JsonValue } from '../../../model/json.ts';
import type { FormConflict, FormNote } from '../../../protocol/form.ts';
import { keepFocus } from '../../common/keyboard.ts';
import type { ControlServices, FieldControl } from '../../fields/fieldControl.ts';
import { type ControlName, controlFor, makeControl } from '../../fields/controlTypes.ts';
import { type Change, type RecordValues, sameJson } from '../values/recordValues.ts';
import { words } from '../words.ts';
import { ConflictBox } from './conflictBox.ts';
import { FieldFrame } from '../../fields/fieldFrame.ts';

const pauseBeforeCommit = 400;
/** What is typed in these stays there when it is refused; the others show what the record has. */
const typedInto: readonly ControlName[] = ['line', 'long', 'json', 'password', 'moment'];

export interface FieldServices extends ControlServices {
  readonly values: RecordValues;
  readonly edit: (changes: readonly Change[]) => void;
  readonly explain: (key: string) => Promise<string>;
  readonly choose: (key: string, choice: 'mine' | 'theirs' | 'original') => void;
  readonly compareConflict: () => void;
  /** Something is typed that the record does not have yet. */
  readonly onTyping: () => void;
}

/** What the host says about a field. */
export interface FieldState {
  readonly isChanged: boolean;
  readonly notes: readonly FormNote[];
  readonly conflict: FormConflict | undefined;
}

let lastId = 0;

/** One field: what it is called, what it holds, and all that is to be said about it. */
export class FieldView {
  readonly field: RecordField;
  readonly at: FieldPath;
  readonly label: string;
  readonly #services: FieldServices;
  readonly #frame: FieldFrame;
  #control: FieldControl;
  #controlName: ControlName;
  #shown: JsonValue | undefined;
  #isLocked = false;
  #isRefused = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #conflict: ConflictBox | undefined;

  constructor(field: RecordField, at: FieldPath, row: string | undefined, services: FieldServices) {
    this.field = field;
    this.at = at;
    this.#services = services;
    const label = field.label.trim() === '' ? readableKey(at.at(-1) ?? field.key) : field.label;
    this.label = row === undefined ? label : words.inRow(label, row);
    this.#controlName = controlFor(field, services.values.at(at));
    this.#frame = new FieldFrame(`field-${++lastId}`, field, this.label, () => services.explain(field.key));
    this.#control = this.#makeControl();
    const { element } = this.#frame;
    element.addEventListener('focusout', (event) => {
      if (!element.contains(event.relatedTarget as Node | null)) this.commit();
    });
    element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.isComposing && event.target instanceof HTMLInputElement) this.commit();
    });
  }

  get element(): HTMLElement {
    return this.#frame.element;
  }

  get isTyping(): boolean {
    return this.#control.isTyping || this.#isRefused;
  }

  /** Why what was typed cannot be taken; undefined when it can. */
  get problem(): string | undefined {
    return this.isTyping ? this.#control.take().problem : undefined;
  }

  /** What was typed and not committed. */
  get typed(): readonly Change[] {
    return this.isTyping ? (this.#control.take().changes ?? []) : [];
  }

  /** What is typed goes into the record. */
  commit(): void {
    if (this.isTyping) this.#take();
  }

  #take(): void {
    clearTimeout(this.#pause);
    if (this.#isLocked) return;
    const taken = this.#control.take();
    if (taken.problem !== undefined) return this.#frame.sayTyped(taken.problem);
    this.#frame.sayTyped('');
    this.#isRefused = false;
    if (taken.changes.length > 0) this.#services.edit(taken.changes);
    this.#shown = this.#services.values.at(this.at);
    this.#control.taken();
  }

  /** Takes over what the record has, unless something else is being typed here. */
  update(): void {
    const value = this.#services.values.at(this.at);
    if (this.isTyping) return;
    const isSame = sameJson(value, this.#shown);
    // a reference is shown by the text beside its value
    if (isSame && this.field.kind !== 'reference') return;
    const name = controlFor(this.field, value);
    if (name === this.#controlName) {
      this.#control.show();
      this.#shown = value;
      this.#frame.sayTyped('');
      return;
    }
    const hadFocus = document.hasFocus() && this.element.contains(document.activeElement);
    this.#controlName = name;
    this.#control = this.#makeControl();
    if (hadFocus) this.#control.target.focus();
  }

  tell({ isChanged, notes, conflict }: FieldState): void {
    this.#frame.markChanged(isChanged);
    this.#frame.note(notes);
    if (!conflict && !this.#conflict) return;
    if (!conflict) {
      keepFocus(
        this.element,
        () => this.#conflict?.element.remove(),
        () => this.focus(),
      );
      this.#conflict = undefined;
      return;
    }
    this.#conflict ??= new ConflictBox(
      this.field,
      (choice) => this.#services.choose(this.field.key, choice),
      this.#services.compareConflict,
    );
    this.#conflict.show(conflict);
    if (!this.#conflict.element.isConnected) this.element.append(this.#conflict.element);
  }

  /** The host did not take what was typed. */
  refuse(reason: string): void {
    if (typedInto.includes(this.#controlName)) this.#isRefused = true;
    else this.update();
    this.#frame.sayTyped(words.notKept(reason));
  }

  setLocked(isLocked: boolean): void {
    this.#isLocked = isLocked;
    this.#control.setReadOnly(isLocked || !this.field.permission.editable);
    if (!isLocked) this.#paused();
  }

  focus(options?: FocusOptions): void {
    const { target, isGroup } = this.#control;
    const first = isGroup ? target.querySelector<HTMLElement>('input') : target;
    (first ?? target).focus(options);
  }

  #makeControl(): FieldControl {
    const { values } = this.#services;
    const control = makeControl(this.#controlName, {
      field: this.field,
      at: this.at,
      id: this.#frame.id,
      values,
      typed: () => this.#typed(),
      chosen: () => this.#take(),
      say: (text) => this.#frame.sayTyped(text),
      services: this.#services,
    });
    this.#frame.hold(control, this.#controlName);
    control.show();
    control.setReadOnly(this.#isLocked || !this.field.permission.editable);
    this.#shown = values.at(this.at);
    return control;
  }

  #typed(): void {
    clearTimeout(this.#pause);
    this.#services.onTyping();
    this.#pause = setTimeout(() => this.#paused(), pauseBeforeCommit);
  }

  /** Someone who pauses in the middle of a word of JSON is not told that it is broken. */
  #paused(): void {
    if (this.#control.isTyping && this.#control.take().problem === undefined) this.#take();
  }
}
