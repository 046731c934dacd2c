import assert from 'node:assert/strict';
import type { RecordAddress } from '../../../src/model/address/address.ts';
import { controllerName } from '../../../src/model/controller.ts';
import { withValues } from '../../../src/model/draft/textEdit.ts';
import { ServiceMessages } from '../../../src/services/common/serviceMessages.ts';
import { RecordChanges } from '../../../src/services/common/recordChanges.ts';
import type { Clients } from '../../../src/services/connections/clients.ts';
import { WriteGuard } from '../../../src/services/connections/writeGuard.ts';
import { ImportReferences } from '../../../src/services/import/importReferences.ts';
import { LastReadForms } from '../../../src/services/records/lastReadForms.ts';
import { RecordSearch } from '../../../src/services/lists/recordSearch.ts';
import { RecordDrafts } from '../../../src/services/records/recordDrafts.ts';
import type { ReferenceDeps } from '../../../src/services/references/lookUp.ts';
import { NamedRecords } from '../../../src/services/references/namedRecords.ts';
import { StagedSaves } from '../../../src/services/staging/stagedSaves.ts';
import { WatchMemory } from '../../../src/services/watch/watchMemory.ts';
import { memoryHistory } from '../../support/memoryHistory.ts';
import { Watcher } from '../../../src/services/watch/watcher.ts';
import { WatchList } from '../../../src/services/watch/watchList.ts';
import { saveForCaller } from '../../../src/services/writes/callerWrites.ts';
import type { RecordWriter } from '../../../src/services/writes/recordWriter.ts';
import { type BulkParts, bulkParts } from '../../support/bulkParts.ts';
import { type InterfaceService, interfaceService } from '../../support/interfaceService.ts';
import { plainMemory } from '../../support/memory.ts';
import { memoryConnections } from '../../support/memoryConnections.ts';
import { testWriter } from '../../support/memoryIntents.ts';
import { MemoryByteStore, MemoryTextStore } from '../../support/memoryStores.ts';
import { noNames, referenceDeps } from '../../support/references.ts';
import { testClients } from '../../support/testClients.ts';
import { pluck } from '../../support/pluck.ts';

const leads = controllerName('crm', 'leads');
const never = new AbortController().signal;
const lead: RecordAddress = { kind: 'record', connection: 'letter', controller: leads, id: 'l1' };
const owner = 'Users are looked up slowly today.';

/** The message of each part of the service, shared by all tests. */
function saying(path: string): readonly string[] {
  if (path.startsWith('/access_controls/users/')) return [owner];
  return path.startsWith('/core/listviews/') ? ['List views are being moved.'] : [];
}

