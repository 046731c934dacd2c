import { t } from '@vscode/l10n';
import { type Effect, ServiceError, type ServiceErrorCode, type ServiceMessage } from '../../model/errors.ts';
import { DamagedError } from './decompress.ts';
import { type Answer, CancelledError, NoTokenError, StalledError, TooLargeError } from './exchange.ts';
import { isGarbled, networkProblem } from './networkProblem.ts';

/** What was being done when it failed. */
export interface Attempt {
  /** To follow "Could not": `save Lead 17`. */
  readonly doing: string;
  readonly isWrite: boolean;
  /** The service took the write and pointed on to its result: whatever that answers, the write may have been made. */
  readonly wasTaken?: boolean;
}

const remedies = {
  token: () => t('Set a new token for this connection.'),
  access: () => t('Ask an administrator of the service for access.'),
  address: () => t("Check the connection's address."),
  later: () => t('Try again in a moment.'),
  outcome: () => t('Look at the record before trying again: the change may have been made.'),
} as const;

/** A connection that broke, or never was. */
export function connectionFailure(attempt: Attempt, cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause;
  const { doing } = attempt;
  if (cause instanceof CancelledError)
    return new ServiceError('cancelled', { doing, why: t('it was cancelled'), effect: unknownIfWrite(attempt), cause });
  if (cause instanceof NoTokenError)
    return new ServiceError('notSignedIn', {
      doing,
      why: t("VS Code's secret storage does not give out the token"),
      remedy: t("Unlock this computer's keyring, then try again."),
      cause,
    });
  if (cause instanceof StalledError) {
    const why = cause.whileReading
      ? t('the service began to answer and then stopped')
      : t('the service did not answer in time');
    return new ServiceError('timedOut', {
      doing,
      why,
      remedy: afterWrite(attempt, remedies.later()),
      effect: unknownIfWrite(attempt),
      cause,
    });
  }
  if (cause instanceof TooLargeError)
    return unreadable(attempt, t('{0}, which is more than can be read at once', sentencePart(cause.message)));
  if (cause instanceof DamagedError) return unreadable(attempt, sentencePart(cause.message));
  if (isGarbled(cause)) return unreadable(attempt, t('it breaks the rules of HTTP'));
  const problem = networkProblem(cause);
  if (problem.beforeSending)
    return new ServiceError('unreachable', { doing, why: problem.why, remedy: problem.remedy, cause });
  return new ServiceError('unreachable', {
    doing,
    why: problem.why,
    remedy: afterWrite(attempt, problem.remedy),
    effect: unknownIfWrite(attempt),
    cause,
  });
}

/**
 * An answer whose status says that it did not work. `isService` when it has the `errors` of a record service, so that
 * the address is right.
 */
export function statusFailure(
  attempt: Attempt,
  answer: Answer,
  reasons: readonly ServiceMessage[],
  isService: boolean,
): ServiceError {
  const { status } = answer;
  const { doing } = attempt;
  const said = spoken(reasons);
  const fail = (code: ServiceErrorCode, why: string, remedy?: string, effect = unknownIfTaken(attempt)): ServiceError =>
    new ServiceError(code, {
      doing,
      why: said ?? why,
      status,
      effect,
      reasons,
      ...(remedy === undefined ? {} : { remedy }),
    });

  if (status === 401) return fail('notSignedIn', t('the service does not accept the token'), remedies.token());
  if (status === 403) return fail('notAllowed', t('this user is not allowed to'), remedies.access());
  if (status === 404 || status === 410)
    return fail('notFound', t('the service knows no such thing'), isService ? undefined : remedies.address());
  if (status === 407) return fail('unreachable', t('the proxy asks for a sign-in'), t('Check the proxy settings.'));
  if (status === 408 || status === 504)
    return fail(
      'timedOut',
      t('the service took too long'),
      afterWrite(attempt, remedies.later()),
      unknownIfWrite(attempt),
    );
  if (status === 429) return fail('refused', t('the service asks for fewer requests'), remedies.later());
  if (status === 501 || status === 405)
    return fail(
      'refused',
      t('the service does not offer this (it answered {0})', status),
      t('Check the choices of this connection.'),
    );
  if (status === 502 || status === 503)
    return fail(
      'unreachable',
      t('the service is not available right now (it answered {0})', status),
      afterWrite(attempt, remedies.later()),
      unknownIfWrite(attempt),
    );
  // who names the fields has looked at them and taken none
  if (status >= 500 && reasons.some(({ field }) => field))
    return fail('refused', t('the service answered {0}', status));
  if (status >= 500)
    return fail(
      'refused',
      t('the service failed (it answered {0})', status),
      afterWrite(attempt, remedies.later()),
      unknownIfWrite(attempt),
    );
  return fail('refused', t('the service answered {0}', status));
}

