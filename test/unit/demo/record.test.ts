import assert from 'node:assert/strict';
import { DemoClient, type Answer } from './demoClient.ts';

interface Found {
  readonly element: Answer;
  readonly permission: number;
  readonly depth: number;
}

/** Every named element with its effective permission. */
function elements(node: Answer, above: number, depth = 0): Found[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((item) => elements(item, above, depth));
  const permission = node.permission ? node.permission : above;
  if (Array.isArray(node.name)) return [{ element: node, permission, depth }];
  return Object.values(node).flatMap((item) => elements(item, permission, depth + 1));
}

describe('demo service: single record', () => {
  let client: DemoClient;
  before(async () => (client = await DemoClient.start()));
  after(() => client.service.close());

  const editable = (body: Answer) =>
    new Set(
      elements(body.form, body.form.permission)
        .filter(({ element, permission }) => permission === 2 && element.template !== 'submit')
        .map(({ element }) => element['__name']),
    );

  it('has every field of the view response', async () => {
    const { body } = await client.get('/crm/leads/view', 'admin', { id: '7' });
    const wanted =
      'data errors message primary_key display_field model model_class id is_record_deleted permissions model_associations model_behaviours name filterRules form rebaseline allow_comments is_editable is_deletable alias singular controllerClass modelClass notEmptyField user_id user_fullname organization_name organization_id';
    assert.deepEqual(new Set(Object.keys(body)), new Set(wanted.split(' ')));
    assert.equal(body.data.leads.id, '7');
    assert.equal(body.id, '7');
    assert.equal(typeof body.data.leads['__owned_by'], 'string');
    assert.equal(body.data.leads.owned_by_model, 'Users');
  });

  it('has fields at different depths, and a path of three for a nested one', async () => {
    const { body } = await client.get('/crm/leads/edit', 'admin', {
      id: (await client.leadWhere({ 'leads.current_stage': '1. New' }))['leads.id'],
    });
    const found = elements(body.form, body.form.permission);
    assert.ok(new Set(found.map(({ depth }) => depth)).size >= 3);
    assert.ok(found.some(({ element }) => element['__name'] === 'leads.stage_log.remarks'));
    assert.ok('remarks' in body.data.leads.stage_log);
    const submit = found.find(({ element }) => element['__name'] === 'action.save_&_continue')?.element;
    assert.equal(submit.label, 'Save & Continue');
    for (const key of 'value __value is_web_compatible is_mobile_compatible rules_grid roles_grid helper allow_copy_to_clipboard allow_user_to_specify_user_level_default business_key template packaged_with_module mw'.split(
      ' ',
    ))
      assert.ok(key in submit, key);
  });

  it('is editable by an administrator, except fields the service maintains', async () => {
    const id = (await client.leadWhere({ 'leads.current_stage': '1. New' }))['leads.id'];
    const { body } = await client.get('/crm/leads/edit', 'admin', { id });
    const fields = editable(body);
    assert.ok(fields.has('leads.budget') && fields.has('leads.owned_by') && fields.has('leads.last_name'));
    for (const kept of ['created', 'modified_by', 'revision', 'current_stage', 'deleted'])
      assert.ok(!fields.has(`leads.${kept}`), kept);
    assert.equal(editable((await client.get('/crm/leads/view', 'admin', { id })).body).size, 0);
  });

  it('is editable by a clerk who owns it, except money fields', async () => {
    const own = (await client.leadWhere({ 'leads.owned_by': '2', 'leads.current_stage': '1. New' }, 'clerk'))[
      'leads.id'
    ];
    const { body } = await client.get('/crm/leads/edit', 'clerk', { id: own });
    assert.equal(body.is_editable, 1);
    assert.equal(body.is_deletable, 0);
    assert.ok(editable(body).has('leads.last_name') && !editable(body).has('leads.budget'));
    const other = (await client.leadWhere({ 'leads.owned_by': '1' }, 'clerk'))['leads.id'];
    const refused = (await client.get('/crm/leads/edit', 'clerk', { id: other })).body;
    assert.equal(refused.is_editable, 0);
    assert.equal(editable(refused).size, 0);
  });

  it('is read-only for a reader, and when it is closed', async () => {
    assert.equal((await client.get('/crm/leads/edit', 'reader', { id: '7' })).body.is_editable, 0);
    const won = (await client.leadWhere({ 'leads.current_stage': '5. Won' }))['leads.id'];
    const { body } = await client.get('/crm/leads/edit', 'admin', { id: won });
    assert.deepEqual([...editable(body)], ['leads.closing_remarks']);
    assert.deepEqual(
      elements(body.form, 2)
        .filter(({ element }) => element.template === 'submit')
        .map(({ element }) => element.name[1]),
      ['save_progress', 'reopen'],
    );
  });

  it('has defaults when it is added', async () => {
    const { body } = await client.get('/crm/leads/add.json', 'clerk');
    assert.equal(body.data.leads.id, null);
    assert.equal(body.data.leads['__owned_by'], 'Carlos Núñez');
    assert.equal(body.data.leads.current_stage, '1. New');
    assert.equal(body.is_editable, 1);
    assert.equal((await client.get('/crm/leads/add', 'reader')).body.is_editable, 0);
  });

  it('links to its related records, from either side', async () => {
    const { body } = await client.get('/crm/accounts/view', 'admin', { id: '3' });
    const link = body.model_associations.has_many['leads.account_id'];
    const q = JSON.stringify({
      where: { [`${link.foreign_table}.${link.foreign_primary_key}`]: '3' },
      pheader: '0',
      related_model_class: link.model_class,
      show_has_many_records: 'all',
    });
    const fromParent = (await client.get('/crm/accounts/view', 'admin', { related_to: '3', q })).body;
    const fromChild = (await client.get('/crm/leads/view', 'admin', { q })).body;
    assert.ok(fromParent.data.leads.length > 0);
    assert.ok(fromParent.data.leads.every((lead: Answer) => lead.account_id === '3'));
    assert.deepEqual(fromChild.data, fromParent.data);
  });

  it('distinguishes two fields of one controller that reference it', async () => {
    const { body } = await client.get('/access_controls/users/view', 'admin', { id: '2' });
    const links: [string, Answer][] = Object.entries(body.model_associations.has_many);
    const classes = links.map(([, link]) => link.model_class);
    const twice = links.filter(([, link]) => classes.filter((one) => one === link.model_class).length > 1);
    assert.ok(twice.length >= 2);
    const keys = twice.map(([, link]) => `${link.foreign_table}.${link.foreign_primary_key}`);
    assert.equal(new Set(keys).size, keys.length);
    for (const key of keys) {
      const [table = '', field = ''] = key.split('.');
      const [, link] = twice.find(([name]) => name === key) ?? assert.fail(key);
      const q = JSON.stringify({ where: { [key]: '2' }, related_model_class: link.model_class });
      const found = (await client.get('/access_controls/users/view', 'admin', { related_to: '2', q })).body.data[table];
      assert.ok(
        found.every((record: Answer) => record[field] === '2'),
        key,
      );
    }
  });

  it('is found by a category, a search and a controller entry', async () => {
    const { body } = await client.get('/crm/leads/index.json');
    assert.ok(
      (await client.get('/crm/leads/view', 'admin', { current_category: body.paginate.category_id })).body.data.leads
        .length > 0,
    );
    assert.ok(
      (await client.get('/crm/accounts/view', 'admin', { search_criteria: 'gmbh' })).body.data.accounts.length > 0,
    );
    const q = JSON.stringify({ method: 'find', fields: ['*'], where: { url: 'crm/leads', type: 'controller' } });
    assert.equal((await client.get('/core/listviews/view', 'admin', { q })).body.data.controllers.url, 'crm/leads');
  });

  it('can be a list view or a user', async () => {
    const id = await client.listViewId('Open Leads');
    assert.equal((await client.get('/core/listviews/view', 'admin', { id })).body.data.listviews.name, 'Open Leads');
    assert.equal(
      (await client.get('/access_controls/users/view', 'admin', { id: '2' })).body.data.users.user_name,
      'clerk',
    );
  });

  it('returns not found if it does not exist', async () => {
    for (const id of ['999999', '0', '-1', '1 OR 1=1', 'abc'])
      assert.equal((await client.get('/crm/leads/view', 'admin', { id })).status, 404, id);
  });
});
