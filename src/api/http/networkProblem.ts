import { t } from '@vscode/l10n';

const checkNetwork = (): string => t('Check the network, the address and the proxy settings.');
const checkAddress = (): string => t("Check the connection's address.");

/** Why a connection was not made or did not last, in words. */
export interface NetworkProblem {
  readonly why: string;
  readonly remedy: string;
  /** The request cannot have reached the service. */
  readonly beforeSending: boolean;
}

/** A wrong name or certificate is as wrong a second later; a refused or broken connection may not be. */
export function mayPass(cause: unknown): boolean {
  return !/CERT|SELF_SIGNED|UNABLE_TO|ERR_SSL|ERR_TLS|EPROTO|ENOTFOUND/.test(errorCode(cause));
}

/** What came back breaks the rules of HTTP, so no connection was at fault. */
export function isGarbled(cause: unknown): boolean {
  const isUnparsed = cause instanceof Error && cause.name === 'HTTPParserError'; // not each has a code
  return isUnparsed || /^HPE_|^UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH)$/.test(errorCode(cause));
}

export function networkProblem(cause: unknown): NetworkProblem {
  const code = errorCode(cause);
  const before = (why: string, remedy: string): NetworkProblem => ({ why, remedy, beforeSending: true });
  if (code === 'ECONNREFUSED')
    return before(
      t('nothing answers at that address'),
      t('Check that the service runs and that the address and port are right.'),
    );
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return before(t('no machine of that name is known'), checkNetwork());
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || code === 'EADDRNOTAVAIL')
    return before(t('the network does not lead there'), checkNetwork());
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return before(t('no connection could be made in time'), checkNetwork());
  if (code === 'CERT_HAS_EXPIRED')
    return before(t("the service's certificate has expired"), t('Ask whoever runs the service to renew it.'));
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return before(t("the service's certificate is for another name"), checkAddress());
  if (/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_/.test(code))
    return before(
      t("the service's certificate is signed by an authority that is not known here"),
      t('Add that authority to the connection as an extra CA.'),
    );
  if (/^ERR_(SSL|TLS)|EPROTO/.test(code))
    return before(
      t('no secure connection could be made'),
      t('Check whether the address should begin with http:// or https://.'),
    );
  if (/proxy/i.test(cause instanceof Error ? cause.message : ''))
    return before(t('the proxy refused the connection'), t('Check the proxy settings.'));
  return { why: t('the connection broke off'), remedy: t('Try again in a moment.'), beforeSending: false };
}

function errorCode(cause: unknown): string {
  for (let error = cause, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : undefined;
    const code = (error as NodeJS.ErrnoException).code ?? (inner as NodeJS.ErrnoException | undefined)?.code;
    if (typeof code === 'string' && !['UND_ERR_SOCKET', 'UND_ERR_ABORTED'].includes(code)) return code;
  }
  return '';
}
