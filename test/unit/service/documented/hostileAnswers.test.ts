import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { type RunningService, startService } from '../../../../src/demo/service.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import type { JsonValue } from '../../../../src/model/json.ts';
import { times } from '../../../faults/size.ts';
import { mutate, mutations } from '../../../support/mutateJson.ts';
import { scriptedService, type ScriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';

const deep = '['.repeat(100_000) + ']'.repeat(100_000);
const leads = controllerName('crm', 'leads');

/** Every part of the interface: the source of a valid response, and the call that must survive invalid ones. */
const parts: readonly { name: string; path: string; call: (client: RecordClient) => Promise<unknown> }[] = [
  { name: 'a list', path: 'crm/leads/index.json?limit=3', call: (client) => client.records(leads, {}) },
  { name: 'the list views', path: 'core/listviews/index.json?limit=5', call: (client) => client.listViews() },
  { name: 'a form', path: 'crm/leads/edit?id=1', call: (client) => client.open(leads, '1') },
  { name: 'a new form', path: 'crm/leads/add', call: (client) => client.form(leads, 'add') },
  {
    name: 'found records',
    path: 'crm/leads/view?search_criteria=a',
    call: (client) => client.find(leads, { kind: 'criteria', criteria: 'a' }),
  },
  { name: 'the sign-up form', path: 'access_controls/users/signup.json', call: (client) => client.signupInformation() },
  { name: 'the license', path: 'access_controls/users/license_agreement.json', call: (client) => client.license() },
  {
    name: 'a deletion',
    path: 'access_controls/users/license_agreement.json',
    call: (client) => client.sendDelete(leads, '1'),
  },
  {
    name: 'a sign-up',
    path: 'access_controls/users/signup.json',
    call: (client) =>
      client.sendSignup({ userName: 'a', lastName: 'b', isLicenseAccepted: true, roleId: 'c', currencyId: 'd' }),
  },
];

describe('hostile response', () => {
  let good: RunningService;
  let hostile: ScriptedService;
  let client: RecordClient;
  let body: string | Buffer = '';
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);

  before(async () => {
    process.on('unhandledRejection', note);
    good = await startService({ records: 20 });
    hostile = await scriptedService((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
    client = new RecordClient(testConnection(hostile.url), { token: async () => 'token' });
  });

  after(async () => {
    process.off('unhandledRejection', note);
    await client.close();
    await hostile.close();
    await good.close();
  });

  afterEach(() => assert.deepEqual(unhandled, []));

  async function answerTo(path: string): Promise<JsonValue> {
    const response = await fetch(`${good.url}/${path}`, { headers: { authorization: `Bearer ${good.tokens.admin}` } });
    return (await response.json()) as JsonValue;
  }

  /** The call either succeeds or throws a ServiceError with a message. */
  async function survives(call: Promise<unknown>): Promise<void> {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason ?? new Error('rejected with nothing'),
    );
    if (error === undefined) return;
    assert.ok(error instanceof ServiceError, error instanceof Error ? error.stack : inspect(error));
    assert.match(error.message, /^Could not [^]+\.$/);
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  }

  for (const { name, path, call } of parts) {
    it(`in place of ${name}, retyped and re-nested, is parsed or gives a typed error`, async function retyped() {
      const answer = await answerTo(path);
      await fc.assert(
        fc.asyncProperty(mutations, async (changes) => {
          body = mutate(answer, changes);
          await survives(call(client));
        }),
        { numRuns: times(40, 400) },
      );
    });

    it(`in place of ${name}, truncated or damaged, is parsed or gives a typed error`, async function damaged() {
      const bytes = Buffer.from(JSON.stringify(await answerTo(path)));
      await fc.assert(
        fc.asyncProperty(fc.nat(bytes.length), fc.nat(255), fc.boolean(), async (at, byte, cut) => {
          body = cut
            ? bytes.subarray(0, at)
            : Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at + 1)]);
          await survives(call(client));
        }),
        { numRuns: times(30, 300) },
      );
    });
  }

  it('of any JSON is parsed or gives a typed error, in every operation', async function anything() {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), fc.constantFrom(...parts), async (text, { call }) => {
        body = text;
        await survives(call(client));
      }),
      { numRuns: times(150, 2_000) },
    );
  });

  for (const [what, text] of [
    [
      'nested 100,000 deep',
      `{"paginate":${'['.repeat(100_000)}${']'.repeat(100_000)},"form":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
    ],
    [
      'with a cell nested 100,000 deep',
      `{"paginate":{"data":[{"a":${deep}}],"header":[]},"data":{"leads":{"id":1,"a":${deep}}},"license_agreement":${deep},"errors":${deep}}`,
    ],
    ['with 100,000 errors', `{"errors":[${'"no",'.repeat(99_999)}"no"]}`],
    ['with 200,000 columns', `{"paginate":{"data":[{"a":"1"}],"header":[${'{},'.repeat(199_999)}{}]}}`],
    [
      'with a prototype in it',
      '{"__proto__":{"polluted":1},"paginate":{"data":[{"__proto__":{"polluted":1}}],"header":{"__proto__":{"polluted":1}}},"data":{"__proto__":{"polluted":1}},"form":{"__proto__":{"polluted":1}}}',
    ],
  ] as const)
    it(`${what} is parsed or gives a typed error, in every operation, in bounded time`, async function huge() {
      body = text;
      for (const { call } of parts) await survives(call(client));
    });
});
