import type { Connection, ServiceChoices } from '../../../model/connection/connection.ts';
import { KnownSecrets } from '../../../model/connection/knownSecrets.ts';
import { noProxySettings } from '../../../model/connection/proxy.ts';
import { type ControllerName, controllerName, moduleOf, shortName } from '../../../model/controller.ts';
import { ServiceError, type ServiceMessage } from '../../../model/errors.ts';
import type { Identity } from '../../../model/identity.ts';
import type { ChosenView } from '../../../model/list/lookUpView.ts';
import { type RequestOutcome, type RequestTrace, withoutSecretParameters } from '../../../model/requestTrace.ts';
import type { Sending, ServiceOptions, WritePermit } from '../../recordService.ts';
import { FormLayoutCache } from '../form/formLayoutCache.ts';
import { SeenNotations } from '../form/seenNotations.ts';
import { DeniedRights } from '../list/deniedRights.ts';
import { ColumnCaches } from '../list/readColumns.ts';
import { RelatedRecordsCache } from '../list/relatedPage.ts';
import { readIdentity } from '../readIdentity.ts';
import { openDispatcher } from './dispatcher.ts';
import {
  acceptedEncodings,
  type Answer,
  CanceledError,
  exchange,
  type ExchangeLimits,
  NoTokenError,
  type Request,
  UnansweredError,
} from './exchange.ts';
import * as failures from './failures.ts';
import { JsonFragmentCache } from './jsonFragmentCache.ts';
import type { Multipart } from './multipart.ts';
import { decodeReply, isGoodStatus, type Reply, type ReplyInterpreter } from './understandAnswer.ts';
import { t } from '@vscode/l10n';
import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from 'undici';

/** A page of 1,000 wide records takes a few megabytes; no legitimate response comes close to this. */
const maxResponseBytes = 128 * 2 ** 20;

type QueryParameters = Iterable<readonly [string, string]>;

interface Call {
  /** Completes "Could not": `list crm/leads`. */
  readonly doing: string;
  readonly query?: QueryParameters;
  readonly signal?: AbortSignal | undefined;
}

interface Read extends Call {
  /** Limits it to one request: no retry, and no attempt with the other path suffix. */
  readonly isOnce?: boolean;
  /** A background read: messages in its response aren't shown. */
  readonly isSilent?: boolean;
}

interface Write extends Call, ReplyInterpreter, Sending {
  readonly kind: failures.WriteKind;
  readonly method: 'GET' | 'POST';
  readonly body?: Multipart;
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

/**
 * A connection's channel to its service, with what it has learned about the service so far. Turns each request into a
 * reply or a ServiceError.
 */
export class ServiceLink {
  readonly choices: ServiceChoices;
  readonly baseUrl: string;
  readonly forms = new FormLayoutCache();
  readonly notations: SeenNotations;
  readonly deniedRights = new DeniedRights();
  readonly columns = new ColumnCaches();
  readonly relatedAnswers = new RelatedRecordsCache();
  /** List views that the service returns under an id other than the requested one. */
  readonly aliasedListViews = new Set<string>();
  /** Controllers that have list views; loaded on first use. */
  controllers: Promise<readonly ControllerName[]> | undefined;
  /** List views that the service chose when none was requested, so that later pages use the same one. */
  readonly servedViews = new Map<ControllerName, string>();
  /** List views that look-ups use. */
  readonly lookUpViews = new Map<ControllerName, { readonly at: number; readonly choice: Promise<ChosenView> }>();
  readonly onLookUpView: ServiceOptions['onLookUpView'];
  readonly #dispatcher: Dispatcher;
  readonly #closing = new AbortController();
  readonly #fragments = new JsonFragmentCache();
  readonly #limits: ExchangeLimits;
  readonly #secrets: KnownSecrets;
  readonly #options: Pick<ServiceOptions, 'token' | 'onRequest' | 'onSaid'>;
  #suffix: PathSuffix;
  #token: string | undefined;
  /** Set once the service has turned out to delete by GET. */
  deletesByGet = false;
  /** Collected from all responses so far. */
  identity: Identity = {};

  constructor(connection: Connection, options: ServiceOptions, dispatcher?: Dispatcher) {
    const { baseUrl, network, choices } = connection;
    const { proxySettings = noProxySettings, secrets = new KnownSecrets() } = options;
    this.#secrets = secrets;
    this.#options = options;
    this.onLookUpView = options.onLookUpView;
    this.choices = choices;
    this.baseUrl = baseUrl;
    this.notations = new SeenNotations(choices);
    this.#suffix = choices.pathSuffix;
    this.#limits = { timeoutMs: network.timeoutMs, maxBytes: maxResponseBytes };
    this.#dispatcher = dispatcher ?? openDispatcher(baseUrl, network, proxySettings, secrets);
  }

