import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent } from 'undici';
import {
  exchange,
  type ExchangeLimits,
  type Request,
  StalledError,
} from '../../../../../src/service/documented/http/exchange.ts';

/** More than all buffers in between can hold. */
const bytes = Buffer.alloc(48 * 2 ** 20, 'recordbench ');
const limits: ExchangeLimits = { timeoutMs: 2_000, maxBytes: 1_000 };

describe('large upload', () => {
  let dispatcher: Agent;
  let server: Server | undefined;
  beforeEach(() => (dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })));
  afterEach(async () => {
    await dispatcher.destroy();
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });

  /** A service that reads the body at its own pace and returns the number of bytes received. */
  async function start(take: (incoming: IncomingMessage) => AsyncIterable<Buffer>): Promise<Request> {
    server = createServer((incoming, outgoing) => {
      void (async () => {
        let size = 0;
        for await (const chunk of take(incoming)) size += chunk.length;
        outgoing.end(String(size));
      })().catch(() => undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return { method: 'POST', url, headers: {}, body: { contentType: 'multipart/form-data', bytes, traced: () => [] } };
  }

  it('may take longer than the timeout as long as it makes progress', async function () {
    async function* slowly(incoming: IncomingMessage): AsyncGenerator<Buffer> {
      let size = 0;
      let pauses = 0;
      for await (const chunk of incoming as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > (pauses + 1) * 8 * 2 ** 20 && ++pauses <= 5) await wait(600);
        yield chunk;
      }
    }
    const began = performance.now();
    const { body } = await exchange(dispatcher, await start(slowly), limits);
    assert.equal(body.toString(), String(bytes.length));
    assert.ok(performance.now() - began > limits.timeoutMs);
  });

  it('times out when it stalls', async () => {
    const never = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) };
    const request = await start(() => never);
    await assert.rejects(exchange(dispatcher, request, { ...limits, timeoutMs: 300 }), {
      phase: 'sent',
      cause: new StalledError(),
    });
  });
});
