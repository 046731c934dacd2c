import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { countToken, holdsToken } from './markedToken.ts';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Script = (request: Received, response: ServerResponse, turn: number) => void;

/** A service on loopback that responds as the test specifies and records its requests. */
export interface ScriptedService {
  readonly url: string;
  readonly received: Received[];
  close(): Promise<void>;
}

export async function scriptedService(script: Script, tls?: { key: string; cert: string }): Promise<ScriptedService> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    const answer = (body: string): void => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const entry = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
      };
      received.push(entry);
      countToken(request.headers.authorization);
      if (holdsToken(Buffer.from(`${request.url}${body}`)))
        return json(response, { errors: ['A token stands in an address or in a body.'] }, 500);
      script(entry, response, received.length);
    };
    // a client may disconnect before its request ends, but errors thrown by the script must fail the test
    void text(request).then(answer, () => response.destroy());
  };
  const server: Server = tls ? createSecureServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}
