import { t } from '@vscode/l10n';
import { withoutFullStop } from './trim.ts';

/** An error with a message for the user: what failed and what to do. Other errors go to the log. */
export class UserFacingError extends Error {
  /** True if the log has more details than the message. */
  get isLogWorthReading(): boolean {
    return false;
  }
}

/**
 * All failures of a record service. The client throws nothing else.
 *
 * - `unreachable`: the connection failed or broke
 * - `timedOut`: no (further) data arrived within the connection's timeout
 * - `notSignedIn`: 401, the token is missing, wrong or expired
 * - `notAllowed`: 403, the user doesn't have permission
 * - `notFound`: 404 or 410, no such record, controller or URL
 * - `conflict`: someone else changed what was to be written, and the user must choose; nothing was sent
 * - `refused`: the service understood and rejected the request; its messages are in `reasons`
 * - `notARecordService`: something else responded (a web page, a redirect to another URL)
 * - `unreadable`: the response isn't JSON, or a required part is missing
 * - `canceled`: the caller canceled
 */
export type ServiceErrorCode =
  | 'unreachable'
  | 'timedOut'
  | 'notSignedIn'
  | 'notAllowed'
  | 'notFound'
  | 'conflict'
  | 'refused'
  | 'notARecordService'
  | 'unreadable'
  | 'canceled';

/**
 * Effect of a failed write. Check it before you retry.
 *
 * - `notSent`: no byte was sent; also for a failed read, and for a problem found before the request
 * - `refused`: the service received it and clearly rejected it, so it had no effect
 * - `unknown`: it may have had an effect
 */
export type Effect = 'notSent' | 'refused' | 'unknown';

/**
 * Whether a failure affects other records.
 *
 * - `record`: no; the next record may succeed
 * - `passing`: yes, for now; a retry may succeed
 * - `all`: yes, until someone fixes the cause
 */
export type FailureScope = 'record' | 'passing' | 'all';

const widerScopes: Partial<Record<ServiceErrorCode, FailureScope>> = {
  unreachable: 'passing',
  timedOut: 'passing',
  notSignedIn: 'all',
  notARecordService: 'all',
  canceled: 'all',
};

/** One message of the service, with the field it refers to, if any (path as in a form element's `name`). */
export interface ServiceMessage {
  readonly text: string;
  readonly field?: readonly string[];
  /** Path in the record, for a field in a row: `phone_numbers`, `1`, `number`. */
  readonly at?: readonly string[];
}

/**
 * The response to a write says no, although it may have taken effect: check the record. For an add, `created` is the id
 * that the response names.
 */
export interface Doubt {
  readonly created?: string;
}

export interface Failure {
  /** What was attempted; follows "Could not": `save Lead 17`. */
  readonly doing: string;
  /** Why it failed, without a period: `the token has expired`. */
  readonly why: string;
  /** What to do, one sentence with a period; absent if the service's own message is sufficient. */
  readonly remedy?: string;
  readonly status?: number;
  readonly effect?: Effect;
  /** Set if the scope is wider than the code implies. */
  readonly scope?: FailureScope | undefined;
  readonly reasons?: readonly ServiceMessage[];
  /** Other messages of the service, besides its errors. */
  readonly said?: readonly string[];
  readonly doubt?: Doubt;
  readonly cause?: unknown;
}

export class ServiceError extends UserFacingError {
  readonly code: ServiceErrorCode;
  readonly doing: string;
  readonly why: string;
  readonly remedy: string | undefined;
  readonly status: number | undefined;
  readonly effect: Effect;
  readonly reasons: readonly ServiceMessage[];
  readonly said: readonly string[];
  readonly doubt: Doubt | undefined;
  readonly #scope: FailureScope | undefined;

  constructor(code: ServiceErrorCode, failure: Failure) {
    const why = inOneLine(failure.why, 1_200);
    const sentence = t('Could not {0}: {1}.', inOneLine(failure.doing, 300), withoutFullStop(why));
    super(failure.remedy ? `${sentence} ${failure.remedy}` : sentence, { cause: failure.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.doing = failure.doing;
    this.why = why;
    this.remedy = failure.remedy;
    this.status = failure.status;
    this.effect = failure.effect ?? 'notSent';
    this.reasons = failure.reasons ?? [];
    this.said = failure.said ?? [];
    this.doubt = failure.doubt;
    this.#scope = failure.scope;
  }

  /** Returns the same failure with a different wording. */
  reworded(words: Partial<Pick<Failure, 'doing' | 'why' | 'remedy' | 'reasons' | 'said'>>): ServiceError {
    const { code, doing, why, remedy, status, effect, reasons, said, doubt, cause } = this;
    const reworded = new ServiceError(code, {
      doing,
      why,
      effect,
      scope: this.#scope,
      reasons,
      said,
      cause,
      ...(remedy === undefined ? {} : { remedy }),
      ...(status === undefined ? {} : { status }),
      ...(doubt && { doubt }),
      ...words,
    });
    if (this.stack !== undefined) reworded.stack = this.stack.replace(this.message, () => reworded.message);
    return reworded;
  }

  /** Returns the same failure with its effect determined. */
  settled(effect: 'refused' | 'unknown', remedy?: string): ServiceError {
    const { code, doing, why, status, reasons, said, cause } = this;
    return new ServiceError(code, {
      doing,
      why,
      effect,
      reasons,
      said,
      cause,
      ...(remedy === undefined ? {} : { remedy }),
      ...(status === undefined ? {} : { status }),
    });
  }

  get scope(): FailureScope {
    return this.#scope ?? widerScopes[this.code] ?? 'record';
  }
}

/** Shortens names and messages, which may be of any length, to keep sentences readable. */
function inOneLine(text: string, max: number): string {
  // don't process all of a very long text
  const line = text.slice(0, max * 2).replace(/\s+/g, ' ');
  return line.length <= max ? line : `${line.slice(0, max)}…`;
}
