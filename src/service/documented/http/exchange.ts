import { t } from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import type { Multipart } from './multipart.ts';
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
  const stop = new AbortController();
  const abandon = (): void => stop.abort();
  request.signal?.addEventListener('abort', abandon, { once: true });
  let phase: Phase = 'unsent';
  const stall = (): void => stop.abort(new StalledError());
  const idle = setTimeout(stall, limits.timeoutMs);
  const total = setTimeout(stall, limits.timeoutMs * maxTotalTimeouts);
  const onProgress = (): void => {
    idle.refresh();
    total.refresh(); // safe for a request body: its length is finite
  };
  const onSending = (): void => {
    try {
      request.permit?.();
      phase = 'sent';
    } catch (error) {
      stop.abort(error);
    }
  };
  try {
    request.signal?.throwIfAborted();
    const response = await withSendHook(dispatcher, onSending).request({
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method,
      headers: { ...request.headers, ...(request.body && bodyHeaders(request.body)) },
      body: request.body ? bodySlices(request.body.bytes, onProgress) : null,
      signal: stop.signal,
    });
    phase = 'answering';
    idle.refresh();
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      idle.refresh();
      size += chunk.length;
      if (size > limits.maxBytes) throw new TooLargeError(limits.maxBytes);
      chunks.push(chunk);
    }
    const header = (name: string): string | undefined => [response.headers[name] ?? []].flat()[0];
    const pieces = await decompress(chunks, header('content-encoding'), limits.maxBytes);
    let body: Buffer | undefined;
    return {
      status: response.statusCode,
      header,
      pieces,
      get body() {
        return (body ??= pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces));
      },
      url: request.url,
    };
  } catch (error) {
    // undici wraps or replaces the reason in some phases, so check who aborted
    const gaveUp = request.signal?.aborted ? new CanceledError() : stop.signal.reason;
    throw new UnansweredError(phase, gaveUp ?? error);
  } finally {
    clearTimeout(idle);
    clearTimeout(total);
    request.signal?.removeEventListener('abort', abandon);
  }
}

/**
 * undici calls `onRequestStart` when the connection (including a proxy tunnel) is open, just before it writes the
 * request.
 */
function withSendHook(dispatcher: Dispatcher, onSending: () => void): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context): void => {
      start?.(controller, context);
      // a request canceled while waiting for a connection stops here
      if (!controller.aborted) onSending();
    };
    return dispatch(options, handler);
  });
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
