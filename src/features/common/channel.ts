import { t } from '@vscode/l10n';
import type * as z from 'zod/mini';

/*
 * Requests and replies over `postMessage`, the same on both sides. The host validates every message: a webview shows
 * foreign data, so its messages are untrusted. A webview trusts its own host and builds no schemas. Invalid messages
 * are dropped and logged.
 */

/** Requests that a side handles. */
export type Requests = Readonly<Record<string, { readonly params: z.ZodMiniType; readonly result: z.ZodMiniType }>>;
/** Events that a side receives. */
export type Events = Readonly<Record<string, z.ZodMiniType>>;

export interface Side {
  readonly requests: Requests;
  readonly events: Events;
}

export type Params<S extends Side, N extends keyof S['requests']> = z.output<S['requests'][N]['params']>;
export type Result<S extends Side, N extends keyof S['requests']> = z.output<S['requests'][N]['result']>;
export type Data<S extends Side, N extends keyof S['events']> = z.output<S['events'][N]>;

export type Handlers<S extends Side> = {
  readonly [N in keyof S['requests']]: (
    params: Params<S, N>,
    signal: AbortSignal,
  ) => Promise<Result<S, N>> | Result<S, N>;
};
export type Listeners<S extends Side> = { readonly [N in keyof S['events']]: (data: Data<S, N>) => void };

/** The other side of a channel, with a function for each of its requests and events. */
export interface Remote<S extends Side> {
  /** Each rejects with a RemoteError: the other side's failure, or `canceled` when the signal was aborted. */
  readonly call: {
    readonly [N in keyof S['requests']]: (
      ...args: undefined extends Params<S, N>
        ? [params?: Params<S, N>, signal?: AbortSignal]
        : [params: Params<S, N>, signal?: AbortSignal]
    ) => Promise<Result<S, N>>;
  };
  readonly notify: {
    readonly [N in keyof S['events']]: (
      ...args: undefined extends Data<S, N> ? [data?: Data<S, N>] : [data: Data<S, N>]
    ) => void;
  };
}

/** A failure sent over the channel: a code for the program, a message for the user. */
export class RemoteError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'RemoteError';
    this.code = code;
  }
}

interface Waiting {
  readonly result: z.ZodMiniType | undefined;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

export interface ChannelOptions<Mine extends Side, Theirs extends Side> {
  /** Schemas to validate incoming messages; without them, messages are trusted. */
  readonly mine?: Mine;
  readonly theirs?: Theirs;
  readonly handlers: Handlers<Mine>;
  readonly listeners: Listeners<Mine>;
  readonly post: (message: unknown) => void;
  /** Returns false for a valid message that is not allowed now, such as a second save while one is in progress. */
  readonly accepts?: (name: string) => boolean;
  /** Called for dropped messages, for the log. */
  readonly onBadMessage: (problem: string) => void;
  /** Converts an error thrown by a handler to a code and a message. */
  readonly describeError: (error: unknown) => { readonly code: string; readonly message: string };
}

export class Channel<Mine extends Side, Theirs extends Side> implements Remote<Theirs> {
  readonly call = functionsByName(
    (request) => (params, signal) => this.#request(request, params, signal as AbortSignal),
  ) as Remote<Theirs>['call'];
  readonly notify = functionsByName(
    (event) => (data) => this.#post({ kind: 'event', name: event, data }),
  ) as Remote<Theirs>['notify'];
  readonly #options: ChannelOptions<Mine, Theirs>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #running = new Map<number, AbortController>();
  #next = 0;
  #lastTaken = -1;

  constructor(options: ChannelOptions<Mine, Theirs>) {
    this.#options = options;
  }

  /** Handles an incoming message. */
  receive(message: unknown): void {
    const arrived = readEnvelope(message);
    if (!arrived) return this.#options.onBadMessage('a message of an unknown kind');
    if (arrived.kind === 'request') void this.#answer(arrived);
    else if (arrived.kind === 'cancel') this.#running.get(arrived.id)?.abort();
    else if (arrived.kind === 'event') this.#receiveEvent(arrived);
    else this.#settle(arrived);
  }

