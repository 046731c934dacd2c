/** Which parts of the form are open, over rebuilding and reloading. */
export class OpenParts {
  readonly #open: Map<string, boolean>;
  readonly #onChange: () => void;

  constructor(kept: Readonly<Record<string, boolean>>, onChange: () => void) {
    this.#open = new Map(Object.entries(kept));
    this.#onChange = onChange;
  }

  get kept(): Record<string, boolean> {
    return Object.fromEntries(this.#open);
  }

  isOpen(key: string): boolean {
    return this.#open.get(key) ?? false;
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
export function reveal(element: Element): void {
  for (let around = element.closest('details'); around; around = around.parentElement?.closest('details') ?? null)
    around.open = true;
}
