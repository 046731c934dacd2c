/** Of everything that a window keeps of what it has read. */
const mostCharacters = 24_000_000;

/** Something that is kept for as long as there is room. */
export interface Kept {
  readonly characters: number;
  /** It is gone: whoever kept it lets go of it. */
  readonly onEvict: () => void;
}

/** Bounds the memory of all who keep what was read: what was used longest ago is evicted first, the newest never. */
export class CharacterBudget {
  readonly #most: number;
  /** What was used last is at the end. */
  readonly #kept = new Set<Kept>();
  #characters = 0;
  #readers = 0;

  constructor(most: number = mostCharacters) {
    this.#most = most;
  }

  /** Keeps it, or notes that it was used again. */
  use(kept: Kept): void {
    if (!this.#kept.delete(kept)) this.#characters += kept.characters;
    this.#kept.add(kept);
    this.#evict();
  }

  release(kept: Kept): void {
    if (this.#kept.delete(kept)) this.#characters -= kept.characters;
  }

  /** Evicts nothing before this has read: it may need more at once than there is room for. */
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
      if (this.#characters <= this.#most || this.#kept.size === 1) return;
      this.release(oldest);
      oldest.onEvict();
    }
  }
}
