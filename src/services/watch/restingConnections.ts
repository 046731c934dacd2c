/** However long a service is away, it is asked again this often, in milliseconds. */
const longest = 30 * 60_000;

/** Services that did not answer are left alone for a while, each time for longer. */
export class RestingConnections {
  readonly #now: () => number;
  readonly #resting = new Map<string, { readonly failures: number; readonly until: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  isResting(connection: string): boolean {
    return (this.#resting.get(connection)?.until ?? 0) > this.#now();
  }

  /** It did not answer; several who asked at the same time count as one. */
  rest(connection: string, interval: number): void {
    if (this.isResting(connection)) return;
    const failures = (this.#resting.get(connection)?.failures ?? 0) + 1;
    const pause = Math.min(longest, interval * 2 ** Math.min(failures, 16));
    this.#resting.set(connection, { failures, until: this.#now() + pause });
  }

  /** It answered, or somebody changed something about it. */
  wake(connection: string): void {
    this.#resting.delete(connection);
  }
}
