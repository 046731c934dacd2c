import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { json } from '../../../../support/scriptedService.ts';
import { CallBench, failedCall, leads, page } from './callBench.ts';

describe('a call to the service over TLS', () => {
  const bench = new CallBench();
  afterEach(() => bench.close());

  const certificate = (name: string): string =>
    readFileSync(new URL(`../../../../support/certificates/${name}`, import.meta.url), 'utf8');
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
});
