import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Answered {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** A request passing through, and everything a fault can use. */
export interface Passage {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Passes it on to the service. */
  readonly ask: () => Promise<Answered>;
}

export type Shape = (passage: Passage) => Promise<void> | void;

export interface ShapingProxy {
  readonly url: string;
  /** Requests from the client: `POST /crm/leads/edit.json`. */
  readonly seen: string[];
  shape: Shape;
  close(): Promise<void>;
}

/** Proxy between a client and a service; `shape` determines the response. */
export async function shapingProxy(target: string, tls?: { key: string; cert: string }): Promise<ShapingProxy> {
  const seen: string[] = [];
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    outgoing.on('error', () => undefined);
    const body = await buffer(incoming);
    seen.push(`${incoming.method} ${incoming.url?.split('?')[0]}`);
    await proxy.shape({ incoming, outgoing, ask: () => passOn(target, incoming, body) });
  };
  const listen = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
    void handle(incoming, outgoing).catch(() => outgoing.destroy());
  const server = tls ? createSecureServer(tls, listen) : createServer(listen);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: ShapingProxy = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    shape: passThrough,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

async function passThrough({ outgoing, ask }: Passage): Promise<void> {
  const { status, contentType, body } = await ask();
  outgoing.writeHead(status, { 'content-type': contentType, 'content-length': body.length }).end(body);
}

async function passOn(target: string, incoming: IncomingMessage, body: Buffer): Promise<Answered> {
  const { method = 'GET', url = '/', headers } = incoming;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${target}${url}`, { method, headers, agent: false }, resolve).on('error', reject).end(body);
  });
  return {
    status: response.statusCode ?? 502,
    contentType: response.headers['content-type'] ?? 'application/json',
    body: await buffer(response),
  };
}
