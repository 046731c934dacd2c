import { namedRecords } from '../../../support/references.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import type { RecordAddress } from '../../../../src/model/address/address.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { headingFacts } from '../../../../src/model/form/headingFacts.ts';
import { withValues } from '../../../../src/model/draft/textEdit.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { LastReadForms } from '../../../../src/services/records/lastReadForms.ts';
import { RecordChanges } from '../../../../src/services/common/recordChanges.ts';
import { RecordDrafts } from '../../../../src/services/records/recordDrafts.ts';
import { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import { testWriter } from '../../../support/memoryIntents.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { MemoryByteStore, MemoryTextStore } from '../../../support/memoryStores.ts';
import { DemoClient } from '../../demo/demoClient.ts';
import { typed, valuesOf } from './draftBench.ts';
import { failure } from '../../../support/failure.ts';
import { testClients } from '../../../support/testClients.ts';
import { pluck } from '../../../support/pluck.ts';

describe('records of the embedded service', () => {
  let demo: DemoClient;
  let clients: Clients;
  let drafts: RecordDrafts;
  let other: RecordDrafts;
  const controller = controllerName('crm', 'leads');

  before(async () => {
    demo = await DemoClient.start();
    const { connections } = memoryConnections();
    for (const user of ['admin', 'clerk'] as const)
      await connections.add({ name: user, baseUrl: demo.service.url }, demo.service.tokens[user]);
    clients = testClients(connections);
    const changes = new RecordChanges();
    const guard = new WriteGuard(connections, clients);
    const parts = {
      clients,
      guard,
      writer: testWriter(guard, { changes }),
      references: namedRecords(connections, clients),
      lastRead: new LastReadForms(connections, changes),
      store: new MemoryTextStore(),
      files: new MemoryByteStore(),
      schemaOf: () => 'records-schema:leads',
    };
    drafts = new RecordDrafts(parts);
    other = new RecordDrafts({ ...parts, store: new MemoryTextStore() });
  });
  after(async () => {
    clients.dispose();
    await demo.service.close();
  });

  const leadInStage = async (stage: string, connection = 'admin'): Promise<RecordAddress> => {
    const row = await demo.leadWhere({ 'leads.current_stage': stage });
    return { kind: 'record', connection, controller, id: row['leads.id'] };
  };

  async function saved(who: RecordDrafts, address: RecordAddress, text: string): Promise<JsonObject> {
    await who.saveDocument(address, text);
    return valuesOf(await who.settle(address, text, text));
  }

  it('are edited, nested fields and references too', async () => {
    const lead = await leadInStage('1. New');
    const text = await drafts.readDocument(lead);
    const mine = withValues(typed(text, { city: 'Goa', owned_by: '2', __owned_by: 'Carlos Núñez' }), [
      { at: ['stage_log', 'remarks'], value: 'call again' },
    ]);
    const after = await saved(drafts, lead, mine);
    assert.deepEqual([after['city'], after['owned_by']], ['Goa', '2']);
    assert.equal((after['stage_log'] as JsonObject)['remarks'], 'call again');
    assert.equal(after['__owned_by'], 'Carlos Núñez');
    assert.deepEqual(
      drafts.get(lead)?.notes.map(({ text: note }) => note),
      ['Saved'],
    );
    const facts = headingFacts(drafts.get(lead)?.form ?? assert.fail());
    assert.deepEqual(pluck(facts, 'label'), ['Stage', 'Owner', 'Modified']);
    // undo across the save
    const undone = await saved(drafts, lead, text);
    assert.equal(undone['city'], valuesOf(text)['city']);
  });

  it('are merged when two people edit them, and ask where both mean the same field', async () => {
    const lead = await leadInStage('2. Contacted');
    const text = await drafts.readDocument(lead);
    const theirText = await other.readDocument(lead);
    await saved(other, lead, typed(theirText, { city: 'Agra', company: 'Tax Co' }));
    const mine = typed(text, { city: 'Pune', job_title: 'Clerk' });
    await failure(drafts.saveDocument(lead, mine), 'conflict', /“City” was changed meanwhile by /);
    const [conflict] = drafts.get(lead)?.conflicts ?? [];
    assert.deepEqual([conflict?.mine, conflict?.theirs], ['Pune', 'Agra']);
    const chosen = await drafts.choose(lead, mine, conflict?.key ?? '', 'mine');
    const after = await saved(drafts, lead, chosen);
    assert.deepEqual([after['city'], after['job_title'], after['company']], ['Pune', 'Clerk', 'Tax Co']);
    assert.ok(drafts.get(lead)?.notes.some(({ text: note }) => /“Company” was changed meanwhile/.test(note)));
  });

  it('stay as they were when the service refuses, with its words at the fields', async () => {
    const lead = await leadInStage('1. New');
    const mine = typed(await drafts.readDocument(lead), { email: 'nobody', employees: 'many' });
    assert.ok(drafts.hints(lead, mine).some(({ key }) => key === 'leads.email'));
    await failure(drafts.saveDocument(lead, mine), 'refused', /not an e-mail address/);
    assert.deepEqual(
      drafts
        .get(lead)
        ?.problems.map(({ key }) => key)
        .toSorted(),
      ['leads.email', 'leads.employees'],
    );
  });

  it('say why a person may not change a field', async () => {
    const lead = await leadInStage('1. New', 'clerk');
    const text = await drafts.readDocument(lead);
    await failure(
      drafts.saveDocument(lead, typed(text, { revision: '99' })),
      'notAllowed',
      /“Revision” cannot be changed/,
    );
    await failure(
      drafts.saveDocument(lead, typed(text, { shoe_size: '44' })),
      'notAllowed',
      /“Shoe size” is not a field of this Lead/,
    );
  });

  it('say that they were deleted meanwhile', async () => {
    const lead = await leadInStage('1. New');
    const text = await drafts.readDocument(lead);
    await (await clients.get('admin')).sendDelete(controller, lead.id);
    await failure(drafts.saveDocument(lead, typed(text, { city: 'Pune' })), 'notFound', /it was deleted meanwhile/);
    assert.equal(drafts.get(lead)?.news, 'deleted');
  });

  it('are added with what was typed', async () => {
    const address = { kind: 'newRecord', connection: 'admin', controller, number: 1 } as const;
    const text = await drafts.readDocument(address);
    await failure(drafts.saveDocument(address, text), 'refused', /must not be empty|Last name/i);
    const { id } = await drafts.saveDocument(address, typed(text, { last_name: 'Lovelace', city: 'Pune' }));
    assert.ok(id !== undefined);
    const added = { kind: 'record', connection: 'admin', controller, id } as const;
    assert.equal(valuesOf(await drafts.readDocument(added))['last_name'], 'Lovelace');
    assert.ok((drafts.get(added)?.notes.length ?? 0) > 0);
  });
});
