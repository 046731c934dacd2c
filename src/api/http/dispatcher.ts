import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import { t } from '@vscode/l10n';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback, type NetworkChoices } from '../../model/connection/connection.ts';
import { ServiceError } from '../../model/errors.ts';

/** A pool of connections of its own for one record service; the process-wide dispatcher belongs to everyone and stays as it is. */
export function openDispatcher(baseUrl: string, network: NetworkChoices): Dispatcher {
  const pool: Agent.Options = {
    connections: 8,
    pipelining: 1,
    // the time-outs are ours, see exchange.ts: these would only make a second, coarser set
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: network.timeoutMs,
      ...(network.extraCa === undefined ? {} : { ca: [...trustedAuthorities(), authority(network.extraCa)] }),
    },
  };
  // a proxy cannot reach this machine's own loopback
  if (isLoopback(baseUrl)) return new Agent(pool);
  try {
    return new EnvHttpProxyAgent({
      ...pool,
      ...(network.proxy === undefined ? {} : { httpProxy: network.proxy, httpsProxy: network.proxy }),
    });
  } catch (cause) {
    throw new ServiceError('unreachable', {
      doing: t('connect'),
      why: t('the address of the proxy cannot be used'),
      remedy: t(
        'Enter one such as http://proxy.example.com:8080 in the connection, in http.proxy or in the environment.',
      ),
      cause,
    });
  }
}

/** PEM text as it is, or the file that holds it. */
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
