import { type IncomingMessage, request } from 'node:http';

interface Forwarded {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Sends the same request to another service and returns its response. */
export function forward(target: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const sent = { method: method ?? 'GET', headers: { ...headers, host: new URL(target).host } };
    const passed = request(`${target}${url}`, sent, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 502,
          headers: { 'content-type': response.headers['content-type'] ?? 'application/json' },
          body: Buffer.concat(chunks),
        }),
      );
    });
    passed.on('error', reject);
    passed.end(body);
  });
}
