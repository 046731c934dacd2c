import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { forward } from './forward.ts';

/** A service behind another address, which requires a token and records every request. */
export interface FrontService {
  readonly url: string;
  /** Paths of all requests, in order of arrival. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Called when a request has come. It is forwarded once the returned promise resolves, unless to a status to send instead. */
  onRequest: (isWrite: boolean) => Promise<number | void> | number | void;
  close(): Promise<void>;
}

export async function frontService(target: string, token: string): Promise<FrontService> {
  const [reads, writes]: [string[], string[]] = [[], []];
  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => undefined);
    void buffer(incoming).then(async (body) => {
      if (incoming.headers.authorization !== `Bearer ${token}`) {
        outgoing.writeHead(401, { 'content-type': 'application/json' }).end('{"errors":["Sign in."]}');
        return;
      }
      const isWrite = incoming.method !== 'GET';
      (isWrite ? writes : reads).push(incoming.url ?? '');
      const status = await front.onRequest(isWrite);
      if (status !== undefined) {
        outgoing.writeHead(status, { 'content-type': 'application/json' }).end('{"errors":["Not now."]}');
        return;
      }
      const answer = await forward(target, incoming, body);
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const front: FrontService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reads,
    writes,
    onRequest: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return front;
}
