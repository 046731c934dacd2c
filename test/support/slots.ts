import { availableParallelism } from 'node:os';

/** Limits how many tasks run at once, first come, first served. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** One more than there are cores, since a process that tests often waits for a browser or a VS Code. */
  constructor(count = availableParallelism() + 1) {
    this.#free = count;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
