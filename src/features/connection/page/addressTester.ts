import { t } from '@vscode/l10n';
import { RemoteError, errorMessage } from '../../common/channel.ts';
import type { FormMessage } from '../../common/page/formMessage.ts';

/** Debounce delay that waits for a whole word, because every attempt sends a request to the typed address. */
const pause = 600;

type Try = (signal: AbortSignal) => Promise<{ readonly works: boolean; readonly sentence: string }>;

/**
 * Tests the address while it is typed: debounced, one request at a time. Further typing cancels the current request.
 */
export class AddressTester {
  readonly #show: (answer: FormMessage | undefined) => void;
  #next: { readonly timer: ReturnType<typeof setTimeout>; readonly ask: Try } | undefined;
  #underWay: AbortController | undefined;

  constructor(show: (answer: FormMessage | undefined) => void) {
    this.#show = show;
  }

  /** Clears the last result, which is about another address. */
  plan(ask: Try): void {
    this.cancel();
    this.#next = { timer: setTimeout(() => this.#begin(), pause), ask };
  }

  cancel(): void {
    clearTimeout(this.#next?.timer);
    this.#next = undefined;
    this.#underWay?.abort();
    this.#underWay = undefined;
    this.#show(undefined);
  }

  /** Tests right away when the field loses focus. */
  finishTyping(): void {
    if (this.#next) this.#begin();
  }

  #begin(): void {
    if (!this.#next) return;
    const { timer, ask } = this.#next;
    clearTimeout(timer);
    this.#next = undefined;
    this.#underWay = new AbortController();
    void this.#ask(ask, this.#underWay.signal);
  }

  async #ask(ask: Try, signal: AbortSignal): Promise<void> {
    this.#show({ tone: 'plain', sentence: t('Testing the address…') });
    const answer = await ask(signal).then(
      ({ works, sentence }): FormMessage => ({ tone: works ? 'good' : 'bad', sentence }),
      (error: unknown): FormMessage | undefined =>
        error instanceof RemoteError && error.code === 'canceled'
          ? undefined
          : { tone: 'bad', sentence: errorMessage(error) },
    );
    if (!signal.aborted) this.#show(answer);
  }
}
