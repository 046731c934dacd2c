import type { IsPlainQuery } from '../model/list/recordQuery.ts';
import type { OpenService } from '../service/recordService.ts';

// The one place that chooses the implementation of a record service.

export const openService: OpenService = async (connection, options) => {
  // undici is large, and a window may never send a request
  const { RecordClient } = await import('../service/documented/recordClient.ts');
  return new RecordClient(connection, options);
};

/** Knows the service's query language without a connection: whoever follows a link asks it first. */
export async function loadIsPlainQuery(): Promise<IsPlainQuery> {
  return (await import('../service/documented/findQuery.ts')).isPlainFind;
}
