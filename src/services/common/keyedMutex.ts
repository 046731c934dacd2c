/** Serializes work on the same key. A record that is open in a table and in a form is never saved twice at once. */
export class KeyedMutex {
  readonly #running = new Map<string, Promise<unknown>>();

  /** Acquires several keys at once, so that two callers can't deadlock. */
  async runExclusive<T>(keys: string | readonly string[], work: () => T | Promise<T>): Promise<T> {
    const all = typeof keys === 'string' ? [keys] : keys;
    const before = all.flatMap((key) => this.#running.get(key) ?? []);
    const mine = (async () => {
      await Promise.allSettled(before);
      return work();
    })();
    for (const key of all) this.#running.set(key, mine);
    try {
      return await mine;
    } finally {
      for (const key of all) if (this.#running.get(key) === mine) this.#running.delete(key);
    }
  }
}
