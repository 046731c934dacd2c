import { t } from '@vscode/l10n';
import {
  type Doubt,
  type Effect,
  type Failure,
  ServiceError,
  type ServiceErrorCode,
  type ServiceMessage,
} from '../../../model/errors.ts';
import {
  DamagedError,
  CanceledError,
  NoTokenError,
  StalledError,
  TooLargeError,
  type UnansweredError,
} from './exchange.ts';
import { withoutFullStop } from '../../../model/trim.ts';

/** A sign-up is an add: it creates a user. */
export type WriteKind = 'add' | 'edit' | 'delete';

/** The operation that failed. */
export interface RequestStage {
  /** Completes "Could not": `save Lead 17`. */
  readonly doing: string;
  readonly stage: Stage;
  /** Only for a write. */
  readonly kind?: WriteKind;
}

/** The effect of a write according to the response. */
export interface WriteOutcome {
  readonly effect: 'refused' | 'unknown';
  readonly doubt?: Doubt;
}

/**
 * Progress of a call:
 *
 * - `read`: writes nothing, however it fails
 * - `unsent`: a write of which no byte was sent
 * - `sent`: a write that may have arrived
 * - `taken`: a write that was answered with a redirect to its result; it may have taken effect whatever the result says
 */
type Stage = 'read' | 'unsent' | 'sent' | 'taken';

/** The effect at each stage, for a failure that leaves the outcome unknown and for a clear rejection by the service. */
const effects: Record<Stage, Record<WriteOutcome['effect'], Effect>> = {
  read: { unknown: 'notSent', refused: 'notSent' },
  unsent: { unknown: 'notSent', refused: 'notSent' },
  sent: { unknown: 'unknown', refused: 'refused' },
  taken: { unknown: 'unknown', refused: 'unknown' },
};

export function onceSent(attempt: RequestStage): RequestStage {
  return attempt.stage === 'unsent' ? { ...attempt, stage: 'sent' } : attempt;
}

const remedies = {
  token: () => t('Set a new token for this connection.'),
  access: () => t('Ask an administrator of the service for access.'),
  address: () => t("Check the connection's address."),
  later: () => t('Try again in a moment.'),
  outcome: () => t('Check the record before trying again: the change may have been made.'),
} as const;

type FailureDetails = Omit<Failure, 'doing' | 'effect' | 'doubt'>;

function unknownOutcome(attempt: RequestStage, code: ServiceErrorCode, details: FailureDetails): ServiceError {
  return failure(attempt, code, details, { effect: 'unknown' });
}

function failure(
  { doing, stage }: RequestStage,
  code: ServiceErrorCode,
  details: FailureDetails,
  { effect: judged, doubt }: WriteOutcome,
): ServiceError {
  const effect = effects[stage][judged];
  const remedy = effect === 'unknown' ? { remedy: remedies.outcome() } : {};
  return new ServiceError(code, { ...details, ...remedy, doing, effect, ...(doubt && { doubt }) });
}

/** A connection that failed or was never established. */
export function connectionFailure(from: RequestStage, { phase, cause }: UnansweredError): ServiceError {
  const wasSent = phase !== 'unsent';
  const attempt = wasSent ? onceSent(from) : from;
  if (cause instanceof CanceledError) return unknownOutcome(attempt, 'canceled', { why: t('it was canceled'), cause });
  if (cause instanceof NoTokenError)
    return unknownOutcome(attempt, 'notSignedIn', {
      why: t("VS Code's secret storage did not return the token"),
      remedy: t("Unlock this computer's keyring, then try again."),
      cause,
    });
  if (cause instanceof StalledError) {
    if (!wasSent) return unknownOutcome(attempt, 'timedOut', { ...noConnectionInTime(), cause });
    const why =
      phase === 'answering'
        ? t('the service started to respond, then stopped')
        : t('the service did not respond in time');
    return unknownOutcome(attempt, 'timedOut', { why, remedy: remedies.later(), cause });
  }
  if (cause instanceof TooLargeError)
    return unreadable(attempt, t('{0}, which is more than can be read at once', sentencePart(cause.message)));
  if (cause instanceof DamagedError) return unreadable(attempt, sentencePart(cause.message));
  // the request only reached the proxy
  if (isProxySignIn(cause)) return statusFailure(attempt, 407, [], false);
  if (isGarbled(cause)) return unreadable(attempt, t('it is not valid HTTP'));
  return unknownOutcome(attempt, 'unreachable', { ...networkProblem(cause, wasSent), cause });
}

