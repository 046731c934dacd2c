import { type FieldPath, pathKey } from '../../model/form/fieldPath.ts';
import type { FormConflict, FormDescription, FormNotice, FormState } from '../../protocol/formProtocol.ts';
import { type ExpandedSections, expandAround, FormSections } from './formSections.ts';
import type { Change } from './recordValues.ts';
import { keepTextKey } from '../common/keyboard.ts';
import { ConflictBox } from './conflictBox.ts';
import { RepeatedField } from './repeatedField.ts';
import type { FieldServices, FieldView } from './fieldView.ts';

const textTypes = new Set(['text', 'password', 'date', 'datetime-local', 'time']);

/** All fields of the form, by key. */
export class FormFields {
  readonly element = document.createElement('div');
  readonly #services: FieldServices;
  readonly #expanded: ExpandedSections;
  readonly #unplacedConflicts = document.createElement('div');
  #fields = new Map<string, RepeatedField>();
  #isLocked = false;
  #lastFocused: string | undefined;

  constructor(services: FieldServices, expanded: ExpandedSections) {
    this.#services = services;
    this.#expanded = expanded;
    this.element.className = 'sections';
    this.#unplacedConflicts.className = 'homeless';
    this.element.addEventListener('focusin', ({ target }) => {
      this.#lastFocused = this.#viewOf(target as Element)?.field.key ?? this.#lastFocused;
    });
  }

  get lastFocused(): string | undefined {
    return this.#lastFocused;
  }

  remember(key: string): void {
    this.#lastFocused = key;
  }

  build(form: FormDescription): void {
    const active = document.activeElement;
    const focused = active && this.element.contains(active) ? this.#viewOf(active) : undefined;
    const sections = new FormSections(this.#services, this.#expanded, this.#fields);
    const laid = sections.build(form);
    this.#fields = new Map(sections.fields.map((repeated) => [repeated.field.key, repeated]));
    for (const field of this.#fields.values()) field.setLocked(this.#isLocked);
    this.element.replaceChildren(this.#unplacedConflicts, laid);
    // someone who types elsewhere meanwhile stays there
    if (focused && document.hasFocus()) this.#fields.get(focused.field.key)?.views[0]?.focus({ preventScroll: true });
  }

  get #views(): FieldView[] {
    return [...this.#fields.values()].flatMap(({ views }) => views);
  }

  /** What was typed and not committed. */
  get typed(): Change[] {
    return this.#views.flatMap(({ typed }) => typed);
  }

  /** A password is not for keeping. */
  isPassword(at: FieldPath): boolean {
    const key = pathKey(at);
    return this.#views.some((view) => view.field.kind === 'password' && pathKey(view.at) === key);
  }

  /** The first field that holds something which cannot be taken. */
  get broken(): FieldView | undefined {
    return this.#views.find(({ problem }) => problem !== undefined);
  }

  commit(): void {
    for (const view of this.#views) view.commit();
  }

  /** The record has other values. */
  update(): void {
    for (const field of this.#fields.values()) field.update();
  }

  tell({ changed, problems, notes, conflicts }: FormState): void {
    const isChanged = new Set(changed);
    const said = Map.groupBy([...problems, ...notes], ({ key }) => key);
    const byKey = new Map(conflicts.map((conflict) => [conflict.key, conflict]));
    const none: FormNotice[] = [];
    for (const [key, { views }] of this.#fields)
      views.forEach((view, index) =>
        view.tell({
          isChanged: isChanged.has(key),
          notes: said.get(key) ?? none,
          conflict: index === 0 ? byKey.get(key) : undefined,
        }),
      );
    this.#showUnplacedConflicts(conflicts.filter(({ key }) => !this.#fields.has(key)));
  }

  setLocked(isLocked: boolean): void {
    if (isLocked === this.#isLocked) return;
    this.#isLocked = isLocked;
    for (const field of this.#fields.values()) field.setLocked(isLocked);
  }

  refuse(changes: readonly Change[], message: string): void {
    const paths = new Set(changes.map(({ at }) => pathKey(at)));
    for (const view of this.#views) if (paths.has(pathKey(view.at))) view.refuse(message);
  }

  attached(key: string, file: { readonly name: string; readonly size: number }): void {
    const field = this.#fields.get(key);
    const at = field?.views[0]?.at;
    if (at) this.#services.values.change([{ at, value: { $file: { ...file } } }]);
    field?.update();
  }

  labelOf(key: string): string | undefined {
    return this.#fields.get(key)?.views[0]?.label;
  }

  focus(key: string): void {
    const view = this.#fields.get(key)?.views[0];
    if (!view) return;
    expandAround(view.element);
    view.element.scrollIntoView({ block: 'center' });
    view.focus();
  }

  /** Where the keyboard was last; false when it was nowhere yet. */
  focusLast(): boolean {
    const view = this.#lastFocused === undefined ? undefined : this.#fields.get(this.#lastFocused)?.views[0];
    view?.focus();
    return view !== undefined;
  }

  /** The first that can be filled in; false when there is none. */
  focusFirst(): boolean {
    const isOpen = ({ field, element }: FieldView): boolean => field.permission.editable && element.checkVisibility();
    const view = this.#isLocked ? undefined : this.#views.find(isOpen);
    view?.focus();
    return view !== undefined;
  }

  /**
   * Keys that edit text stay in their field. Undo and redo are the browser's only while the field has something that the
   * document does not: the browser would undo in any field, and make new edits of it. Everything else is undone through
   * the document.
   */
  listenForKeys(root: HTMLElement, undoOrRedo: (step: 'undo' | 'redo') => void): void {
    root.addEventListener('keydown', (event) => {
      const { target } = event;
      const isText =
        target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && textTypes.has(target.type));
      const step = undoStep(event);
      if (step !== undefined && !(isText && this.#viewOf(target)?.isTyping)) {
        event.preventDefault();
        event.stopPropagation();
        undoOrRedo(step);
      } else if (isText) keepTextKey(event);
    });
  }

  #viewOf(target: Element): FieldView | undefined {
    const element = target.closest('.field');
    return element ? this.#views.find((view) => view.element === element) : undefined;
  }

  /** Conflicts about what the form does not show still have to be decided. */
  #showUnplacedConflicts(conflicts: readonly FormConflict[]): void {
    this.#unplacedConflicts.replaceChildren(
      ...conflicts.flatMap((conflict) => {
        const title = document.createElement('p');
        title.className = 'caption';
        title.textContent = conflict.label;
        const box = new ConflictBox(
          undefined,
          (choice) => this.#services.choose(conflict.key, choice),
          this.#services.compareConflict,
        );
        box.show(conflict);
        return [title, box.element];
      }),
    );
  }
}

function undoStep({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey || !/^[zy]$/i.test(key)) return undefined;
  return key.toLowerCase() === 'y' || shiftKey ? 'redo' : 'undo';
}