/** An answer that arrived well and whose `errors` are not empty. `inside` is the status that it gives itself, if it does. */
export function refusal(
  attempt: Attempt,
  reasons: readonly ServiceMessage[],
  status: number,
  inside?: number,
): ServiceError {
  const why = spoken(reasons) ?? t('the service refused without a reason');
  const said = { doing: attempt.doing, why, reasons, status, effect: unknownIfTaken(attempt) };
  if (inside === 401 || reasons.some((reason) => soundsSignedOut.test(reason.text)))
    return new ServiceError('notSignedIn', { ...said, remedy: remedies.token() });
  if (inside === 403) return new ServiceError('notAllowed', { ...said, remedy: remedies.access() });
  if (inside === 404 || inside === 410) return new ServiceError('notFound', said);
  return new ServiceError('refused', said);
}

export function signedOut(attempt: Attempt): ServiceError {
  return new ServiceError('notSignedIn', {
    doing: attempt.doing,
    why: t('the service asks for a sign-in'),
    remedy: remedies.token(),
    effect: unknownIfTaken(attempt),
  });
}

export function webPage(attempt: Attempt, title: string | undefined, status: number): ServiceError {
  return new ServiceError('notARecordService', {
    doing: attempt.doing,
    why:
      title === undefined
        ? t('a web page came back instead of records')
        : t('the web page “{0}” came back instead of records', title),
    remedy: afterWrite(attempt, t("Check the connection's address and path suffix.")),
    status,
    effect: unknownIfWrite(attempt),
  });
}

export function foreignRedirect(attempt: Attempt, target: string): ServiceError {
  return new ServiceError('notARecordService', {
    doing: attempt.doing,
    why: t('the service points to another address, {0}, to which the token is never sent', target),
    remedy: t('If that is the service, change the address of this connection.'),
    effect: unknownIfWrite(attempt),
  });
}

/** A write that the service wants sent elsewhere: by the protocol it was not carried out where it was sent. */
export function movedWrite(attempt: Attempt, path: string): ServiceError {
  return new ServiceError('notARecordService', {
    doing: attempt.doing,
    why: t('the service wants it sent to {0} instead', path),
    remedy: t("Check the connection's address and path suffix."),
  });
}

/** `what` completes "the answer cannot be read: …". */
export function unreadable(
  attempt: Attempt,
  what: string,
  remedy = t("Check the connection's address and path suffix."),
): ServiceError {
  return new ServiceError('unreadable', {
    doing: attempt.doing,
    why: t('the answer cannot be read: {0}', what),
    remedy: afterWrite(attempt, remedy),
    effect: unknownIfWrite(attempt),
  });
}

const soundsSignedOut =
  /\b(unauthori[sz]ed|unauthenticated|not (logged|signed) in|(invalid|expired|missing|wrong) (access |bearer )?token|token (has |is )?(expired|invalid|missing)|authentication (is )?(required|failed)|(log|sign)[- ]?in (is )?required)\b/i;

function spoken(reasons: readonly ServiceMessage[]): string | undefined {
  if (reasons.length === 0) return undefined;
  const words = reasons.slice(0, 3).map((reason) =>
    reason.text
      .replace(/\s+/g, ' ')
      .replace(/[.\s]+$/, '')
      .slice(0, 300),
  );
  const said = words.join('; ');
  return reasons.length > 3 ? t('{0} (and {1} more)', said, reasons.length - 3) : said;
}

function unknownIfWrite(attempt: Attempt): Effect {
  return attempt.isWrite ? 'unknown' : 'none';
}

function unknownIfTaken(attempt: Attempt): Effect {
  return attempt.wasTaken === true ? 'unknown' : 'none';
}

function afterWrite(attempt: Attempt, remedy: string): string {
  return attempt.isWrite ? remedies.outcome() : remedy;
}

function sentencePart(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
}
