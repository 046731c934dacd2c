import assert from 'node:assert/strict';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { json, type ScriptedService, scriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';

describe('controller entry', () => {
  let service: ScriptedService;
  let client: RecordClient;
  let answer: unknown;
  let status = 200;

  beforeEach(async () => {
    status = 200;
    service = await scriptedService((_, response) => json(response, answer, status));
    client = new RecordClient(testConnection(service.url), { token: async () => 'token' });
  });

  afterEach(async () => {
    await client.close();
    await service.close();
  });

  const peoples = controllerName('crm', 'peoples');
  const entry = { id: '7', url: 'crm/peoples', type: 'controller' };
  const ask = (given: unknown) => {
    answer = given;
    return client.controllerEntry(peoples);
  };

  it('is found anywhere in the response', async () => {
    for (const data of [entry, [entry], { controllers: entry }, { controllers: [entry] }, { x: { 7: entry } }])
      assert.equal(await ask({ errors: [], data }), 'there', JSON.stringify(data));
    assert.equal(await ask({ errors: [], data: { url: '/crm/peoples/' } }), 'there');
    const row = { 'controllers.id': '7', 'controllers.url': 'crm/peoples' };
    assert.equal(await ask({ errors: [], paginate: { data: [row] } }), 'there');
  });

  it('is missing if the response is empty, and unknown if it is something else', async () => {
    for (const data of [[], {}, null, { controllers: [] }, { controllers: { id: null, url: null } }])
      assert.equal(await ask({ errors: [], data }), 'none', JSON.stringify(data));
    for (const data of [
      { ...entry, url: 'crm/leads' },
      { id: '1', name: 'Smith', homepage: 'crm/peoples' },
      { id: '1', where: { url: 'crm/peoples', type: 'controller' } },
    ])
      assert.equal(await ask({ errors: [], data }), 'other', JSON.stringify(data));
  });

  it('costs one request, whatever the service answers', async () => {
    for (status of [401, 403, 404, 406, 429, 500, 503]) {
      service.received.length = 0;
      await assert.rejects(ask({ errors: ['No.'] }));
      assert.equal(service.received.length, 1, String(status));
    }
  });
});
