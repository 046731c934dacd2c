import assert from 'node:assert/strict';
import { controllerName } from '../../../../src/model/controller.ts';
import { relatedListView } from '../../../../src/model/list/relatedList.ts';
import { failure } from '../../../support/failure.ts';
import { listViewAnswer } from '../../../support/listViewAnswers.ts';
import { json, type Script } from '../../../support/scriptedService.ts';
import { describeOther, leads } from './otherService.ts';

const peoples = controllerName('crm', 'peoples');
const to = { id: '17', key: 'peoples.lead_id', modelClass: 'Lead' };
const form = { elements: [{ name: ['peoples', 'name'], label: 'Name', template: 'text', permission: 2 }] };
const people = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Bob' },
];

describeOther('response with records of several controllers', (start) => {
  const answering =
    (answer: object): Script =>
    (request, response) =>
      request.path.startsWith('/core/listviews')
        ? json(response, listViewAnswer([{ id: 'a', name: 'A', controller: 'crm/leads' }], request))
        : json(response, { errors: [], ...answer });

  it('lists those of the requested controller, whatever its alias says', async () => {
    const { client } = await start(answering({ data: { leads: { id: 7 }, peoples: people }, alias: 'leads' }));
    const page = await client.find(peoples, { kind: 'related', to });
    assert.deepEqual([page.rows.map(({ id }) => id), page.alias], [['1', '2'], 'peoples']);
  });

  it('opens that of the requested controller', async () => {
    const data = { leads: { id: '1', name: 'Lead' }, peoples: people[0] };
    const { client } = await start(answering({ data, alias: 'leads', model: 'leads', form }));
    for (const read of [client.form(peoples, 'view', '1'), client.open(peoples, '1')]) {
      const { values, alias } = await read;
      assert.deepEqual([values['name'], alias], ['Ada', 'peoples']);
    }
  });

  it('is refused if it has only those of another one', async () => {
    const other = /read crm\/peoples: the service returned “leads” instead\. Try again/;
    const view = await start(answering({ data: { leads: { id: '7', name: 'Lead' } }, alias: 'leads', id: '7', form }));
    await failure(view.client.find(peoples, { kind: 'related', to }), 'unreadable', other);
    await failure(view.client.form(peoples, 'view', '7'), 'unreadable', other);
    await failure(view.client.open(peoples, '7'), 'unreadable', other);
    await failure(view.client.form(peoples, 'add'), 'unreadable', other);
    const row = { 'leads.id': '7', 'leads.name': 'Lead' };
    const list = await start(answering({ paginate: { alias: 'leads', data: [row], header: [], total_count: 1 } }));
    await failure(list.client.records(peoples, {}), 'unreadable', other);
    await failure(list.client.lookUp(peoples, {}), 'unreadable', other);
  });

  it('may name the records by another form of their name, or by one that no controller has', async () => {
    for (const alias of ['People', 'crm_peoples', 'Crm.Peoples', 'contacts']) {
      const { client } = await start(answering({ data: { [alias]: people[0] }, alias, form }));
      assert.equal((await client.form(peoples, 'view', '1')).values['name'], 'Ada');
    }
  });
});

describeOther('list without headers', (start) => {
  const row = {
    'leads.id': '7',
    'leads.name': 'Ada',
    'leads.__owner': 'Bo',
    'leads.owner_model': 'users',
    is_edit: true,
  };
  const paginate = { data: [row], alias: 'leads', primary_key: 'leads.id', total_count: 1 };

  it('shows the values of its rows', async () => {
    const { client } = await start((_, response) => json(response, { errors: [], paginate }));
    const related = relatedListView({ parent: leads, name: 'referred', to });
    for (const query of [{}, { listView: related, page: 1, limit: 10 }]) {
      const { columns } = await client.records(leads, query);
      assert.deepEqual(
        columns.filter(({ isVisible }) => isVisible).map(({ key }) => key),
        ['leads.id', 'leads.name'],
      );
    }
  });
});
