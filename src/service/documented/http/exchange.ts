import { t } from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import type { Multipart } from './multipart.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/* One request and its complete response: bytes, timeouts and limits, without interpretation. */

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body?: Multipart | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called just before the first byte is written; nothing is sent if it throws. */
  readonly permit?: (() => void) | undefined;
}

export interface Answer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** The received chunks; concatenated, they are the body. */
  readonly pieces: readonly Buffer[];
  readonly body: Buffer;
  readonly url: URL;
}

export interface ExchangeLimits {
  /** Applies between chunks of the request body, until the response begins, and between chunks of the response. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Progress of a request: `unsent` while no byte can have been sent, `answering` once the response has begun. */
export type Phase = 'unsent' | 'sent' | 'answering';

/** No complete response arrived; `cause` has the reason. */
export class UnansweredError extends Error {
  readonly phase: Phase;
  constructor(phase: Phase, cause: unknown) {
    super('', { cause });
    this.name = 'UnansweredError';
    this.phase = phase;
  }
}

/** No data arrived within the timeout. */
export class StalledError extends Error {
  constructor() {
    super(t('The service stopped responding.'));
    this.name = 'StalledError';
  }
}

/** The caller canceled, for whatever reason. */
export class CanceledError extends Error {
  constructor() {
    super(t('The request was canceled.'));
    this.name = 'CanceledError';
  }
}

/** The secret storage didn't return the token; nothing was sent. */
export class NoTokenError extends Error {
  constructor(cause: unknown) {
    super(t('The token cannot be read.'), { cause });
    this.name = 'NoTokenError';
  }
}

export class TooLargeError extends Error {
  constructor(maxBytes: number) {
    super(t('The response is larger than {0} MiB.', Math.round(maxBytes / 2 ** 20)));
    this.name = 'TooLargeError';
  }
}

/** A response that keeps trickling in is aborted after this many timeouts. */
const maxTotalTimeouts = 10;

/** Throws an UnansweredError. */
export async function exchange(dispatcher: Dispatcher, request: Request, limits: ExchangeLimits): Promise<Answer> {
  const { url, method, body, signal } = request;
  const chunks: Buffer[] = [];
  const received = Promise.withResolvers<{ readonly status: number; readonly headers: IncomingHttpHeaders }>();
  let phase: Phase = 'unsent';
  let controller: Dispatcher.DispatchController | undefined;
  let gaveUp: Error | undefined;
  const giveUp = (reason: Error): void => {
    gaveUp = reason;
    received.reject(reason);
    controller?.abort(reason);
  };
  const cancel = (): void => giveUp(new CanceledError());
  const stall = (): void => giveUp(new StalledError());
  const idle = setTimeout(stall, limits.timeoutMs);
  const total = setTimeout(stall, limits.timeoutMs * maxTotalTimeouts);
  const onProgress = (): void => {
    idle.refresh();
    total.refresh(); // safe for a request body: its length is finite
  };
  let head = { status: 0, headers: {} };
  let size = 0;
  // undici's `request` turns the response into a stream, which costs a quarter of the request's processor time
  const handler: Dispatcher.DispatchHandler = {
    /** Called when the connection (including a proxy tunnel) is open, just before the request is written. */
    onRequestStart: (started) => {
      controller = started;
      // canceled while it waited for a connection
      if (gaveUp) return started.abort(gaveUp);
      try {
        request.permit?.();
        phase = 'sent';
      } catch (error) {
        giveUp(error as Error);
      }
    },
    onResponseStart: (_, status, headers) => {
      // 1xx: the response is yet to come
      if (status < 200) return;
      phase = 'answering';
      idle.refresh();
      head = { status, headers };
    },
    onResponseData: (_, chunk) => {
      idle.refresh();
      size += chunk.length;
      if (size > limits.maxBytes) giveUp(new TooLargeError(limits.maxBytes));
      else chunks.push(chunk);
    },
    onResponseEnd: () => received.resolve(head),
    onResponseError: (_, error) => received.reject(error),
  };
  try {
    if (signal?.aborted) throw new CanceledError();
    signal?.addEventListener('abort', cancel, { once: true });
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { ...request.headers, ...(body && bodyHeaders(body)) },
        body: body ? bodySlices(body.bytes, onProgress) : null,
      },
      handler,
    );
    const { status, headers } = await received.promise;
    const header = (name: string): string | undefined => [headers[name] ?? []].flat()[0];
    const pieces = await decompress(chunks, header('content-encoding'), limits.maxBytes);
    let whole: Buffer | undefined;
    return {
      status,
      header,
      pieces,
      get body() {
        return (whole ??= pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces));
      },
      url,
    };
  } catch (error) {
    throw new UnansweredError(phase, error);
  } finally {
    clearTimeout(idle);
    clearTimeout(total);
    signal?.removeEventListener('abort', cancel);
  }
}

function bodyHeaders({ contentType, bytes }: Multipart): Record<string, string> {
  return { 'content-type': contentType, 'content-length': String(bytes.length) };
}

/** Small enough for a slow connection to send within any reasonable timeout. */
const sliceSize = 64 * 1024;

/**
 * Body for undici, which pulls a slice once the previous one is on its way; `onSlice` reports progress. A short body is
 * sent in one piece.
 */
function bodySlices(bytes: Buffer, onSlice: () => void): Buffer | Readable {
  if (bytes.length <= sliceSize) return bytes;
  return Readable.from(slices(bytes, onSlice), { objectMode: false, highWaterMark: sliceSize });
}

function* slices(bytes: Buffer, onSlice: () => void): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += sliceSize) {
    onSlice();
    yield bytes.subarray(at, at + sliceSize);
  }
  onSlice();
}

/** The response couldn't be decompressed. */
export class DamagedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DamagedError';
  }
}

export const acceptedEncodings = 'gzip, deflate, br';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Stops decompressing beyond `maxBytes`: a small response must not fill the memory. */
async function decompress(
  pieces: readonly Buffer[],
  encoding: string | undefined,
  maxBytes: number,
): Promise<readonly Buffer[]> {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  if (name === 'identity' || name === '' || pieces.every(({ length }) => length === 0)) return pieces;
  const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (!decoder)
    throw new DamagedError(t('The response is compressed with “{0}”, which was not requested.', name.slice(0, 40)));
  try {
    return [await decoder(Buffer.concat(pieces), { maxOutputLength: maxBytes })];
  } catch (error) {
    throw new DamagedError(
      t('Its {0} compression is damaged, or it is too large to be read at once when unpacked.', name),
      error,
    );
  }
}
