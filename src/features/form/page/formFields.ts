import { type FieldPath, pathKey, samePath } from '../../../model/form/fieldPath.ts';
import type { FormConflict, FormDescription, FormNotice, FormState } from '../formProtocol.ts';
import { hasEditableRows } from '../../../model/form/subTable.ts';
import { type ExpandedSections, FormSections, reveal } from './formSections.ts';
import type { ValueChange } from '../../../model/form/fieldValue.ts';
import { keepTextKey, undoStep } from '../../common/page/keyboard.ts';
import { ConflictBox } from './conflictBox.ts';
import type { FieldServices, FieldView } from './fieldView.ts';
import type { SubTableView } from './subTableView.ts';

const textTypes = new Set(['text', 'password', 'date', 'datetime-local', 'time']);

/** All fields of the form by key, and its sub-tables. */
export class FormFields {
  readonly element = document.createElement('div');
  readonly #services: FieldServices;
  readonly #expanded: ExpandedSections;
  readonly #unplacedConflicts = document.createElement('div');
  #fields = new Map<string, FieldView>();
  #tables: readonly SubTableView[] = [];
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
    const sections = new FormSections(this.#services, this.#expanded, { fields: this.#fields, tables: this.#tables });
    const laid = sections.build(form);
    this.#fields = new Map(sections.fields.map((view) => [view.field.key, view]));
    this.#tables = sections.tables;
    for (const one of [...this.#fields.values(), ...this.#tables]) one.setLocked(this.#isLocked);
    this.element.replaceChildren(this.#unplacedConflicts, laid);
    // don't take focus if the user has moved elsewhere
    if (focused && document.hasFocus())
      (this.#viewAt(focused.at) ?? this.#viewFor(focused.field.key))?.focus({ preventScroll: true });
  }

  get #views(): FieldView[] {
    return [...this.#fields.values(), ...this.#tables.flatMap(({ views }) => views)];
  }

  /** Includes nested tables. */
  get #allTables(): SubTableView[] {
    return this.#tables.flatMap((table) => [table, ...table.tables]);
  }

  /** The field with this key; for a field in rows, that of the first row. */
  #viewFor(key: string): FieldView | undefined {
    return this.#fields.get(key) ?? this.#views.find(({ field }) => field.key === key);
  }

  #viewAt(at: FieldPath): FieldView | undefined {
    const path = pathKey(at);
    return this.#views.find((view) => pathKey(view.at) === path);
  }

  /** True if any field is editable. */
  get canEdit(): boolean {
    return (
      this.#views.some(({ field }) => field.permission.editable) ||
      this.#tables.some(({ table }) => hasEditableRows(table))
    );
  }

  get isTyping(): boolean {
    return this.#views.some((view) => view.isTyping);
  }

  /** Uncommitted input. */
  get typed(): ValueChange[] {
    return this.#views.flatMap(({ typed }) => typed);
  }

  /** True for a password, which must not be stored. */
  isPassword(at: FieldPath): boolean {
    const key = pathKey(at);
    return this.#views.some((view) => view.field.kind === 'password' && pathKey(view.at) === key);
  }

  /** The first field with invalid input. */
  get broken(): FieldView | undefined {
    return this.#views.find(({ problem }) => problem !== undefined);
  }

  commit(): void {
    for (const view of this.#views) view.commit();
  }

  /** Call when the record's values have changed. */
  update(): void {
    for (const one of [...this.#fields.values(), ...this.#tables]) one.update();
  }

  showState({ changed, problems, notes, conflicts }: FormState): void {
    const isChanged = new Set(changed);
    const said = Map.groupBy([...problems, ...notes], ({ key }) => key);
    const byKey = new Map(conflicts.map((conflict) => [conflict.key, conflict]));
    const none: FormNotice[] = [];
    const seen = new Set<string>();
    for (const view of this.#views) {
      const { key } = view.field;
      const isFirst = !seen.has(key);
      seen.add(key);
      // show a notice about a row there, and one about no specific row only once
      const here = (said.get(key) ?? none).filter(({ at }) => (at ? samePath(at, view.at) : isFirst));
      view.showState({ isChanged: isChanged.has(key), notes: here, conflict: isFirst ? byKey.get(key) : undefined });
    }
    for (const table of this.#allTables) {
      const { key } = table.table;
      seen.add(key);
      table.showState({ isChanged: isChanged.has(key), notes: said.get(key) ?? none, conflict: byKey.get(key) });
    }
    this.#showUnplacedConflicts(conflicts.filter(({ key }) => !seen.has(key)));
  }

  setLocked(isLocked: boolean): void {
    if (isLocked === this.#isLocked) return;
    this.#isLocked = isLocked;
    for (const one of [...this.#fields.values(), ...this.#tables]) one.setLocked(isLocked);
  }

  refuse(changes: readonly ValueChange[], message: string): void {
    const paths = new Set(changes.map(({ at }) => pathKey(at)));
    for (const view of this.#views) if (paths.has(pathKey(view.at))) view.refuse(message);
    for (const table of this.#allTables) if (paths.has(pathKey(table.at))) table.refuse(message);
  }

  attached(at: FieldPath, file: { readonly name: string; readonly size: number }): void {
    this.#services.values.change([{ at, value: { $file: { ...file } } }]);
    this.#viewAt(at)?.update();
  }

  labelOf(key: string, at?: FieldPath): string | undefined {
    const view = (at && this.#viewAt(at)) ?? this.#viewFor(key);
    return view?.label ?? this.#allTables.find(({ table }) => table.key === key)?.table.label;
  }

  focus(key: string, at?: FieldPath): void {
    const view =
      (at && this.#viewAt(at)) ?? this.#viewFor(key) ?? this.#allTables.find(({ table }) => table.key === key);
    if (!view) return;
    reveal(view.element, 'center');
    view.focus();
  }

  /** Focuses the last focused field; returns false if there is none. */
  focusLast(): boolean {
    const view = this.#lastFocused === undefined ? undefined : this.#viewFor(this.#lastFocused);
    view?.focus();
    return view !== undefined;
  }

  /** Focuses the first editable field; returns false if there is none. */
  focusFirst(): boolean {
    const isOpen = ({ field, element }: FieldView): boolean => field.permission.editable && element.checkVisibility();
    const view = this.#isLocked ? undefined : this.#views.find(isOpen);
    view?.focus();
    return view !== undefined;
  }

  /**
   * Text editing keys stay in their field. Undo and redo are left to the browser only while the field has uncommitted
   * input: otherwise the browser would undo in any field and create new edits. Everything else is undone through the
   * document.
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

  /** Conflicts in fields that the form doesn't show must be resolved as well. */
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
