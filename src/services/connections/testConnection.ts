import type { Connection } from '../../model/connection/connection.ts';
import { addressAnswer, type ConnectionTest, failedTest } from '../../model/connection/connectionTest.ts';
import { proxyFor, type ProxySettings } from '../../model/connection/proxy.ts';
import { ServiceError } from '../../model/errors.ts';
import { controllersOf } from '../../model/list/listView.ts';
import type { ClientDeps } from './clients.ts';

/** Requests the list views once, as the tree would, with a separate client. Rejects only when canceled. */
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
 * Returns why no record service responds at an address that doesn't belong to a connection yet, or undefined if one
 * does. Sends no token: an address that is being typed may be anyone's.
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
    return undefined; // the reported failure already concerns the address
  }
}
