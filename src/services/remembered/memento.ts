/** What is remembered from one window to the next. `vscode.Memento` has this shape. */
export interface Memento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/**
 * Stores one value after the other. VS Code answers each update with all values as it stored them and replaces those in
 * memory with them, so an update that is made before that answer would be lost.
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
