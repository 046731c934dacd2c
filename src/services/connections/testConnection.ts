import type { Connection } from '../../model/connection/connection.ts';
import { addressAnswer, type ConnectionTest, failedTest } from '../../model/connection/connectionTest.ts';
import { proxyFor, type ProxySettings } from '../../model/connection/proxy.ts';
import { ServiceError } from '../../model/errors.ts';
import { controllersOf } from '../../model/list/listView.ts';
import type { ClientDeps } from './clients.ts';

/** Asks the service for its list views once, as the tree would, with a client of its own. Only giving up rejects. */
export async function testConnection(
  connection: Connection,
  token: string | undefined,
  deps: ClientDeps,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  try {
    const client = await deps.clients.open(connection, async () => token);
    try {
      const listViews = await client.listViews(undefined, signal);
      if (listViews.length === 0) return { kind: 'noListViews' };
      return { kind: 'works', controllers: controllersOf(listViews).length, listViews: listViews.length };
    } finally {
      await client.close();
    }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'canceled') throw error;
    return failedTest(error, token !== undefined, proxyHost(connection, deps.connections.proxySettings()));
  }
}

/**
 * Why no record service answers at an address that is no connection's yet; undefined where one does. No token is sent:
 * what is being typed may be anybody's address.
 */
export async function addressProblem(
  baseUrl: string,
  deps: ClientDeps,
  signal: AbortSignal,
): Promise<string | undefined> {
  const connection = { ...deps.connections.draft({ name: baseUrl, baseUrl }), id: '=typed' };
  const { works, sentence } = addressAnswer(await testConnection(connection, undefined, deps, signal));
  return works ? undefined : sentence;
}

function proxyHost({ baseUrl, network }: Connection, settings: ProxySettings): string | undefined {
  try {
    const proxy = proxyFor(baseUrl, network.proxy, settings, process.env);
    return proxy && new URL(proxy.address).host;
  } catch {
    return undefined; // why it failed is about its address
  }
}
