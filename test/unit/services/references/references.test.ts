import assert from 'node:assert/strict';
import type { RecordAddress } from '../../../../src/model/address/address.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import { withValues } from '../../../../src/model/draft/textEdit.ts';
import { pastedValues } from '../../../../src/model/draft/pastedValues.ts';
import type { JsonObject, JsonValue } from '../../../../src/model/json.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import { RecordChanges } from '../../../../src/services/common/recordChanges.ts';
import { LastReadForms } from '../../../../src/services/records/lastReadForms.ts';
import { RecordDrafts } from '../../../../src/services/records/recordDrafts.ts';
import { completePasted } from '../../../../src/services/references/completeReferences.ts';
import { lookUp, type ReferenceDeps } from '../../../../src/services/references/lookUp.ts';
import { NamedRecords } from '../../../../src/services/references/namedRecords.ts';
import { bigIds } from '../../../support/interfaceRecords.ts';
import { type InterfaceService, interfaceService, type ResponseStyle } from '../../../support/interfaceService.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { MemoryByteStore, MemoryTextStore } from '../../../support/memoryStores.ts';
import { testWriter } from '../../../support/memoryIntents.ts';
import { referenceDeps } from '../../../support/references.ts';
import { testClients } from '../../../support/testClients.ts';
import { pluck } from '../../../support/pluck.ts';

const leads = controllerName('crm', 'leads');
const users = { orderly: '\\AccessControls\\Model\\Users', loose: 'users' };
const peoples = { orderly: '\\Crm\\Model\\Peoples', loose: 'peoples' };
const never = new AbortController().signal;

