import assert from 'node:assert/strict';
import { RecordClient } from '../../../src/api/recordClient.ts';
import { defaultServiceChoices } from '../../../src/model/connection/connection.ts';
import { controllerName } from '../../../src/model/controller.ts';
import { relatedTo } from '../../../src/model/form/relatedTo.ts';
import { bigIds, interfaceService, type InterfaceService, type Temperament } from '../../support/interfaceService.ts';
import { testConnection } from '../../support/testConnection.ts';

const leads = controllerName('crm', 'leads');
const users = controllerName('access_controls', 'users');

for (const temperament of ['orderly', 'loose'] satisfies Temperament[])
  describe(`a service that sends what the interface documents and nothing else, ${temperament}`, () => {
    let service: InterfaceService;
    let client: RecordClient;

    beforeEach(async () => {
      service = await interfaceService({ temperament });
      client = new RecordClient(testConnection(service.url), { token: async () => 'token' });
    });

    afterEach(async () => {
      await client.close();
      await service.close();
    });

    it('lists its list views, of all controllers and of one', async () => {
      assert.equal((await client.listViews()).length, 3);
      assert.deepEqual(
        (await client.listViews(leads)).map(({ name, controller, isDefault }) => [name, controller, isDefault]),
        [['All', 'crm/leads', true]],
      );
    });

    it('shows a page with its columns, its totals and what one may do with each record', async () => {
      const page = await client.records(leads, { page: 1, limit: 4 });
      assert.equal(page.total, 44);
      assert.deepEqual(
        page.columns.filter(({ label }) => label !== 'leads.id').map(({ label }) => label),
        ['First Name', 'Last Name', 'Country', 'Due', 'Owner', 'Main Contact', 'Score'],
      );
      assert.deepEqual(
        page.rows.map(({ id, name, canEdit, canDelete, isDeleted }) => [id, name, canEdit, canDelete, isDeleted]),
        [
          ['l1', 'Smith', true, true, false],
          ['l2', 'Locked', false, true, false],
          ['l3', 'Lasting', true, false, false],
          ['l4', 'Gone', true, true, true],
        ],
      );
    });

    it('tells two records apart whose ids a double cannot hold', async () => {
      const { rows } = await client.records(users, { page: 1, limit: 5 });
      assert.deepEqual(
        rows.map(({ id }) => id),
        [...bigIds, '17'],
      );
      const form = await client.open(users, bigIds[0]);
      await client.sendSave(form, { name: 'Carlos N.' }, form.submitActions[0] ?? assert.fail('no button'));
      assert.deepEqual(
        bigIds.map((id) => service.records.get(users)?.get(id)?.['name']),
        ['Carlos N.', 'Dana Ito'],
      );
    });

    it('opens a form with its kinds, its rules and its references', async () => {
      const form = await client.open(leads, 'l1');
      const described = form.fields.map(({ at, kind, permission, required }) =>
        [at.join('.'), kind, ...(permission.editable ? [] : ['locked']), ...(required ? ['required'] : [])].join(' '),
      );
      assert.deepEqual(described, [
        'first_name text',
        'last_name text required',
        'country choice',
        'due date',
        'owner_id reference',
        'contact_id reference',
        'score text locked',
        'phone_numbers.number text required',
        'phone_numbers.type choice',
        'email_addresses.email text required',
      ]);
    });

    it('lets nobody edit what may not be edited, and everyone who adds a record', async () => {
      const locked = await client.open(leads, 'l2');
      assert.ok(locked.fields.every(({ permission }) => !permission.editable));
      const added = await client.form(leads, 'add');
      assert.deepEqual(
        added.fields.filter(({ permission }) => !permission.editable).map(({ at }) => at.join('.')),
        ['score'],
      );
    });

    it('has two associations to one controller, each of which finds its own records', async () => {
      const form = await client.open(leads, 'l1');
      const peoples = controllerName('crm', 'peoples');
      const found = form.associations.map(async (association) => {
        const to = relatedTo(form, association, peoples, defaultServiceChoices);
        return [association.name, (await client.find(peoples, { kind: 'related', to })).rows.map(({ id }) => id)];
      });
      assert.deepEqual(await Promise.all(found), [
        ['contacts', ['p1', 'p2']],
        ['referrers', ['p3']],
      ]);
    });

    it('is sent every field that may be edited, the companions of its references and one action', async () => {
      const form = await client.open(leads, 'l1');
      await client.sendSave(form, { last_name: 'Smythe' }, form.submitActions[0] ?? assert.fail('no button'));
      const sent = new Map(service.writes[0]?.entries);
      assert.deepEqual(
        ['id', 'first_name', 'last_name', 'owner_id', '__owner_id', 'score'].map((key) =>
          sent.get(`data[leads][${key}]`),
        ),
        ['l1', 'Mia', 'Smythe', bigIds[0], 'Carlos Núñez', undefined],
      );
      assert.equal(sent.get('data[normalized]'), '1');
      assert.equal(sent.get('data[action][save_&_continue]'), 'Save & Continue');
      assert.equal(service.records.get(leads)?.get('l1')?.['last_name'], 'Smythe');
    });
  });
