import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { config } from '@vscode/l10n';
import { type PageAnswer, pageInAnswer } from '../../api/list/pageInAnswer.ts';
import { ColumnCache } from '../../api/list/readColumns.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import type { RecordQuery } from '../../model/list/recordQuery.ts';
import { setNumberLocale } from '../../model/formatNumber.ts';
import { RecordSource } from './recordSource.ts';
import {
  type FromThread,
  problemOf,
  type ThreadAnswer,
  type ThreadCall,
  type ThreadStart,
  type ToThread,
} from './threadMessages.ts';
import { writeRecords } from './writeRecords.ts';

// A thread of its own: understands pages and makes the text of a file of them.

/** What went wrong is known on the other side, under the number of the call. */
class FailedCall extends Error {
  readonly number: number;

  constructor(number: number) {
    super('a call failed');
    this.number = number;
  }
}

/** The way to whoever started this thread. */
class Host {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, PromiseWithResolvers<ThreadAnswer>>();
  readonly #room = new GatheringRoom();
  readonly #columns = new ColumnCache();
  #calls = 0;
  /** What was handed over to be written cannot be filled again until it comes back. */
  #spare: ArrayBuffer | undefined;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (message: ToThread) => {
      const call = this.#waiting.get(message.number);
      this.#waiting.delete(message.number);
      if (message.isDone) call?.resolve(message.answer);
      else call?.reject(new FailedCall(message.number));
    });
  }

  tell(message: FromThread): void {
    this.#port.postMessage(message, []);
  }

  async page(query: RecordQuery): Promise<RecordPage> {
    const { status, contentType, pieces } = (await this.#call({ kind: 'fetch', query })) as PageAnswer;
    const answer = { status, contentType, body: this.#room.gather(pieces) };
    return pageInAnswer(answer, query, this.#columns) ?? ((await this.#call({ kind: 'read', query })) as RecordPage);
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

  #call(call: ThreadCall, handedOver: readonly ArrayBuffer[] = []): Promise<ThreadAnswer> {
    const number = ++this.#calls;
    const answer = Promise.withResolvers<ThreadAnswer>();
    this.#waiting.set(number, answer);
    this.#port.postMessage({ kind: 'call', number, call } satisfies FromThread, [...handedOver]);
    return answer.promise;
  }
}

async function work(
  port: MessagePort,
  { words, locale, connection, listTarget, query, ...task }: ThreadStart,
): Promise<void> {
  if (words) config({ contents: words });
  setNumberLocale(locale);
  const host = new Host(port);
  const source = new RecordSource({ connection, records: (_, asked) => host.page(asked) }, listTarget, query);
  const onProgress = (written: number, expected: number | undefined): void =>
    host.tell({ kind: 'progress', written, expected });
  try {
    // whoever cancels ends the whole thread
    const report = await writeRecords({ ...task, source, onProgress }, host, new AbortController().signal);
    host.tell({ kind: 'done', report });
  } catch (error) {
    const number = error instanceof FailedCall ? error.number : undefined;
    host.tell({ kind: 'failed', problem: problemOf(error), number });
  }
}

/**
 * Where the pieces of one answer after the other are put together. Their memory is given back at once: the garbage
 * collector, which counts objects rather than bytes, would let those of hundreds of answers pile up.
 */
class GatheringRoom {
  #room = Buffer.allocUnsafeSlow(0);

  /** Good until the next call. Nobody else may look at the pieces, now or later. */
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

// last: it begins at once, and needs all that is above
if (parentPort) await work(parentPort, workerData as ThreadStart);
