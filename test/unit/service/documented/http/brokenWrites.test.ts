import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent } from 'undici';
import { RecordClient } from '../../../../../src/service/documented/recordClient.ts';
import type { ServiceErrorCode } from '../../../../../src/model/errors.ts';
import { json } from '../../../../support/scriptedService.ts';
import { testConnection } from '../../../../support/testConnection.ts';
import { CallBench, failedCall, leads } from './callBench.ts';

/** Decides what happens to a connection after its request. */
type Fate = (socket: Socket, request: string) => void;

describe('write whose connection fails', () => {
  const bench = new CallBench();
  const closing: (() => unknown)[] = [];
  afterEach(() => Promise.all([bench.close(), ...closing.splice(0).map((close) => close())]));

  async function listen(onConnection: (socket: Socket) => void): Promise<number> {
    const sockets: Socket[] = [];
    const server: Server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      onConnection(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }

  /** A service on a raw socket. */
  async function raw(fate: Fate): Promise<{ url: string; requests: string[] }> {
    const requests: string[] = [];
    const port = await listen((socket) =>
      socket.on('data', (data) => {
        requests.push(data.toString());
        fate(socket, data.toString());
      }),
    );
    return { url: `http://127.0.0.1:${port}`, requests };
  }

  /** A client whose end of the connection fails once the request has been received. */
  async function endingIn(code: string): Promise<{ client: RecordClient; requests: string[] }> {
    let line: Socket | undefined;
    const { url, requests } = await raw(() =>
      line?.destroy(Object.assign(new Error(`read ${code}`), { code, syscall: 'read' })),
    );
    const dispatcher = new Agent({
      connect: ({ port }, callback) => {
        const socket = connect(Number(port), '127.0.0.1', () => callback(null, socket));
        line = socket;
      },
    });
    const client = new RecordClient(testConnection(url), { token: async () => 'secret-token' }, dispatcher);
    closing.push(() => client.close());
    return { client, requests };
  }

  async function assertUnsent(client: RecordClient, code: ServiceErrorCode, words: RegExp): Promise<void> {
    const error = await failedCall(client.sendDelete(leads, '7'), code);
    assert.equal(error.effect, 'notSent', error.message);
    assert.match(error.message, words);
    assert.doesNotMatch(error.message, /Check the record before/);
  }

  async function assertUnknown(call: Promise<unknown>, code: ServiceErrorCode, words: RegExp): Promise<void> {
    const error = await failedCall(call, code);
    assert.equal(error.effect, 'unknown', error.message);
    assert.match(error.message, words);
    assert.match(error.message, /Check the record before/);
  }

  describe('before a byte was sent, has no effect', () => {
    it('when nothing listens', async () => {
      const { service, client } = await bench.start((_, response) => json(response, {}));
      await service.close();
      await assertUnsent(client, 'unreachable', /the connection was refused/);
    });

    it('when the host name does not resolve', async () => {
      await assertUnsent(bench.connect('http://records.invalid'), 'unreachable', /the host name could not be resolved/);
    });

    it('when the server does not speak TLS, or has an untrusted certificate', async () => {
      const { url, requests } = await raw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      const error = await failedCall(
        bench.connect(url.replace('http:', 'https:')).sendDelete(leads, '7'),
        'unreachable',
      );
      assert.equal(error.effect, 'notSent');
      assert.match(error.message, /a secure connection could not be established/);
      assert.ok(requests.every((request) => !request.includes('delete')));

      const file = (name: string): string =>
        readFileSync(new URL(`../../../../support/certificates/${name}`, import.meta.url), 'utf8');
      const { client, service } = await bench.start(
        (_, response) => json(response, {}),
        {},
        { key: file('service.key'), cert: file('service.pem') },
      );
      await assertUnsent(client, 'unreachable', /signed by an unknown authority/);
      assert.deepEqual(service.received, []);
    });

    it('when the proxy opens no tunnel, whether it refuses or disconnects', async () => {
      for (const fate of [
        (socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
        (socket) => socket.resetAndDestroy(),
      ] satisfies Fate[]) {
        const proxy = await raw(fate);
        await assertUnsent(
          bench.connect('https://records.test', { proxy: proxy.url }),
          'unreachable',
          /proxy refused|the connection was lost\. Try/,
        );
        assert.match(proxy.requests[0] ?? '', /^CONNECT records.test:443/);
      }
    });

    it('when the connection times out, or is aborted in the meantime', async () => {
      // accepts connections but never completes the TLS handshake
      const port = await listen(() => undefined);
      const client = bench.connect(`https://127.0.0.1:${port}`, { timeoutMs: 1_000 });
      await assertUnsent(client, 'timedOut', /the connection timed out\. Check the network/);
      const canceled = await failedCall(
        client.sendDelete(leads, '7', undefined, { signal: AbortSignal.timeout(50) }),
        'canceled',
      );
      assert.equal(canceled.effect, 'notSent');
    });

    it('when it was aborted while queued', async () => {
      const { client, service } = await bench.start(() => undefined, { timeoutMs: 60_000 });
      const held = new AbortController();
      const busy = Array.from({ length: 8 }, () => failedCall(client.records(leads, {}, held.signal), 'canceled'));
      const stop = new AbortController();
      const error = failedCall(client.sendDelete(leads, '7', undefined, { signal: stop.signal }), 'canceled');
      while (service.received.length < 8) await wait(5);
      stop.abort();
      held.abort();
      assert.equal((await error).effect, 'notSent');
      await Promise.all(busy);
      assert.ok(service.received.every(({ method }) => method === 'GET'));
    });

    it('when it was aborted from the start', async () => {
      const { client, service } = await bench.start((_, response) => json(response, {}));
      assert.equal(
        (await failedCall(client.sendDelete(leads, '7', undefined, { signal: AbortSignal.abort() }), 'canceled'))
          .effect,
        'notSent',
      );
      assert.deepEqual(service.received, []);
    });
  });

  describe('after it was sent, has an unknown effect', () => {
    it('when the connection is reset', async () => {
      const { url, requests } = await raw((socket) => socket.resetAndDestroy());
      await assertUnknown(bench.connect(url).sendDelete(leads, '7'), 'unreachable', /the connection was lost/);
      assert.equal(requests.length, 1);
    });

    it('when the response ends before its last byte', async () => {
      const { url } = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{"errors":[]'));
      await assertUnknown(bench.connect(url).sendDelete(leads, '7'), 'unreachable', /the connection was lost/);
    });

    it('when the response times out or is aborted', async () => {
      const { url } = await raw(() => undefined);
      await assertUnknown(
        bench.connect(url, { timeoutMs: 1_000 }).sendDelete(leads, '7'),
        'timedOut',
        /did not respond/,
      );
      const stop = new AbortController();
      const other = await raw(() => stop.abort());
      await assertUnknown(
        bench.connect(other.url).sendDelete(leads, '7', undefined, { signal: stop.signal }),
        'canceled',
        /canceled/,
      );
    });

    for (const code of ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPROTO', 'ECONNRESET', 'EPIPE'])
      it(`when its connection fails with ${code}`, async () => {
        const { client, requests } = await endingIn(code);
        await assertUnknown(client.sendDelete(leads, '7'), 'unreachable', /the connection was lost/);
        assert.equal(requests.length, 1);
      });

    it('when it was sent to a proxy that disconnects', async () => {
      const proxy = await raw((socket) => socket.resetAndDestroy());
      const client = bench.connect('http://records.test', { proxy: proxy.url });
      await assertUnknown(client.sendDelete(leads, '7'), 'unreachable', /the connection was lost/);
      assert.match(proxy.requests[0] ?? '', /^POST http:\/\/records.test\/crm\/leads\/delete.json/);
    });
  });

  describe('while following a redirect to its result, has an unknown effect', () => {
    const onward = 'HTTP/1.1 303 See Other\r\nlocation: /crm/leads/view?id=7\r\nconnection: close\r\n\r\n';

    it('when nothing listens there anymore', async () => {
      const server = createServer((socket) => {
        // respond only once new connections are refused
        socket.once('data', () => server.close() && socket.end(onward));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const client = bench.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      await assertUnknown(client.sendDelete(leads, '7'), 'unreachable', /the connection was refused/);
    });

    it('when the token is withheld', async () => {
      const { url, requests } = await raw((socket) => socket.end(onward));
      let asked = 0;
      const token = async (): Promise<string> => {
        if (++asked > 1) throw new Error('locked');
        return 'secret-token';
      };
      const client = new RecordClient(testConnection(url), { token });
      closing.push(() => client.close());
      await assertUnknown(client.sendDelete(leads, '7'), 'notSignedIn', /secret storage/);
      assert.equal(requests.length, 1);
    });

    for (const [what, head] of [
      ['the token is not accepted', 'HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n'],
      ['a sign-in is asked for', 'HTTP/1.1 302 Found\r\nlocation: /users/login\r\ncontent-length: 0\r\n\r\n'],
    ] as const)
      it(`when ${what}`, async () => {
        const { url } = await raw((socket, request) => socket.end(request.startsWith('POST') ? onward : head));
        await assertUnknown(bench.connect(url).sendDelete(leads, '7'), 'notSignedIn', /token|sign-in/);
      });
  });

  it('is also reported as interrupted if it was only a read', async () => {
    const { client } = await endingIn('ETIMEDOUT');
    const error = await failedCall(client.records(leads, {}), 'unreachable');
    assert.equal(error.effect, 'notSent');
    assert.match(error.message, /the connection was lost\. Try again/);
  });
});
