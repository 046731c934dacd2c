import { setImmediate } from 'node:timers/promises';
import { Dispatcher } from 'undici';
import type { BadAnswer } from './badAnswer.ts';

/** Responds without a network, so that parsing can be tested a million times. */
export class AnsweringDispatcher extends Dispatcher {
  readonly #next: () => BadAnswer | Iterable<Buffer>;

  constructor(next: () => BadAnswer | Iterable<Buffer>) {
    super();
    this.#next = next;
  }

  override dispatch(_: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    void this.#answer(handler);
    return true;
  }

  async #answer(handler: Dispatcher.DispatchHandler): Promise<void> {
    const answer = this.#next();
    const { status, headers, body } = 'body' in answer ? answer : { status: 200, headers: {}, body: answer };
    let reason: Error | undefined;
    const controller = { abort: (why: Error) => (reason = why) } as never;
    handler.onRequestStart?.(controller, undefined);
    handler.onResponseStart?.(controller, status, headers);
    for (const chunk of Buffer.isBuffer(body) ? [body] : body) {
      // each chunk in its own task, as from a socket
      await setImmediate();
      handler.onResponseData?.(controller, chunk);
      if (reason) return handler.onResponseError?.(controller, reason);
    }
    handler.onResponseEnd?.(controller, {});
  }

  override destroy(): never {
    return Promise.resolve() as never;
  }
}
