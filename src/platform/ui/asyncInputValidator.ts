/** Debounce: every check sends a request. */
const pauseMs = 600;

/** Returns undefined if the input is fine. */
export type TryInput = (typed: string, signal: AbortSignal) => Promise<string | undefined>;

interface Trial {
  readonly typed: string;
  readonly ending: AbortController;
  readonly isFine: Promise<boolean>;
}

/** Checks the input of a box after a pause and on Enter, and shows why it fails. */
export class AsyncInputValidator {
  readonly #tryInput: TryInput;
  readonly #show: (remark: string | undefined, isBusy: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Trial | undefined;
  /** The text whose warning is shown: Enter then accepts it anyway. */
  #remarked: string | undefined;

  constructor(tryInput: TryInput, show: (remark: string | undefined, isBusy: boolean) => void) {
    this.#tryInput = tryInput;
    this.#show = show;
  }

  plan(typed: string): void {
    this.cancel();
    this.#timer = setTimeout(() => void this.#run(typed), pauseMs);
  }

  /** On Enter. False if the check fails and the user hasn't seen why, or if they have typed since. */
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
