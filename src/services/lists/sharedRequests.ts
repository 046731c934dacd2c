import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';

interface Running<T> {
  readonly controller: AbortController;
  readonly answer: Promise<T>;
  waiting: number;
}

/** Who asks for the same thing at the same time shares one request; it is aborted when nobody waits any more. */
export class SharedRequests<T> {
  readonly #running = new Map<string, Running<T>>();

  get(key: string, ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    if (signal?.aborted) return Promise.reject(canceled());
    const running = this.#running.get(key) ?? this.#start(key, ask);
    running.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        running.waiting -= 1;
        if (running.waiting === 0) {
          if (this.#running.get(key) === running) this.#running.delete(key);
          running.controller.abort();
        }
        reject(canceled());
      };
      signal?.addEventListener('abort', leave, { once: true });
      const settle = (): void => signal?.removeEventListener('abort', leave);
      running.answer.then(
        (value) => (settle(), resolve(value)),
        (error: unknown) => (settle(), reject(error instanceof Error ? error : new Error(String(error)))),
      );
    });
  }

  /** Those who wait still get their answers; nobody new shares them. */
  forget(): void {
    this.#running.clear();
  }

  #start(key: string, ask: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const answer = ask(controller.signal);
    const running: Running<T> = { controller, answer, waiting: 0 };
    this.#running.set(key, running);
    const end = (): void => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    answer.then(end, end);
    return running;
  }
}

function canceled(): ServiceError {
  return new ServiceError('canceled', { doing: t('list the records'), why: t('it was canceled') });
}
