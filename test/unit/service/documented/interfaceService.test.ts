import assert from 'node:assert/strict';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import { relatedListView } from '../../../../src/model/list/relatedList.ts';
import type { RecordQuery } from '../../../../src/model/list/recordQuery.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { linkedStart } from '../../../../src/model/form/parentLink.ts';
import { bigIds } from '../../../support/interfaceRecords.ts';
import { interfaceService, type InterfaceService, type ResponseStyle } from '../../../support/interfaceService.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { pluck } from '../../../support/pluck.ts';

const leads = controllerName('crm', 'leads');
const peoples = controllerName('crm', 'peoples');
const users = controllerName('access_controls', 'users');

for (const temperament of ['orderly', 'loose'] satisfies ResponseStyle[])
  describe(`a service with only the documented interface, ${temperament}`, () => {
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
      assert.deepEqual(pluck(await client.listViews(leads), 'name', 'controller', 'category', 'isDefault'), [
        ['All', 'crm/leads', 'Everything', true],
      ]);
    });

    it('returns raw access lists of a list view, and the count of a total', async () => {
      const [all, other] = await client.listViews();
      assert.deepEqual(all?.access, {
        lists: { edit: '|7|admins|' },
        canEdit: undefined,
        canDelete: undefined,
        canComment: undefined,
      });
      assert.equal(other?.access, undefined);
      const { columns } = await client.records(leads, { page: 1, limit: 4 });
      const counted = columns.filter(({ totalCount }) => totalCount !== undefined);
      assert.deepEqual(pluck(counted, 'label', 'total', 'totalCount'), [['Score', 308, 44]]);
    });

    it('shows a page with its columns, its totals and the permissions of each record', async () => {
      const page = await client.records(leads, { page: 1, limit: 4 });
      assert.equal(page.total, 44);
      assert.deepEqual(
        page.columns.filter(({ label }) => label !== 'leads.id').map(({ label }) => label),
        ['First Name', 'Last Name', 'Country', 'Due', 'Owner', 'Main Contact', 'Score'],
      );
      assert.deepEqual(pluck(page.rows, 'id', 'name', 'canEdit', 'canDelete', 'isDeleted'), [
        ['l1', 'Smith', true, true, false],
        ['l2', 'Locked', false, true, false],
        ['l3', 'Lasting', true, false, false],
        ['l4', 'Gone', true, true, true],
      ]);
    });

    it('receives only the documented parameters for a list', async () => {
      const asked = client.recordsAddress(leads, {
        listView: 'v1',
        page: 2,
        limit: 50,
        sort: { columnName: 'leads.due', direction: 'DESC' },
        search: 'Smith',
        expertQuery: '{ "where": {"leads.country": "DE"} }',
      });
      const { pathname, searchParams } = new URL(asked);
      assert.equal(pathname, '/crm/leads/index.json');
      assert.deepEqual(Object.fromEntries(searchParams), {
        current_listview: 'v1',
        page: '2',
        limit: '50',
        sort: 'leads.due',
        dir: 'DESC',
        search_basic: 'Smith',
        q: '{"where":{"leads.country":"DE"}}',
      });
      assert.equal(new URL(client.recordsAddress(leads, {})).search, '');
    });

    it('deletes what is confirmed, and is never asked to skip a confirmation', async () => {
      await client.sendDelete(leads, 'l1');
      assert.deepEqual(service.writes, [
        {
          path: '/crm/leads/delete.json',
          entries: [
            ['id', 'l1'],
            ['is_confirm', '1'],
          ],
        },
      ]);
      await assert.rejects(client.sendDelete(leads, 'l3'), /You may not delete it/);
      assert.equal(service.records.get(leads)?.get('l3')?.['deleted'], '0');
    });

    it('distinguishes two records whose ids a double cannot represent', async () => {
      const { rows } = await client.records(users, { page: 1, limit: 5 });
      assert.deepEqual(pluck(rows, 'id'), [...bigIds, '17']);
      const form = await client.open(users, bigIds[0]);
      await client.sendSave(form, { name: 'Carlos N.' }, form.submitActions[0] ?? assert.fail('no button'));
      assert.deepEqual(
        bigIds.map((id) => service.records.get(users)?.get(id)?.['name']),
        ['Carlos N.', 'Dana Ito'],
      );
    });

    it('forwards the message of every response, with tokens masked', async () => {
      const talkative = await interfaceService({ temperament, message: ['Closed on Sundays.', 'Known as token'] });
      const received: string[] = [];
      const onSaid = (words: readonly string[]): unknown => received.push(...words);
      const guest = new RecordClient(testConnection(talkative.url), { token: async () => 'token', onSaid });
      const said = ['Closed on Sundays.', 'Known as •••'];
      const texts = (messages: readonly { text: string }[]): string[] => messages.map(({ text }) => text);
      try {
        assert.deepEqual((await guest.records(leads, { page: 1 })).messages, said);
        const form = await guest.open(leads, 'l1');
        assert.deepEqual(form.messages, said);
        assert.deepEqual((await guest.form(leads, 'add')).messages, said);
        assert.deepEqual((await guest.form(leads, 'view', 'l1')).messages, said);
        const written = await guest.sendSave(form, {}, form.submitActions[0] ?? assert.fail('no button'));
        assert.deepEqual(texts(written.messages), said);
        assert.deepEqual(texts((await guest.sendDelete(leads, 'l1')).messages), said);
        assert.deepEqual((await guest.license()).messages, said);
        const to = { id: 'l1', key: 'peoples.lead_id', modelClass: '' };
        const contacts = relatedListView({ parent: leads, name: 'contacts', to });
        assert.deepEqual((await guest.records(peoples, { listView: contacts, page: 1 })).messages, said);
        received.length = 0;
        await guest.listViews(leads);
        assert.deepEqual([...new Set(received)], said);
      } finally {
        await guest.close();
        await talkative.close();
      }
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

    it('makes read-only fields read-only, and lets every user add a record', async () => {
      const locked = await client.open(leads, 'l2');
      assert.ok(locked.fields.every(({ permission }) => !permission.editable));
      const added = await client.form(leads, 'add');
      assert.deepEqual(
        added.fields.filter(({ permission }) => !permission.editable).map(({ at }) => at.join('.')),
        ['score'],
      );
    });

    it('has two associations to one controller, each with its own records', async () => {
      const form = await client.open(leads, 'l1');
      const found = form.associations.map(async (association) => {
        const to = client.relatedTo(form, association, peoples);
        return [association.name, (await client.find(peoples, { kind: 'related', to })).rows.map(({ id }) => id)];
      });
      assert.deepEqual(await Promise.all(found), [
        ['contacts', ['p1', 'p2']],
        ['referrers', ['p3']],
      ]);
    });

    it('lists related records like a list view: searched, sorted and paged, per association', async () => {
      const form = await client.open(leads, 'l1');
      const listViewOf = (name: string): string => {
        const association = form.associations.find((one) => one.name === name) ?? assert.fail(name);
        const to = client.relatedTo(form, association, peoples);
        return relatedListView({ parent: leads, name, to });
      };
      const names = async (query: RecordQuery, name = 'contacts'): Promise<string[]> =>
        (await client.records(peoples, { listView: listViewOf(name), ...query })).rows.map((row) => row.name);
      assert.deepEqual(await names({}), ['Ada Contact', 'Bob Contact']);
      assert.deepEqual(await names({}, 'referrers'), ['Cleo Referrer']);
      assert.deepEqual(await names({ search: 'bob' }), ['Bob Contact']);
      const [first] = (await client.records(peoples, { listView: listViewOf('contacts') })).columns;
      const sort = { columnName: first?.columnName ?? '', direction: 'DESC' } as const;
      assert.deepEqual(await names({ sort }), ['Bob Contact', 'Ada Contact']);
      const asked = service.received.length;
      assert.deepEqual(await names({ page: 2, limit: 1 }), ['Bob Contact']);
      assert.equal(service.received.length, asked, 'what came all at once is not asked for again');
      assert.match(client.recordsAddress(peoples, { listView: listViewOf('contacts') }), /\/view\?related_to=l1&q=/);
    });

    it('gives a new related record the field for its parent', async () => {
      const { values } = await newContact(client);
      assert.deepEqual([values['lead_id'], values['__lead_id']], ['l1', 'Smith']);
      assert.match(JSON.stringify(values['lead_id_model']), /leads/i);
    });

    it('receives only the id of the parent if the form of a new related record has a plain field', async () => {
      const strict = await interfaceService({ temperament, newRecordKeys: { lead_id: 'plain' } });
      const strictClient = new RecordClient(testConnection(strict.url), { token: async () => 'token' });
      try {
        const { form, values } = await newContact(strictClient);
        assert.deepEqual(values, { lead_id: 'l1' });
        const action = form.submitActions[0] ?? assert.fail('no button');
        await strictClient.sendSave(form, { ...values, name: 'Dora New' }, action);
        const added = [...(strict.records.get(peoples)?.values() ?? [])].find(({ name }) => name === 'Dora New');
        assert.equal(added?.['lead_id'], 'l1');
      } finally {
        await strictClient.close();
        await strict.close();
      }
    });

    /** The initial values of a contact that is added from the form of a lead. */
    async function newContact(asked: RecordClient): Promise<{ form: RecordForm; values: JsonObject }> {
      const parent = await asked.open(leads, 'l1');
      const to = asked.relatedTo(parent, parent.associations[0] ?? assert.fail('no association'), peoples);
      const form = await asked.form(peoples, 'add');
      return { form, values: linkedStart({ to, parent: leads, name: 'contacts' }, parent, form).values };
    }

    it('has rows in its records, in any notation, and receives nothing for an empty sub-table', async () => {
      const form = await client.open(leads, 'l1');
      assert.deepEqual(
        form.subTables.map(({ label, at, fields }) => [label, at.join('.'), fields.map((field) => field.label)]),
        [
          ['Phone Numbers', 'phone_numbers', ['Number', 'Type']],
          ['Email Addresses', 'email_addresses', ['Email']],
        ],
      );
      assert.deepEqual(form.values['email_addresses'], []);
      await save(form, { last_name: 'Smythe' });
      assert.deepEqual(sentRows('email_addresses'), []);
      assert.equal(sentRows('phone_numbers').length, 6);
      assert.deepEqual(stored('phone_numbers'), ['31 0170 1 m', '32 030 2 w']);
    });

    it('receives added, changed and removed rows under their original keys', async () => {
      const form = await client.open(leads, 'l1');
      const rows = form.values['phone_numbers'] as JsonObject;
      const [, [key, kept] = assert.fail('there are not two')] = Object.entries(rows) as [string, JsonObject][];
      const phones = Array.isArray(rows)
        ? [
            { ...kept, type: 'm' },
            { number: '112', type: null },
          ]
        : { [key]: { ...kept, type: 'm' }, new1: { number: '112', type: null } };
      await save(form, { phone_numbers: phones, email_addresses: [{ email: 'a@b.c' }] });
      const [first, second] = temperament === 'loose' ? ['32', 'new1'] : ['0', '1'];
      assert.deepEqual(sentRows('phone_numbers').toSorted(), [
        `[${first}][id]=32`,
        `[${first}][number]=030 2`,
        `[${first}][type]=m`,
        `[${second}][number]=112`,
        `[${second}][type]=null`,
      ]);
      assert.deepEqual(sentRows('email_addresses'), ['[0][email]=a@b.c']);
      assert.deepEqual(stored('phone_numbers'), ['32 030 2 m', '91 112 null']);
    });

    it('is notified when the last row is removed', async () => {
      await save(await client.open(leads, 'l1'), { phone_numbers: [] });
      assert.deepEqual(sentRows('phone_numbers'), ['=null']);
      assert.deepEqual(stored('phone_numbers'), []);
      await save(await client.open(leads, 'l1'), { phone_numbers: [] });
      assert.equal(service.writes.length, 2);
      assert.deepEqual(sentRows('phone_numbers'), []);
    });

    async function save(form: RecordForm, values: JsonObject): Promise<void> {
      await client.sendSave(form, values, form.submitActions[0] ?? assert.fail('no button'));
    }

    /** What the last save sent for a table. */
    function sentRows(table: string): string[] {
      const prefix = `data[leads][${table}]`;
      const entries = service.writes.at(-1)?.entries ?? [];
      return entries.flatMap(([key, value]) => (key.startsWith(prefix) ? `${key.slice(prefix.length)}=${value}` : []));
    }

    function stored(table: string): string[] {
      const rows = service.records.get(leads)?.get('l1')?.[table];
      return Array.isArray(rows) ? rows.map(({ id, number, type }) => [id, number, type].map(String).join(' ')) : [];
    }

    it('receives every editable field, the companion keys of references and one action', async () => {
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
