/** Event emitter. `vscode.Event` has the same shape, but isn't available here. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event = (listener: (value: T) => void): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  /**
   * Catches listener errors: the caller may just have written something, and a bug in a listener must not look like a
   * failed write.
   */
  fire(value: T): void {
    for (const listener of this.#listeners) {
      try {
        listener(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
