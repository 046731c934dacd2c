/** Every try asks a server, so it waits until the person stops typing. */
const pauseMs = 600;

/** Undefined where nothing is wrong with it. */
export type TryInput = (typed: string, signal: AbortSignal) => Promise<string | undefined>;

interface Trial {
  readonly typed: string;
  readonly ending: AbortController;
  readonly isFine: Promise<boolean>;
}

/** Tries out what is typed into a box, after a pause and on Enter, and shows why it does not work. */
export class InputTrial {
  readonly #tryInput: TryInput;
  readonly #show: (remark: string | undefined, isBusy: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Trial | undefined;
  /** The text whose remark is on the screen: Enter then accepts it anyway. */
  #remarked: string | undefined;

  constructor(tryInput: TryInput, show: (remark: string | undefined, isBusy: boolean) => void) {
    this.#tryInput = tryInput;
    this.#show = show;
  }

  plan(typed: string): void {
    this.cancel();
    this.#timer = setTimeout(() => void this.#run(typed), pauseMs);
  }

  /** On Enter. False where it does not work and the person has not seen why, and where they have typed on since. */
  async accepts(typed: string): Promise<boolean> {
    clearTimeout(this.#timer);
    return typed === this.#remarked || this.#run(typed);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#last?.ending.abort();
    this.#last = undefined;
    this.#remarked = undefined;
    this.#show(undefined, false);
  }

  #run(typed: string): Promise<boolean> {
    if (this.#last?.typed === typed) return this.#last.isFine;
    this.cancel();
    const ending = new AbortController();
    this.#last = { typed, ending, isFine: this.#try(typed, ending.signal) };
    return this.#last.isFine;
  }

  async #try(typed: string, signal: AbortSignal): Promise<boolean> {
    this.#show(undefined, true);
    const remark = await this.#tryInput(typed, signal).catch(() => undefined);
    if (signal.aborted) return false;
    this.#remarked = remark === undefined ? undefined : typed;
    this.#show(remark, false);
    return remark === undefined;
  }
}
