import { formWords } from './formWords.ts';
import { reveal } from './formSections.ts';

/** Fewer sections, or fewer fields, are seen at a glance. */
const fewestSections = 3;
const fewestFields = 8;

/** Under the title of a long form: a link to each of its sections, and to the records that hang together with it. */
export class SectionLinks {
  readonly element = document.createElement('nav');
  readonly #list = document.createElement('ul');
  #shown: readonly HTMLDetailsElement[] = [];

  constructor() {
    this.element.className = 'section-links';
    this.element.ariaLabel = formWords.sections;
    this.element.append(this.#list);
    this.element.hidden = true;
  }

  /** From what is laid out now, before it is painted: it comes and goes with the form alone, and moves nothing. */
  show(fields: HTMLElement, related: HTMLElement): void {
    const sections = [...outerSections(fields), ...outerSections(related)];
    const isLong = sections.length >= fewestSections && fields.querySelectorAll('.field').length >= fewestFields;
    this.element.hidden = !isLong;
    const shown = isLong ? sections : [];
    if (shown.length === this.#shown.length && shown.every((section, index) => section === this.#shown[index])) return;
    this.#shown = shown;
    this.#list.replaceChildren(...shown.map(linkTo));
  }
}

/** Those that lie in no other one. A single one is the form itself: then it is those in it. */
function outerSections(around: HTMLElement): readonly HTMLDetailsElement[] {
  const within = (all: Element): HTMLDetailsElement[] =>
    [...all.querySelectorAll<HTMLDetailsElement>('details.section')].filter(
      ({ parentElement }) => (parentElement?.closest('details.section') ?? around) === (all === around ? around : all),
    );
  const outer = within(around);
  const [first, second] = outer;
  const inner = first && (!second || second.classList.contains('system')) ? within(first) : [];
  return inner.length > 1 ? [...inner, ...outer.slice(1)] : outer;
}

function linkTo(section: HTMLDetailsElement): HTMLElement {
  const title = section.querySelector<HTMLElement>(':scope > summary > [role=heading]');
  const entry = document.createElement('li');
  const link = document.createElement('a');
  link.className = 'linklike';
  link.href = `#${title?.id ?? ''}`;
  link.dir = 'auto';
  link.textContent = title?.textContent ?? '';
  link.addEventListener('click', (event) => {
    event.preventDefault();
    reveal(section, 'start');
    section.querySelector('summary')?.focus({ preventScroll: true });
  });
  entry.append(link);
  return entry;
}
