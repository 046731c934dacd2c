import { Readable } from 'node:stream';
import { Dispatcher } from 'undici';
import type { BadAnswer } from './badAnswer.ts';

/** Answers without a network: what is tried is the reading, a million times. */
export class AnsweringDispatcher extends Dispatcher {
  // the client composes it, and what is composed has no way to a #private part
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
