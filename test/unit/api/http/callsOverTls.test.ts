import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from '../../../support/scriptedService.ts';
import { CallBench, failedCall, leads, page } from './callBench.ts';

describe('a call to the service over TLS or a proxy', () => {
  const bench = new CallBench();
  afterEach(() => bench.close());

  const certificate = (name: string): string =>
    readFileSync(new URL(`../../../support/certificates/${name}`, import.meta.url), 'utf8');
  const key = certificate('service.key');

  it('refuses an authority that is not known', async () => {
    const { client } = await bench.start(
      (_, response) => json(response, page),
      {},
      { key, cert: certificate('service.pem') },
    );
    assert.match((await failedCall(client.records(leads, {}), 'unreachable')).message, /extra CA/);
  });

  it('trusts an extra authority', async () => {
    const { client } = await bench.start(
      (_, response) => json(response, page),
      { extraCa: certificate('authority.pem') },
      { key, cert: certificate('service.pem') },
    );
    assert.equal((await client.records(leads, {})).rows.length, 1);
  });

  it('says that a certificate has expired', async () => {
    const { client } = await bench.start(
      (_, response) => json(response, page),
      { extraCa: certificate('authority.pem') },
      { key, cert: certificate('expired.pem') },
    );
    assert.match((await failedCall(client.records(leads, {}), 'unreachable')).message, /has expired/);
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
      await failedCall(bench.connect('https://records.test', { proxy: url }).sendDelete(leads, '7'), 'unreachable');
      assert.deepEqual(asked, ['records.test:443']);
      const { client } = await bench.start((_, response) => json(response, page), { proxy: url });
      await client.records(leads, {});
      assert.equal(asked.length, 1);
    } finally {
      proxy.close();
    }
  });
});
