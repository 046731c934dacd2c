import type { IsPlainQuery } from '../model/list/recordQuery.ts';
import type { OpenService } from '../service/recordService.ts';

// The one place that chooses the implementation of a record service.

export const openService: OpenService = async (connection, options) => {
  // undici is large, and a window may never send a request
  const { RecordClient } = await import('../service/documented/recordClient.ts');
  return new RecordClient(connection, options);
};

/** Loads the query check, which needs no connection: a link's query is checked before the link is followed. */
export async function loadIsPlainQuery(): Promise<IsPlainQuery> {
  return (await import('../service/documented/findQuery.ts')).isPlainFind;
}