  /** A different token means a different user, who may delete what the first may not. */
  async #ownToken(): Promise<string | undefined> {
    const token = await this.#options.token();
    this.#secrets.add(token);
    if (token !== this.#token) {
      this.deniedRights.clear();
      this.notations.clear();
      this.relatedAnswers.clear();
      this.lookUpViews.clear();
      this.servedViews.clear();
      this.controllers = undefined;
    }
    this.#token = token;
    return token;
  }

  /** All reads go through here. */
  async requestRead(controller: ControllerName, operation: Operation, call: Read): Promise<Reply> {
    try {
      const reply = await this.#read(controller, operation, call);
      if (call.isSilent !== true) this.#options.onSaid?.(reply.messages.map(({ text }) => text));
      return reply;
    } catch (error) {
      if (error instanceof ServiceError && call.isSilent !== true) this.#options.onSaid?.(error.said);
      throw error;
    }
  }

  /**
   * The effect of the `.json` suffix is unknown, so a read that returns a web page or nothing is retried with the other
   * spelling; if that works, the whole connection uses it from then on. A configured suffix is never changed.
   */
  async #read(controller: ControllerName, operation: Operation, call: Read): Promise<Reply> {
    const send = async (suffix: PathSuffix): Promise<Reply> => {
      const url = this.#url(operationPath(controller, operation, suffix), call.query);
      const reply = await this.#redacted(this.#get(call, url).then((sent) => this.#reply(sent)));
      const identity = readIdentity(reply.answer);
      const isSomeoneElse = identity.userId !== undefined && identity.userId !== this.identity.userId;
      // a different token means a different user, who must not get the first user's name
      this.identity =
        isSomeoneElse && this.identity.userId !== undefined ? identity : { ...this.identity, ...identity };
      return reply;
    };
    const tried = this.#suffix;
    try {
      return await send(tried);
    } catch (error) {
      if (call.isOnce === true || tried !== 'asDocumented' || !mayBeTheSuffix(error)) throw error;
      const other = otherSuffix(operation, tried);
      const reply = await send(other).catch(() => undefined);
      if (!reply) throw error;
      // a concurrent read may have changed it already
      if (this.#suffix === tried) this.#suffix = other;
      return reply;
    }
  }

  /** The raw response, for a caller that decodes it elsewhere; requested with the current suffix. */
  async fetch(controller: ControllerName, operation: Operation, call: Read): Promise<Answer> {
    const url = this.#url(this.path(controller, operation), call.query);
    const { answer, reportOutcome } = await this.#unlessFailed(this.#get(call, url));
    reportOutcome(isGoodStatus(answer.status) ? 'answered' : 'refused');
    return answer;
  }

  /** A file at an address below the base URL; anything that isn't a file throws. */
  fetchFile(url: URL, call: Read): Promise<Answer> {
    return this.#unlessFailed(this.#getFile(url, call));
  }

  /** The path with the suffix that this service expects, as far as known. */
  path(controller: ControllerName, operation: Operation): string {
    return operationPath(controller, operation, this.#suffix);
  }

  requestWrite(controller: ControllerName, operation: Operation, call: Write): Promise<Reply> {
    return this.#redacted(this.#write(this.path(controller, operation), call));
  }

  /** Writes to a configured path, such as a bulk endpoint. */
  writeTo(path: string, call: Write): Promise<Reply> {
    return this.#redacted(this.#write(path.replace(/^\/+/, ''), call));
  }

  /** Registers secrets that are about to be sent or were received, so that they are redacted everywhere. */
  learn(...secrets: readonly (string | undefined)[]): void {
    this.#secrets.add(...secrets);
  }

  /** Redacts secrets in text from the service, which may echo them. */
  redact(text: string): string {
    return this.#secrets.redact(text);
  }

  redactMessages(messages: readonly ServiceMessage[]): ServiceMessage[] {
    return messages.map(({ text, field }) => ({
      text: this.redact(text),
      ...(field && { field: field.map((part) => this.redact(part)) }),
    }));
  }

  /** Redacts secrets in messages only. Record values stay unchanged because they may be saved again. */
  async #redacted(replying: Promise<Reply>): Promise<Reply> {
    const reply = await this.#unlessFailed(replying);
    return { ...reply, messages: this.redactMessages(reply.messages) };
  }

