import assert from 'node:assert/strict';
import type { Clients } from '../../../src/services/connections/clients.ts';
import type { Connections } from '../../../src/services/connections/connections.ts';
import { createRecordApi, type RecordApi } from '../../../src/services/recordApi.ts';
import { RecordChanges, type RecordsChange } from '../../../src/services/common/recordChanges.ts';
import { WriteGuard } from '../../../src/services/connections/writeGuard.ts';
import { type LeadService, leadService } from '../../support/leadService.ts';
import { testWriter } from '../../support/memoryIntents.ts';
import { referenceDeps } from '../../support/references.ts';
import type { FormValues } from '../../../src/model/form/fieldValue.ts';
import { bigIds } from '../../support/interfaceRecords.ts';
import { interfaceService } from '../../support/interfaceService.ts';
import { memoryConnections } from '../../support/memoryConnections.ts';
import { testClients } from '../../support/testClients.ts';

describe('API for other extensions', () => {
  let service: LeadService;
  let connections: Connections;
  let clients: Clients;
  let api: RecordApi;
  let reported: RecordsChange[];

  beforeEach(async () => {
    service = await leadService();
    ({ connections } = memoryConnections());
    await connections.add({ name: 'Test', baseUrl: service.url }, 'secret');
    clients = testClients(connections);
    const changes = new RecordChanges();
    const guard = new WriteGuard(connections, clients);
    const writer = testWriter(guard, { changes });
    api = createRecordApi({
      ...referenceDeps(connections, clients),
      connections,
      clients,
      changes,
      writer: { get: async () => writer },
    });
    reported = [];
    api.onDidChangeRecords((change) => reported.push(change));
  });
  afterEach(async () => {
    clients.dispose();
    await service.close();
  });

  it('lists the connections without their secrets', () => {
    assert.deepEqual(api.connections(), [{ id: 'test', name: 'Test', baseUrl: service.url, readOnly: false }]);
  });

  it('lists, views, saves, adds and deletes records, and notifies of changes', async () => {
    assert.equal((await api.index('test', 'crm/leads', { limit: 2 })).rows.length, 2);
    assert.equal((await api.view('test', 'crm/leads', '1')).values['city'], 'Goa');
    await api.save('test', 'crm/leads', '1', { city: 'Pune' });
    assert.deepEqual([service.leads.get('1')?.city, service.leads.get('1')?.score], ['Pune', '1']);
    const { id = '' } = await api.save('test', 'crm/leads', undefined, { name: 'Nadia', city: 'Agra' });
    assert.equal(service.leads.get(id)?.city, 'Agra');
    await api.delete('test', 'crm/leads', '2');
    assert.equal(service.leads.has('2'), false);
    assert.deepEqual(
      reported.map(({ ids, isDeletion }) => [ids, isDeletion === true]),
      [
        [['1'], false],
        [[id], false],
        [['2'], true],
      ],
    );
  });

  it('returns the service message of a write', async () => {
    service.words = ['Bo was told.'];
    const said = [{ text: 'Bo was told.' }];
    assert.deepEqual((await api.save('test', 'crm/leads', '1', { city: 'Pune' })).messages, said);
    assert.deepEqual((await api.delete('test', 'crm/leads', '2')).messages, said);
  });

  it('keeps both changes when two callers save a record at once', async () => {
    await Promise.all([
      api.save('test', 'crm/leads', '1', { city: 'Pune' }),
      api.save('test', 'crm/leads', '1', { score: '9' }),
    ]);
    assert.deepEqual([service.leads.get('1')?.city, service.leads.get('1')?.score], ['Pune', '9']);
  });

  it('refuses to write through a read-only connection or to an unknown controller', async () => {
    await assert.rejects(api.view('test', 'leads', '1'), /“leads” is not a controller/);
    const connection = connections.get('test') ?? assert.fail('it is gone');
    await connections.change({ ...connection, readOnly: true });
    await assert.rejects(api.save('test', 'crm/leads', '1', { city: 'Pune' }), { code: 'notAllowed' });
    await assert.rejects(api.delete('test', 'crm/leads', '1'), { code: 'notAllowed' });
    assert.deepEqual(service.posts(), []);
  });
});

describe('reference set by another extension', () => {
  it('has all three entries, and is refused if they identify two records', async () => {
    const service = await interfaceService();
    const { connections } = memoryConnections();
    await connections.add({ name: 'Letter', baseUrl: service.url }, undefined);
    const clients = testClients(connections);
    const writer = testWriter(new WriteGuard(connections, clients));
    const api = createRecordApi({
      ...referenceDeps(connections, clients),
      connections,
      clients,
      changes: new RecordChanges(),
      writer: { get: async () => writer },
    });
    const save = async (values: FormValues): Promise<(string | undefined)[]> => {
      await api.save('letter', 'crm/leads', 'l1', values);
      const sent = new Map(service.writes.at(-1)?.entries);
      return ['owner_id', '__owner_id'].map((key) => sent.get(`data[leads][${key}]`));
    };
    try {
      assert.deepEqual(await save({ __owner_id: 'Dana Ito' }), [bigIds[1], 'Dana Ito']);
      assert.deepEqual(await save({ owner_id: '17' }), ['17', 'Carla Moss']);
      await assert.rejects(
        save({ owner_id: bigIds[1], __owner_id: 'Carlos Núñez' }),
        /name and id of “Owner” don't match/,
      );
      assert.equal(service.writes.length, 2);
      await save({ owner_id: null });
      assert.deepEqual(await save({ __owner_id: 'Dana Ito' }), [bigIds[1], 'Dana Ito'], 'also where there was none');
    } finally {
      clients.dispose();
      await service.close();
    }
  });
});
