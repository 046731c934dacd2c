import assert from 'node:assert/strict';
import { controllerName } from '../../../../src/model/controller.ts';
import { ListedFields } from '../../../../src/services/lists/listedFields.ts';
import { interfaceService } from '../../../support/interfaceService.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { json, scriptedService } from '../../../support/scriptedService.ts';
import { testClients } from '../../../support/testClients.ts';

const leads = controllerName('crm', 'leads');

describe('listed fields', () => {
  const header = (column: string, more: object = {}): object => ({
    field_type: 'Data-Field',
    column_name: column,
    name: column.split('.').at(-1),
    label: column,
    visible: 1,
    ...more,
  });
  const answer = {
    paginate: {
      alias: 'leads',
      data: [],
      header: [
        header('leads.city'),
        header('leads.hidden', { visible: 0 }),
        header('stages.name'),
        header('leads.age', { field_type: 'Computed' }),
        header('leads.owner_id', { alias: 'Owner' }),
      ],
    },
    errors: [],
  };

  async function listedAt(baseUrl: string, known: readonly object[] = []) {
    const { connections } = memoryConnections();
    const connection = await connections.add({ name: 'Here', baseUrl }, undefined);
    const clients = testClients(connections);
    const listed = new ListedFields({ connections, clients, listViews: { known: () => known as never } });
    return { connections, connection, clients, listed };
  }

  it('are those of the default list view, in order, without columns that are not fields', async () => {
    const service = await scriptedService((_, response) => json(response, answer));
    const views = [
      { id: 'other', isDefault: false },
      { id: 'usual', isDefault: true },
    ];
    const { listed, connection, connections, clients } = await listedAt(service.url, views);
    assert.deepEqual(await listed.get(connection.id, leads), ['city', 'owner_id']);
    assert.deepEqual(await listed.get(connection.id, leads), ['city', 'owner_id']);
    assert.deepEqual(
      service.received.map(({ path, query }) => [path, query.get('current_listview'), query.get('limit')]),
      [['/crm/leads/index.json', 'usual', '1']],
    );
    await connections.setToken(connection, 'another');
    await listed.get(connection.id, leads);
    assert.equal(service.received.length, 2, 'another person may be shown another list');
    clients.dispose();
    await service.close();
  });

  it('are empty while the service is slow or does not provide them, and are requested again', async () => {
    let turn = 0;
    const service = await scriptedService((_, response) => {
      if (++turn === 1) return json(response, { errors: ['No.'] }, 403);
      if (turn === 2) return void setTimeout(() => json(response, answer), 2_000);
      return json(response, answer);
    });
    const { listed, connection, clients } = await listedAt(service.url);
    assert.deepEqual(await listed.get(connection.id, leads), []);
    assert.deepEqual(await listed.get(connection.id, leads), []);
    assert.equal(turn, 2);
    clients.dispose();
    await service.close();
  });

  for (const temperament of ['orderly', 'loose'] as const)
    it(`are found on a service that is ${temperament}`, async () => {
      const service = await interfaceService({ temperament });
      const { listed, connection, clients } = await listedAt(service.url);
      const fields = await listed.get(connection.id, leads);
      assert.ok(fields.length > 1, JSON.stringify(fields));
      clients.dispose();
      await service.close();
    });
});
