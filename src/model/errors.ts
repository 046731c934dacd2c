import { t } from '@vscode/l10n';
import { withoutFullStop } from './trim.ts';

/** An error whose message is written to be read by a person: what failed, and what to do. Other errors go to the log. */
export class UserFacingError extends Error {
  /** Whether there is more to find in the log than the sentence says. */
  get isLogWorthReading(): boolean {
    return false;
  }
}

/**
 * Every way in which working with a record service can fail. Nothing else leaves the client.
 *
 * - `unreachable`: no connection could be made, or it broke
 * - `timedOut`: nothing (more) came within the connection's time-out
 * - `notSignedIn`: 401, the token is missing, wrong or expired
 * - `notAllowed`: 403, the user may not do this
 * - `notFound`: 404 or 410, no such record, controller or address
 * - `conflict`: what was to be written was changed by someone else, and a person has to choose; nothing was sent
 * - `refused`: the service understood and said no; its own words are in `reasons`
 * - `notARecordService`: something else answered (a web page, a redirect to another address)
 * - `unreadable`: JSON was expected and something different came, or a part that cannot be done without was missing
 * - `canceled`: the caller gave up
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
 * What is known of a write that failed. Whoever repeats one must look at this first.
 *
 * - `notSent`: no byte of it went out; so it is with a failed read, and with what was found out before asking
 * - `refused`: the service got it and clearly said no, so it had no effect
 * - `unknown`: it may have had one
 */
export type Effect = 'notSent' | 'refused' | 'unknown';

/**
 * Whom else a failure concerns.
 *
 * - `record`: nobody; the next record may fare better
 * - `passing`: every other record as well, for now; later maybe not
 * - `all`: every other record as well, until someone does something about it
 */
export type FailureScope = 'record' | 'passing' | 'all';

const widerScopes: Partial<Record<ServiceErrorCode, FailureScope>> = {
  unreachable: 'passing',
  timedOut: 'passing',
  notSignedIn: 'all',
  notARecordService: 'all',
  canceled: 'all',
};

/** One thing that the service said, at a field where it named one (the path as in a form element's `name`). */
export interface ServiceMessage {
  readonly text: string;
  readonly field?: readonly string[];
  /** Where the field stands in the record, for one in a row: `phone_numbers`, `1`, `number`. */
  readonly at?: readonly string[];
}

/**
 * The answer to a write says no although it may have taken effect: the record tells. For an add it is the one with the id
 * `created`, which the answer names.
 */
export interface Doubt {
  readonly created?: string;
}

export interface Failure {
  /** What was attempted, to follow "Could not": `save Lead 17`. */
  readonly doing: string;
  /** Why it failed, without a full stop: `the token has expired`. */
  readonly why: string;
  /** What to do about it, one sentence with its full stop; may be absent when the service's own words say enough. */
  readonly remedy?: string;
  readonly status?: number;
  readonly effect?: Effect;
  /** Where it concerns more than its code says. */
  readonly scope?: FailureScope | undefined;
  readonly reasons?: readonly ServiceMessage[];
  /** What the service said beside its errors. */
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

  /** The same failure in other words. */
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

  /** The same failure, once its effect is known. */
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

/** A record may be called anything, and a service may say anything: a sentence stays one that can be read. */
function inOneLine(text: string, most: number): string {
  // what is far too long is not looked at as a whole
  const line = text.slice(0, most * 2).replace(/\s+/g, ' ');
  return line.length <= most ? line : `${line.slice(0, most)}…`;
}
