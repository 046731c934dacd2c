import { t } from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import { ServiceError, type ServiceMessage } from '../../model/errors.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import type { RequestOutcome, RequestTrace } from '../../model/requestTrace.ts';
import { acceptedEncodings } from './decompress.ts';
import { type Answer, CancelledError, exchange, NoTokenError, type Request } from './exchange.ts';
import * as failures from './failures.ts';
import type { Multipart } from './multipart.ts';
import { mayPass } from './networkProblem.ts';
import { type Parsed, parseAnswer } from './parseAnswer.ts';
import { bareAnswer } from './bareAnswer.ts';
import { PartMemory } from './partMemory.ts';
import { readServiceMessages } from '../readServiceMessages.ts';
import { backOffMs, isPassing, longestPauseMs, pause, readAttempts, retryAfterMs } from './retry.ts';

export interface Call {
  /** To follow "Could not": `list crm/leads`. */
  readonly doing: string;
  /** Under the base address, without a leading slash. */
  readonly path: string;
  readonly query?: Iterable<readonly [string, string]>;
  readonly signal?: AbortSignal | undefined;
}

export interface WriteCall extends Call {
  readonly method: 'GET' | 'POST';
  readonly body?: Multipart;
  /** Whether errors of an answer are about single records, and so no refusal of the whole. */
  readonly isPartial?: (answer: JsonObject) => boolean;
}

/** What the service said to a call that it did not refuse. */
export interface Reply {
  readonly answer: JsonObject;
  readonly messages: readonly ServiceMessage[];
  /** Where the answer came from when the service sent us on, or where it says that what was created is. */
  readonly url: URL;
}

export interface CallerOptions {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Asked anew for every request, so that a new token is used at once. */
  readonly token: () => Promise<string | undefined>;
  readonly onRequest?: ((trace: RequestTrace) => void) | undefined;
}

/** An answer, and the way to say what became of it once that is known. */
interface Sent {
  readonly answer: Answer;
  readonly tell: (outcome: RequestOutcome) => void;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const mostRedirects = 5;

/** Sends calls to one record service, and turns whatever comes back into an answer or a ServiceError. */
export class ServiceCaller {
  readonly #dispatcher: Dispatcher;
  readonly #options: CallerOptions;
  readonly #parts = new PartMemory();

  constructor(dispatcher: Dispatcher, options: CallerOptions) {
    this.#dispatcher = dispatcher;
    this.#options = options;
  }

  async read(call: Call): Promise<Reply> {
    const attempt: failures.Attempt = { doing: call.doing, isWrite: false };
    return this.#reply(attempt, await this.#get(call, attempt), false);
  }

  /** The answer as it came, for someone who understands it elsewhere. */
  async fetch(call: Call): Promise<Answer> {
    const { answer, tell } = await this.#get(call, { doing: call.doing, isWrite: false });
    tell(isGood(answer) ? 'answered' : 'refused');
    return answer;
  }

  /** Asked again by itself after a passing trouble. */
  async #get(call: Call, attempt: failures.Attempt): Promise<Sent> {
    for (let turn = 1; ; turn++) {
      const last = turn >= readAttempts;
      let sent: Sent;
      try {
        sent = await this.#send({ method: 'GET', url: this.#url(call), signal: call.signal }, turn);
      } catch (cause) {
        const failure = failures.connectionFailure(attempt, cause);
        if (last || failure.code !== 'unreachable' || !mayPass(cause)) throw failure;
        await this.#pauseBefore(turn, undefined, call, attempt);
        continue;
      }
      if (!last && isPassing(sent.answer.status)) {
        const asked = retryAfterMs(sent.answer.header('retry-after'), Date.now());
        if (asked === undefined || asked <= longestPauseMs) {
          sent.tell('refused');
          await this.#pauseBefore(turn, asked, call, attempt);
          continue;
        }
      }
      return this.#follow(attempt, sent, call.signal);
    }
  }

  /** Sent once. What it may have done when it fails is in the error's `effect`. */
  async write(call: WriteCall): Promise<Reply> {
    const attempt: failures.Attempt = { doing: call.doing, isWrite: true };
    // not sent yet, so it has no effect
    if (call.signal?.aborted) throw failures.connectionFailure({ ...attempt, isWrite: false }, new CancelledError());
    let sent: Sent;
    try {
      sent = await this.#send({ method: call.method, url: this.#url(call), body: call.body, signal: call.signal }, 1);
    } catch (cause) {
      throw failures.connectionFailure(attempt, cause);
    }
    return this.#reply(attempt, await this.#follow(attempt, sent, call.signal), true, call.isPartial);
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  #url(call: Call): URL {
    const url = new URL(`${this.#options.baseUrl}/${call.path}`);
    for (const [name, value] of call.query ?? []) url.searchParams.append(name, value);
    return url;
  }

