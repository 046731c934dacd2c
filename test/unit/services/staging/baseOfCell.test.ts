import { namedRecords, noNames } from '../../../support/references.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { baseOfCell, currentBase } from '../../../../src/services/staging/baseOfCell.ts';
import { OwnWrites } from '../../../../src/services/staging/ownWrites.ts';
import { RecordChanges } from '../../../../src/services/common/recordChanges.ts';
import { RecordForms } from '../../../../src/services/records/recordForms.ts';
import { RecordPages } from '../../../../src/services/lists/recordPages.ts';
import { StagedSaves } from '../../../../src/services/staging/stagedSaves.ts';
import { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import { type LeadService, leadService } from '../../../support/leadService.ts';
import { testWriter } from '../../../support/memoryIntents.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { testClients } from '../../../support/testClients.ts';

const controller = controllerName('crm', 'leads');
const place = { kind: 'listView', connection: 'test', controller, listView: 'all' } as const;

describe('cell that the list formats', () => {
  let service: LeadService;
  let clients: Clients;
  let pages: RecordPages;
  let forms: RecordForms;
  let saves: StagedSaves;
  let written: OwnWrites;

  beforeEach(async () => {
    service = await leadService(250);
    const { connections } = memoryConnections();
    await connections.add({ name: 'Test', baseUrl: service.url }, undefined);
    clients = testClients(connections);
    const changes = new RecordChanges();
    pages = new RecordPages(connections, clients, noNames);
    forms = new RecordForms(clients, changes, connections);
    saves = new StagedSaves(
      testWriter(new WriteGuard(connections, clients)),
      changes,
      namedRecords(connections, clients),
      (written = new OwnWrites()),
    );
    service.listsCity = (city) => city && `<${city.toUpperCase()}>`;
  });
  afterEach(async () => {
    clients.dispose();
    await service.close();
  });

  const base = (id: string, shown: string | null) => {
    const cell = { id, column: 'leads.city', field: 'city', shown };
    return baseOfCell({ forms, pages, written }, place, cell, new AbortController().signal);
  };
  const held = async (id: string, shown: string | null): Promise<string | null | undefined> =>
    (await base(id, shown)).held;
  const lists = (): number => service.received.filter(({ path }) => path === '/crm/leads/index.json').length;

  it('is compared with the stored value, and saved', async () => {
    await pages.rows(place, {}, 100, 100);
    assert.equal(await held('170', '<GOA>'), 'Goa');
    const change = { from: '<GOA>', to: 'Pune', held: 'Goa' };
    const { problems } = await saves.saveStaged(place, new Map([['170', new Map([['city', change]])]]), service.url);
    assert.deepEqual([problems.size, service.leads.get('170')?.city], [0, 'Pune']);
  });

  it('still conflicts when the record is changed afterward', async () => {
    Object.assign(service.leads.get('1') ?? {}, { city: 'Agra' });
    const change = { from: '<GOA>', to: 'Pune', held: 'Goa' };
    const { problems } = await saves.saveStaged(place, new Map([['1', new Map([['city', change]])]]), service.url);
    assert.match(problems.get('1')?.fields.get('city') ?? '', /it is now “Agra”/);
    assert.equal(service.leads.get('1')?.city, 'Agra');
  });

  it('gets the current value of the service as its base for "keep mine", in the list or not', async () => {
    Object.assign(service.leads.get('1') ?? {}, { city: 'Agra' });
    Object.assign(service.leads.get('170') ?? {}, { city: 'Agra' });
    await pages.rows(place, {}, 0, 100);
    const now = (id: string) =>
      currentBase(
        { forms, pages, written },
        place,
        { id, column: 'leads.city', field: 'city' },
        new AbortController().signal,
      );
    assert.deepEqual(await now('1'), { from: '<AGRA>', held: 'Agra' });
    assert.deepEqual(await now('170'), { from: 'Agra' });
    for (const id of ['1', '170']) {
      const mine = new Map([[id, new Map([['city', { ...(await now(id)), to: 'Pune' }]])]]);
      assert.equal((await saves.saveStaged(place, mine, service.url)).problems.size, 0);
      assert.equal(service.leads.get(id)?.city, 'Pune');
    }
  });

  it('has the saved value as its base until its row is read again', async () => {
    service.listsCity = (city) => city;
    const change = { from: 'Goa', to: 'Pune' };
    await saves.saveStaged(place, new Map([['1', new Map([['city', change]])]]), service.url);
    assert.deepEqual(await base('1', 'Goa'), { from: 'Pune' });
    assert.deepEqual(await base('1', 'Pune'), { from: 'Pune' });
    // someone set it back: the cell shows that value, no longer the saved one
    Object.assign(service.leads.get('1') ?? {}, { city: 'Goa' });
    forms.evict('test');
    assert.deepEqual(await base('1', 'Goa'), { from: 'Goa' });
    assert.deepEqual(await base('2', 'Goa'), { from: 'Goa' }, 'of another record nothing was saved');
  });

  it('is distinguished from one that someone changed since the list was read', async () => {
    await pages.rows(place, {}, 0, 100);
    Object.assign(service.leads.get('1') ?? {}, { city: 'Agra' });
    assert.equal(await held('1', '<GOA>'), undefined);
  });

  it('is not requested if the list shows the stored value', async () => {
    service.listsCity = (city) => city;
    await pages.rows(place, {}, 0, 100);
    assert.equal(await held('1', 'Goa'), undefined);
    assert.equal(lists(), 1);
  });

  it('may represent an empty value', async () => {
    service.listsCity = (city) => city ?? 'none';
    Object.assign(service.leads.get('2') ?? {}, { city: null });
    await pages.rows(place, {}, 0, 100);
    assert.equal(await held('2', 'none'), null);
  });

  it('is left to the save when it is no longer in the list, or the service is unreachable', async () => {
    await pages.rows(place, {}, 0, 100);
    service.leads.set('1a', { name: 'Lead 1a', city: 'Goa', score: null });
    assert.equal(await held('1a', '<GOA>'), undefined);
    service.isGone = true;
    assert.equal(await held('3', '<GOA>'), undefined);
  });
});