  /** Aborts running handlers and rejects in-flight requests. */
  dispose(): void {
    for (const controller of this.#running.values()) controller.abort();
    for (const { reject } of this.#waiting.values()) reject(new RemoteError('gone', t('The tab was closed.')));
    this.#running.clear();
    this.#waiting.clear();
  }

  #request(request: string, params: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    const number = this.#next++;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new RemoteError('canceled', t('The operation was canceled.')));
      const abandon = (): void => {
        this.#waiting.delete(number);
        this.#post({ kind: 'cancel', id: number });
        reject(new RemoteError('canceled', t('The operation was canceled.')));
      };
      const settle = (): void => signal?.removeEventListener('abort', abandon);
      signal?.addEventListener('abort', abandon, { once: true });
      this.#waiting.set(number, {
        result: this.#options.theirs?.requests[request]?.result,
        resolve: (value) => (settle(), resolve(value)),
        reject: (error) => (settle(), reject(error)),
      });
      this.#post({ kind: 'request', id: number, name: request, params });
    });
  }

  async #answer({ id: number, name: request, params }: Envelope & { kind: 'request' }): Promise<void> {
    const { mine, handlers, describeError, accepts } = this.#options;
    const checked = Object.hasOwn(mine?.requests ?? handlers, request)
      ? check(mine?.requests[request]?.params, params)
      : undefined;
    if (!checked?.success) return this.#refuse(number, 'badRequest', `a bad request "${request}"`);
    // a page numbers its requests in ascending order, so a lower number is a duplicate
    if (mine && number <= this.#lastTaken) return this.#options.onBadMessage(`the request "${request}" once more`);
    if (accepts?.(request) === false) return this.#refuse(number, 'outOfTurn', `the request "${request}" out of turn`);
    this.#lastTaken = number;
    const controller = new AbortController();
    this.#running.set(number, controller);
    try {
      const result: unknown = await handlers[request as keyof Mine['requests']](
        checked.data as never,
        controller.signal,
      );
      if (!controller.signal.aborted) this.#post({ kind: 'reply', id: number, result });
    } catch (error) {
      if (!controller.signal.aborted) this.#post({ kind: 'failure', id: number, ...describeError(error) });
    } finally {
      this.#running.delete(number);
    }
  }

  #refuse(number: number, code: 'badRequest' | 'outOfTurn', problem: string): void {
    this.#options.onBadMessage(problem);
    const message = code === 'badRequest' ? t('The request is invalid.') : t('This action is not available right now.');
    this.#post({ kind: 'failure', id: number, code, message });
  }

  #receiveEvent({ name: event, data }: Envelope & { kind: 'event' }): void {
    const { mine, listeners, accepts, onBadMessage } = this.#options;
    const checked = Object.hasOwn(mine?.events ?? listeners, event) ? check(mine?.events[event], data) : undefined;
    if (!checked?.success) return onBadMessage(`a bad event "${event}"`);
    if (accepts?.(event) === false) return onBadMessage(`the event "${event}" out of turn`);
    listeners[event as keyof Mine['events']](checked.data as never);
  }

  #settle(arrived: Envelope & { kind: 'reply' | 'failure' }): void {
    const waiting = this.#waiting.get(arrived.id);
    if (!waiting) return; // already canceled
    this.#waiting.delete(arrived.id);
    if (arrived.kind === 'failure') return waiting.reject(new RemoteError(arrived.code, arrived.message));
    const checked = check(waiting.result, arrived.result);
    if (checked.success) waiting.resolve(checked.data as never);
    else waiting.reject(new RemoteError('badReply', t('The response is invalid.')));
  }

  #post(message: Envelope): void {
    this.#options.post(message);
  }
}

/** Creates functions on first access by name, because a webview doesn't load its host's message schemas. */
function functionsByName(make: (name: string) => (...args: readonly unknown[]) => unknown): object {
  return new Proxy({}, { get: (_, name) => (typeof name === 'string' ? make(name) : undefined) });
}

function check(
  schema: z.ZodMiniType | undefined,
  value: unknown,
): { readonly success: true; readonly data: unknown } | { readonly success: false } {
  if (!schema) return { success: true, data: value };
  try {
    return schema.safeParse(value);
  } catch {
    return { success: false }; // infinitely nested
  }
}

/** Error text for the user; messages from the host are written to be shown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A message of a channel. Undefined values get lost: VS Code sends messages as JSON. */
export type Envelope =
  | { readonly kind: 'request'; readonly id: number; readonly name: string; readonly params?: unknown }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'reply'; readonly id: number; readonly result?: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly code: string; readonly message: string }
  | { readonly kind: 'event'; readonly name: string; readonly data?: unknown };

/** True for the first request of a page, sent each time it loads. */
export function isStart(message: unknown): boolean {
  const { kind, name } = (message ?? {}) as { readonly kind?: unknown; readonly name?: unknown };
  return kind === 'request' && name === 'start';
}

/** Sent to a page that requests its start data after the reply was sent: if it missed the reply, it asks again. */
export const wasAnswered: Envelope = { kind: 'event', name: 'answered' };

const longestName = 64;

/**
 * Returns undefined for anything else. Parsed by hand, because every page would have to build a schema before showing
 * anything.
 */
function readEnvelope(message: unknown): Envelope | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { kind, id, name, code, message: sentence } = message as Readonly<Record<string, unknown>>;
  const isNumbered = Number.isSafeInteger(id) && (id as number) >= 0;
  const isNamed = typeof name === 'string' && name.length <= longestName;
  const isKnown =
    (kind === 'request' && isNumbered && isNamed) ||
    (kind === 'event' && isNamed) ||
    ((kind === 'cancel' || kind === 'reply') && isNumbered) ||
    (kind === 'failure' && isNumbered && typeof code === 'string' && typeof sentence === 'string');
  return isKnown ? (message as Envelope) : undefined;
}
