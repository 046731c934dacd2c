import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { addressAnswer, testSentence } from '../../../../src/model/connection/connectionTest.ts';
import { testConnection as tryOut } from '../../../../src/services/connections/testConnection.ts';
import { listViewAnswer } from '../../../support/listViewAnswers.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { inProject } from '../../../support/projectPaths.ts';
import { json, type ScriptedService, scriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { testClients } from '../../../support/testClients.ts';

const { connections } = memoryConnections();
const deps = { connections, clients: testClients(connections) };
const never = new AbortController().signal;
const certificate = (name: string): string => readFileSync(inProject('test/support/certificates', name), 'utf8');

describe('connection test', () => {
  let service: ScriptedService | undefined;
  afterEach(async () => service?.close());

  async function said(
    answer: (response: ServerResponse) => void,
    token?: string,
    network: Parameters<typeof testConnection>[2] = {},
    tls?: { key: string; cert: string },
  ): Promise<string> {
    service = await scriptedService((_, response) => answer(response), tls);
    const connection = testConnection(service.url, {}, { timeoutMs: 1_000, ...network });
    const test = await tryOut(connection, token, deps, never);
    return testSentence(connection, test).replace(/https?:\/\/127\.0\.0\.1:\d+/, 'there');
  }

  it('counts what the service offers', async () => {
    const views = [
      { id: '1', name: 'A', controller: 'crm/leads' },
      { id: '2', name: 'B', controller: 'crm/leads' },
    ];
    service = await scriptedService((request, response) => json(response, listViewAnswer(views, request)));
    const connection = testConnection(service.url);
    const test = await tryOut(connection, undefined, deps, never);
    assert.equal(testSentence(connection, test), 'Test works: 1 controller with 2 list views.');
    assert.equal(service.received.length, 1);
  });

  it('reports that there is no list view', async () => {
    const sentence = await said((response) => json(response, { paginate: { data: [] }, errors: [] }));
    assert.match(sentence, /^Test responds, but this user can't see any list views\./);
  });

  it('reports that the service is unreachable', async () => {
    const connection = testConnection('http://127.0.0.1:1');
    const test = await tryOut(connection, undefined, deps, never);
    assert.equal(
      testSentence(connection, test),
      'Could not connect to http://127.0.0.1:1: the connection was refused. Check that the service is running and that the address and port are correct.',
    );
  });

  it('distinguishes a missing token from a wrong one', async () => {
    const refuse = (response: ServerResponse): void => json(response, {}, 401);
    assert.equal(
      await said(refuse),
      'Could not connect to there: this service requires a token; none is set. Set a token.',
    );
    await service?.close();
    assert.equal(
      await said(refuse, 'wrong'),
      'Could not connect to there: the service does not accept the token. Set a token that the service accepts.',
    );
  });

  it('detects, without a token, whether a URL is a service', async () => {
    const there = async (answer: (response: ServerResponse) => void): Promise<string> => {
      await service?.close();
      service = await scriptedService((_, response) => answer(response));
      const { works, sentence } = addressAnswer(
        await tryOut(testConnection(service.url, {}, { timeoutMs: 1_000 }), undefined, deps, never),
      );
      assert.equal(service.received[0]?.headers.authorization, undefined);
      return `${works ? 'yes' : 'no'}: ${sentence}`;
    };
    const empty = { paginate: { data: [] }, errors: [] };
    assert.equal(await there((response) => json(response, empty)), 'yes: Found a record service.');
    for (const status of [401, 403])
      assert.equal(await there((response) => json(response, {}, status)), 'yes: Found a service. It requires a token.');
    assert.equal(
      await there((response) => json(response, {}, 404)),
      'no: No record service was found at this address (it responded with 404). Check the address and its path.',
    );
    assert.match(
      await there((response) => void response.end('<title>Hello</title>')),
      /^no: The service returned the web page “Hello” instead of records\. /,
    );
  });

  it('reports that the response is a web page or not from a record service', async () => {
    const page = await said((response) => void response.end('<html><title>Welcome to nginx</title></html>'));
    assert.match(
      page,
      /^Could not connect to there: the service returned the web page “Welcome to nginx” instead of records\./,
    );
    await service?.close();
    const nothing = await said((response) => json(response, { hello: 'world' }));
    assert.match(nothing, /the response can't be read because the list is missing/);
    await service?.close();
    const unknown = await said((response) => json(response, {}, 404));
    assert.match(
      unknown,
      /no record service was found at this address \(it responded with 404\)\. Check the address and its path\./,
    );
  });

  it('reports a timeout', async () => {
    assert.match(await said(() => undefined, undefined, { timeoutMs: 1_000 }), /the service did not respond in time\./);
  });

  it('reports certificate errors, and accepts a certificate whose CA is configured', async () => {
    const tls = { key: certificate('service.key'), cert: certificate('service.pem') };
    const fine = (response: ServerResponse): void => json(response, { paginate: { data: [] }, errors: [] });
    assert.match(await said(fine, undefined, {}, tls), /signed by an unknown authority\. Add that authority/);
    await service?.close();
    assert.match(await said(fine, undefined, { extraCa: certificate('authority.pem') }, tls), /^Test responds/);
    await service?.close();
    const absent = await said(fine, undefined, { extraCa: '/nowhere/ca.pem' }, tls);
    assert.match(absent, /the extra certificate authority \/nowhere\/ca\.pem cannot be read\. Check the path/);
  });

  it('reports that a proxy cannot be used', async () => {
    const through = async (proxy: string): Promise<string> => {
      const connection = testConnection('http://records.example.com', {}, { proxy, timeoutMs: 1_000 });
      return testSentence(connection, await tryOut(connection, undefined, deps, never));
    };
    const silent = await through('http://127.0.0.1:1');
    assert.match(silent, /the connection was refused \(via proxy 127\.0\.0\.1:1\)\. Check the proxy/);
    for (const wrong of ['proxy:8080', 'not an address'])
      assert.match(await through(wrong), /the proxy address can't be used/);
  });

  it('can be canceled', async () => {
    service = await scriptedService(() => undefined);
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 50);
    await assert.rejects(tryOut(testConnection(service.url), undefined, deps, ending.signal), { code: 'canceled' });
  });
});
