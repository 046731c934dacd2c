import type { Connection } from '../../model/connection/connection.ts';
import { type ConnectionTest, failedTest } from '../../model/connection/connectionTest.ts';
import { proxyFor, type ProxySettings } from '../../model/connection/proxy.ts';
import { ServiceError } from '../../model/errors.ts';
import { controllersOf } from '../../model/list/listView.ts';
import { type ClientDeps, openClient } from './clients.ts';

/** Asks the service for its list views once, as the tree would, with a client of its own. Only giving up rejects. */
export async function testConnection(
  connection: Connection,
  token: string | undefined,
  deps: ClientDeps,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  try {
    const client = await openClient(connection, async () => token, deps);
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

function proxyHost({ baseUrl, network }: Connection, settings: ProxySettings): string | undefined {
  try {
    const proxy = proxyFor(baseUrl, network.proxy, settings, process.env);
    return proxy && new URL(proxy.address).host;
  } catch {
    return undefined; // why it failed is about its address
  }
}
