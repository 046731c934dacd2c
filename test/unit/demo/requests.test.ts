import assert from 'node:assert/strict';
import { DemoClient } from './demoClient.ts';

describe('demo service: requests', () => {
  let client: DemoClient;
  before(async () => (client = await DemoClient.start({ records: 20, tokens: { reader: 'a-token-of-my-own' } })));
  after(() => client.service.close());

  it('uses the given tokens and generates the others', () => {
    assert.equal(client.service.tokens.reader, 'a-token-of-my-own');
    assert.match(client.service.tokens.admin, /^recordbench-demo-[\w-]{43}$/);
  });

  it('answers 401 without a token and with a wrong one', async () => {
    for (const authorization of ['', 'Bearer nope', `Basic ${client.service.tokens.admin}`, 'Bearer ']) {
      const { status, body } = await client.send('/crm/leads/index.json', {
        headers: authorization ? { authorization } : {},
      });
      assert.equal(status, 401);
      assert.equal(body.errors[0].code, 'not_signed_in');
    }
  });

  it('answers 404 for paths that do not exist', async () => {
    for (const path of [
      '/',
      '/crm',
      '/crm/nope/index.json',
      '/crm/leads/nope',
      '/crm/leads/index/more',
      '/crm/leads/constructor',
      '//',
      '/%00/x/y',
    ]) {
      assert.equal((await client.send(path, { headers: client.headers('admin') })).status, 404, path);
    }
  });

  it('answers 405 for the wrong method', async () => {
    for (const [path, method] of [
      ['/crm/leads/index.json', 'POST'],
      ['/crm/leads/view', 'DELETE'],
      ['/crm/leads/edit_selected', 'GET'],
      ['/crm/leads/delete_selected', 'POST'],
    ] as const) {
      assert.equal((await client.send(path, { method, headers: client.headers('admin') })).status, 405, path);
    }
  });

  it('answers HEAD without a body', async () => {
    const { status, body } = await client.send('/crm/leads/index.json', {
      method: 'HEAD',
      headers: client.headers('admin'),
    });
    assert.deepEqual([status, body], [200, undefined]);
  });

  it('refuses a body that is too large or of the wrong type', async () => {
    const headers = client.headers('admin');
    const large = new FormData();
    large.append('data[leads][notes]', 'x'.repeat(9 * 1024 * 1024));
    assert.equal((await client.send('/crm/leads/add.json', { method: 'POST', body: large, headers })).status, 413);
    const json = await client.send('/crm/leads/add.json', {
      method: 'POST',
      body: '{}',
      headers: { ...headers, 'content-type': 'application/json' },
    });
    assert.equal(json.status, 415);
    const broken = await client.send('/crm/leads/add.json', {
      method: 'POST',
      body: 'nonsense',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    });
    assert.equal(broken.status, 400);
    assert.equal((await client.get('/crm/leads/index.json')).status, 200);
  });

  it('works with and without .json', async () => {
    assert.deepEqual(
      await client.get('/crm/leads/view', 'admin', { id: '2' }),
      await client.get('/crm/leads/view.json', 'admin', { id: '2' }),
    );
  });

  it('reports the organization and the signed-in user', async () => {
    const { body } = await client.get('/crm/leads/view', 'clerk', { id: '2' });
    assert.deepEqual(
      [body.organization_name, body.organization_id, body.user_id, body.user_fullname],
      ['Meridian Trading Ltd.', '1', '2', 'Carlos Núñez'],
    );
  });
});
