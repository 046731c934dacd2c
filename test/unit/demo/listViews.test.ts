import assert from 'node:assert/strict';
import { DemoClient, type Answer } from './demoClient.ts';

describe('demo service: list views', () => {
  let client: DemoClient;
  before(async () => (client = await DemoClient.start()));
  after(() => client.service.close());

  const listed = async (q: object, query: Record<string, string> = {}): Promise<Answer> =>
    (await client.get('/core/listviews/index.json', 'admin', { q: JSON.stringify(q), ...query })).body.paginate;

  it('are listed for one controller, in category order', async () => {
    const { data, headers, header } = await listed({
      method: 'find',
      fields: [
        'listviews.id',
        'listviews.name',
        'listviews.controller',
        'category.name as category_name',
        'listviews.is_default',
      ],
      where: [{ 'listviews.controller': 'crm/leads' }],
      order: ['category.sequence ASC', 'listviews.sequence ASC'],
    });
    assert.equal(headers.length, 5);
    assert.equal(header, undefined);
    assert.ok(data.length >= 10);
    assert.deepEqual(Object.keys(data[0]), [
      'id',
      'name',
      'controller',
      'category_name',
      'is_default',
      '_acl_comment',
      '_acl_edit',
      '_acl_tmp_edit',
      '_acl_delete',
      '_acl_tmp_delete',
    ]);
    assert.deepEqual(
      data.filter((view: Answer) => view.is_default === '1').map((view: Answer) => view.name),
      ['All Leads'],
    );
    assert.deepEqual(
      [...new Set(data.map((view: Answer) => view.category_name))],
      ['General', 'My Work', 'Sales', 'Charts', 'Administration'],
    );
  });

  it('span more than one page', async () => {
    const first = await listed({ method: 'find', fields: ['*'] });
    const second = await listed({ method: 'find', fields: ['*'] }, { page: '2' });
    const third = await listed({ method: 'find', fields: ['*'] }, { page: '3' });
    assert.ok(first.data.length === 50 && second.data.length > 0 && third.data.length === 0);
  });

  it('include the helper of every chart kind when fetched in full', async () => {
    const { data } = await listed({ method: 'find', fields: ['*'], where: { 'listviews.controller': 'crm/leads' } });
    const helpers = new Set(data.map((view: Answer) => JSON.parse(view.query).ui_helper));
    for (const kind of ['line', 'pie', 'bar', 'gauge', 'geo']) assert.ok(helpers.has(`${kind}_chart`), kind);
  });

  it('all return a page, for every controller', async () => {
    const views = [...(await listed({ fields: ['*'] })).data, ...(await listed({ fields: ['*'] }, { page: '2' })).data];
    for (const view of views) {
      const { status, body } = await client.get(`/${view.controller}/index.json`, 'admin', {
        current_listview: view.id,
      });
      assert.equal(status, 200, view.name);
      assert.equal(body.listview_name, view.name);
      assert.equal(body.paginate['__category_id'], view.category_name);
      for (const column of body.paginate.header) {
        for (const row of body.paginate.data)
          assert.ok((column.alias ?? column.column_name) in row, `${view.name}: ${column.label}`);
      }
    }
  });

  it('include one with sixty columns and one without records', async () => {
    const wide = await client.get('/crm/leads/index.json', 'admin', {
      current_listview: await client.listViewId('All Columns'),
    });
    assert.equal(wide.body.paginate.header.length, 60);
    const empty = await client.get('/crm/leads/index.json', 'admin', {
      current_listview: await client.listViewId('On Hold'),
    });
    assert.equal(empty.body.paginate.total_count, 0);
  });

  it('are remembered per user: without a name, the last opened one is returned', async () => {
    const open = await client.listViewId('Open Leads');
    assert.equal((await client.get('/crm/leads/index.json', 'reader')).body.listview_name, 'All Leads');
    await client.get('/crm/leads/index.json', 'clerk', { current_listview: open });
    assert.equal((await client.get('/crm/leads/index.json', 'clerk')).body.listview_name, 'Open Leads');
    assert.equal((await client.get('/crm/leads/index.json', 'reader')).body.listview_name, 'All Leads');
  });

  it('of deleted records are for administrators only', async () => {
    const deleted = await client.listViewId('Deleted Leads');
    assert.equal((await client.get('/crm/leads/index.json', 'clerk', { current_listview: deleted })).status, 403);
    assert.equal((await client.get('/crm/leads/index.json', 'admin', { current_listview: deleted })).status, 200);
  });

  it('of another controller are not found', async () => {
    const accounts = await client.listViewId('All Accounts', 'crm/accounts');
    assert.equal((await client.get('/crm/leads/index.json', 'admin', { current_listview: accounts })).status, 404);
  });
});
