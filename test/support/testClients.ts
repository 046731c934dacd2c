import { openService } from '../../src/assembly/openService.ts';
import type { OpenService } from '../../src/service/recordService.ts';
import { Clients, type RequestLog } from '../../src/services/connections/clients.ts';
import type { Connections } from '../../src/services/connections/connections.ts';

/** Clients of the documented interface, or of another implementation. */
export function testClients(
  connections: Connections,
  log: RequestLog = { request: () => undefined },
  open: OpenService = openService,
): Clients {
  return new Clients(connections, open, log);
}
