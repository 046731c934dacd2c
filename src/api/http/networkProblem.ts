import { t } from '@vscode/l10n';

const checkNetwork = (): string => t('Check the network, the address and the proxy settings.');
const checkAddress = (): string => t("Check the connection's address.");

/** Why a connection was not made or did not last, in words. */
export interface NetworkProblem {
  readonly why: string;
  readonly remedy: string;
}

/** A wrong name or certificate is as wrong a second later; a refused or broken connection may not be. */
export function mayPass(cause: unknown): boolean {
  return !/CERT|SELF_SIGNED|UNABLE_TO|ERR_SSL|ERR_TLS|EPROTO|ENOTFOUND/.test(errorCode(cause));
}

export const noConnectionInTime = (): NetworkProblem => ({
  why: t('no connection could be made in time'),
  remedy: checkNetwork(),
});

/** What came back breaks the rules of HTTP, so no connection was at fault. */
export function isGarbled(cause: unknown): boolean {
  const isUnparsed = cause instanceof Error && cause.name === 'HTTPParserError'; // not each has a code
  return isUnparsed || /^HPE_|^UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH)$/.test(errorCode(cause));
}

/** `wasSent` once there was a connection that took the request: its codes mean something else then. */
export function networkProblem(cause: unknown, wasSent: boolean): NetworkProblem {
  const code = wasSent ? '' : errorCode(cause);
  if (code === 'ECONNREFUSED')
    return {
      why: t('nothing answers at that address'),
      remedy: t('Check that the service runs and that the address and port are right.'),
    };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { why: t('no machine of that name is known'), remedy: checkNetwork() };
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || code === 'EADDRNOTAVAIL')
    return { why: t('the network does not lead there'), remedy: checkNetwork() };
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return noConnectionInTime();
  if (code === 'CERT_HAS_EXPIRED')
    return { why: t("the service's certificate has expired"), remedy: t('Ask whoever runs the service to renew it.') };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return { why: t("the service's certificate is for another name"), remedy: checkAddress() };
  if (/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_/.test(code))
    return {
      why: t("the service's certificate is signed by an authority that is not known here"),
      remedy: t('Add that authority to the connection as an extra CA.'),
    };
  if (/^ERR_(SSL|TLS)|EPROTO/.test(code))
    return {
      why: t('no secure connection could be made'),
      remedy: t('Check whether the address should begin with http:// or https://.'),
    };
  if (/proxy/i.test(cause instanceof Error ? cause.message : ''))
    return { why: t('the proxy refused the connection'), remedy: t('Check the proxy settings.') };
  return { why: t('the connection broke off'), remedy: t('Try again in a moment.') };
}

function errorCode(cause: unknown): string {
  for (let error = cause, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : undefined;
    const code = (error as NodeJS.ErrnoException).code ?? (inner as NodeJS.ErrnoException | undefined)?.code;
    if (typeof code === 'string' && !['UND_ERR_SOCKET', 'UND_ERR_ABORTED'].includes(code)) return code;
  }
  return '';
}