/**
 * A response whose status reports a failure. `isService` if it has the `errors` of a record service, so the URL is
 * right; `isAboutFields` if those name fields, so the service is up.
 */
export function statusFailure(
  attempt: RequestStage,
  status: number,
  reasons: readonly ServiceMessage[],
  isService: boolean,
  judgment: WriteOutcome = { effect: 'refused' },
  isAboutFields = false,
): ServiceError {
  const said = spoken(reasons);
  const fail = (code: ServiceErrorCode, why: string, remedy?: string): ServiceError =>
    failure(
      attempt,
      code,
      { why: said ?? why, status, reasons, ...(remedy === undefined ? {} : { remedy }) },
      judgment,
    );

  if (isAboutFields && status >= 500) return fail('refused', t('the service responded with {0}', status));
  if (status === 401) return fail('notSignedIn', t('the service does not accept the token'), remedies.token());
  if (status === 403) return fail('notAllowed', t("this user doesn't have permission"), remedies.access());
  if (status === 404 || status === 410)
    return fail('notFound', t('the service could not find it'), isService ? undefined : remedies.address());
  if (status === 407) return fail('unreachable', t('the proxy requires a sign-in'), t('Check the proxy settings.'));
  if (status === 408 || status === 504) return fail('timedOut', t('the service took too long'), remedies.later());
  if (status === 429) return fail('refused', t('the service received too many requests'), remedies.later());
  if (status === 501 || status === 405)
    return fail(
      'refused',
      t('the service does not support this (it responded with {0})', status),
      t('Check the settings of this connection.'),
    );
  if (status === 502 || status === 503)
    return fail(
      'unreachable',
      t('the service is not available right now (it responded with {0})', status),
      remedies.later(),
    );
  if (status >= 500) return fail('refused', t('the service failed (it responded with {0})', status), remedies.later());
  return fail('refused', t('the service responded with {0}', status));
}

/** A successful response whose `errors` aren't empty. `inside` is the status given in its body, if any. */
export function refusal(
  attempt: RequestStage,
  reasons: readonly ServiceMessage[],
  status: number,
  inside: number | undefined,
  judgment: WriteOutcome,
): ServiceError {
  const details = { why: spoken(reasons) ?? t('the service refused it without giving a reason'), reasons, status };
  if (inside === 401 || reasons.some((reason) => looksSignedOut.test(reason.text)))
    return failure(attempt, 'notSignedIn', { ...details, remedy: remedies.token() }, judgment);
  if (inside === 403) return failure(attempt, 'notAllowed', { ...details, remedy: remedies.access() }, judgment);
  return failure(attempt, inside === 404 || inside === 410 ? 'notFound' : 'refused', details, judgment);
}

/** A sign-in page may also come after the write took effect. */
export function signedOut(attempt: RequestStage): ServiceError {
  return unknownOutcome(attempt, 'notSignedIn', { why: t('the service requires a sign-in'), remedy: remedies.token() });
}

export function unsendableToken(attempt: RequestStage): ServiceError {
  return unknownOutcome(attempt, 'notSignedIn', {
    why: t("the token contains a line break or another character that can't be sent"),
    remedy: remedies.token(),
  });
}

export function webPage(attempt: RequestStage, title: string | undefined, status: number): ServiceError {
  return unknownOutcome(attempt, 'notARecordService', {
    why:
      title === undefined
        ? t('the service returned a web page instead of records')
        : t('the service returned the web page “{0}” instead of records', title),
    remedy: t("Check the connection's address and path suffix."),
    status,
  });
}

/** The target may be a sign-in page under any name, and a redirect there may follow a write that took effect. */
export function foreignRedirect(attempt: RequestStage, target: string): ServiceError {
  return unknownOutcome(attempt, 'notARecordService', {
    why: t('the service redirects to another address, {0}, to which the token is never sent', target),
    remedy: t('If that is the service, change the address of this connection.'),
  });
}

export function movedWrite(attempt: RequestStage, path: string): ServiceError {
  const details = {
    why: t('the service redirects it to {0}', path),
    remedy: t("Check the connection's address and path suffix."),
  };
  return failure(attempt, 'notARecordService', details, { effect: effectOfMove(attempt.kind) });
}

