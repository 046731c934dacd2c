import assert from 'node:assert/strict';
import { relatedControllers } from '../../../../src/features/common/host/referencedController.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { ServiceMessages } from '../../../../src/services/common/serviceMessages.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { lookUp, type ReferenceDeps } from '../../../../src/services/references/lookUp.ts';
import { ControllerEntries } from '../../../../src/services/references/controllerEntries.ts';
import { NamedRecords } from '../../../../src/services/references/namedRecords.ts';
import { referencedControllers } from '../../../../src/services/references/referencedControllers.ts';
import {
  type InterfaceService,
  interfaceService,
  type InterfaceServiceOptions,
  type ResponseStyle,
} from '../../../support/interfaceService.ts';
import { plainMemory } from '../../../support/memory.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { referenceDeps } from '../../../support/references.ts';
import { testClients } from '../../../support/testClients.ts';
import { pluck } from '../../../support/pluck.ts';

const leads = controllerName('crm', 'leads');
const never = new AbortController().signal;
const unlisted = ['crm/peoples', 'access_controls/users'];

for (const temperament of ['orderly', 'loose'] satisfies ResponseStyle[])
  describe(`model without a matching list view of a service that is ${temperament}`, () => {
    let service: InterfaceService;
    let connections: ReturnType<typeof memoryConnections>['connections'];
    let clients: Clients;
    let deps: ReferenceDeps;
    const traced: string[] = [];

    async function start(entries: InterfaceServiceOptions['entries']): Promise<void> {
      service = await interfaceService({ temperament, unlisted, ...(entries && { entries }) });
      ({ connections } = memoryConnections());
      await connections.add({ name: 'Letter', baseUrl: service.url }, 'token');
      traced.length = 0;
      clients = testClients(connections, { request: (_, { path }) => traced.push(path) });
      deps = referenceDeps(connections, clients);
    }

    afterEach(async () => {
      clients.dispose();
      await service.close();
    });

    const asked = (): string[] =>
      service.received
        .filter(({ path }) => path.startsWith('/core/controllers/'))
        .map(({ query }) => (JSON.parse(query.get('q') ?? '{}') as { where: { url: string } }).where.url);
    const placeOf = (model: string, near = leads) => referencedControllers(deps, 'letter', { model, near });

    it('is found by the controller entry, requested as the interface does', async () => {
      await start('answers');
      for (const model of ['peoples', 'People', '\\Crm\\Model\\People'])
        assert.deepEqual(await placeOf(model), ['crm/peoples'], model);
      const request = service.received.find(({ path }) => path === '/core/controllers/view');
      assert.deepEqual(JSON.parse(request?.query.get('q') ?? ''), {
        method: 'find',
        fields: ['*'],
        where: { url: 'crm/peoples', type: 'controller' },
      });
      assert.deepEqual(asked(), ['crm/peoples', 'crm/people', 'crm/peoples', 'crm/people', 'crm/peoples']);
      const field = { label: 'Contact', reference: { model: 'peoples' } };
      const { records } = await lookUp(deps, 'letter', field, { text: 'bob', near: leads }, never);
      assert.deepEqual(pluck(records, 'text'), ['Bob Contact']);
      assert.equal((await new NamedRecords(deps).find('letter', field, 'Bob Contact')).kind, 'one');
    });

    it('is cached for the connection, and cleared with its token', async () => {
      await start('answers');
      const memory = plainMemory();
      deps = { ...deps, entries: new ControllerEntries(memory, connections, clients) };
      assert.deepEqual(await placeOf('peoples'), ['crm/peoples']);
      const count = asked().length;
      const later = new ControllerEntries(memory, connections, clients);
      assert.equal(later.controllerFor('letter', 'peoples'), 'crm/peoples');
      await placeOf('peoples');
      assert.equal(asked().length, count);
      await connections.setToken(connections.get('letter') ?? assert.fail(), 'another');
      assert.equal(later.controllerFor('letter', 'peoples'), undefined);
      assert.deepEqual(await placeOf('peoples'), ['crm/peoples']);
      assert.ok(asked().length > count);
    });

    for (const entries of [undefined, 'ignoresQuery', 'refuses', 'unauthorized', 'missing'] as const)
      it(`costs one request in total if entries are ${entries ?? 'unknown'}, without a message`, async () => {
        await start(entries);
        const received = new ServiceMessages();
        await received.collectDuring(async () => {
          const models = ['peoples', 'users', '\\Crm\\Model\\Notes', 'peoples'];
          assert.deepEqual(await Promise.all(models.map((model) => placeOf(model))), [[], [], [], []]);
        });
        assert.deepEqual([asked(), received.said], [['crm/peoples'], []]);
        assert.equal(traced.filter((path) => path.includes('core/controllers')).length, 1);
        for (const { headers } of service.received) assert.equal(headers['authorization'], 'Bearer token');
      });

    it('is not found only if the service has an entry for a controller known to exist', async () => {
      await start('empty');
      assert.deepEqual([await placeOf('peoples'), await placeOf('notes')], [[], []]);
      assert.deepEqual(asked(), ['crm/peoples', 'crm/leads']);
      clients.dispose();
      await service.close();
      await start('answers');
      assert.deepEqual([await placeOf('notes'), await placeOf('entry')], [[], []]);
      assert.deepEqual(asked(), ['crm/notes', 'crm/leads', 'crm/entry', 'crm/entries']);
    });

    it('does not block a record, and is known to the next one', async () => {
      await start('answers');
      const form = await (await clients.get('letter')).open(leads, 'l1');
      const bare = {
        ...form,
        associations: form.associations.map(({ name, kind, raw }) => ({ name, kind, raw, modelClass: 'peoples' })),
      };
      const find = deps.entries.find.bind(deps.entries);
      const finding: Promise<void>[] = [];
      const entries = {
        controllerFor: deps.entries.controllerFor.bind(deps.entries),
        find: (...about: Parameters<typeof find>) => {
          finding.push(find(...about));
          return new Promise<void>(() => undefined);
        },
      };
      assert.equal((await relatedControllers({ ...deps, entries }, 'letter', bare)).size, 0);
      await Promise.all(finding);
      assert.equal((await relatedControllers({ ...deps, entries }, 'letter', bare)).get('contacts'), 'crm/peoples');
    });
  });
