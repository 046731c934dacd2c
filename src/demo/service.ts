import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import type { DemoStartOptions, DemoUser } from '../model/demoProcess.ts';

export type { DemoUser } from '../model/demoProcess.ts';

export interface ServiceOptions extends DemoStartOptions {
  /** Called while records are being made. */
  onProgress?(done: number, total: number): void;
  readonly signal?: AbortSignal;
}

export interface RunningService {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  readonly tokens: Record<DemoUser, string>;
  close(): Promise<void>;
}

export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const server = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"errors":[]}');
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const token = (user: DemoUser): string => options.tokens?.[user] ?? randomBytes(32).toString('base64url');
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    tokens: { admin: token('admin'), clerk: token('clerk'), reader: token('reader') },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
