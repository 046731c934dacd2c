import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { KnownSecrets } from '../../../../src/model/connection/knownSecrets.ts';
import type { SignupRequest } from '../../../../src/model/signup/signupInput.ts';
import { json, type Received, type ScriptedService, scriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { leads } from './http/callBench.ts';

const own = 'own/Token+4711==abcdefghijKLMNOPqrst';
const others = 'tokenOfAnother0815-uvwxyzABCDEF';
const password = 'pass Wörd&7';
const handedOut = 'handedOutByTheService-99-ABCdef';

const hexadecimal = (text: string): string => Buffer.from(text).toString('hex').slice(0, 60);

type Answer = (response: ServerResponse, request: Received) => void;
const page =
  (status: number, type: string, text: string): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(text);
const answer =
  (value: object, status = 200): Answer =>
  (response) =>
    json(response, value, status);

/** Every part of a response whose text a client repeats. */
function echoes(secret: string): Readonly<Record<string, Answer>> {
  const escaped = encodeURIComponent(secret);
  return {
    'in errors': answer({ errors: [`The token ${secret} is unknown.`] }),
    'in errors with a status': answer({ errors: { auth: [{ message: `Bearer ${secret}` }] } }, 401),
    'in errors by field': answer({ errors: { city: [`${secret} is no city`], [secret]: 'is no field' } }, 422),
    'in an error in HTML': answer({ errors: [`<b>${escaped}</b> &amp; more`] }),
    'in an error with a long text before it': answer({ errors: [`${'x'.repeat(280)} ${secret}`] }, 400),
    'in a message': answer({ message: [`Hello ${secret}`], errors: [] }, 418),
    'in the detail of a failure': answer({ detail: secret }, 422),
    'in base64': answer({ errors: [Buffer.from(`Authorization: Bearer ${secret}`).toString('base64')] }),
    'in JSON within a text': answer({ errors: [JSON.stringify({ token: secret })] }, 400),
    'in plain text': page(422, 'text/plain', `bad token ${secret}`),
    'in the title of a page': page(200, 'text/html', `<html><title>Hello ${secret}</title></html>`),
    'in the way of compression': (response) => void response.writeHead(200, { 'content-encoding': escaped }).end('x'),
    'in a redirect to elsewhere': (response) =>
      void response.writeHead(302, { location: `https://${hexadecimal(secret)}.test/?t=${escaped}` }).end(),
    'in a redirect within': (response, { path }) =>
      path.includes('sent-on')
        ? json(response, { errors: ['no'] })
        : void response.writeHead(302, { location: `/sent-on/${escaped}?token_of=${escaped}&x=${escaped}` }).end(),
    'in a redirect that asks for the same again': (response) =>
      void response.writeHead(308, { location: `/moved/${escaped}` }).end(),
  };
}

describe('secret echoed by a service', () => {
  let service: ScriptedService;
  let client: RecordClient;
  let said: Answer;
  const traces: unknown[] = [];

  before(async () => {
    service = await scriptedService((request, response) => said(response, request));
    const secrets = new KnownSecrets();
    secrets.add(others);
    const endpoint = { path: 'bulk', method: 'post', ids: 'ids[]', idsAs: 'repeated' } as const;
    client = new RecordClient(testConnection(service.url, { bulkDelete: endpoint, deleteMethod: 'post' }), {
      token: async () => own,
      onRequest: (trace) => traces.push(trace),
      secrets,
    });
  });
  after(async () => {
    await client.close();
    await service.close();
  });
  beforeEach(() => void traces.splice(0));

  /** Asserts that no secret appears, fully or mostly, in any encoding. */
  function assertStruck(reported: unknown, ...secrets: string[]): void {
    const text = inspect(reported, { depth: 20, maxStringLength: null });
    const spelled = secrets.flatMap((secret) => [secret, encodeURIComponent(secret), hexadecimal(secret)]);
    for (const one of [...spelled, ...secrets.map((secret) => Buffer.from(secret).toString('base64').slice(2, -4))])
      for (let at = 0; at + 12 <= Math.max(12, one.length); at++)
        assert.ok(!text.toLowerCase().includes(one.slice(at, at + 12).toLowerCase()), `“${one}” stands in ${text}`);
  }

  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    'a list': () => client.records(leads, {}),
    'a list that is read elsewhere': () => client.encodedRecords(leads, {}),
    'a form': () => client.form(leads, 'edit', '7'),
    'a delete': () => client.sendDelete(leads, '7'),
    'a bulk delete': () => client.sendBulkDelete(leads, ['7', '8']),
    'the license': () => client.license(),
    'a sign-up': () => client.sendSignup(account),
  };
  const account: SignupRequest = {
    userName: 'jo',
    lastName: 'Doe',
    password,
    confirmPassword: password,
    isLicenseAccepted: true,
    roleId: '1',
    autoLogin: true,
    currencyId: '1',
  };

  for (const [what, call] of Object.entries(calls))
    it(`is not in the message about ${what}`, async () => {
      for (const secret of [own, others, ...(what === 'a sign-up' ? [password] : [])])
        for (const [where, echo] of Object.entries(echoes(secret))) {
          said = echo;
          const reported = await call().catch((error: unknown) => error);
          if (what !== 'a list that is read elsewhere')
            assert.ok(reported instanceof Error, `${where}: ${inspect(reported)}`);
          if (reported instanceof Error)
            assertStruck([where, reported, reported.stack, (reported as { why?: string }).why], secret);
          assertStruck(traces.splice(0), secret);
        }
    });

  it('is not in a success message', async () => {
    const words = { message: [`Done with ${own}`, { text: encodeURIComponent(own) }], errors: [] };
    said = answer(words);
    assertStruck(await client.sendDelete(leads, '7'), own);
    said = answer({ ...words, data: { leads: { id: '7', city: own } }, form: {}, model: 'leads' });
    const { messages, values } = await client.form(leads, 'edit', '7');
    assertStruck(messages, own);
    // record values belong to the user and are saved again
    assert.equal(values['city'], own);
  });

  it('is not in the reason why a record of a bulk request was refused', async () => {
    said = answer({ errors: [], results: [{ id: '7', errors: [`not with ${own}`] }] });
    const { refused } = await client.sendBulkDelete(leads, ['7', '8']);
    assert.equal(refused.get('7'), 'not with •••');
  });

  it('is stored as a token, and never shown, when a sign-up returns it', async () => {
    said = answer({ message: [`Your token is ${handedOut}, your password ${password}`], token: handedOut });
    const { token, messages } = await client.sendSignup(account);
    assert.equal(token, handedOut);
    assertStruck(messages, handedOut, password);
  });

  it('is not in a copied URL', () => {
    assertStruck(client.recordsAddress(leads, { search: `x ${own}` }), own);
  });
});
