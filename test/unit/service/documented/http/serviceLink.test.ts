import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { ServiceErrorCode } from '../../../../../src/model/errors.ts';
import { queryText } from '../../../../../src/service/documented/http/serviceLink.ts';
import { RecordClient } from '../../../../../src/service/documented/recordClient.ts';
import { pluck } from '../../../../support/pluck.ts';
import { json } from '../../../../support/scriptedService.ts';
import { testConnection } from '../../../../support/testConnection.ts';
import { CallBench, failedCall, leads, page } from './callBench.ts';

describe('service request', () => {
  const bench = new CallBench();
  afterEach(() => bench.close());

  it('has the token, accepts JSON, and builds the path', async () => {
    const { service, client } = await bench.start((_, response) => json(response, page));
    await client.records(leads, { page: 2, limit: 50, search: 'Łódź & co' });
    const [request] = service.received;
    assert.equal(request?.headers.authorization, 'Bearer secret-token');
    assert.equal(request?.headers.accept, 'application/json');
    assert.equal(request?.path, '/crm/leads/index.json');
    assert.deepEqual(Object.fromEntries(request?.query ?? []), { page: '2', limit: '50', search_basic: 'Łódź & co' });
  });

  it('never sends the token to another origin', async () => {
    const other = await bench.start((_, response) => json(response, page));
    const { client } = await bench.start((_, response) =>
      response.writeHead(302, { location: `${other.service.url}/crm/leads/index.json` }).end(),
    );
    const error = await failedCall(client.records(leads, {}), 'notARecordService');
    assert.match(error.message, /redirects to another address/);
    assert.deepEqual(other.service.received, []);
  });

  it('follows redirects within its own origin', async () => {
    const { service, client } = await bench.start((request, response) =>
      request.path === '/moved' ? json(response, page) : response.writeHead(301, { location: '/moved' }).end(),
    );
    assert.equal((await client.records(leads, {})).rows.length, 1);
    assert.equal(service.received[1]?.headers.authorization, 'Bearer secret-token');
  });

  it('never sends the token to another service on the same host', async () => {
    const { service } = await bench.start((request, response) =>
      request.path.startsWith('/tenant-b')
        ? json(response, page)
        : response.writeHead(302, { location: '/tenant-b/crm/leads/index.json' }).end(),
    );
    const client = new RecordClient(testConnection(`${service.url}/tenant-a`), { token: async () => 'of-tenant-a' });
    const error = await failedCall(client.records(leads, {}), 'notARecordService');
    await client.close();
    assert.match(error.message, /redirects to another address, http:\S+\/tenant-b/);
    assert.deepEqual(pluck(service.received, 'path'), ['/tenant-a/crm/leads/index.json']);
  });

  it('uses HTTP/1.1 even if the service offers HTTP/2', async () => {
    const file = (name: string): string =>
      readFileSync(new URL(`../../../../support/certificates/${name}`, import.meta.url), 'utf8');
    const versions: string[] = [];
    const server = createSecureServer({ key: file('service.key'), cert: file('service.pem'), allowHTTP1: true });
    server.on('request', (request, response) => {
      versions.push(request.httpVersion);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const client = bench.connect(`https://127.0.0.1:${port}`, { extraCa: file('authority.pem') });
    try {
      await client.records(leads, {});
    } finally {
      await client.close();
      server.close();
    }
    assert.deepEqual(versions, ['1.1']);
  });

  it('stops at a redirect loop', async () => {
    const { client } = await bench.start((_, response) => response.writeHead(302, { location: '/again' }).end());
    await failedCall(client.records(leads, {}), 'unreadable');
  });

  it('reports why a token cannot be sent, and sends nothing', async () => {
    const { service } = await bench.start((_, response) => json(response, page));
    for (const token of ['abc\ndef', 'abc\r\nx-evil: 1', 'a\0b', 'euro€'])
      for (const call of [
        (client: RecordClient) => client.records(leads, {}),
        (client: RecordClient) => client.sendDelete(leads, '7'),
      ]) {
        const client = bench.connect(service.url, {}, { token: async () => token });
        const error = await failedCall(call(client), 'notSignedIn');
        assert.match(
          error.message,
          /the token contains a line break or another character that can't be sent\. Set a new/,
        );
        assert.equal(error.effect, 'notSent');
      }
    assert.deepEqual(service.received, []);
  });

  it('does not follow a redirect without a location', async () => {
    const { client, service } = await bench.start((_, response) => response.writeHead(302).end());
    assert.match(
      (await failedCall(client.records(leads, {}), 'unreadable')).message,
      /it is a redirect \(302\) without a target/,
    );
    assert.equal(service.received.length, 1);
  });

  it('does not follow a redirect to a non-HTTP URL', async () => {
    for (const location of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x']) {
      const { client, service } = await bench.start((_, response) => response.writeHead(302, { location }).end());
      const { message } = await failedCall(client.records(leads, {}), 'notARecordService');
      assert.ok(
        message.includes(`another address, ${location.slice(0, location.indexOf(':') + 1)}, to which`),
        message,
      );
      assert.equal(service.received.length, 1);
    }
  });

  it('does not follow a redirect that would repeat a write', async () => {
    for (const operation of ['delete', 'delete.json', 'delete_selected', 'edit_selected.json']) {
      const location = `/crm/leads/${operation}?id=8&is_confirm=1`;
      const { client, service } = await bench.start((_, response) => response.writeHead(302, { location }).end());
      await failedCall(client.records(leads, {}), 'unreadable');
      assert.equal(service.received.length, 1);
    }
  });

  it('reports that sign-in is required when redirected to a sign-in page', async () => {
    const { client } = await bench.start((_, response) =>
      response.writeHead(302, { location: '/access_controls/users/login' }).end(),
    );
    await failedCall(client.records(leads, {}), 'notSignedIn');
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
    it(`reports ${status} as ${code}, with the service's own message`, async () => {
      const { client } = await bench.start((_, response) => json(response, { errors: ['No such luck'] }, status));
      const error = await failedCall(client.records(leads, {}), code);
      assert.match(error.message, /No such luck/);
      assert.equal(error.status, status);
      assert.deepEqual(error.reasons, [{ text: 'No such luck' }]);
    });

  it('treats errors in a successful response as a refusal', async () => {
    const { client } = await bench.start((_, response) => json(response, { ...page, errors: ['The year is closed'] }));
    assert.match((await failedCall(client.records(leads, {}), 'refused')).message, /The year is closed/);
  });

  it('recognizes an expired token in a successful response', async () => {
    const { client } = await bench.start((_, response) => json(response, { errors: ['The token has expired'] }));
    await failedCall(client.records(leads, {}), 'notSignedIn');
  });

  it('reports that the response is a web page', async () => {
    const { client } = await bench.start((_, response) => response.end('<!doctype html><title>Intranet</title>'));
    assert.match((await failedCall(client.records(leads, {}), 'notARecordService')).message, /web page “Intranet”/);
  });

  it('parses JSON labeled as HTML, with a byte order mark', async () => {
    const { client } = await bench.start((_, response) =>
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
    it(`reports ${what} as unreadable`, async () => {
      const { client } = await bench.start((_, response) => response.end(body));
      await failedCall(client.records(leads, {}), 'unreadable');
    });

  it('decompresses gzip', async () => {
    const { client } = await bench.start((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(page))),
    );
    assert.equal((await client.records(leads, {})).rows.length, 1);
  });

  it('reports damaged gzip as unreadable', async () => {
    const damaged = gzipSync(JSON.stringify(page)).subarray(0, 40);
    const { client } = await bench.start((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(damaged),
    );
    await failedCall(client.records(leads, {}), 'unreadable');
  });

  it('refuses a response that decompresses endlessly', async function unpacks() {
    const bomb = gzipSync(Buffer.alloc(200 * 2 ** 20));
    // decompression is slow on a busy machine
    const { client } = await bench.start(
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
      {
        timeoutMs: 55_000,
      },
    );
    await failedCall(client.records(leads, {}), 'unreadable');
  });

  it('times out when there is no response', async () => {
    const { client } = await bench.start(() => undefined, { timeoutMs: 100 });
    await failedCall(client.records(leads, {}), 'timedOut');
  });

  it('times out when a response stalls', async () => {
    const { client } = await bench.start((_, response) => response.writeHead(200).write('{"paginate":'), {
      timeoutMs: 2_000, // long enough for a busy machine to start
    });
    assert.match((await failedCall(client.records(leads, {}), 'timedOut')).message, /started to respond/);
  });

  it('stops at once when the caller aborts, whatever the reason', async () => {
    const stop = new AbortController();
    const { client } = await bench.start(() => stop.abort('scrolled past'));
    await failedCall(client.records(leads, {}, stop.signal), 'canceled');
  });

  it('stops at once when the caller aborts while all connections are in use, and is never sent', async () => {
    const held: ServerResponse[] = [];
    const full = Promise.withResolvers<void>();
    const { service, client } = await bench.start((_, response) => {
      if (held.length === 8) return json(response, page);
      held.push(response);
      if (held.length === 8) full.resolve();
    });
    const others = Array.from({ length: 8 }, () => client.records(leads, { page: 1 }));
    await full.promise;
    const stop = new AbortController();
    const waiting = failedCall(client.records(leads, { page: 2 }, stop.signal), 'canceled');
    await setImmediate();
    stop.abort();
    await waiting;
    for (const response of held) json(response, page);
    await Promise.all(others);
    await client.records(leads, { page: 3 });
    assert.deepEqual(
      pluck(service.received, 'query')
        .map((query) => query.get('page'))
        .slice(8),
      ['3'],
    );
  });

  it('reports that the service is unreachable', async () => {
    const { service } = await bench.start((_, response) => json(response, page));
    await service.close();
    assert.match(
      (await failedCall(bench.connect(service.url).records(leads, {}), 'unreachable')).message,
      /the connection was refused/,
    );
  });

  it('retries after a transient error', async () => {
    const { service, client } = await bench.start((_, response, turn) =>
      turn < 3 ? json(response, {}, 503, { 'retry-after': '0' }) : json(response, page),
    );
    assert.equal((await client.records(leads, {})).rows.length, 1);
    assert.equal(service.received.length, 3);
  });

  it('retries after a broken connection', async () => {
    const { client } = await bench.start((_, response, turn) =>
      turn === 1 ? response.destroy() : json(response, page),
    );
    assert.equal((await client.records(leads, {})).rows.length, 1);
  });

  it('does not retry after it is closed', async () => {
    let sent = 0;
    const { service } = await bench.start(() => void client.close());
    const client = bench.connect(service.url, {}, { onRequest: () => void (sent += 1) });
    await failedCall(client.records(leads, {}), 'unreachable');
    assert.equal(sent, 1);
  });

  it('does not wait for a long Retry-After', async () => {
    const { service, client } = await bench.start((_, response) =>
      json(response, { errors: ['Come back tomorrow'] }, 429, { 'retry-after': '86400' }),
    );
    assert.match((await failedCall(client.records(leads, {}), 'refused')).message, /Come back tomorrow/);
    assert.equal(service.received.length, 1);
  });
});

describe('request parameters', () => {
  it('encode a space as %20, and escape every special character', () => {
    const text = queryText([
      ['sort', 'leads.first name'],
      ['id', 'a+b/c&d#é'],
    ]);
    assert.equal(text, 'sort=leads.first%20name&id=a%2Bb%2Fc%26d%23%C3%A9');
    assert.deepEqual(Object.fromEntries(new URLSearchParams(text)), { sort: 'leads.first name', id: 'a+b/c&d#é' });
    assert.equal(queryText([]), '');
  });
});

describe('service request over TLS', () => {
  const bench = new CallBench();
  afterEach(() => bench.close());

  const certificate = (name: string): string =>
    readFileSync(new URL(`../../../../support/certificates/${name}`, import.meta.url), 'utf8');
  const key = certificate('service.key');

  it('refuses an unknown certificate authority', async () => {
    const { client } = await bench.start(
      (_, response) => json(response, page),
      {},
      { key, cert: certificate('service.pem') },
    );
    assert.match((await failedCall(client.records(leads, {}), 'unreachable')).message, /extra CA/);
  });

  it('trusts an extra certificate authority', async () => {
    const { client } = await bench.start(
      (_, response) => json(response, page),
      { extraCa: certificate('authority.pem') },
      { key, cert: certificate('service.pem') },
    );
    assert.equal((await client.records(leads, {})).rows.length, 1);
  });

  it('reports that a certificate has expired', async () => {
    const { client } = await bench.start(
      (_, response) => json(response, page),
      { extraCa: certificate('authority.pem') },
      { key, cert: certificate('expired.pem') },
    );
    assert.match((await failedCall(client.records(leads, {}), 'unreachable')).message, /has expired/);
  });
});
