import type { NetworkChoices } from '../../../model/connection/connection.ts';
import type { KnownSecrets } from '../../../model/connection/knownSecrets.ts';
import { type Proxy, proxyFor, proxySecrets, type ProxySettings } from '../../../model/connection/proxy.ts';
import { ServiceError } from '../../../model/errors.ts';
import { t } from '@vscode/l10n';
import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import { type Dispatcher, Agent, ProxyAgent } from 'undici';

/** A separate connection pool for one record service; the process-wide dispatcher is shared and stays unchanged. */
export function openDispatcher(
  baseUrl: string,
  network: NetworkChoices,
  settings: ProxySettings,
  secrets: KnownSecrets,
): Dispatcher {
  const pool: Agent.Options = {
    connections: 8,
    pipelining: 1,
    // over HTTP/2, undici resends refused writes, accepts cut-off responses, and hangs when an upload is canceled
    allowH2: false,
    // exchange.ts implements the timeouts; these would only add a second, coarser set
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const timeout = network.timeoutMs;
  const trusted = network.extraCa === undefined ? {} : { ca: [...trustedAuthorities(), authority(network.extraCa)] };
  try {
    const proxy = proxyFor(baseUrl, network.proxy, settings, process.env);
    if (proxy) secrets.add(...proxySecrets(proxy));
    return proxy
      ? throughProxy(proxy, pool, { timeout, ...trusted })
      : new Agent({ ...pool, connect: { timeout, ...trusted } });
  } catch (cause) {
    throw new ServiceError('unreachable', {
      doing: t('connect'),
      why: t("the proxy address can't be used"),
      remedy: t(
        'Enter one such as http://proxy.example.com:8080 in the connection, in http.proxy or in the environment.',
      ),
      cause,
    });
  }
}

function throughProxy(
  { address, authorization }: Proxy,
  pool: Agent.Options,
  tls: { timeout: number; ca?: string[] },
): Dispatcher {
  return new ProxyAgent({
    ...pool,
    uri: address,
    // for the service through the tunnel, and for a proxy that uses TLS itself
    requestTls: tls,
    proxyTls: tls,
    ...(authorization === undefined ? {} : { token: authorization }),
  });
}

/** PEM text, or the path of a file that contains it. */
function authority(pemOrPath: string): string {
  if (pemOrPath.includes('-----BEGIN')) return pemOrPath;
  try {
    return readFileSync(pemOrPath, 'utf8');
  } catch (cause) {
    const why = t('the extra certificate authority {0} cannot be read', pemOrPath);
    throw new ServiceError('unreachable', {
      doing: t('connect'),
      why,
      remedy: t('Check the path in the connection.'),
      cause,
    });
  }
}

function trustedAuthorities(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
