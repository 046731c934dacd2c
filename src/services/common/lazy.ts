/** Something that few windows need: it is loaded and made when it is asked for first. */
export class Lazy<T> {
  readonly #make: () => Promise<T>;
  #made: Promise<T> | undefined;
  /** Undefined until it is there. */
  now: T | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  get(): Promise<T> {
    return (this.#made ??= this.#make().then(
      (made) => (this.now = made),
      (error: unknown) => {
        this.#made = undefined; // whoever asks next tries again
        throw error;
      },
    ));
  }
}
