import { Readable } from 'node:stream';
import { Dispatcher } from 'undici';
import type { BadAnswer } from './badAnswer.ts';

/** Responds without a network, so that parsing can be tested a million times. */
export class AnsweringDispatcher extends Dispatcher {
  // the client composes the dispatcher, and a composed one can't access #private members
  private readonly next: () => BadAnswer | Iterable<Buffer>;

  constructor(next: () => BadAnswer | Iterable<Buffer>) {
    super();
    this.next = next;
  }

  override request(): never {
    const answer = this.next();
    const whole = 'body' in answer ? answer : { status: 200, headers: {}, body: answer };
    const body = Buffer.isBuffer(whole.body) ? [whole.body] : Readable.from(whole.body);
    return Promise.resolve({ statusCode: whole.status, headers: whole.headers, body }) as never;
  }

  override destroy(): never {
    return Promise.resolve() as never;
  }
}
