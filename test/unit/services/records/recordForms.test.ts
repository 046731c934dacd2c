import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import type { Connections } from '../../../../src/services/connections/connections.ts';
import { RecordChanges } from '../../../../src/services/common/recordChanges.ts';
import { RecordForms } from '../../../../src/services/records/recordForms.ts';
import { type LeadService, leadService } from '../../../support/leadService.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { testClients } from '../../../support/testClients.ts';

const controller = controllerName('crm', 'leads');

describe('forms of displayed records', () => {
  let service: LeadService;
  let connections: Connections;
  let clients: Clients;
  let changes: RecordChanges;
  let forms: RecordForms;
  let now = 0;

  beforeEach(async () => {
    service = await leadService();
    ({ connections } = memoryConnections());
    await connections.add({ name: 'Test', baseUrl: service.url }, undefined);
    clients = testClients(connections);
    changes = new RecordChanges();
    forms = new RecordForms(clients, changes, connections, () => now);
  });
  afterEach(async () => {
    clients.dispose();
    await service.close();
  });

  const look = async (id = '1'): Promise<number> => {
    await forms.get('test', controller, id);
    return service.received.length;
  };

  it('are cached for a short time', async () => {
    assert.deepEqual([await look(), await look()], [1, 1]);
    now += 60_000;
    assert.equal(await look(), 2);
  });

  it('are used again to open a record right after the click that asked for them', async () => {
    const one = { kind: 'record', connection: 'test', controller, id: '1' } as const;
    assert.equal(forms.recent(one), undefined);
    const form = forms.get('test', controller, '1');
    await form;
    assert.equal(await forms.recent(one), await form);
    changes.notify({ connection: 'test', controller, ids: ['1'], isDeletion: false });
    assert.equal(forms.recent(one), undefined);
    await look();
    now += 2_000;
    assert.equal(forms.recent(one), undefined);
  });

  it('are known for their controller from then on, until the connection points elsewhere', async () => {
    assert.equal(forms.known('test', controller), undefined);
    const form = await forms.get('test', controller, '2');
    now += 60_000;
    assert.equal(forms.known('test', controller), form);
    assert.equal(forms.known('test', controllerName('crm', 'peoples')), undefined);
    forms.evict('test');
    assert.equal(forms.known('test', controller), undefined);
    // nor is a form cached that was in flight when the service changed
    const answer = Promise.withResolvers<RecordForm>();
    const slow = { get: async () => ({ open: () => answer.promise }) } as unknown as Clients;
    const others = new RecordForms(slow, changes, connections, () => now);
    const onItsWay = others.get('test', controller, '3');
    await new Promise((resolve) => setImmediate(resolve));
    others.evict('test');
    answer.resolve(form);
    await onItsWay;
    assert.equal(others.known('test', controller), undefined);
  });

  it('are read again when the connection points to another service', async () => {
    await look();
    const other = await leadService();
    try {
      const connection = connections.get('test') ?? assert.fail('it is gone');
      await connections.change({ ...connection, baseUrl: other.url });
      await forms.get('test', controller, '1');
      assert.deepEqual([service.received.length, other.received.length], [1, 1]);
    } finally {
      await other.close();
    }
  });

  it('are read again for a caller that needs the current state', async () => {
    await look();
    await forms.fresh({ kind: 'record', connection: 'test', controller, id: '1' });
    assert.deepEqual([service.received.length, await look()], [2, 2]);
  });

  it('are read again when the record was changed or another user asks', async () => {
    await look();
    changes.notify({ connection: 'test', controller: 'crm/leads', ids: ['2'] });
    assert.equal(await look(), 1);
    changes.notify({ connection: 'test', controller: 'crm/leads', ids: ['1'] });
    assert.equal(await look(), 2);
    forms.evict('other');
    assert.equal(await look(), 2);
    forms.evict('test');
    assert.equal(await look(), 3);
    await connections.setToken(connections.get('test') ?? assert.fail('it is gone'), 'of someone else');
    assert.equal(await look(), 4);
  });

  it('are requested again after a failure', async () => {
    service.isLocked = true;
    await assert.rejects(look());
    service.isLocked = false;
    await look();
  });
});
