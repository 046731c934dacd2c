import type { MessagePort } from 'node:worker_threads';
import type { EncodedPage } from '../../service/recordService.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import type { RecordQuery } from '../../model/list/recordQuery.ts';
import {
  errorOf,
  type FromThread,
  problemOf,
  type ThreadAnswer,
  type ThreadCall,
  type ToThread,
} from './threadMessages.ts';

/** Decodes the page in a response; returns undefined if there is none. */
export type DecodePage = (
  answer: Pick<EncodedPage, 'status' | 'contentType'> & { readonly body: Buffer },
  query: RecordQuery,
) => RecordPage | undefined;

/** Connects a worker thread to the host that started it. */
export class ThreadHost {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, PromiseWithResolvers<ThreadAnswer>>();
  readonly #room = new ReusableBuffer();
  readonly #createDecoder: () => DecodePage;
  /** One per list: a decoder remembers the columns of the previous page. */
  readonly #decoders = new Map<number, DecodePage>();
  /** Numbers of the calls that failed: the other side has the original errors. */
  readonly #failed = new WeakMap<Error, number>();
  #calls = 0;
  /** A buffer that was transferred for writing can't be reused until it is returned. */
  #spare: ArrayBuffer | undefined;

  constructor(port: MessagePort, createDecoder: () => DecodePage) {
    this.#port = port;
    this.#createDecoder = createDecoder;
    port.on('message', (message: ToThread) => {
      const call = this.#waiting.get(message.number);
      this.#waiting.delete(message.number);
      if (message.isDone) call?.resolve(message.answer);
      else {
        const error = errorOf(message.problem);
        this.#failed.set(error, message.number);
        call?.reject(error);
      }
    });
  }

  /** Reports why the thread's work ended without a result. */
  postFailure(error: unknown): void {
    const number = error instanceof Error ? this.#failed.get(error) : undefined;
    this.post({ kind: 'failed', problem: problemOf(error), number });
  }

  post(message: FromThread): void {
    this.#port.postMessage(message, []);
  }

  /** Returns a page of one of the lists that the thread was started with. */
  async page(query: RecordQuery, list = 0): Promise<RecordPage> {
    const fetched = (await this.#call({ kind: 'fetch', list, query })) as EncodedPage | RecordPage;
    if ('rows' in fetched) return fetched;
    const decode = this.#decoders.get(list) ?? this.#createDecoder();
    this.#decoders.set(list, decode);
    const { status, contentType, pieces } = fetched;
    const answer = { status, contentType, body: this.#room.gather(pieces) };
    return decode(answer, query) ?? ((await this.#call({ kind: 'read', list, query })) as RecordPage);
  }

  async write(bytes: Uint8Array): Promise<void> {
    const spare =
      this.#spare && this.#spare.byteLength >= bytes.byteLength ? this.#spare : new ArrayBuffer(bytes.byteLength);
    this.#spare = undefined;
    const copy = new Uint8Array(spare, 0, bytes.byteLength);
    copy.set(bytes);
    const { written } = (await this.#call({ kind: 'write', bytes: copy }, [spare])) as {
      written: Uint8Array<ArrayBuffer>;
    };
    this.#spare = written.buffer;
  }

  /** Resolves when the host wants to continue after a failure. */
  async resume(): Promise<void> {
    await this.#call({ kind: 'resume' });
  }

  #call(call: ThreadCall, handedOver: readonly ArrayBuffer[] = []): Promise<ThreadAnswer> {
    const number = ++this.#calls;
    const answer = Promise.withResolvers<ThreadAnswer>();
    this.#waiting.set(number, answer);
    this.#port.postMessage({ kind: 'call', number, call } satisfies FromThread, [...handedOver]);
    return answer.promise;
  }
}

/**
 * Joins the chunks of one response at a time in a reused buffer. Frees the chunks at once: the garbage collector counts
 * objects rather than bytes, and would let those of hundreds of responses pile up.
 */
class ReusableBuffer {
  #room = Buffer.allocUnsafeSlow(0);

  /** Valid until the next call. No other code may read the chunks, now or later. */
  gather(pieces: readonly Uint8Array[]): Buffer {
    const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    if (length > this.#room.length) this.#room = Buffer.allocUnsafeSlow(length + (length >> 1));
    let at = 0;
    for (const piece of pieces) {
      this.#room.set(piece, at);
      at += piece.byteLength;
    }
    for (const { buffer } of pieces) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
    return this.#room.subarray(0, length);
  }
}