describe('service message from an intermediate read', () => {
  let service: InterfaceService;
  let connections: ReturnType<typeof memoryConnections>['connections'];
  let clients: Clients;
  let deps: ReferenceDeps;
  let writer: RecordWriter;
  let changes: RecordChanges;
  let message: (path: string) => readonly unknown[];

  beforeEach(async () => {
    message = saying;
    service = await interfaceService({ message: (path) => message(path) });
    ({ connections } = memoryConnections());
    await connections.add({ name: 'Letter', baseUrl: service.url }, undefined);
    clients = testClients(connections);
    deps = referenceDeps(connections, clients);
    changes = new RecordChanges();
    writer = testWriter(new WriteGuard(connections, clients), { changes });
  });

  afterEach(async () => {
    clients.dispose();
    await service.close();
  });

  const drafts = (): RecordDrafts =>
    new RecordDrafts({
      clients,
      guard: new WriteGuard(connections, clients),
      writer,
      references: new NamedRecords(deps),
      store: new MemoryTextStore(),
      files: new MemoryByteStore(),
      lastRead: new LastReadForms(connections, changes),
      schemaOf: () => 'records-schema:leads',
    });

  it('is shown in the form whose references were looked up on save, without messages of list views', async () => {
    const all = drafts();
    const text = await all.readDocument(lead);
    await all.noteShown(lead, text);
    const mine = withValues(text, [{ at: ['__owner_id'], value: 'Dana Ito' }]);
    await all.saveDocument(lead, mine);
    await all.settle(lead, mine, mine);
    assert.deepEqual(
      all.get(lead)?.notes.map((note) => note.text),
      ['Saved', owner],
    );
  });

  it('is shown in the form along with the error when no record has the name', async () => {
    const all = drafts();
    const text = await all.readDocument(lead);
    await all.noteShown(lead, text);
    await assert.rejects(all.saveDocument(lead, withValues(text, [{ at: ['__owner_id'], value: 'Nobody Here' }])));
    assert.deepEqual(
      all.get(lead)?.notes.map((note) => note.text),
      [owner],
    );
    assert.equal(all.get(lead)?.problems.length, 1);
  });

  it('is shown below the table whose cell was saved', async () => {
    const saves = new StagedSaves(writer, changes, new NamedRecords(deps));
    const change = { from: 'Carlos Núñez', to: 'Dana Ito' };
    const place = { kind: 'listView', connection: 'letter', controller: leads, listView: undefined } as const;
    const { said } = await saves.saveStaged(place, new Map([['l1', new Map([['owner_id', change]])]]), service.url);
    assert.deepEqual(said, [owner]);
  });

  it('is included in the response to another extension', async () => {
    const values = { owner_id: 'Dana Ito' };
    const target = { connection: 'letter', controller: leads, id: 'l1', madeFor: service.url };
    const { messages } = await saveForCaller(writer, new NamedRecords(deps), target, values);
    assert.deepEqual(pluck(messages, 'text'), [owner]);
  });

  it('is collected while the names in a file are looked up', async () => {
    const form = await (await clients.get('letter')).open(leads, 'l1');
    const field = form.fields.find(({ at }) => at[0] === 'owner_id') ?? assert.fail();
    const cells = [{ field, cell: 'Dana Ito', value: 'Dana Ito' }];
    const named = new ImportReferences('letter', new NamedRecords(deps), () => assert.fail('nobody is asked'));
    named.expect(cells);
    const received = new ServiceMessages();
    await received.collectDuring(() => named.lookUpExpected(never));
    assert.deepEqual(received.said, [owner]);
  });

  it('is shown at each record of a bulk run and above its preview', async () => {
    message = (path) => (path.startsWith('/crm/leads/edit') ? ['Leads are moved at noon.'] : []);
    const parts: BulkParts = await bulkParts(service.url);
    try {
      const draft = await parts.edit({ ids: ['l1', 'm3'] }, { field: 'first_name', kind: 'set', value: 'Goa' });
      assert.equal(draft.note, 'Leads are moved at noon.');
      const { runner, ended } = await parts.runs.begin(draft);
      await ended;
      assert.deepEqual(
        Array.from(runner.ledger.entries, ({ why }) => why),
        ['Leads are moved at noon.', 'Leads are moved at noon.'],
      );
    } finally {
      parts.end();
    }
  });

  it('is reported once by a search of all connections, with its source', async () => {
    await connections.add({ name: 'Other', baseUrl: service.url }, undefined);
    const search = new RecordSearch({ connections, ...deps });
    const find = async (connection?: string) =>
      (await search.find('Dana', { onFound: () => undefined, signal: never, connection })).said;
    assert.deepEqual(await find(), [owner]);
    await service.close();
    service = await interfaceService();
    await connections.add({ name: 'Quiet', baseUrl: service.url }, undefined);
    message = () => [];
    assert.deepEqual(await find('quiet'), []);
  });

  it('is reported once for all watched items, until a check returns no message', async () => {
    message = () => ['Closed on Sundays.'];
    const list = new WatchList(plainMemory(), connections);
    const history = memoryHistory();
    const memory = new WatchMemory(new MemoryTextStore(), () => true, history.onFailure);
    const watcher = new Watcher({
      list,
      clients,
      changes,
      memory,
      history,
      references: noNames,
      searchOf: () => undefined,
    });
    let reported = 0;
    watcher.onDidChange(() => (reported += 1));
    await list.add(lead);
    await list.add({ ...lead, id: 'l2' });
    await watcher.checkAll(1_000);
    assert.deepEqual(watcher.said(), ['Closed on Sundays.']);
    message = () => [];
    reported = 0;
    await watcher.checkAll(1_000);
    assert.deepEqual([watcher.said(), reported > 0], [[], true]);
  });

  it('belongs to the innermost operation that listens', async () => {
    const [outer, inner] = [new ServiceMessages(), new ServiceMessages()];
    const read = async () => (await clients.get('letter')).records(controllerName('access_controls', 'users'), {});
    await outer.collectDuring(() => inner.collectDuring(read));
    assert.deepEqual([outer.said, inner.said], [[], [owner]]);
    await outer.collectDuring(read);
    await outer.collectDuring(read);
    assert.deepEqual(outer.said, [owner]);
  });
});
