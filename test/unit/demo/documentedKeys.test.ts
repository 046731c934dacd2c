import assert from 'node:assert/strict';
import { DemoClient, type Answer } from './demoClient.ts';

const keys = (words: string): Set<string> => new Set(words.split(' '));

const envelope = keys('paginate errors current_listview __current_listview listview_id listview_name');
const paginate = keys(
  'data alias count_query query render_as page page_size total_count primary_key display_field name category_id category_id_model __category_id header listview_id',
);
const header = keys(
  'field_type alias sortable searchable is_invisible clickable_link compute_column_total column_name name data_type visible column_total total_count label',
);
const listViewRow = keys(
  'id name controller category_name is_default sequence query _acl_comment _acl_edit _acl_tmp_edit _acl_delete _acl_tmp_delete',
);
const view = keys(
  'data errors message primary_key display_field model model_class id is_record_deleted permissions model_associations model_behaviours name filterRules form rebaseline allow_comments is_editable is_deletable alias singular controllerClass modelClass notEmptyField user_id user_fullname organization_name organization_id',
);
const form = keys(
  'model_class template labels enable_split_layout form_metadata_id form_view_href field_configurations field_request_status field_request_message href permission',
);
const input = keys('name __name label template method permission');
const submit = keys(
  'name __name label method value __value is_web_compatible is_mobile_compatible rules_grid roles_grid helper allow_copy_to_clipboard allow_user_to_specify_user_level_default business_key template packaged_with_module mw',
);
const signup = keys(
  'data errors message permissions form_permission form timezones locales user_has_edit_permission hour_format themes currencies signup_roles is_multi_tenant allow_public_signup primary_key display_field model model_class singleton_key filterRules id name rebaseline allow_comments is_deletable controllerClass modelClass notEmptyField organization_name organization_id user_id user_fullname',
);
const license = keys(
  'errors message license_agreement controllerClass modelClass notEmptyField organization_name organization_id user_id user_fullname data',
);

function assertOnly(what: string, answer: object, documented: ReadonlySet<string>): void {
  assert.deepEqual(
    Object.keys(answer).filter((key) => !documented.has(key)),
    [],
    what,
  );
}

function assertForm(what: string, answer: Answer): void {
  assertOnly(`the form of ${what}`, answer, form);
  const visit = (node: Answer): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node.name))
      assertOnly(`an element of ${what}`, node, node.template === 'submit' ? submit : input);
    else Object.values(node).forEach(visit);
  };
  visit(answer.field_configurations);
}

describe('demo service: only documented keys', () => {
  let client: DemoClient;
  before(async () => (client = await DemoClient.start({ records: 40 })));
  after(() => client.service.close());

  for (const controller of ['crm/leads', 'crm/accounts', 'crm/peoples', 'crm/activities', 'access_controls/users'])
    it(`are in the lists and records of ${controller}`, async () => {
      const { body } = await client.get(`/${controller}/index.json`);
      assertOnly('the envelope', body, envelope);
      assertOnly('the page', body.paginate, paginate);
      for (const column of body.paginate.header) assertOnly('a header', column, header);
      const columns = body.paginate.header.map((one: Answer) => one.alias ?? one.column_name);
      const alias = controller.split('/')[1];
      const flags = ['deleted', '_acl_comment', '_acl_edit', '_acl_tmp_edit', '_acl_delete', '_acl_tmp_delete', 'id'];
      const row = new Set([...columns, ...flags.map((flag) => `${alias}.${flag}`)]);
      for (const key of ['record_display_name', 'is_edit', 'is_delete', 'is_comment']) row.add(key);
      for (const record of body.paginate.data) assertOnly('a row', record, row);
      for (const [operation, query] of [
        ['view', { id: '3' }],
        ['edit', { id: '3' }],
        ['add', {}],
        ['view', { search_criteria: 'a' }],
      ] as const) {
        const answer = (await client.get(`/${controller}/${operation}`, 'admin', query)).body;
        assertOnly(operation, answer, view);
        assertForm(`${operation} of ${controller}`, answer.form);
      }
    });

  it('are in the list views', async () => {
    const q = JSON.stringify({ method: 'find', fields: ['*'] });
    const { body } = await client.get('/core/listviews/index.json', 'admin', { q });
    assert.deepEqual(
      [Object.keys(body), Object.keys(body.paginate)],
      [
        ['paginate', 'errors'],
        ['headers', 'data'],
      ],
    );
    for (const column of body.paginate.headers) assertOnly('a header', column, header);
    for (const row of body.paginate.data) {
      assertOnly('a list view', row, listViewRow);
      assert.deepEqual(Object.keys(JSON.parse(row.query)), ['ui_helper']);
    }
  });

  it('are in the responses to a save, a delete, a refusal, a sign-up and the license', async () => {
    const saved = (await client.save({ last_name: 'Neumann' })).body;
    assertOnly('a save', saved, view);
    const deleted = await client.get('/crm/leads/delete.json', 'admin', { id: saved.id, is_confirm: '1' });
    assert.deepEqual(deleted.body, { errors: [] });
    assertOnly('a refusal', (await client.get('/crm/nope/index.json')).body, keys('errors'));
    const answer = (await client.get('/access_controls/users/signup.json')).body;
    assertOnly('the sign-up', answer, signup);
    assertForm('the sign-up', answer.form);
    const wishes = Object.entries({
      user_name: 'newcomer',
      last_name: 'Novák',
      is_license_agreement_accepted: '1',
      role_id: answer.signup_roles[0].value,
      'organizations][currency_id': '1',
      auto_login: '1',
    }).map(([key, value]) => [`data[users][${key}]`, value] as const);
    const entries = [...wishes, ['data[action][signup]', 'Signup'] as const];
    const signedUp = (await client.post('/access_controls/users/signup.json', entries)).body;
    assert.deepEqual(signedUp.errors, []);
    assertOnly('who signed up', signedUp, signup);
    assertOnly('the license', (await client.send('/access_controls/users/license_agreement.json', {})).body, license);
  });
});
