import * as failures from './failures.ts';
import { mayBeTemporary } from './failures.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import { ServiceError } from '../../../model/errors.ts';
import type { Sending, ServiceOptions, WritePermit } from '../../recordService.ts';
import type { RequestOutcome } from '../../../model/requestTrace.ts';
import {
  acceptedEncodings,
  type Answer,
  CanceledError,
  exchange,
  NoTokenError,
  type Request,
  UnansweredError,
} from './exchange.ts';
import type { Multipart } from './multipart.ts';
import { JsonFragmentCache } from './jsonFragmentCache.ts';
import { type ReplyInterpreter, type Reply, decodeReply, isGoodStatus } from './understandAnswer.ts';

export interface Call {
  /** Completes "Could not": `list crm/leads`. */
  readonly doing: string;
  /** Relative to the base URL, without a leading slash. */
  readonly path: string;
  readonly query?: Iterable<readonly [string, string]>;
  readonly signal?: AbortSignal | undefined;
  /** Limits a read to one request: no retry, and no attempt with the other path suffix. */
  readonly isOnce?: boolean;
}

export interface WriteCall extends Call, ReplyInterpreter, Sending {
  readonly kind: failures.WriteKind;
  readonly method: 'GET' | 'POST';
  readonly body?: Multipart;
}

export interface CallerOptions extends Pick<ServiceOptions, 'token' | 'onRequest'> {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

type SentRequest = Omit<Request, 'headers' | 'permit'> & { readonly accept?: string | undefined };

/** A response, and a callback to report its outcome once known. */
interface Sent {
  readonly attempt: failures.RequestStage;
  readonly answer: Answer;
  readonly reportOutcome: (outcome: RequestOutcome) => void;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;
const writesByGet = /\/(delete|delete_selected|edit_selected)(\.json)?\/?$/i;

/** Sends calls to one record service and turns the result into a reply or a ServiceError. */
export class ServiceCaller {
  readonly #dispatcher: Dispatcher;
  readonly #options: CallerOptions;
  readonly #fragments = new JsonFragmentCache();

  constructor(dispatcher: Dispatcher, options: CallerOptions) {
    this.#dispatcher = dispatcher;
    this.#options = options;
  }

  async callToRead(call: Call): Promise<Reply> {
    return this.#reply(await this.#get(call));
  }

  /** The raw response, for a caller that decodes it elsewhere. */
  async fetch(call: Call): Promise<Answer> {
    const { answer, reportOutcome } = await this.#get(call);
    reportOutcome(isGoodStatus(answer.status) ? 'answered' : 'refused');
    return answer;
  }

