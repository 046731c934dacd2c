import type { FormElement, GroupElement, RecordField, RowsElement } from '../../../model/form/formElement.ts';
import type { FormDescription } from '../formProtocol.ts';
import { formWords } from './formWords.ts';
import { type FieldServices, FieldView } from './fieldView.ts';
import { SubTableView } from './subTableView.ts';
import { fieldKinds } from '../../../model/form/fieldKind.ts';

/** Max indentation; deeper groups differ only by their titles. */
const deepestIndent = 4;

interface KnownViews {
  readonly fields: ReadonlyMap<string, FieldView>;
  readonly tables: readonly SubTableView[];
}

/** Lays out the fields as in the service's form; system fields come last, collapsed. */
export class FormSections {
  readonly fields: FieldView[] = [];
  readonly tables: SubTableView[] = [];
  readonly #services: FieldServices;
  readonly #expanded: ExpandedSections;
  readonly #known: KnownViews;
  #system: RecordField[] = [];
  /** True if a message above says that the fields being laid out are read-only. */
  #isExplainedAbove = false;
  #groups = 0;

  /** `known` are existing fields: their input survives a new layout. */
  constructor(services: FieldServices, expanded: ExpandedSections, known: KnownViews) {
    this.#services = services;
    this.#expanded = expanded;
    this.#known = known;
  }

  build({ elements, otherFields, splitLayout }: FormDescription): DocumentFragment {
    const fragment = document.createDocumentFragment();
    // a message above the fields says so for the whole record
    this.#isExplainedAbove = isClosed(elements);
    fragment.append(...this.#lay(elements, splitLayout, 1, ''));
    if (this.fields.length === 0 && this.tables.length === 0) {
      fragment.append(help(formWords.nothingToShow));
    }
    const system = [...this.#system, ...otherFields.filter(({ kind }) => kind !== 'hidden')];
    if (system.length > 0) {
      // read-only system fields belong to the service and need no explanation
      this.#isExplainedAbove ||= system.every(({ permission }) => !permission.editable);
      const fold = this.#fold(formWords.system, 'system', false, 1, [this.#grid(system, true)]);
      fold.classList.add('system');
      fragment.append(fold);
    }
    return fragment;
  }

  /** Consecutive fields share a grid; groups separate them. */
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
      else if (!fieldKinds[element.field.kind].isHidden) run.push(element.field);
    });
    endRun();
    return laid;
  }

  #group(group: GroupElement, isSplit: boolean, depth: number, path: string): HTMLElement[] {
    const label = group.label.trim();
    const isExplainedHere = !this.#isExplainedAbove && label !== '' && isClosed(group.elements);
    this.#isExplainedAbove ||= isExplainedHere;
    const inside = this.#lay(group.elements, group.splitLayout || isSplit, depth + 1, path);
    if (isExplainedHere) this.#isExplainedAbove = false;
    if (inside.length === 0) return [];
    if (isExplainedHere) inside.unshift(help(formWords.closedSection));
    if (label === '' && !group.help) return inside;
    if (group.help) inside.unshift(help(group.help));
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
      const isSame =
        known?.isExplainedAbove === this.#isExplainedAbove && JSON.stringify(known.field) === JSON.stringify(field);
      const view = isSame ? known : new FieldView(field, field.at, undefined, this.#services, this.#isExplainedAbove);
      this.fields.push(view);
      grid.append(view.element);
    }
    return grid;
  }
}

/** True if there are several fields and none is editable. */
function isClosed(elements: readonly FormElement[]): boolean {
  const fields = fieldsOf(elements).filter(({ kind, isSystem }) => kind !== 'hidden' && !isSystem);
  return fields.length > 1 && fields.every(({ permission }) => !permission.editable);
}

function fieldsOf(elements: readonly FormElement[]): RecordField[] {
  return elements.flatMap((element) => {
    if (element.type === 'group') return fieldsOf(element.elements);
    return element.type === 'rows' ? [...element.table.fields] : [element.field];
  });
}

function help(text: string): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.className = 'help';
  paragraph.dir = 'auto';
  paragraph.textContent = text;
  return paragraph;
}

/** Remembers which sections are expanded, across rebuilds and reloads. */
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

  /** Restores the section's state; defaults to `isOpen`. */
  follow(details: HTMLDetailsElement, key: string, isOpen: boolean): void {
    details.open = this.#open.get(key) ?? isOpen;
    details.addEventListener('toggle', () => {
      if ((this.#open.get(key) ?? isOpen) === details.open) return;
      this.#open.set(key, details.open);
      this.#onChange();
    });
  }
}

let revealing: AbortController | undefined;

/**
 * Expands all sections around an element and scrolls to it, again whenever the form's size changes, until the user does
 * something else. Sections get their real size only when visible, and tables load their rows later.
 */
export function reveal(element: Element, block: ScrollLogicalPosition): void {
  expandAround(element);
  revealing?.abort();
  revealing = new AbortController();
  const { signal } = revealing;
  const scroll = (): void => element.scrollIntoView({ block });
  const observer = new ResizeObserver(scroll);
  const content = element.closest('.content');
  if (content) observer.observe(content);
  signal.addEventListener('abort', () => observer.disconnect());
  for (const input of ['pointerdown', 'wheel', 'keydown', 'touchmove'])
    window.addEventListener(input, () => revealing?.abort(), { signal, capture: true, passive: true });
  scroll();
}

function expandAround(element: Element): void {
  for (let around = element.closest('details'); around; around = around.parentElement?.closest('details') ?? null)
    around.open = true;
}
