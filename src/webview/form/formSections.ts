import type { FormElement, GroupElement, RecordField, RowsElement } from '../../model/form/formElement.ts';
import type { FormDescription } from '../../protocol/formProtocol.ts';
import { formWords } from './formWords.ts';
import { type FieldServices, FieldView } from './fieldView.ts';
import { SubTableView } from './subTableView.ts';

/** Deeper than this, groups are told by their titles alone. */
const deepestIndent = 4;

interface KnownViews {
  readonly fields: ReadonlyMap<string, FieldView>;
  readonly tables: readonly SubTableView[];
}

/** Lays the fields out as the service's form has them; what is the service's own comes last, folded away. */
export class FormSections {
  readonly fields: FieldView[] = [];
  readonly tables: SubTableView[] = [];
  readonly #services: FieldServices;
  readonly #expanded: ExpandedSections;
  readonly #known: KnownViews;
  #system: RecordField[] = [];
  #groups = 0;

  /** `known` are fields that are there already: what is typed in them stays when the form is laid out anew. */
  constructor(services: FieldServices, expanded: ExpandedSections, known: KnownViews) {
    this.#services = services;
    this.#expanded = expanded;
    this.#known = known;
  }

  build({ elements, otherFields, splitLayout }: FormDescription): DocumentFragment {
    const fragment = document.createDocumentFragment();
    fragment.append(...this.#lay(elements, splitLayout, 1, ''));
    if (this.fields.length === 0 && this.tables.length === 0) {
      const nothing = document.createElement('p');
      nothing.className = 'help';
      nothing.textContent = formWords.nothingToShow;
      fragment.append(nothing);
    }
    const system = [...this.#system, ...otherFields.filter(({ kind }) => kind !== 'hidden')];
    if (system.length > 0)
      fragment.append(this.#fold(formWords.system, 'system', false, 1, [this.#grid(system, true)]));
    return fragment;
  }

  /** Fields that follow one another share a grid; groups stand between. */
  #lay(elements: readonly FormElement[], isSplit: boolean, depth: number, path: string): HTMLElement[] {
    const laid: HTMLElement[] = [];
    let run: RecordField[] = [];
    const endRun = (): void => {
      if (run.length > 0) laid.push(this.#grid(run, isSplit));
      run = [];
    };
    elements.forEach((element, index) => {
      if (element.type === 'group') {
        endRun();
        laid.push(...this.#group(element, isSplit, depth, `${path}/${index}`));
      } else if (element.type === 'rows') {
        endRun();
        laid.push(this.#rows(element, depth, `${path}/${index}`));
      } else if (element.field.isSystem) this.#system.push(element.field);
      else if (element.field.kind !== 'hidden') run.push(element.field);
    });
    endRun();
    return laid;
  }

  #group(group: GroupElement, isSplit: boolean, depth: number, path: string): HTMLElement[] {
    const inside = this.#lay(group.elements, group.splitLayout || isSplit, depth + 1, path);
    if (inside.length === 0) return [];
    const label = group.label.trim();
    if (label === '' && !group.help) return inside;
    if (group.help) {
      const help = document.createElement('p');
      help.className = 'help';
      help.dir = 'auto';
      help.textContent = group.help;
      inside.unshift(help);
    }
    return label === '' ? inside : [this.#fold(label, `${path} ${label}`, !group.collapsed, depth, inside)];
  }

  #rows({ table, collapsed }: RowsElement, depth: number, path: string): HTMLElement {
    const known = this.#known.tables.find(({ table: { key } }) => key === table.key);
    const isSame = known && JSON.stringify(known.table) === JSON.stringify(table);
    const view = isSame ? known : new SubTableView(table, table.at, [], this.#services);
    this.tables.push(view);
    return this.#fold(table.label, `${path} ${table.label}`, !collapsed, depth, [view.element]);
  }

  #fold(
    label: string,
    key: string,
    isOpen: boolean,
    depth: number,
    inside: readonly HTMLElement[],
  ): HTMLDetailsElement {
    const details = document.createElement('details');
    details.className = depth > deepestIndent ? 'section flat' : 'section';
    const summary = document.createElement('summary');
    const title = document.createElement('span');
    title.id = `section-${++this.#groups}`;
    title.setAttribute('role', 'heading');
    title.ariaLevel = String(Math.min(6, depth + 1));
    title.dir = 'auto';
    title.textContent = label;
    details.setAttribute('aria-labelledby', title.id);
    summary.append(title);
    const body = document.createElement('div');
    body.className = 'body-of-section';
    body.append(...inside);
    details.append(summary, body);
    this.#expanded.follow(details, key, isOpen);
    return details;
  }

  #grid(fields: readonly RecordField[], isSplit: boolean): HTMLElement {
    const grid = document.createElement('div');
    grid.className = isSplit ? 'fields split' : 'fields';
    for (const field of fields) {
      const known = this.#known.fields.get(field.key);
      const isSame = known && JSON.stringify(known.field) === JSON.stringify(field);
      const view = isSame ? known : new FieldView(field, field.at, undefined, this.#services);
      this.fields.push(view);
      grid.append(view.element);
    }
    return grid;
  }
}

/** Which sections of the form are expanded, over rebuilding and reloading. */
export class ExpandedSections {
  readonly #open: Map<string, boolean>;
  readonly #onChange: () => void;

  constructor(state: Readonly<Record<string, boolean>>, onChange: () => void) {
    this.#open = new Map(Object.entries(state));
    this.#onChange = onChange;
  }

  get state(): Record<string, boolean> {
    return Object.fromEntries(this.#open);
  }

  /** As the person left it, or else as it is meant to be. */
  follow(details: HTMLDetailsElement, key: string, isOpen: boolean): void {
    details.open = this.#open.get(key) ?? isOpen;
    details.addEventListener('toggle', () => {
      if ((this.#open.get(key) ?? isOpen) === details.open) return;
      this.#open.set(key, details.open);
      this.#onChange();
    });
  }
}

/** Opens everything that an element lies in. */
export function expandAround(element: Element): void {
  for (let around = element.closest('details'); around; around = around.parentElement?.closest('details') ?? null)
    around.open = true;
}
