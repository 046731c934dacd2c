import type { OpenService } from '../service/recordService.ts';

/** The one place that chooses the implementation of a record service. */
export const openService: OpenService = async (connection, options) => {
  // undici is large, and a window may never send a request
  const { RecordClient } = await import('../service/documented/recordClient.ts');
  return new RecordClient(connection, options);
};
