import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { RecordClient } from '../../../../src/api/recordClient.ts';
import type { NetworkChoices } from '../../../../src/model/connection/connection.ts';
import { ServiceError, type ServiceErrorCode } from '../../../../src/model/errors.ts';
import { json, type Script, scriptedService, type ScriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';

const leads = { module: 'crm', controller: 'leads' };
const page = { paginate: { data: [{ 'leads.id': '1' }], header: [], primary_key: 'leads.id' }, errors: [] };

describe('a call to the service', () => {
  const running: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.close()));
  });

  async function start(
    script: Script,
    network: Partial<NetworkChoices> = {},
    tls?: { key: string; cert: string },
  ): Promise<{ service: ScriptedService; client: RecordClient }> {
    const service = await scriptedService(script, tls);
    const client = connect(service.url, network);
    running.push(service);
    return { service, client };
  }

  function connect(url: string, network: Partial<NetworkChoices> = {}): RecordClient {
    const client = new RecordClient(testConnection(url, { pathSuffix: 'always' }, network), {
      token: async () => 'secret-token',
    });
    running.unshift(client);
    return client;
  }

  async function failure(promise: Promise<unknown>, code: ServiceErrorCode): Promise<ServiceError> {
    const error = await promise.then(
      () => assert.fail('it should have failed'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ServiceError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, /^Could not [^]+[.?]$/);
    assert.ok(!error.message.includes('secret-token'));
    return error;
  }

  it('carries the token, asks for JSON, and builds the path', async () => {
    const { service, client } = await start((_, response) => json(response, page));
    await client.records(leads, { page: 2, limit: 50, search: 'Łódź & co' });
    const [request] = service.received;
    assert.equal(request?.headers.authorization, 'Bearer secret-token');
    assert.equal(request?.headers.accept, 'application/json');
    assert.equal(request?.path, '/crm/leads/index.json');
    assert.deepEqual(Object.fromEntries(request?.query ?? []), { page: '2', limit: '50', search_basic: 'Łódź & co' });
  });

  it('never sends the token to another origin', async () => {
    const other = await start((_, response) => json(response, page));
    const { client } = await start((_, response) =>
      response.writeHead(302, { location: `${other.service.url}/crm/leads/index.json` }).end(),
    );
    const error = await failure(client.records(leads, {}), 'notARecordService');
    assert.match(error.message, /points to another address/);
    assert.deepEqual(other.service.received, []);
  });

  it('follows the service within its own origin', async () => {
    const { service, client } = await start((request, response) =>
      request.path === '/moved' ? json(response, page) : response.writeHead(301, { location: '/moved' }).end(),
    );
    assert.equal((await client.records(leads, {})).rows.length, 1);
    assert.equal(service.received[1]?.headers.authorization, 'Bearer secret-token');
  });

  it('gives up on a service that points in circles', async () => {
    const { client } = await start((_, response) => response.writeHead(302, { location: '/again' }).end());
    await failure(client.records(leads, {}), 'unreadable');
  });

  it('says that a sign-in is wanted when the service points to one', async () => {
    const { client } = await start((_, response) =>
      response.writeHead(302, { location: '/access_controls/users/login' }).end(),
    );
    await failure(client.records(leads, {}), 'notSignedIn');
  });

  const statuses: [number, ServiceErrorCode][] = [
    [400, 'refused'],
    [401, 'notSignedIn'],
    [403, 'notAllowed'],
    [404, 'notFound'],
    [409, 'refused'],
    [410, 'notFound'],
    [422, 'refused'],
    [500, 'refused'],
    [501, 'refused'],
  ];
  for (const [status, code] of statuses)
    it(`calls ${status} ${code}, with the service's own words`, async () => {
      const { client } = await start((_, response) => json(response, { errors: ['No such luck'] }, status));
      const error = await failure(client.records(leads, {}), code);
      assert.match(error.message, /No such luck/);
      assert.equal(error.status, status);
      assert.deepEqual(error.reasons, [{ text: 'No such luck' }]);
    });

  it('takes errors in a good answer for a refusal', async () => {
    const { client } = await start((_, response) => json(response, { ...page, errors: ['The year is closed'] }));
    assert.match((await failure(client.records(leads, {}), 'refused')).message, /The year is closed/);
  });

  it('recognises an expired token in a good answer', async () => {
    const { client } = await start((_, response) => json(response, { errors: ['The token has expired'] }));
    await failure(client.records(leads, {}), 'notSignedIn');
  });

  it('says that a web page came back', async () => {
    const { client } = await start((_, response) => response.end('<!doctype html><title>Intranet</title>'));
    assert.match((await failure(client.records(leads, {}), 'notARecordService')).message, /web page “Intranet”/);
  });

  it('reads JSON that calls itself a web page, with a byte order mark', async () => {
    const { client } = await start((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`\ufeff${JSON.stringify(page)}`),
    );
    assert.equal((await client.records(leads, {})).rows.length, 1);
  });

  for (const [what, body] of [
    ['nothing', ''],
    ['a cut-off answer', '{"paginate": {"data": [{"lea'],
    ['a list', '[1]'],
    ['a word', 'ok'],
    ['an envelope without records', '{"paginate": {}}'],
    ['something else', '{"hello": "world"}'],
  ] as const)
    it(`calls ${what} unreadable`, async () => {
      const { client } = await start((_, response) => response.end(body));
      await failure(client.records(leads, {}), 'unreadable');
    });

  it('unpacks gzip', async () => {
    const { client } = await start((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(page))),
    );
    assert.equal((await client.records(leads, {})).rows.length, 1);
  });

  it('calls damaged gzip unreadable', async () => {
    const damaged = gzipSync(JSON.stringify(page)).subarray(0, 40);
    const { client } = await start((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(damaged),
    );
    await failure(client.records(leads, {}), 'unreadable');
  });

  it('refuses an answer that unpacks without end', async function unpacks() {
    this.timeout(60_000);
    const bomb = gzipSync(Buffer.alloc(200 * 2 ** 20));
    // a busy machine takes its time to unpack
    const { client } = await start((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb), {
      timeoutMs: 55_000,
    });
    await failure(client.records(leads, {}), 'unreadable');
  });

  it('gives up when no answer comes', async () => {
    const { client } = await start(() => undefined, { timeoutMs: 100 });
    await failure(client.records(leads, {}), 'timedOut');
  });

  it('gives up when an answer stops half way', async () => {
    const { client } = await start((_, response) => response.writeHead(200).write('{"paginate":'), { timeoutMs: 100 });
    assert.match((await failure(client.records(leads, {}), 'timedOut')).message, /began to answer/);
  });

  it('stops at once when the caller gives up, whatever the reason', async () => {
    const stop = new AbortController();
    const { client } = await start(() => stop.abort('scrolled past'));
    await failure(client.records(leads, {}, stop.signal), 'cancelled');
  });

  it('says that nothing answers', async () => {
    const { service } = await start((_, response) => json(response, page));
    await service.close();
    assert.match((await failure(connect(service.url).records(leads, {}), 'unreachable')).message, /nothing answers/);
  });

  it('asks again after a passing trouble', async () => {
    const { service, client } = await start((_, response, turn) =>
      turn < 3 ? json(response, {}, 503, { 'retry-after': '0' }) : json(response, page),
    );
    assert.equal((await client.records(leads, {})).rows.length, 1);
    assert.equal(service.received.length, 3);
  });

  it('asks again after a connection that broke', async () => {
    const { client } = await start((_, response, turn) => (turn === 1 ? response.destroy() : json(response, page)));
    assert.equal((await client.records(leads, {})).rows.length, 1);
  });

  it('does not wait longer than a person would', async () => {
    const { service, client } = await start((_, response) =>
      json(response, { errors: ['Come back tomorrow'] }, 429, { 'retry-after': '86400' }),
    );
    assert.match((await failure(client.records(leads, {}), 'refused')).message, /Come back tomorrow/);
    assert.equal(service.received.length, 1);
  });

  describe('that writes', () => {
    it('is sent once, however it fails, and says what may have happened', async () => {
      const { service, client } = await start((_, response) => response.destroy());
      const error = await failure(client.delete(leads, '7'), 'unreachable');
      assert.equal(error.effect, 'unknown');
      assert.match(error.message, /may have been made/);
      assert.equal(service.received.length, 1);
    });

    for (const [status, effect] of [
      [401, 'none'],
      [403, 'none'],
      [422, 'none'],
      [429, 'none'],
      [500, 'unknown'],
      [503, 'unknown'],
      [504, 'unknown'],
    ] as const)
      it(`has ${effect === 'none' ? 'no' : 'an unknown'} effect after ${status}`, async () => {
        const { service, client } = await start((_, response) => json(response, { errors: [] }, status));
        const error = await client.delete(leads, '7').catch((reason: unknown) => reason);
        assert.ok(error instanceof ServiceError);
        assert.equal(error.effect, effect);
        assert.equal(service.received.length, 1);
      });

    it('has no effect after a failure that names the fields it is about', async () => {
      const { client } = await start((_, response) => json(response, { errors: { city: ['No'] } }, 500));
      const error = await client.delete(leads, '7').catch((reason: unknown) => reason);
      assert.ok(error instanceof ServiceError);
      assert.deepEqual([error.effect, error.message], ['none', 'Could not delete record 7 of crm/leads: No.']);
    });

    it('has no effect when nothing answers, or when it was cancelled before', async () => {
      const { service } = await start((_, response) => json(response, {}));
      await service.close();
      assert.equal((await failure(connect(service.url).delete(leads, '7'), 'unreachable')).effect, 'none');
      assert.equal(
        (await failure(connect(service.url).delete(leads, '7', AbortSignal.abort()), 'cancelled')).effect,
        'none',
      );
    });

    it('has an unknown effect when no answer comes', async () => {
      const { client } = await start(() => undefined, { timeoutMs: 100 });
      assert.equal((await failure(client.delete(leads, '7'), 'timedOut')).effect, 'unknown');
    });

    it('may be answered with nothing at all', async () => {
      const { client } = await start((_, response) => response.writeHead(204).end());
      assert.deepEqual(await client.delete(leads, '7'), { messages: [] });
    });

    it('is not sent on by a 307', async () => {
      const { service, client } = await start((_, response) =>
        response.writeHead(307, { location: '/elsewhere' }).end(),
      );
      await failure(client.delete(leads, '7'), 'notARecordService');
      assert.equal(service.received.length, 1);
    });

    it('is followed to its result by a 303, as a read', async () => {
      const { service, client } = await start((request, response) =>
        request.method === 'POST'
          ? response.writeHead(303, { location: '/crm/leads/view?id=7' }).end()
          : json(response, { errors: [] }),
      );
      await client.delete(leads, '7');
      assert.deepEqual(
        service.received.map((request) => request.method),
        ['POST', 'GET'],
      );
    });
  });

  describe('over TLS', () => {
    const certificate = (name: string): string =>
      readFileSync(new URL(`../../../support/certificates/${name}`, import.meta.url), 'utf8');
    const key = certificate('service.key');

    it('refuses an authority that is not known', async () => {
      const { client } = await start(
        (_, response) => json(response, page),
        {},
        { key, cert: certificate('service.pem') },
      );
      assert.match((await failure(client.records(leads, {}), 'unreachable')).message, /extra CA/);
    });

    it('trusts an extra authority', async () => {
      const { client } = await start(
        (_, response) => json(response, page),
        { extraCa: certificate('authority.pem') },
        { key, cert: certificate('service.pem') },
      );
      assert.equal((await client.records(leads, {})).rows.length, 1);
    });

    it('says that a certificate has expired', async () => {
      const { client } = await start(
        (_, response) => json(response, page),
        { extraCa: certificate('authority.pem') },
        { key, cert: certificate('expired.pem') },
      );
      assert.match((await failure(client.records(leads, {}), 'unreachable')).message, /has expired/);
    });
  });

  it('goes through the proxy, except to this machine', async () => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    try {
      await failure(connect('https://records.test', { proxy: url }).delete(leads, '7'), 'unreachable');
      assert.deepEqual(asked, ['records.test:443']);
      const { client } = await start((_, response) => json(response, page), { proxy: url });
      await client.records(leads, {});
      assert.equal(asked.length, 1);
    } finally {
      proxy.close();
    }
  });
});