  /** A file that a record names; anything that isn't a file throws. */
  async fetchFile(url: URL, call: Omit<Call, 'path' | 'query'>): Promise<Answer> {
    const attempt: failures.RequestStage = { doing: call.doing, stage: 'read' };
    if (url.origin !== new URL(this.#options.baseUrl).origin || !isWithin(url, this.#options.baseUrl))
      throw failures.foreignRedirect(attempt, url.origin);
    const sent = await this.#get({ ...call, path: '' }, url, '*/*');
    const { answer } = sent;
    const type = answer.header('content-type') ?? '';
    const isNamed = (extension: RegExp): boolean => extension.test(url.pathname);
    const isPage = /^text\/html\b/i.test(type) && !isNamed(/\.html?$/i);
    const isData = /^application\/json\b/i.test(type) && !isNamed(/\.json$/i);
    if (isGoodStatus(answer.status) && !isPage && !isData) {
      sent.reportOutcome('answered');
      return answer;
    }
    this.#reply(sent);
    throw failures.unreadable(attempt, t('it contains data instead of the file'));
  }

  /** Retries after a temporary failure. */
  async #get(call: Call, address = this.#url(call), accept?: string): Promise<Sent> {
    const attempt: failures.RequestStage = { doing: call.doing, stage: 'read' };
    for (let turn = 1; ; turn++) {
      const last = call.isOnce === true || turn >= readAttempts;
      let sent: Sent;
      try {
        sent = await this.#send(attempt, { method: 'GET', url: address, signal: call.signal, accept }, turn);
      } catch (error) {
        const isPassingTrouble =
          error instanceof ServiceError && error.code === 'unreachable' && mayBeTemporary(error.cause);
        if (last || !isPassingTrouble) throw error;
        await this.#pauseBefore(turn, undefined, call, attempt);
        continue;
      }
      if (!last && isPassing(sent.answer.status)) {
        const asked = retryAfterMs(sent.answer.header('retry-after'), Date.now());
        if (asked === undefined || asked <= longestPauseMs) {
          sent.reportOutcome('refused');
          await this.#pauseBefore(turn, asked, call, attempt);
          continue;
        }
      }
      return this.#follow(sent, call.signal);
    }
  }

  /** Sent once, never retried. After a failure, the error's `effect` says what it may have done. */
  async callToWrite(call: WriteCall): Promise<Reply> {
    const { doing, kind, method, body, signal, permit } = call;
    const request = { method, url: this.#url(call), body, signal };
    const sent = await this.#send({ doing, kind, stage: 'unsent' }, request, 1, permit);
    return this.#reply(await this.#follow(sent, signal), call);
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  #url(call: Call): URL {
    const url = new URL(`${this.#options.baseUrl}/${call.path}`);
    url.search = queryText(call.query ?? []);
    return url;
  }

  async #send(
    attempt: failures.RequestStage,
    { accept = 'application/json', ...request }: SentRequest,
    turn: number,
    permit?: WritePermit,
  ): Promise<Sent> {
    const token = await this.#options.token().catch((cause: unknown) => {
      if (cause instanceof ServiceError) throw cause.reworded({ doing: attempt.doing });
      throw failures.connectionFailure(attempt, new UnansweredError('unsent', new NoTokenError(cause)));
    });
    // undici would reject it too, but without a reason
    if (/[^\t\x20-\x7e\x80-\xff]/.test(token ?? '')) throw failures.unsendableToken(attempt);
    const headers = {
      accept,
      'accept-encoding': acceptedEncodings,
      ...(token === undefined || token === '' ? {} : { authorization: `Bearer ${token}` }),
    };
    const startedAt = Date.now();
    const clock = performance.now();
    const { method, url, body } = request;
    const trace = (status: number | undefined, bytes: number, durationMs: number, outcome: RequestOutcome): void =>
      this.#options.onRequest?.({
        method,
        path: url.pathname,
        query: url.search,
        ...(body && { form: body.traced }),
        status,
        outcome,
        bytes,
        startedAt,
        durationMs,
        attempt: turn,
      });
    try {
      const answer = await exchange(
        this.#dispatcher,
        { ...request, headers, permit: () => permit?.(token) },
        this.#options,
      );
      const durationMs = performance.now() - clock;
      return {
        attempt: failures.onceSent(attempt),
        answer,
        reportOutcome: (outcome) => trace(answer.status, answer.body.length, durationMs, outcome),
      };
    } catch (error) {
      if (!(error instanceof UnansweredError)) throw error;
      const isOurs = error.cause instanceof CanceledError || error.cause instanceof ServiceError;
      trace(undefined, 0, performance.now() - clock, isOurs ? 'canceled' : 'noAnswer');
      if (error.cause instanceof ServiceError) throw error.cause;
      throw failures.connectionFailure(attempt, error);
    }
  }

  /** Follows redirects within the service's own origin, always as a read: a write is never redirected. */
  async #follow(first: Sent, signal: AbortSignal | undefined): Promise<Sent> {
    let sent = first;
    for (let hops = 0; redirects.has(sent.answer.status); hops++) {
      let target: URL;
      try {
        target = this.#target(sent, hops);
      } catch (error) {
        sent.reportOutcome('refused');
        throw error;
      }
      sent.reportOutcome('answered');
      const { attempt } = sent;
      const next = { ...attempt, stage: attempt.stage === 'read' ? attempt.stage : 'taken' } as const;
      sent = await this.#send(next, { method: 'GET', url: target, signal }, 1);
    }
    return sent;
  }

  #target({ attempt, answer }: Sent, hops: number): URL {
    const location = answer.header('location') ?? '';
    const target =
      location !== '' && URL.canParse(location, answer.url.href) ? new URL(location, answer.url) : undefined;
    if (!target) throw failures.unreadable(attempt, t('it is a redirect ({0}) without a target', answer.status));
    if (target.origin !== new URL(this.#options.baseUrl).origin)
      throw failures.foreignRedirect(attempt, target.host === '' ? target.protocol : target.origin);
    if (/\/(log|sign)[-_]?in\b|\/auth\b/i.test(target.pathname)) throw failures.signedOut(attempt);
    if (!isWithin(target, this.#options.baseUrl))
      throw failures.foreignRedirect(attempt, `${target.origin}${target.pathname}`);
    if (hops >= maxRedirects) throw failures.unreadable(attempt, t('it redirects too many times'));
    // some services delete by GET, so following this redirect could be an unrequested write
    if (writesByGet.test(target.pathname))
      throw failures.unreadable(attempt, t('it redirects to {0}', target.pathname));
    // 307 and 308 repeat the same request, which would be a second write
    if (attempt.stage === 'sent' && answer.status >= 307) throw failures.movedWrite(attempt, target.pathname);
    return target;
  }

  #reply(sent: Sent, judge?: ReplyInterpreter): Reply {
    try {
      const reply = decodeReply(sent.attempt, sent.answer, this.#fragments, judge);
      sent.reportOutcome('answered');
      return reply;
    } catch (error) {
      const isUnread = error instanceof ServiceError && /^(unreadable|notARecordService)$/.test(error.code);
      sent.reportOutcome(isUnread ? 'unreadable' : 'refused');
      throw error;
    }
  }

  async #pauseBefore(
    turn: number,
    asked: number | undefined,
    call: Call,
    attempt: failures.RequestStage,
  ): Promise<void> {
    try {
      await wait(asked ?? backOffMs(turn, Math.random()), undefined, { signal: call.signal });
    } catch {
      throw failures.connectionFailure(attempt, new UnansweredError('unsent', new CanceledError()));
    }
  }
}

/** Maximum attempts of a read. Writes are never retried. */
const readAttempts = 3;

/** Longest delay that a service may request; beyond it, the read fails with an error. */
const longestPauseMs = 20_000;

const passingStatus = new Set([429, 502, 503, 504]);

function isPassing(status: number): boolean {
  return passingStatus.has(status);
}

/** Parses `Retry-After`: seconds or a date. */
function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Exponential backoff from 250 ms plus up to 50% jitter, so that many windows don't retry at once. */
function backOffMs(attempt: number, random: number): number {
  return 250 * 2 ** (attempt - 1) * (1 + random / 2);
}

/** Encodes query parameters. A space is `%20`, which every server decodes; not every server decodes `+` as a space. */
export function queryText(parameters: Iterable<readonly [string, string]>): string {
  const pairs = [...parameters].map(([name, value]): [string, string] => [name, value]);
  return new URLSearchParams(pairs).toString().replaceAll('+', '%20');
}

/** Other paths of the same host may belong to another service, which must not receive the token. */
function isWithin({ pathname }: URL, baseUrl: string): boolean {
  const base = new URL(baseUrl).pathname;
  return `${pathname}/`.startsWith(base.endsWith('/') ? base : `${base}/`);
}
