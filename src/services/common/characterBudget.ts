/** Limit for everything a window caches of what it has read. */
const maxCharacters = 24_000_000;

/** A cache entry. */
export interface CacheEntry {
  readonly characters: number;
  /** Called on eviction: the owner releases the entry. */
  readonly onEvict: () => void;
}

/** Bounds the memory of all caches of read data: evicts the least recently used entry first, never the newest. */
export class CharacterBudget {
  readonly #max: number;
  /** Most recently used last. */
  readonly #kept = new Set<CacheEntry>();
  #characters = 0;
  #readers = 0;

  constructor(max: number = maxCharacters) {
    this.#max = max;
  }

  /** Adds the entry, or marks it as recently used. */
  use(kept: CacheEntry): void {
    if (!this.#kept.delete(kept)) this.#characters += kept.characters;
    this.#kept.add(kept);
    this.#evict();
  }

  release(kept: CacheEntry): void {
    if (this.#kept.delete(kept)) this.#characters -= kept.characters;
  }

  /** Suspends eviction during `read`, which may need more at once than the limit allows. */
  async hold<T>(read: () => Promise<T>): Promise<T> {
    this.#readers += 1;
    try {
      return await read();
    } finally {
      this.#readers -= 1;
      this.#evict();
    }
  }

  #evict(): void {
    if (this.#readers > 0) return;
    for (const oldest of this.#kept) {
      if (this.#characters <= this.#max || this.#kept.size === 1) return;
      this.release(oldest);
      oldest.onEvict();
    }
  }
}