  async #unlessFailed<T>(answering: Promise<T>): Promise<T> {
    try {
      return await answering;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { doing, why, reasons, said } = error;
      throw error.reworded({
        doing: this.redact(doing),
        why: this.redact(why),
        reasons: this.redactMessages(reasons),
        said: said.map((text) => this.redact(text)),
      });
    }
  }

  /** Retries after a temporary failure. */
  async #get(call: Read, url: URL, accept?: string): Promise<Sent> {
    const attempt: failures.RequestStage = { doing: call.doing, stage: 'read' };
    for (let turn = 1; ; turn++) {
      const last = call.isOnce === true || turn >= readAttempts;
      let sent: Sent;
      try {
        sent = await this.#send(attempt, { method: 'GET', url, signal: call.signal, accept }, turn);
      } catch (error) {
        const isPassingTrouble =
          error instanceof ServiceError && error.code === 'unreachable' && failures.mayBeTemporary(error.cause);
        if (last || !isPassingTrouble || this.#closing.signal.aborted) throw error;
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

  async #getFile(url: URL, call: Read): Promise<Answer> {
    const attempt: failures.RequestStage = { doing: call.doing, stage: 'read' };
    if (url.origin !== new URL(this.baseUrl).origin || !isWithin(url, this.baseUrl))
      throw failures.foreignRedirect(attempt, url.origin);
    const sent = await this.#get(call, url, '*/*');
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

  /** Sent once, never retried. After a failure, the error's `effect` says what it may have done. */
  async #write(path: string, call: Write): Promise<Reply> {
    const { doing, kind, method, query, body, signal, permit } = call;
    const request = { method, url: this.#url(path, query), body, signal };
    const sent = await this.#send({ doing, kind, stage: 'unsent' }, request, 1, permit);
    return this.#reply(await this.#follow(sent, signal), call);
  }

  /** `path`: relative to the base URL, without a leading slash. */
  #url(path: string, query: QueryParameters = []): URL {
    const url = new URL(`${this.baseUrl}/${path}`);
    url.search = queryText(query);
    return url;
  }

  async #send(
    attempt: failures.RequestStage,
    { accept = 'application/json', ...request }: SentRequest,
    turn: number,
    permit?: WritePermit,
  ): Promise<Sent> {
    const token = await this.#ownToken().catch((cause: unknown) => {
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
      this.#options.onRequest?.(
        withoutKnown(
          {
            method,
            path: url.pathname,
            query: url.search,
            ...(body && { form: body.traced() }),
            status,
            outcome,
            bytes,
            startedAt,
            durationMs,
            attempt: turn,
          },
          this.#secrets,
        ),
      );
    try {
      const answer = await exchange(
        this.#dispatcher,
        { ...request, headers, permit: () => permit?.(token) },
        this.#limits,
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
    if (target.origin !== new URL(this.baseUrl).origin)
      throw failures.foreignRedirect(attempt, target.host === '' ? target.protocol : target.origin);
    if (/\/(log|sign)[-_]?in\b|\/auth\b/i.test(target.pathname)) throw failures.signedOut(attempt);
    if (!isWithin(target, this.baseUrl)) throw failures.foreignRedirect(attempt, `${target.origin}${target.pathname}`);
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
    const closed = this.#closing.signal;
    const signal = call.signal ? AbortSignal.any([call.signal, closed]) : closed;
    try {
      await wait(asked ?? backOffMs(turn, Math.random()), undefined, { signal });
    } catch {
      if (call.signal?.aborted !== true) return; // the next attempt says that the connection is closed
      throw failures.connectionFailure(attempt, new UnansweredError('unsent', new CanceledError()));
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#dispatcher.destroy();
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

function withoutKnown(trace: RequestTrace, secrets: KnownSecrets): RequestTrace {
  const { path, query, form } = trace;
  const struck =
    typeof form === 'object' &&
    form.map((entry) => (entry.kind === 'text' ? { ...entry, text: secrets.redact(entry.text) } : entry));
  return {
    ...trace,
    path: secrets.redact(path),
    query: secrets.redact(withoutSecretParameters(query)),
    ...(struck && { form: struck }),
  };
}

function mayBeTheSuffix(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return (
    error.code === 'notFound' ||
    error.status === 406 ||
    (error.code === 'notARecordService' && error.status !== undefined)
  );
}

type PathSuffix = ServiceChoices['pathSuffix'];

/** The interface spells these without `.json` and all others with it. */
const printedBare = new Set(['view', 'edit form', 'add form']);

type Operation =
  | 'index'
  | 'view'
  | 'edit form'
  | 'add form'
  | 'edit'
  | 'add'
  | 'delete'
  | 'signup'
  | 'license_agreement';

function operationPath(controller: ControllerName, operation: Operation, suffix: PathSuffix): string {
  const isSuffixed = suffix === 'asDocumented' ? !printedBare.has(operation) : suffix === 'always';
  const segments = [moduleOf(controller), shortName(controller), operation.replace(/ form$/, '')].map(
    encodeURIComponent,
  );
  return segments.join('/') + (isSuffixed ? '.json' : '');
}

/** The suffix that produces the other spelling of this operation's path. */
function otherSuffix(operation: Operation, suffix: PathSuffix): PathSuffix {
  return operationPath(nowhere, operation, suffix).endsWith('.json') ? 'never' : 'always';
}

const nowhere: ControllerName = controllerName('', '');
