/** While the person goes through rows, the record follows when they stay on one. */
const pause = 200;

export class Preview {
  readonly #open: (id: string) => void;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #last: string | undefined;
  isOn = false;

  constructor(open: (id: string) => void) {
    this.#open = open;
  }

  follow(id: string | null | undefined): void {
    clearTimeout(this.#waiting);
    if (!this.isOn || typeof id !== 'string' || id === this.#last) return;
    this.#waiting = setTimeout(() => {
      this.#last = id;
      this.#open(id);
    }, pause);
  }

  toggle(id: string | null | undefined): void {
    this.isOn = !this.isOn;
    this.#last = undefined;
    this.follow(id);
  }
}
