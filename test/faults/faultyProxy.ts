import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forward } from '../support/forward.ts';

/** Faults on the way to a service and back. */
export const networkFaults = [
  /** Disconnected before forwarding. */
  'dropped',
  /** Not forwarded, never answered. */
  'stalledBefore',
  /** Forwarded, but the response is held back forever. */
  'stalledAfter',
  /** Forwarded, then disconnected instead of a response. */
  'reset',
  /** Forwarded, then disconnected in the middle of the response. */
  'cutOff',
  /** A read that is forwarded twice; the second response counts. */
  'repeated',
] as const;
export type NetworkFault = (typeof networkFaults)[number];

export interface FaultyProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Proxy between a client and a service that injects faults. Calls `fault` once per request. */
export async function faultyProxy(
  target: string,
  fault: (isWrite: boolean) => NetworkFault | undefined,
): Promise<FaultyProxy> {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('error', () => undefined);
    outgoing.on('error', () => undefined);
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => void handle(incoming, outgoing, Buffer.concat(chunks)));
  });
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): Promise<void> => {
    const isWrite = incoming.method !== 'GET' || /delete|_selected/.test(incoming.url ?? '');
    const met = fault(isWrite);
    if (met === 'dropped') return void outgoing.destroy();
    if (met === 'stalledBefore') return;
    if (met === 'repeated' && !isWrite) await forward(target, incoming, body).catch(() => undefined);
    const answer = await forward(target, incoming, body).catch(() => undefined);
    if (met === 'stalledAfter') return;
    if (!answer || met === 'reset') return void outgoing.destroy();
    outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
    if (met !== 'cutOff') return void outgoing.end(answer.body);
    outgoing.write(answer.body.subarray(0, answer.body.length / 2), () => outgoing.destroy());
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
