import { type FieldPath, pathKey } from '../../model/form/fieldPath.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import { pathsOfField } from './recordValues.ts';
import { formWords } from './formWords.ts';
import { type FieldServices, FieldView } from './fieldView.ts';

/** A field wherever the record has it: once, or once in every row of a sub-table. */
export class RepeatedField {
  readonly field: RecordField;
  readonly #services: FieldServices;
  #around: HTMLElement | undefined;
  #key: string;
  #isLocked = false;
  views: readonly FieldView[];

  constructor(field: RecordField, services: FieldServices) {
    this.field = field;
    this.#services = services;
    const paths = this.#paths();
    this.#key = keyOf(paths);
    this.views = this.#make(paths);
  }

  get element(): HTMLElement {
    const [only] = this.views;
    if (!this.#isInRows && only) return only.element;
    if (!this.#around) {
      this.#around = document.createElement('div');
      this.#around.className = 'places';
      this.#fill();
    }
    return this.#around;
  }

  /** The record may have other rows than before. */
  update(): void {
    const paths = this.#paths();
    const key = keyOf(paths);
    if (key === this.#key) {
      for (const view of this.views) view.update();
      return;
    }
    const before = this.element;
    const stay = new Set(paths.map((path) => pathKey(path)));
    for (const view of this.views) if (stay.has(pathKey(view.at))) view.commit();
    this.#key = key;
    this.views = this.#make(paths);
    for (const view of this.views) view.setLocked(this.#isLocked);
    if (this.#around) this.#fill();
    else before.replaceWith(this.element);
  }

  setLocked(isLocked: boolean): void {
    this.#isLocked = isLocked;
    for (const view of this.views) view.setLocked(isLocked);
  }

  get #isInRows(): boolean {
    return this.views.length !== 1 || (this.views[0]?.at.length ?? 0) > this.field.at.length;
  }

  #paths(): FieldPath[] {
    return pathsOfField(this.#services.values.all, this.field.at);
  }

  #make(paths: readonly FieldPath[]): FieldView[] {
    return paths.map((at) => {
      const isRow = at.length > this.field.at.length;
      const row = isRow ? rowOf(at, this.field.at) : undefined;
      return new FieldView(this.field, at, row, this.#services);
    });
  }

  #fill(): void {
    if (this.views.length > 0) return this.#around?.replaceChildren(...this.views.map(({ element }) => element));
    const nothing = document.createElement('p');
    nothing.className = 'help';
    nothing.textContent = `${this.field.label}: ${formWords.noRows}`;
    this.#around?.replaceChildren(nothing);
  }
}

function keyOf(paths: readonly FieldPath[]): string {
  return paths.map((path) => pathKey(path)).join('\n');
}

/** Rows as people count them: from 1, outer rows first. */
function rowOf(at: FieldPath, path: FieldPath): string {
  const rows: number[] = [];
  let next = 0;
  for (const segment of at)
    if (segment === path[next]) next++;
    else rows.push(Number(segment) + 1);
  return rows.join('.');
}
