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
