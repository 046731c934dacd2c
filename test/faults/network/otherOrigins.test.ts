import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { NetworkChoices } from '../../../src/model/connection/connection.ts';
import { json, scriptedService } from '../../support/scriptedService.ts';
import { noteOutcome } from '../outcomes.ts';
import { faultBench, leads, outcome } from './faultBench.ts';

describe('service that redirects to another origin', () => {
  for (const status of [301, 302, 303, 307, 308])
    it(`with a ${status}: sends nothing to that origin, neither a token nor a record`, async () => {
      const other = await scriptedService((_, response) => json(response, { errors: [] }));
      const { service, proxy, client, close } = await faultBench();
      try {
        const form = await client.open(leads, '7');
        const [action] = form.submitActions;
        assert.ok(action);
        const sentences: string[] = [];
        for (const location of [`${other.url}/crm/leads/index.json`, other.url.replace('http:', ''), `${other.url}#x`])
          for (const call of [
            () => client.records(leads, {}),
            () => client.open(leads, '7'),
            () => client.sendSave(form, { ...form.values, city: 'Pune' }, action),
            () => client.sendDelete(leads, '7'),
          ]) {
            proxy.seen.length = 0;
            proxy.shape = ({ outgoing }) => void outgoing.writeHead(status, { location }).end();
            const error = await outcome(call());
            assert.equal(error?.code, 'notARecordService', error?.message);
            assert.equal(proxy.seen.length, 1);
            sentences.push(error.message);
          }
        assert.deepEqual(other.received, []);
        assert.equal(service.posts(), 0);
        noteOutcome(`network: ${status} to another origin`, sentences.length, sentences[0] ?? '');
      } finally {
        await close();
        await other.close();
      }
    });
});

describe('service with an invalid certificate', () => {
  const read = (name: string): string =>
    readFileSync(new URL(`../../support/certificates/${name}`, import.meta.url), 'utf8');
  const key = read('service.key');

  for (const [what, cert, network, sentence] of [
    ['an unknown CA', 'service.pem', {}, /signed by an unknown authority\. Add that authority/],
    [
      'an expired certificate',
      'expired.pem',
      { extraCa: read('authority.pem') },
      /has expired\. Ask the service administrator/,
    ],
  ] satisfies [string, string, Partial<NetworkChoices>, RegExp][])
    it(`${what}: fails with an error after one attempt, and sends nothing`, async () => {
      const { proxy, client, close } = await faultBench(network, { key, cert: read(cert) });
      try {
        const sentences: string[] = [];
        for (const call of [() => client.records(leads, {}), () => client.sendDelete(leads, '7')]) {
          const error = await outcome(call());
          assert.equal(error?.code, 'unreachable');
          assert.match(error.message, sentence);
          assert.equal(error.effect, 'notSent');
          sentences.push(error.message);
        }
        assert.deepEqual(proxy.seen, []);
        noteOutcome(`network: ${what}`, sentences.length, sentences[0] ?? '');
      } finally {
        await close();
      }
    });
});