for (const temperament of ['orderly', 'loose'] satisfies ResponseStyle[])
  describe(`a reference with documented companion keys of a service that is ${temperament}`, () => {
    let service: InterfaceService;
    let clients: Clients;
    let deps: ReferenceDeps;
    let drafts: RecordDrafts;
    const owner = { label: 'Owner', reference: { model: users[temperament] } };
    const lead: RecordAddress = { kind: 'record', connection: 'letter', controller: leads, id: 'l1' };

    beforeEach(async () => {
      service = await interfaceService({ temperament });
      const { connections } = memoryConnections();
      await connections.add({ name: 'Letter', baseUrl: service.url }, undefined);
      clients = testClients(connections);
      deps = referenceDeps(connections, clients);
      const guard = new WriteGuard(connections, clients);
      const changes = new RecordChanges();
      drafts = new RecordDrafts({
        clients,
        guard,
        writer: testWriter(guard, { changes }),
        references: new NamedRecords(deps),
        store: new MemoryTextStore(),
        files: new MemoryByteStore(),
        lastRead: new LastReadForms(connections, changes),
        schemaOf: () => 'records-schema:leads',
      });
    });

    afterEach(async () => {
      clients.dispose();
      await service.close();
    });

    const find = (field: Parameters<typeof lookUp>[2], text: string, controller?: string) =>
      lookUp(deps, 'letter', field, { text, controller }, never);

    it('finds its records by three letters of their names', async () => {
      const form = await (await clients.get('letter')).open(leads, 'l1');
      const field = (name: string) => form.fields.find(({ at }) => at[0] === name) ?? assert.fail(name);
      assert.deepEqual(pluck((await find(field('owner_id'), 'dan')).records, 'id', 'text'), [[bigIds[1], 'Dana Ito']]);
      assert.deepEqual(pluck((await find(field('contact_id'), 'bob')).records, 'id', 'text'), [['p2', 'Bob Contact']]);
      assert.equal((await find(field('contact_id'), '')).model, peoples[temperament]);
    });

    it('finds a record by the digits of its phone number', async () => {
      service.records.get('access_controls/users')?.set('18', { id: '18', deleted: '0', name: 'Desk +49 30 100413' });
      for (const typed of ['4930100413', '030 100413', '+49 30 100413'])
        assert.deepEqual(pluck((await find(owner, typed)).records, 'id'), ['18'], typed);
    });

    it('forwards the service message of a look-up once', async () => {
      const talkative = await interfaceService({ temperament, message: ['Closed on Sundays.'] });
      const { connections } = memoryConnections();
      await connections.add({ name: 'Letter', baseUrl: talkative.url }, undefined);
      const others = testClients(connections);
      try {
        const asked = { text: 'Núñez Carlos' };
        const found = await lookUp(referenceDeps(connections, others), 'letter', owner, asked, never);
        assert.deepEqual([found.records.length, found.said], [1, ['Closed on Sundays.']]);
        assert.equal((await find(owner, 'dan')).said, undefined);
      } finally {
        others.dispose();
        await talkative.close();
      }
    });

    it('asks once where to look if several controllers match', async () => {
      const hr = controllerName('hr', 'peoples');
      deps = { ...deps, added: { get: () => [hr] } };
      const contact = { label: 'Contact', reference: { model: 'People' } };
      assert.deepEqual(await find(contact, 'bob'), { records: [], isCut: false, controllers: ['crm/peoples', hr] });
      // a controller that doesn't match isn't a valid choice
      assert.deepEqual((await find(contact, 'bob', 'crm/leads')).controllers, ['crm/peoples', hr]);
      assert.deepEqual((await find(contact, 'bob', 'crm/peoples')).records.length, 1);
      assert.deepEqual((await find(contact, 'cleo')).records.length, 1);
    });

    it('says that an id can be typed if no controller matches', async () => {
      const { records, whyNotFound } = await find({ label: 'Group', reference: { model: 'acl_groups' } }, 'x');
      assert.deepEqual(records, []);
      assert.match(whyNotFound ?? '', /does not specify a controller for “Group”\. Enter an id\./);
    });

    it('resolves a full name or an id to one record, several or none', async () => {
      const records = new NamedRecords(deps);
      const dana = { id: bigIds[1], text: 'Dana Ito', model: users[temperament] };
      for (const text of ['Dana Ito', ' dana ito ', bigIds[1]])
        assert.deepEqual(await records.find('letter', owner, text), { kind: 'one', value: dana }, text);
      const none = await records.find('letter', owner, 'Dana');
      assert.equal(none.kind, 'none');
      assert.match(none.kind === 'none' ? none.why : '', /no record “Dana” for “Owner” in access_controls\/users/);
      service.records.get('access_controls/users')?.set('18', { id: '18', deleted: '0', name: 'Dana Ito' });
      const several = await records.find('letter', owner, 'Dana Ito');
      assert.deepEqual(several.kind === 'several' ? several.records.map(({ id }) => id) : several, [bigIds[1], '18']);
      // a deleted record can't be an owner
      service.records.get('access_controls/users')?.set('18', { id: '18', deleted: '1', name: 'Dana Ito' });
      assert.equal((await records.find('letter', owner, 'Dana Ito')).kind, 'one');
      // if the controller is unknown, an id is accepted as is, but a name isn't
      const group = { label: 'Group', reference: { model: 'acl_groups' } };
      assert.deepEqual(await records.find('letter', group, '44'), {
        kind: 'one',
        value: { id: '44', text: null, model: 'acl_groups' },
      });
      assert.equal((await records.find('letter', group, 'Sales')).kind, 'none');
    });

    async function saveWith(...changes: { at: string[]; value: JsonValue }[]): Promise<(string | undefined)[]> {
      const text = await drafts.readDocument(lead);
      await drafts.noteShown(lead, text);
      await drafts.saveDocument(lead, withValues(text, changes));
      const sent = new Map(service.writes.at(-1)?.entries);
      return ['owner_id', '__owner_id', 'owner_id_model'].map((key) => sent.get(`data[leads][${key}]`));
    }

    it('resolves to its id if the service has no list views', async () => {
      const failing = {
        ...deps.listViews,
        controllers: () => Promise.reject(new ServiceError('refused', { doing: 'list', why: 'no' })),
      };
      const records = new NamedRecords({ ...deps, listViews: failing });
      const bare = { label: 'Owner', reference: { model: 'users' } };
      assert.deepEqual(await records.find('letter', bare, '17'), {
        kind: 'one',
        value: { id: '17', text: null, model: 'users' },
      });
      assert.equal(await records.nameOf('letter', bare, '17'), null);
    });

    it('is set in a text by name alone', async () => {
      assert.deepEqual(await saveWith({ at: ['__owner_id'], value: 'Dana Ito' }), [
        bigIds[1],
        'Dana Ito',
        users[temperament],
      ]);
    });

    it('is set in a text by id alone, and gets the name of that record', async () => {
      assert.deepEqual(await saveWith({ at: ['owner_id'], value: '17' }), ['17', 'Carla Moss', users[temperament]]);
    });

    it('is sent without a name if it is unknown, and never with that of another record', async () => {
      assert.deepEqual(await saveWith({ at: ['owner_id'], value: '404' }), ['404', 'null', users[temperament]]);
    });

    const pair = (id: string, name: string): { at: string[]; value: string }[] => [
      { at: ['owner_id'], value: id },
      { at: ['__owner_id'], value: name },
    ];

    it('is set in a text by a matching id and name, whatever the service calls it elsewhere', async () => {
      const model = users[temperament];
      assert.deepEqual(await saveWith(...pair('17', 'carla moss')), ['17', 'carla moss', model]);
      // the text that a service sends with an id may be longer than the name
      assert.deepEqual(await saveWith(...pair(bigIds[1], 'Dana Ito (Berlin)')), [
        bigIds[1],
        'Dana Ito (Berlin)',
        model,
      ]);
      assert.deepEqual(await saveWith(...pair('404', 'Nobody')), ['404', 'null', model]);
    });

    it('is refused in one sentence if the id and the name belong to two records', async () => {
      for (const [id, name, why] of [
        ['17', 'Dana Ito', /“Owner” don't match: record 17 is “Carla Moss”, not “Dana Ito”\. Correct/],
        ['404', 'Dana Ito', /“Owner” don't match: “Dana Ito” is not record 404\. Correct/],
        // a partially matching name is rejected too if another record has that name
        ['18', 'Dana Ito', /record 18 is “Dana”, not “Dana Ito”/],
      ] as const) {
        service.records.get('access_controls/users')?.set('18', { id: '18', deleted: '0', name: 'Dana' });
        await assert.rejects(saveWith(...pair(id, name)), why);
      }
      assert.equal(service.writes.length, 0);
    });

    it('is accepted as written if the service is unreachable', async () => {
      const failing = new NamedRecords({ ...deps, clients: { get: () => Promise.reject(away()) } });
      const away = (): ServiceError => new ServiceError('unreachable', { doing: 'look', why: 'away' });
      const written = { id: '17', text: 'Dana Ito' };
      const model = users[temperament];
      assert.deepEqual(await failing.checkPair('letter', owner, written), {
        kind: 'one',
        value: { ...written, model },
      });
      const nowhere = { label: 'Group', reference: { model: 'acl_groups' } };
      const checked = await new NamedRecords(deps).checkPair('letter', nowhere, written);
      assert.deepEqual(checked, { kind: 'one', value: { ...written, model: 'acl_groups' } });
    });

    it('is not pasted with the name of another record', async () => {
      const form = await (await clients.get('letter')).open(leads, 'l1');
      const pasted = pastedValues(form, { owner_id: '17', __owner_id: 'Dana Ito', first_name: 'Ida' });
      const { changes, left } = await completePasted(new NamedRecords(deps), 'letter', form, form.values, pasted);
      assert.deepEqual(changes, [{ at: ['first_name'], value: 'Ida' }]);
      assert.match(left.join(), /Owner: The name and id of “Owner” don't match/);
    });

    it('has its id when the typed name is chosen in a conflict', async () => {
      const text = await drafts.readDocument(lead);
      await drafts.noteShown(lead, text);
      Object.assign(service.records.get('crm/leads')?.get('l1') ?? {}, { owner_id: '17' });
      const typed = withValues(text, [{ at: ['__owner_id'], value: 'Dana Ito' }]);
      await assert.rejects(drafts.saveDocument(lead, typed));
      const chosen = await drafts.choose(lead, typed, 'leads.owner_id', 'mine');
      const { owner_id: id, __owner_id: name } = JSON.parse(chosen) as JsonObject;
      assert.deepEqual([id, name], [bigIds[1], 'Dana Ito']);
      await drafts.saveDocument(lead, chosen);
      const sent = new Map(service.writes.at(-1)?.entries);
      assert.deepEqual(
        ['owner_id', '__owner_id'].map((key) => sent.get(`data[leads][${key}]`)),
        [bigIds[1], 'Dana Ito'],
      );
    });

    it('is found when its name is entered as the id', async () => {
      assert.deepEqual(await saveWith({ at: ['owner_id'], value: 'dana ito' }), [
        bigIds[1],
        'Dana Ito',
        users[temperament],
      ]);
    });

    it('is pasted by name, label or id, and not by an unknown name', async () => {
      const form = await (await clients.get('letter')).open(leads, 'l1');
      const paste = (pasted: JsonObject) =>
        completePasted(new NamedRecords(deps), 'letter', form, form.values, pastedValues(form, pasted));
      for (const pasted of [{ __owner_id: 'Dana Ito' }, { Owner: 'Dana Ito' }, { owner_id: bigIds[1] }]) {
        const { changes, fields } = await paste(pasted);
        const entries = new Map(changes.map(({ at, value }) => [at.join('.'), value]));
        assert.deepEqual([entries.get('owner_id'), entries.get('__owner_id'), fields], [bigIds[1], 'Dana Ito', 1]);
      }
      const { changes, fields, left } = await paste({ __owner_id: 'Nobody', first_name: 'Ida' });
      assert.deepEqual([changes, fields], [[{ at: ['first_name'], value: 'Ida' }], 1]);
      assert.match(left.join(), /Owner: There is no record “Nobody”/);
    });

    it('is pasted with its name and the notation of its id', async () => {
      const form = await (await clients.get('letter')).open(leads, 'l1');
      const pasted = pastedValues(form, { owner_id: 17 });
      const { changes } = await completePasted(new NamedRecords(deps), 'letter', form, form.values, pasted);
      assert.deepEqual(changes, [
        { at: ['owner_id'], value: 17 },
        { at: ['__owner_id'], value: 'Carla Moss' },
      ]);
    });

    it('shows a conflict by record names', async () => {
      const text = await drafts.readDocument(lead);
      await drafts.noteShown(lead, text);
      Object.assign(service.records.get('crm/leads')?.get('l1') ?? {}, { owner_id: '17' });
      await assert.rejects(
        drafts.saveDocument(lead, withValues(text, [{ at: ['__owner_id'], value: 'Dana Ito' }])),
        /“Owner”|Owner/,
      );
      assert.deepEqual(
        drafts.get(lead)?.conflicts.map(({ names }) => names),
        [{ mine: 'Dana Ito', theirs: 'Carla Moss', original: 'Carlos Núñez' }],
      );
    });

    it('is cleared with its name, and keeps its model', async () => {
      assert.deepEqual(await saveWith({ at: ['owner_id'], value: null }), ['null', 'null', users[temperament]]);
    });

    it('shows an error at its field when a name in the text is unknown', async () => {
      const text = await drafts.readDocument(lead);
      await drafts.noteShown(lead, text);
      const wrong = withValues(text, [{ at: ['__owner_id'], value: 'Nobody' }]);
      await assert.rejects(drafts.saveDocument(lead, wrong), /no record “Nobody” for “Owner”/);
      assert.deepEqual(pluck(drafts.problems(lead, wrong), 'key'), ['leads.owner_id']);
      assert.equal(service.writes.length, 0);
      // disappears as soon as the name changes
      assert.deepEqual(drafts.problems(lead, withValues(text, [{ at: ['__owner_id'], value: 'Dana Ito' }])), []);
    });
  });
