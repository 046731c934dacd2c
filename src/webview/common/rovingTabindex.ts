/**
 * The buttons of a toolbar are one stop of the Tab key, as VS Code's own are; the arrow keys go from one to the next.
 * `settle` is called after the buttons have changed.
 */
export class RovingTabindex {
  readonly #toolbar: HTMLElement;
  #current: HTMLElement | undefined;

  constructor(toolbar: HTMLElement) {
    this.#toolbar = toolbar;
    toolbar.addEventListener('keydown', (event) => this.#key(event));
    toolbar.addEventListener('focusin', ({ target }) => this.settle(target as HTMLElement));
  }

  settle(wanted: HTMLElement | undefined = this.#current): void {
    const buttons = this.#buttons;
    const known = [wanted, this.#current].find((button) => buttons.some((other) => other === button));
    this.#current = known ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === this.#current ? 0 : -1;
  }

  get #buttons(): HTMLButtonElement[] {
    return [...this.#toolbar.querySelectorAll<HTMLButtonElement>('button:enabled')];
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const buttons = this.#buttons;
    const place = buttons.indexOf(event.target as HTMLButtonElement);
    const places: Readonly<Record<string, number>> = {
      ArrowRight: (place + 1) % buttons.length,
      ArrowLeft: (place - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    };
    const next = buttons[places[event.key] ?? -1];
    if (place < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
}
