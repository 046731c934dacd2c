import type { Connections } from '../../../../src/services/connections/connections.ts';
import assert from 'node:assert/strict';
import { startService, type RunningService } from '../../../../src/demo/service.ts';
import type { SignupRequest } from '../../../../src/model/signup/signupInput.ts';
import type { SignupSource } from '../../../../src/model/signup/signupFields.ts';
import { type SignedUp, SignupSession } from '../../../../src/services/writes/signupSession.ts';
import { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { json, scriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { testClients } from '../../../support/testClients.ts';

describe('sign-up', () => {
  let service: RunningService;
  let turn = 0;
  before(async () => (service = await startService({ records: 20, helps: true })));
  after(() => service.close());

  function depsFor(connections: Connections): ConstructorParameters<typeof SignupSession>[1] {
    const clients = testClients(connections);
    return { connections, clients, guard: new WriteGuard(connections, clients) };
  }

  function desk(place: SignupSource): { desk: SignupSession } & ReturnType<typeof memoryConnections> {
    const memory = memoryConnections();
    const { connections } = memory;
    return {
      ...memory,
      desk: new SignupSession(place, depsFor(connections)),
    };
  }

  async function request(at: SignupSession, changes: Partial<SignupRequest> = {}): Promise<SignupRequest> {
    const { roles, currencies } = await at.information();
    return {
      userName: `newcomer${++turn}`,
      lastName: 'Nowak',
      isLicenseAccepted: true,
      roleId: roles[0]?.value ?? '',
      currencyId: currencies[0]?.value ?? '',
      autoLogin: true,
      ...changes,
    };
  }

  async function userOf(token: string | undefined): Promise<string> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${service.url}/access_controls/users/view?id=1`, { headers });
    return ((await answer.json()) as { user_fullname: string }).user_fullname;
  }

  it('at an address adds the connection with the new token, including a picture', async () => {
    const { desk: here, connections, vault } = desk({ baseUrl: service.url });
    const image = { name: 'me.png', type: 'image/png', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) };
    const signedUp = await here.send(await request(here, { image }));
    assert.deepEqual([signedUp.isNew, connections.all().map(({ baseUrl }) => baseUrl)], [true, [service.url]]);
    assert.equal(await userOf(vault.tokens.get(signedUp.connection?.id ?? '')), 'Nowak');
  });

  it('is not resent when the account may already exist, unless under another name', async () => {
    const odd = await scriptedService((_, response) =>
      json(response, { data: { users: { id: '7' } }, errors: ['The welcome mail could not be sent.'] }),
    );
    try {
      const { desk: here } = desk({ baseUrl: odd.url });
      const newcomer = { userName: 'ann', lastName: 'Lee', isLicenseAccepted: true, roleId: '1', currencyId: '1' };
      await assert.rejects(here.send(newcomer), { effect: 'unknown', message: /welcome mail/ });
      await assert.rejects(here.send(newcomer), { effect: 'notSent', message: /may have been created already/ });
      assert.equal(odd.received.length, 1);
      await assert.rejects(here.send({ ...newcomer, userName: 'bob' }), { effect: 'unknown' });
      assert.equal(odd.received.length, 2);
    } finally {
      await odd.close();
    }
  });

  it('at a connection without a token signs it in', async () => {
    const memory = memoryConnections();
    const { connections, vault } = memory;
    const { id } = await connections.add({ name: 'Mine', baseUrl: service.url }, undefined);
    const here = new SignupSession({ connection: id }, depsFor(connections));
    const { isNew } = await here.send(await request(here));
    assert.deepEqual([isNew, connections.all().length], [false, 1]);
    assert.equal(await userOf(vault.tokens.get(id)), 'Nowak');
  });

  it("keeps a connection's existing token, and adds a second connection", async () => {
    const { connections, vault } = memoryConnections();
    const { id } = await connections.add({ name: 'Mine', baseUrl: service.url }, 'my own');
    const here = new SignupSession({ connection: id }, depsFor(connections));
    const wish = await request(here);
    const { connection } = await here.send(wish);
    assert.equal(connection?.name, `Mine (${wish.userName})`);
    assert.equal(vault.tokens.get(id), 'my own');
  });

  it('at the demo, which is only lent, signs it in', async () => {
    const { connections } = memoryConnections();
    const lent = { ...testConnection(service.url), id: 'demo' };
    connections.addTemporary(lent, service.tokens.admin);
    const here = new SignupSession({ connection: 'demo' }, depsFor(connections));
    await here.send(await request(here));
    assert.equal(await userOf(await connections.token(lent)), 'Nowak');
  });

  it('at the demo started by a window uses its token; the address alone grants no access', async () => {
    const demo = await startService({ records: 20 });
    const { connections } = memoryConnections();
    connections.addTemporary({ ...testConnection(demo.url), id: 'demo' }, demo.tokens.admin);
    const deps = depsFor(connections);
    const here = new SignupSession({ connection: 'demo' }, deps);
    assert.match((await here.send(await request(here))).messages[0]?.text ?? '', /Welcome/);
    await assert.rejects(new SignupSession({ baseUrl: demo.url }, deps).information(), { code: 'notSignedIn' });
    await demo.close();
  });

  it('without automatic login leaves the connections unchanged', async () => {
    const { desk: here, connections } = desk({ baseUrl: service.url });
    const signedUp: SignedUp = await here.send(await request(here, { autoLogin: false }));
    assert.deepEqual([signedUp.connection, connections.all()], [undefined, []]);
    assert.match(signedUp.messages[0]?.text ?? '', /Welcome/);
  });

  it('shows the reasons of a refusal, each with its field', async () => {
    const { desk: here } = desk({ baseUrl: service.url });
    await assert.rejects(
      here.send(await request(here, { userName: 'x', password: 'short', confirmPassword: 'short' })),
      {
        code: 'refused',
        effect: 'refused',
      },
    );
  });

  it('is refused on a read-only connection before anything is sent', async () => {
    const { connections } = memoryConnections();
    const { id } = await connections.add({ name: 'Mine', baseUrl: service.url, readOnly: true }, undefined);
    const here = new SignupSession({ connection: id }, depsFor(connections));
    await assert.rejects(here.send(await request(here)), { code: 'notAllowed' });
  });

  it('sends no token to a service that does not need it, and its own to one that does', async () => {
    const seen: (string | undefined)[] = [];
    const strict = await scriptedService(({ headers }, response) => {
      seen.push(headers.authorization);
      if (headers.authorization === undefined) return json(response, { errors: ['no'] }, 401);
      json(response, { errors: [], signup_roles: [{ text: 'R', value: 'r' }] });
    });
    const { connections } = memoryConnections();
    const { id } = await connections.add({ name: 'Mine', baseUrl: strict.url }, 'my own');
    const here = new SignupSession({ connection: id }, depsFor(connections));
    assert.deepEqual((await here.information()).roles, [{ text: 'R', value: 'r' }]);
    assert.deepEqual(seen, [undefined, 'Bearer my own']);
    await strict.close();
  });
});
