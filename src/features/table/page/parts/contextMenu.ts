export interface MenuItem {
  readonly title: string;
  readonly act: () => void;
  readonly isOff?: boolean;
  /** State of a toggle. */
  readonly isOn?: boolean;
  /** Adds a separator above. */
  readonly isFirstOfGroup?: boolean;
}

/** Context menu in VS Code's style. */
export class ContextMenu {
  readonly element = document.createElement('div');
  readonly #leave: () => void;
  #onClose: () => void;

  /** `leave` returns focus to its usual place. */
  constructor(leave: () => void) {
    this.#leave = leave;
    this.#onClose = leave;
    this.element.className = 'menu floating';
    this.element.setAttribute('role', 'menu');
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('contextmenu', (event) => event.preventDefault());
    document.addEventListener('pointerdown', (event) => {
      if (!event.composedPath().includes(this.element)) this.#hide();
    });
    window.addEventListener('blur', () => this.#hide());
  }

  open(title: string, items: readonly MenuItem[], x: number, y: number, onClose = this.#leave): void {
    this.#onClose = onClose;
    this.element.ariaLabel = title;
    this.element.replaceChildren(...items.flatMap((item) => this.#elementsOf(item)));
    this.element.hidden = false;
    const { offsetWidth, offsetHeight } = this.element;
    this.element.style.left = `${Math.max(0, Math.min(x, innerWidth - offsetWidth - 2))}px`;
    this.element.style.top = `${Math.max(0, Math.min(y, innerHeight - offsetHeight - 2))}px`;
    this.#focus(0);
  }

  /** Removes an item that turned out to be unavailable, and its separator. */
  removeItem(title: string): void {
    const item = this.#items.find(({ textContent }) => textContent === title);
    if (!item) return;
    const index = this.#items.indexOf(item);
    const hadFocus = item === document.activeElement;
    const line = item.previousElementSibling;
    if (line?.role === 'separator' && (item.nextElementSibling?.role ?? 'separator') === 'separator') line.remove();
    item.remove();
    if (hadFocus) this.#focus(Math.min(index, this.#items.length - 1));
  }

  #elementsOf({ title, act, isOff, isOn, isFirstOfGroup }: MenuItem): HTMLElement[] {
    const item = document.createElement('div');
    item.setAttribute('role', isOn === undefined ? 'menuitem' : 'menuitemcheckbox');
    if (isOn !== undefined) item.ariaChecked = String(isOn);
    item.tabIndex = -1;
    item.textContent = title;
    if (isOff) item.ariaDisabled = 'true';
    // `pointermove`, because a mouse that rests where a menu opens by keyboard must not select anything
    item.addEventListener('pointermove', () => item.focus());
    item.addEventListener('click', () => {
      if (isOff) return;
      this.#hide();
      this.#onClose();
      act();
    });
    if (!isFirstOfGroup) return [item];
    const line = document.createElement('div');
    line.setAttribute('role', 'separator');
    return [line, item];
  }

  get #items(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  }

  #focus(index: number): void {
    const items = this.#items;
    items[(index + items.length) % items.length]?.focus();
  }

  #key(event: KeyboardEvent): void {
    event.stopPropagation();
    event.preventDefault();
    const items = this.#items;
    const index = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown') this.#focus(index + 1);
    else if (event.key === 'ArrowUp') this.#focus(index - 1);
    else if (event.key === 'Home') this.#focus(0);
    else if (event.key === 'End') this.#focus(-1);
    else if (event.key === 'Enter' || event.key === ' ') items[index]?.click();
    else if (event.key === 'Escape' || event.key === 'Tab') {
      this.#hide();
      this.#onClose();
    } else if (event.key.length === 1) {
      const begins = (item: HTMLElement): boolean =>
        item.textContent?.toLowerCase().startsWith(event.key.toLowerCase()) ?? false;
      [...items.slice(index + 1), ...items.slice(0, index + 1)].find(begins)?.focus();
    }
  }

  #hide(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}

/** Leaves out what is not available, and separates the groups. */
export function groupedItems(groups: readonly (readonly (MenuItem | false | undefined)[])[]): MenuItem[] {
  const filled = groups.map((group) => group.filter((item) => item !== false && item !== undefined));
  return filled
    .filter((group) => group.length > 0)
    .flatMap((group, groupIndex) =>
      group.map((item, index) => (groupIndex > 0 && index === 0 ? { ...item, isFirstOfGroup: true } : item)),
    );
}
