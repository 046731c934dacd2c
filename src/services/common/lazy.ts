/** A value that few windows need: loaded and created on first use. */
export class Lazy<T> {
  readonly #make: () => Promise<T>;
  #made: Promise<T> | undefined;
  /** Undefined until it is created. */
  now: T | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  get(): Promise<T> {
    return (this.#made ??= this.#make().then(
      (made) => (this.now = made),
      (error: unknown) => {
        this.#made = undefined; // the next caller retries
        throw error;
      },
    ));
  }
}
