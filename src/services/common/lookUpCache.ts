/** Caches look-up results by key and evicts the oldest beyond a limit. */
export class LookUpCache<T> {
  readonly #max: number;
  readonly #found = new Map<string, Promise<T>>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.#found.get(key);
    if (known) return known;
    for (const oldest of this.#found.keys()) {
      if (this.#found.size < this.#max) break;
      this.#found.delete(oldest);
    }
    const finding = find();
    this.#found.set(key, finding);
    finding.catch(() => this.#found.delete(key));
    return finding;
  }
}
