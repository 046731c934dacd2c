import assert from 'node:assert/strict';
import { relatedListView } from '../../../../src/model/list/relatedList.ts';
import { failure } from '../../../support/failure.ts';
import { listViewAnswer } from '../../../support/listViewAnswers.ts';
import { json, type Script } from '../../../support/scriptedService.ts';
import { describeOther, leads } from './otherService.ts';
import { pluck } from '../../../support/pluck.ts';

describeOther('missing list view', (start) => {
  const views = [{ id: 'all', name: 'All Leads', controller: 'crm/leads' }];
  /** Always responds with this list view, whichever is requested. */
  const answering =
    (listViewId: string): Script =>
    (request, response) =>
      request.path.startsWith('/core/listviews')
        ? json(response, listViewAnswer(views, request))
        : json(response, {
            errors: [],
            paginate: { data: [], header: [], listview_id: listViewId, name: 'All Leads', total_count: 0 },
          });

  it('is reported if the service says so, with a fix', async () => {
    const { client } = await start((_, response) => json(response, { errors: ['No such list view.'] }, 404));
    await failure(
      client.records(leads, { listView: 'gone' }),
      'notFound',
      /show this list view of crm\/leads: No such list view\. It may no longer exist\. Refresh the tree and choose another\.$/,
    );
    await failure(client.records(leads, {}), 'notFound', /list the records of crm\/leads: No such list view\.$/);
  });

  it('is reported if the service returns another one instead', async () => {
    const { client } = await start(answering('all'));
    await failure(client.records(leads, { listView: 'gone' }), 'notFound', /the service returned “All Leads” instead/);
    assert.equal((await client.records(leads, { listView: 'all' })).total, 0);
    assert.equal((await client.records(leads, {})).total, 0);
  });

  it('is not reported if the service only names it differently, which is checked once', async () => {
    const { client, service } = await start(answering('4711'));
    for (const page of [1, 2, 3]) assert.equal((await client.records(leads, { listView: 'all', page })).total, 0);
    assert.equal(service.received.filter(({ path }) => path.startsWith('/core/listviews')).length, 1);
  });

  it('is not reported if it is uncertain', async () => {
    const { client } = await start((request, response) =>
      request.path.startsWith('/core/listviews')
        ? json(response, { errors: ['Not now.'] }, 500)
        : answering('all')(request, response, 1),
    );
    assert.equal((await client.records(leads, { listView: 'gone' })).total, 0);
  });

  it('is not checked for related records, which may arrive as a full page of a list view', async () => {
    const { client, service } = await start((request, response) =>
      request.path.startsWith('/core/listviews')
        ? json(response, listViewAnswer(views, request))
        : json(response, {
            errors: [],
            current_listview: 'all',
            __current_listview: 'All Leads',
            listview_id: 'all',
            listview_name: 'All Leads',
            paginate: {
              alias: 'leads',
              primary_key: 'leads.id',
              listview_id: 'all',
              total_count: 1,
              header: [{ column_name: 'leads.name', name: 'name', label: 'Name' }],
              data: [{ 'leads.id': '7', 'leads.name': 'Ada' }],
            },
          }),
    );
    const to = { id: '17', key: 'leads.referrer_id', modelClass: 'Lead' };
    const listView = relatedListView({ parent: leads, name: 'referred', to });
    const page = await client.records(leads, { listView, page: 1, limit: 50 });
    assert.deepEqual(
      page.rows.map(({ id, cells }) => [id, cells[0]]),
      [['7', 'Ada']],
    );
    assert.deepEqual(pluck(service.received, 'path'), ['/crm/leads/view']);
  });

  it('is not reported if the parent of related records does not exist', async () => {
    const { client } = await start((_, response) => json(response, { errors: ['No such record.'] }, 404));
    const to = { id: '17', key: 'leads.referrer_id', modelClass: 'Lead' };
    const listView = relatedListView({ parent: leads, name: 'referred', to });
    await failure(client.records(leads, { listView }), 'notFound', /find records of crm\/leads: No such record\.$/);
  });

  it('is not the default one of an unnamed list, whatever was opened since', async () => {
    let opened = 'all';
    const { client, service } = await start((request, response) => {
      opened = request.query.get('current_listview') ?? opened;
      json(response, { errors: [], paginate: { data: [], header: [], listview_id: opened, total_count: 0 } });
    });
    const shown = async (listView?: string): Promise<string | undefined> =>
      (await client.records(leads, listView === undefined ? {} : { listView })).listViewId;
    assert.deepEqual([await shown(), await shown('mine'), await shown()], ['all', 'mine', 'all']);
    assert.deepEqual(
      service.received.map(({ query }) => query.get('current_listview')),
      [null, 'mine', 'all'],
    );
  });
});
