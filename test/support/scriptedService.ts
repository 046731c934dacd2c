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
  /** Answers a request that arrived elsewhere, with its body; rejects if the script disconnects. */
  pass(request: IncomingMessage, body: Uint8Array): Promise<PassedAnswer>;
  close(): Promise<void>;
}

export interface PassedAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export async function scriptedService(script: Script, tls?: { key: string; cert: string }): Promise<ScriptedService> {
  const received: Received[] = [];
  const answer = (request: IncomingMessage, body: string, response: ServerResponse): void => {
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
  const listener: RequestListener = (request, response) => {
    // a client may disconnect before its request ends, but errors thrown by the script must fail the test
    void text(request).then(
      (body) => answer(request, body, response),
      () => response.destroy(),
    );
  };
  const server: Server = tls ? createSecureServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    pass: (request, body) =>
      new Promise((resolve, reject) => {
        const response = new KeptResponse(resolve, reject) as Partial<ServerResponse> as ServerResponse;
        answer(request, Buffer.from(body).toString(), response);
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** The part of a response that scripts use, kept instead of sent. */
class KeptResponse implements Pick<ServerResponse, 'writeHead' | 'end' | 'destroy'> {
  readonly #onEnd: (answer: PassedAnswer) => void;
  readonly #onDestroy: (error: Error) => void;
  #status = 200;
  #headers: Record<string, string> = {};

  constructor(onEnd: (answer: PassedAnswer) => void, onDestroy: (error: Error) => void) {
    this.#onEnd = onEnd;
    this.#onDestroy = onDestroy;
  }

  writeHead(status: number, headers: unknown): never {
    this.#status = status;
    this.#headers = headers as Record<string, string>;
    return this as never;
  }

  end(body: unknown): never {
    this.#onEnd({ status: this.#status, headers: this.#headers, body: String(body) });
    return this as never;
  }

  destroy(): never {
    this.#onDestroy(new Error('The service has disconnected.'));
    return this as never;
  }
}

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}
