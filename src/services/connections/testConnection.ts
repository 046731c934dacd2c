import { type Connection, isLoopback } from '../../model/connection/connection.ts';
import { type ConnectionTest, failedTest } from '../../model/connection/connectionTest.ts';
import { ServiceError } from '../../model/errors.ts';
import { controllersOf } from '../../model/list/listView.ts';
import type { RequestLog } from './clients.ts';

/** Asks the service for its list views once, as the tree would, with a client of its own. Only giving up rejects. */
export async function testConnection(
  connection: Connection,
  token: string | undefined,
  log: RequestLog,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const { RecordClient } = await import('../../api/recordClient.ts'); // large, see clients.ts
  try {
    const client = new RecordClient(connection, {
      token: async () => token,
      onRequest: (trace) => log.request(connection, trace),
    });
    try {
      const listViews = await client.listViews(undefined, signal);
      if (listViews.length === 0) return { kind: 'noListViews' };
      return { kind: 'works', controllers: controllersOf(listViews).length, listViews: listViews.length };
    } finally {
      await client.close();
    }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'canceled') throw error;
    return failedTest(error, token !== undefined, proxyHost(connection));
  }
}

/** Without the name and password that an address of a proxy may hold. */
function proxyHost({ baseUrl, network: { proxy } }: Connection): string | undefined {
  return proxy !== undefined && URL.canParse(proxy) && !isLoopback(baseUrl) ? new URL(proxy).host || proxy : undefined;
}
