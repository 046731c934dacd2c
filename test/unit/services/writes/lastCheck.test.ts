import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/model/connection/connection.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import { SignupSession } from '../../../../src/services/writes/signupSession.ts';
import { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { type BulkService, bulkService } from '../../../support/bulkService.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { Disk, writers, WritingWindow } from '../../../support/nineWriters.ts';
import { json, scriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { testClients } from '../../../support/testClients.ts';

interface Event {
  readonly name: string;
  /** The message shown to the user. */
  readonly sentence: RegExp;
  readonly happen: (window: WritingWindow, connection: Connection) => Promise<unknown>;
}

const events: readonly Event[] = [
  {
    name: 'is made read-only',
    sentence: /the connection Test is read-only/,
    happen: ({ connections }, connection) => connections.change({ ...connection, readOnly: true }),
  },
  {
    name: "gets another user's token",
    sentence: /the token of the connection Test was replaced or removed before it was sent/,
    happen: ({ connections }, connection) => connections.setToken(connection, 'the-token-of-another-user'),
  },
  {
    name: 'loses its token',
    sentence: /the token of the connection Test was replaced or removed before it was sent/,
    happen: ({ connections }, connection) => connections.signOut(connection),
  },
  {
    name: "gets another user's token in another window",
    sentence: /the token of the connection Test was replaced or removed before it was sent/,
    // another window changed the secret storage, without an event in this one
    happen: async ({ connections }) => {
      connections.token = async () => 'the-token-of-another-user';
    },
  },
];

describe('write whose connection changes during preparation', () => {
  let service: BulkService;
  let disk: Disk;
  let window: WritingWindow | undefined;

  beforeEach(async () => {
    service = await bulkService(5);
    disk = new Disk();
  });

  afterEach(async () => {
    window?.close();
    disk.remove();
    await service.close();
  });

  for (const { name, usesEndpoints = false, prepare } of writers)
    for (const event of events)
      it(`is not sent when the connection ${event.name}: ${name}`, async () => {
        const open = (window = await WritingWindow.open(service.url, disk, { timeoutMs: 3_000, usesEndpoints }));
        const connection = open.connections.get(open.connection);
        assert.ok(connection);
        const write = await prepare(open, { id: '1', field: 'city', from: 'Goa', to: 'Pune' });
        // the last response that it waits for
        service.onRead = service.onNewForm = () => void event.happen(open, connection);
        const { outcome, sentence } = await write();
        assert.deepEqual([service.posts(), outcome], [0, 'noEffect']);
        assert.match(sentence, event.sentence);
      });

  it('is not sent if it is a later record of a run, which stops and can be resumed', async () => {
    const open = (window = await WritingWindow.open(service.url, disk, { timeoutMs: 3_000 }));
    const { connections, planner, runs } = open;
    const connection = connections.get(open.connection);
    assert.ok(connection);
    const target = {
      connection: connection.id,
      controller: leads,
      madeFor: service.url,
      ids: [...service.leads.keys()],
    };
    const changes = [{ field: 'city', kind: 'set', value: 'Pune' }] as const;
    const never = new AbortController().signal;
    const draft = await planner.prepare({ kind: 'edit', target, changes }, () => undefined, never);
    service.onWrite = () => void connections.setToken(connection, 'the-token-of-another-user');
    const { runner, ended } = await runs.begin(draft);
    assert.equal(await ended, 'stopped');
    assert.match(runner.reason?.message ?? '', /was replaced or removed before it was sent/);
    // concurrency is two
    assert.ok(service.posts() <= 2, `${service.posts()} were sent`);
    service.onWrite = () => undefined;
    const again = await runs.resume(draft.ledger.plan.run);
    assert.equal(await again.ended, 'finished');
    const held = [...service.leads.values()].map(({ city, writes }) => `${city} ${writes}`);
    assert.deepEqual(new Set(held), new Set(['Pune 1']));
  });
});

const leads = controllerName('crm', 'leads');

describe('write permit', () => {
  const closed = new ServiceError('notAllowed', { doing: 'delete it', why: 'it is closed' });

  it('is requested when a connection to the service is free, with the token that is sent', async () => {
    const held: (() => void)[] = [];
    const busy = Promise.withResolvers<void>();
    const service = await scriptedService(({ method }, response) => {
      if (method === 'POST') return json(response, { errors: [] });
      held.push(() => json(response, { errors: [], paginate: { data: [] } }));
      if (held.length === 8) busy.resolve();
    });
    const client = new RecordClient(testConnection(service.url), { token: async () => 'a-token' });
    try {
      const reads = Array.from({ length: 8 }, () => client.records(leads, {}));
      await busy.promise;
      let isClosed = false;
      const asked: (string | undefined)[] = [];
      const permit = (token: string | undefined): void => {
        asked.push(token);
        if (isClosed) throw closed;
      };
      const writing = assert.rejects(client.sendDelete(leads, '7', undefined, { permit }), {
        message: closed.message,
        effect: 'notSent',
      });
      isClosed = true;
      for (const answer of held) answer();
      await Promise.all([writing, ...reads]);
      assert.deepEqual(asked, ['a-token']);
      assert.deepEqual(
        service.received.filter(({ method }) => method === 'POST'),
        [],
      );
    } finally {
      await client.close();
      await service.close();
    }
  });

  it('also covers a sign-up, which goes only to the service whose form was filled in', async () => {
    const service = await scriptedService((_, response) =>
      json(response, { errors: [], data: { users: {} }, form: {} }),
    );
    const clone = await scriptedService((_, response) => json(response, { errors: [], data: { users: {} }, form: {} }));
    const { connections } = memoryConnections();
    const clients = testClients(connections);
    try {
      const connection = await connections.add({ name: 'Test', baseUrl: service.url }, undefined);
      const guard = new WriteGuard(connections, clients);
      const session = new SignupSession({ connection: connection.id }, { connections, clients, guard });
      await session.information();
      const request = {
        userName: 'ada',
        lastName: 'L',
        isLicenseAccepted: true,
        roleId: 'r',
        currencyId: 'c',
      } as const;
      await connections.change({ ...connection, baseUrl: clone.url });
      await assert.rejects(session.send(request), /it was created for/);
      await connections.change(connection);
      const sending = session.send(request);
      await connections.change({ ...connection, readOnly: true });
      await assert.rejects(sending, /the connection Test is read-only/);
      const posts = [...service.received, ...clone.received].filter(({ method }) => method === 'POST');
      assert.deepEqual(posts, []);
    } finally {
      clients.dispose();
      await service.close();
      await clone.close();
    }
  });
});
