/** Storage that persists across windows. `vscode.Memento` has this shape. */
export interface Memento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/**
 * Serializes updates. VS Code responds to each update with all stored values and replaces those in memory, so an update
 * made before that response would be lost.
 */
export class SerialMemento implements Memento {
  readonly #memento: Memento;
  /** Not stored yet. */
  readonly #pending = new Map<string, { readonly value: unknown }>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  get(key: string): unknown {
    const pending = this.#pending.get(key);
    return pending ? pending.value : this.#memento.get(key);
  }

  update(key: string, value: unknown): Promise<void> {
    const entry = { value };
    this.#pending.set(key, entry);
    const stored = this.#last.then(async () => {
      try {
        await this.#memento.update(key, value);
      } finally {
        if (this.#pending.get(key) === entry) this.#pending.delete(key);
      }
    });
    this.#last = stored.catch(() => undefined);
    return stored;
  }
}
