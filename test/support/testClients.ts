import { openService } from '../../src/assembly/openService.ts';
import { Clients, type RequestLog } from '../../src/services/connections/clients.ts';
import type { Connections } from '../../src/services/connections/connections.ts';

/** Clients of the documented interface. */
export function testClients(connections: Connections, log: RequestLog = { request: () => undefined }): Clients {
  return new Clients(connections, openService, log);
}
