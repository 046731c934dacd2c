import { type FieldPath, labelFromKey } from '../../../model/form/fieldPath.ts';
import type { ReferenceMatches } from '../../../model/form/referenceValue.ts';
import { clearedLabel, referenceAt, referenceChanges } from '../../../model/form/value.ts';
import type { RecordField } from '../../../model/form/formElement.ts';
import type { JsonValue } from '../../../model/json.ts';
import type { Explanation, FormConflict, FormNotice } from '../formProtocol.ts';
import { keepFocus } from '../../common/page/keyboard.ts';
import { type ControlType, controlTypeFor } from '../../common/page/fields/controlTypes.ts';
import type { StoredFile } from '../../common/storedFile.ts';
import type { ControlChange, FieldControl, FileUse } from '../../common/page/fields/fieldControl.ts';
import { FieldFrame } from '../../common/page/fields/fieldFrame.ts';
import type { LookUpList } from '../../common/page/fields/lookUpList.ts';
import { sameJson } from '../../common/page/fields/valueText.ts';
import type { ValueChange } from '../../../model/form/fieldValue.ts';
import type { RecordValues } from './recordValues.ts';
import { formWords } from './formWords.ts';
import { ConflictBox } from './conflictBox.ts';

const pauseBeforeCommit = 400;

export interface FieldServices {
  readonly values: RecordValues;
  readonly list: LookUpList;
  readonly lookUp: (key: string, text: string, signal: AbortSignal, controller?: string) => Promise<ReferenceMatches>;
  readonly openReference: (key: string, at: FieldPath, toSide: boolean) => void;
  readonly attach: (key: string, at: FieldPath, file: File) => Promise<void>;
  /** The stored file with this value, if it hasn't been replaced. */
  readonly storedFile: (at: FieldPath, value: JsonValue | undefined) => StoredFile | undefined;
  readonly useFile: (file: StoredFile, how: FileUse) => void;
  readonly edit: (changes: readonly ValueChange[]) => void;
  readonly explain: (key: string) => Promise<Explanation>;
  readonly choose: (key: string, choice: 'mine' | 'theirs' | 'original') => void;
  readonly compareConflict: () => void;
  /** Called when there is input that the record doesn't have yet. */
  readonly onTyping: () => void;
}

/** The host's state of a field. */
export interface FieldState {
  readonly isChanged: boolean;
  readonly notes: readonly FormNotice[];
  readonly conflict: FormConflict | undefined;
}

let lastId = 0;

/** A field of the form: label, control and messages. */
export class FieldView {
  readonly field: RecordField;
  readonly at: FieldPath;
  readonly label: string;
  /** True if a message above already says that the fields are read-only. */
  readonly isExplainedAbove: boolean;
  readonly #row: string | undefined;
  readonly #services: FieldServices;
  readonly #frame: FieldFrame;
  #control: FieldControl;
  #controlType: ControlType;
  #shown: JsonValue | undefined;
  #isLocked = false;
  #isRefused = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #conflict: ConflictBox | undefined;