  async #send(request: Omit<Request, 'headers'>, turn: number): Promise<Sent> {
    const token = await this.#options.token().catch((cause: unknown) => {
      throw new NoTokenError(cause);
    });
    const headers = {
      accept: 'application/json',
      'accept-encoding': acceptedEncodings,
      ...(token === undefined || token === '' ? {} : { authorization: `Bearer ${token}` }),
    };
    const startedAt = Date.now();
    const clock = performance.now();
    const { method, url } = request;
    const trace = (status: number | undefined, bytes: number, durationMs: number, outcome: RequestOutcome): void =>
      this.#options.onRequest?.({
        method,
        path: url.pathname,
        query: url.search,
        status,
        outcome,
        bytes,
        startedAt,
        durationMs,
        attempt: turn,
      });
    try {
      const answer = await exchange(this.#dispatcher, { ...request, headers }, this.#options);
      const durationMs = performance.now() - clock;
      return { answer, tell: (outcome) => trace(answer.status, answer.body.length, durationMs, outcome) };
    } catch (error) {
      trace(undefined, 0, performance.now() - clock, error instanceof CancelledError ? 'cancelled' : 'noAnswer');
      throw error;
    }
  }

  /** Goes where the service points, within its own origin, and always as a read: a write is never sent on. */
  async #follow(attempt: failures.Attempt, first: Sent, signal: AbortSignal | undefined): Promise<Sent> {
    let sent = first;
    for (let hops = 0; redirects.has(sent.answer.status); hops++) {
      let target: URL;
      try {
        target = this.#target(attempt, sent.answer, hops);
      } catch (error) {
        sent.tell('refused');
        throw error;
      }
      sent.tell('answered');
      try {
        sent = await this.#send({ method: 'GET', url: target, signal }, 1);
      } catch (cause) {
        throw failures.connectionFailure(attempt, cause);
      }
    }
    return sent;
  }

  #target(attempt: failures.Attempt, answer: Answer, hops: number): URL {
    const location = answer.header('location') ?? '';
    const target = URL.canParse(location, answer.url.href) ? new URL(location, answer.url) : undefined;
    if (!target)
      throw failures.unreadable(attempt, t('it points elsewhere ({0}) and does not say where', answer.status));
    if (target.origin !== new URL(this.#options.baseUrl).origin) throw failures.foreignRedirect(attempt, target.origin);
    if (/\/(log|sign)[-_]?in\b|\/auth\b/i.test(target.pathname)) throw failures.signedOut(attempt);
    if (hops >= mostRedirects)
      throw failures.unreadable(attempt, t('it points from one place to the next without end'));
    // 307 and 308 ask for the same request again, which for a write would be a second one
    if (attempt.isWrite && answer.status >= 307) throw failures.movedWrite(attempt, target.pathname);
    return target;
  }

  #reply(attempt: failures.Attempt, sent: Sent, emptyIsFine: boolean, isPartial?: WriteCall['isPartial']): Reply {
    try {
      const reply = this.#understand(attempt, sent.answer, emptyIsFine, isPartial);
      sent.tell('answered');
      return reply;
    } catch (error) {
      const isUnread = error instanceof ServiceError && /^(unreadable|notARecordService)$/.test(error.code);
      sent.tell(isUnread ? 'unreadable' : 'refused');
      throw error;
    }
  }

  #understand(
    attempt: failures.Attempt,
    answer: Answer,
    emptyIsFine: boolean,
    isPartial?: WriteCall['isPartial'],
  ): Reply {
    const parsed = parseAnswer(answer, this.#parts);
    const content = contentOf(parsed, emptyIsFine && isGood(answer));
    const errors = content ? readServiceMessages(content['errors'] ?? content['error']) : [];
    if (!isGood(answer))
      throw failures.statusFailure(
        attempt,
        answer,
        errors.length > 0 || !content ? errors : readServiceMessages(content['message']),
      );
    if (content) {
      if (errors.length > 0 && !isPartial?.(content)) throw failures.refusal(attempt, errors, answer.status);
      return { answer: content, messages: readServiceMessages(content['message']), url: placeOf(answer) };
    }
    if (parsed.kind === 'webPage') throw failures.webPage(attempt, parsed.title, answer.status);
    if (parsed.kind === 'other')
      throw failures.unreadable(
        attempt,
        t('JSON was expected, and the answer is something else ({0} bytes)', answer.body.length),
      );
    throw failures.unreadable(attempt, parsed.kind === 'empty' ? t('it is empty') : t('a JSON object was expected'));
  }

  async #pauseBefore(turn: number, asked: number | undefined, call: Call, attempt: failures.Attempt): Promise<void> {
    try {
      await pause(asked ?? backOffMs(turn, Math.random()), call.signal);
    } catch (cause) {
      throw failures.connectionFailure(attempt, cause);
    }
  }
}

function isGood({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function contentOf(parsed: Parsed, isGoodWrite: boolean): JsonObject | undefined {
  if (parsed.kind === 'empty') return isGoodWrite ? {} : undefined;
  if (parsed.kind !== 'json') return undefined;
  if (isObject(parsed.value)) return parsed.value;
  return isGoodWrite ? bareAnswer(parsed.value) : undefined;
}

/** Where what was created can be found, else where the answer came from. */
function placeOf({ status, header, url }: Answer): URL {
  const location = status === 201 ? header('location') : undefined;
  return location !== undefined && URL.canParse(location, url.href) ? new URL(location, url) : url;
}
