/**
 * Makes a toolbar a single Tab stop, like VS Code's; the arrow keys move between its buttons. Call `settle` after the
 * buttons have changed.
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
    const index = buttons.indexOf(event.target as HTMLButtonElement);
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: (index + 1) % buttons.length,
      ArrowLeft: (index - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    };
    const next = buttons[targets[event.key] ?? -1];
    if (index < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
}

const editing = new Set(['a', 'z', 'y', 'Backspace', 'Delete', 'Home', 'End', 'ArrowLeft', 'ArrowRight']);

/**
 * Keeps text editing keys from VS Code, which would handle them as well: Ctrl+A followed by a letter sometimes loses
 * the letter, and Ctrl+Z would undo in the document. Ctrl+S, the Command Palette and others still reach it.
 */
export function keepTextKey(event: KeyboardEvent): void {
  const control = event.ctrlKey || event.metaKey;
  const isText = !control && !event.altKey && (event.key.length === 1 || editing.has(event.key));
  if (isText || (control && editing.has(event.key.length === 1 ? event.key.toLowerCase() : event.key)))
    event.stopPropagation();
}

export function undoStep({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey || !/^[zy]$/i.test(key)) return undefined;
  return key.toLowerCase() === 'y' || shiftKey ? 'redo' : 'undo';
}

function isSaveKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey !== metaKey && !altKey && !shiftKey && key.toLowerCase() === 's';
}

interface SavingPage {
  /** Whether the page has something to save. */
  readonly canSave: boolean;
  save(): void;
}

/** Handles Ctrl+S in the page, because VS Code would also report a rejected save in a notification. */
export function listenForSave(page: () => SavingPage | undefined): void {
  document.addEventListener('keydown', (event) => {
    const target = isSaveKey(event) ? page() : undefined;
    if (!target?.canSave) return;
    event.preventDefault();
    event.stopPropagation();
    target.save();
  });
}

/** Applies to all fields of a page. VS Code listens on the window, so this handles a key before it gets there. */
export function keepTextKeys(root: Element): void {
  root.addEventListener('keydown', (event) => {
    const { target } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && event instanceof KeyboardEvent) keepTextKey(event);
  });
}

/**
 * Changes the page and moves focus elsewhere if the change removed the focused element. Does nothing while another page
 * has focus, because that would steal it.
 */
export function keepFocus(around: Element, change: () => void, elsewhere: () => void): void {
  const wasInside = document.hasFocus() && around.contains(document.activeElement);
  change();
  if (wasInside && isLost(document.activeElement)) elsewhere();
}

/** Applies a change that takes space from a scrolled page, and keeps the focused element visible. */
export function keepFocusVisible(page: HTMLElement, change: () => void): void {
  const field = document.activeElement;
  const isSeen = (): boolean =>
    field !== null && field.getBoundingClientRect().bottom <= page.getBoundingClientRect().bottom;
  const wasSeen = field !== page && page.contains(field) && isSeen();
  change();
  if (wasSeen && !isSeen()) field?.scrollIntoView({ block: 'nearest' });
}

/** The browser moves focus away from a hidden or disabled element only with the next paint. */
function isLost(element: Element | null): boolean {
  return !element || element === document.body || element.matches(':disabled') || !element.checkVisibility();
}