  constructor(
    field: RecordField,
    at: FieldPath,
    row: string | undefined,
    services: FieldServices,
    isExplainedAbove = false,
  ) {
    this.isExplainedAbove = isExplainedAbove;
    this.field = field;
    this.at = at;
    this.#row = row;
    this.#services = services;
    const label = field.label.trim() === '' ? labelFromKey(at.at(-1) ?? field.key) : field.label;
    this.label = row === undefined ? label : `${row}: ${label}`;
    this.#controlType = this.#typeFor(services.values.at(at));
    this.#frame = new FieldFrame({
      id: `field-${++lastId}`,
      // in a row, the surrounding group identifies the row
      label,
      isRequired: field.required,
      ...(field.help !== undefined && { help: field.help }),
      ...(!field.permission.editable && !isExplainedAbove && { explain: () => services.explain(field.key) }),
    });
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

  /** Reason why the input is invalid; undefined if it is valid. */
  get problem(): string | undefined {
    return this.isTyping ? this.#control.readInput().problem : undefined;
  }

  /** Uncommitted input. */
  get typed(): readonly ValueChange[] {
    return this.isTyping ? this.#recordChanges(this.#control.readInput().change) : [];
  }

  /** Writes the input to the record. */
  commit(): void {
    if (this.isTyping) this.#applyInput();
  }

  #applyInput(): void {
    clearTimeout(this.#pause);
    if (this.#isLocked) return;
    const { change, problem } = this.#control.readInput();
    if (problem !== undefined) return this.#frame.showProblem(problem);
    this.#frame.showProblem('');
    this.#isRefused = false;
    if (change) this.#services.edit(this.#recordChanges(change));
    this.#shown = this.#services.values.at(this.at);
    this.#control.inputTaken?.();
  }

  /** Shows the record's value, unless the user is typing here. */
  update(): void {
    const value = this.#services.values.at(this.at);
    if (this.isTyping) return;
    const isSame = sameJson(value, this.#shown);
    // the label of a reference and what is known about a file may change without its value
    if (isSame && this.field.kind !== 'reference' && this.field.kind !== 'file') return;
    const type = this.#typeFor(value);
    if (type === this.#controlType) {
      this.#control.showValue();
      this.#shown = value;
      this.#frame.showProblem('');
      return;
    }
    const hadFocus = document.hasFocus() && this.element.contains(document.activeElement);
    this.#controlType = type;
    this.#control = this.#makeControl();
    if (hadFocus) this.#control.target.focus();
  }

  showState({ isChanged, notes, conflict }: FieldState): void {
    this.#frame.markChanged(isChanged);
    const said = `${this.#row}: `;
    // drop the row prefix: the field is shown in its row
    this.#frame.showNotes(
      notes.map((note) => (note.text.startsWith(said) ? { ...note, text: note.text.slice(said.length) } : note)),
    );
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

  /** Called when the host rejected the input. */
  refuse(reason: string): void {
    if (this.#control.keepsRefusedInput) this.#isRefused = true;
    else this.update();
    this.#frame.showProblem(formWords.notKept(reason));
  }

  setLocked(isLocked: boolean): void {
    this.#isLocked = isLocked;
    this.#control.setReadOnly(isLocked || !this.field.permission.editable);
    if (!isLocked) this.#paused();
  }

  focus(options?: FocusOptions): void {
    this.#frame.focusControl(options);
  }

  #makeControl(): FieldControl {
    const { values, list, lookUp, openReference, attach, storedFile, useFile } = this.#services;
    const { key } = this.field;
    const control = this.#controlType.make({
      field: this.field,
      id: this.#frame.id,
      value: () => values.at(this.at),
      referenceText: () => referenceAt(values.all, this.at).text ?? '',
      onTyped: () => this.#typed(),
      onChosen: () => this.#applyInput(),
      showProblem: (problem) => this.#frame.showProblem(problem),
      services: {
        references: {
          list,
          lookUp: (text, signal, controller) => lookUp(key, text, signal, controller),
          openRecord: (toSide) => openReference(key, this.at, toSide),
        },
        files: {
          attach: (file) => attach(key, this.at, file),
          stored: () => storedFile(this.at, values.at(this.at)),
          use: useFile,
        },
      },
    });
    this.#frame.hold(control);
    control.showValue();
    control.setReadOnly(this.#isLocked || !this.field.permission.editable);
    this.#shown = values.at(this.at);
    return control;
  }

  #typeFor(value: JsonValue | undefined): ControlType {
    return controlTypeFor(this.field, value, { isReadOnly: !this.field.permission.editable });
  }

  #recordChanges(change: ControlChange | undefined): ValueChange[] {
    if (!change) return [];
    const { value, reference } = change;
    if (!reference) return [value === undefined ? { at: this.at } : { at: this.at, value }];
    const text = reference.text ?? clearedLabel(this.#services.values.all, this.at);
    return referenceChanges(this.at, { id: value, text, model: reference.model });
  }

  #typed(): void {
    clearTimeout(this.#pause);
    this.#services.onTyping();
    this.#pause = setTimeout(() => this.#paused(), pauseBeforeCommit);
  }

  /** Doesn't report invalid input on a pause, for example in the middle of JSON. */
  #paused(): void {
    if (this.#control.isTyping && this.#control.readInput().problem === undefined) this.#applyInput();
  }
}
