/** Caches look-up results by key and evicts the oldest beyond a limit. */
export class LookUpCache<T> {
  readonly #most: number;
  readonly #found = new Map<string, Promise<T>>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.#found.get(key);
    if (known) return known;
    for (const oldest of this.#found.keys()) {
      if (this.#found.size < this.#most) break;
      this.#found.delete(oldest);
    }
    const finding = find();
    this.#found.set(key, finding);
    finding.catch(() => this.#found.delete(key));
    return finding;
  }
}