/** `what` completes "the response can't be read because …". */
export function unreadable(
  attempt: RequestStage,
  what: string,
  remedy = t("Check the connection's address and path suffix."),
): ServiceError {
  return unknownOutcome(attempt, 'unreadable', { why: t("the response can't be read because {0}", what), remedy });
}

const looksSignedOut =
  /\b(unauthori[sz]ed|unauthenticated|not (logged|signed) in|(invalid|expired|missing|wrong) (access |bearer )?token|token (has |is )?(expired|invalid|missing)|authentication (is )?(required|failed)|(log|sign)[- ]?in (is )?required)\b/i;

function spoken(reasons: readonly ServiceMessage[]): string | undefined {
  if (reasons.length === 0) return undefined;
  const words = reasons.slice(0, 3).map(({ text }) => withoutFullStop(text.replace(/\s+/g, ' ')).slice(0, 300));
  const said = words.join('; ');
  return reasons.length > 3 ? t('{0} (and {1} more)', said, reasons.length - 3) : said;
}

function sentencePart(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
}

const checkNetwork = (): string => t('Check the network, the address and the proxy settings.');
const checkAddress = (): string => t("Check the connection's address.");

/** Why a connection failed, in words. */
interface NetworkProblem {
  readonly why: string;
  readonly remedy: string;
}

/** A wrong host name or certificate won't fix itself; a refused or broken connection may. */
export function mayBeTemporary(cause: unknown): boolean {
  return !/CERT|SELF_SIGNED|UNABLE_TO|ERR_SSL|ERR_TLS|EPROTO|ENOTFOUND/.test(errorCode(cause));
}

const noConnectionInTime = (): NetworkProblem => ({
  why: t('the connection timed out'),
  remedy: checkNetwork(),
});

/** The response violates HTTP, so the connection isn't at fault. */
function isGarbled(cause: unknown): boolean {
  const isUnparsed = cause instanceof Error && cause.name === 'HTTPParserError'; // some have no code
  return isUnparsed || /^HPE_|^UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH)$/.test(errorCode(cause));
}

/** undici reports this only in the message, for a request to the proxy and for a tunnel. */
function isProxySignIn(cause: unknown): boolean {
  return cause instanceof Error && /^Proxy (Authentication Required|response) \(407\)/.test(cause.message);
}

/** `wasSent`: a connection accepted the request, so error codes mean something else. */
function networkProblem(cause: unknown, wasSent: boolean): NetworkProblem {
  const code = wasSent ? '' : errorCode(cause);
  if (code === 'ECONNREFUSED')
    return {
      why: t('the connection was refused'),
      remedy: t('Check that the service is running and that the address and port are correct.'),
    };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { why: t('the host name could not be resolved'), remedy: checkNetwork() };
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || code === 'EADDRNOTAVAIL')
    return { why: t("the address can't be reached from this network"), remedy: checkNetwork() };
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return noConnectionInTime();
  if (code === 'CERT_HAS_EXPIRED')
    return { why: t("the service's certificate has expired"), remedy: t('Ask the service administrator to renew it.') };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return { why: t("the service's certificate is for another name"), remedy: checkAddress() };
  if (/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_/.test(code))
    return {
      why: t("the service's certificate is signed by an unknown authority"),
      remedy: t('Add that authority to the connection as an extra CA.'),
    };
  if (/^ERR_(SSL|TLS)|EPROTO/.test(code))
    return {
      why: t('a secure connection could not be established'),
      remedy: t('Check whether the address should begin with http:// or https://.'),
    };
  if (/proxy/i.test(cause instanceof Error ? cause.message : ''))
    return { why: t('the proxy refused the connection'), remedy: t('Check the proxy settings.') };
  return { why: t('the connection was lost'), remedy: t('Try again in a moment.') };
}

function errorCode(cause: unknown): string {
  for (let error = cause, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : undefined;
    const code = (error as NodeJS.ErrnoException).code ?? (inner as NodeJS.ErrnoException | undefined)?.code;
    if (typeof code === 'string' && !['UND_ERR_SOCKET', 'UND_ERR_ABORTED'].includes(code)) return code;
  }
  return '';
}

/** 307 and 308 ask the client to repeat the request at another URL, so by the protocol it was not executed. */
function effectOfMove(kind: WriteKind | undefined): 'refused' | 'unknown' {
  return kind === 'add' ? 'unknown' : 'refused';
}
