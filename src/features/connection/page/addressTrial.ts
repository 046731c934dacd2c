import { t } from '@vscode/l10n';
import { RemoteError, errorMessage } from '../../common/channel.ts';
import type { FormMessage } from '../../common/page/formMessage.ts';

/** A pause that ends a word, and not a letter: every try asks a server for what is typed so far. */
const pause = 600;

type Try = (signal: AbortSignal) => Promise<{ readonly works: boolean; readonly sentence: string }>;

/** Tries the address while it is typed: after a pause, and never two at once. What is typed on ends the try under way. */
export class AddressTrial {
  readonly #show: (answer: FormMessage | undefined) => void;
  #next: { readonly timer: ReturnType<typeof setTimeout>; readonly ask: Try } | undefined;
  #underWay: AbortController | undefined;

  constructor(show: (answer: FormMessage | undefined) => void) {
    this.#show = show;
  }

  /** What was said is about another address now. */
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

  /** The field was left: nobody types on. */
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
    this.#show({ tone: 'plain', sentence: t('Trying the address…') });
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
