import assert from 'node:assert/strict';
import { controllerName } from '../../../../src/model/controller.ts';
import { columnField } from '../../../../src/model/list/columnField.ts';
import { readStaged, type StagedChange, stagedText, withCell } from '../../../../src/model/list/stagedCells.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import { RecordChanges } from '../../../../src/services/common/recordChanges.ts';
import { RecordPages } from '../../../../src/services/lists/recordPages.ts';
import { RecordForms } from '../../../../src/services/records/recordForms.ts';
import { type SaveOutcome, StagedSaves } from '../../../../src/services/staging/stagedSaves.ts';
import { OwnWrites } from '../../../../src/services/staging/ownWrites.ts';
import { baseOfCell } from '../../../../src/services/staging/baseOfCell.ts';
import { bigIds } from '../../../support/interfaceRecords.ts';
import { type InterfaceService, interfaceService, type ResponseStyle } from '../../../support/interfaceService.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { testWriter } from '../../../support/memoryIntents.ts';
import { namedRecords, noNames } from '../../../support/references.ts';
import { testClients } from '../../../support/testClients.ts';

const controller = controllerName('crm', 'leads');
const place = { kind: 'listView', connection: 'letter', controller, listView: undefined } as const;
const models = { orderly: '\\AccessControls\\Model\\Users', loose: 'users' };

for (const temperament of ['orderly', 'loose'] satisfies ResponseStyle[])
  describe(`a reference cell of a service that is ${temperament}`, () => {
    let service: InterfaceService;
    let clients: Clients;
    let saves: StagedSaves;
    let forms: RecordForms;
    let pages: RecordPages;
    const model = models[temperament];
    const dana = { id: bigIds[1], model };

    beforeEach(async () => {
      service = await interfaceService({ temperament });
      const { connections } = memoryConnections();
      await connections.add({ name: 'Letter', baseUrl: service.url }, undefined);
      clients = testClients(connections);
      const changes = new RecordChanges();
      forms = new RecordForms(clients, changes, connections);
      pages = new RecordPages(connections, clients, noNames);
      const writer = testWriter(new WriteGuard(connections, clients), { changes });
      saves = new StagedSaves(writer, changes, namedRecords(connections, clients));
    });

    afterEach(async () => {
      clients.dispose();
      await service.close();
    });

    const save = (change: StagedChange): Promise<SaveOutcome> =>
      saves.saveStaged(place, new Map([['l1', new Map([['owner_id', change]])]]), service.url);
    const sent = (): (string | undefined)[] => {
      const entries = new Map(service.writes.at(-1)?.entries);
      return ['owner_id', '__owner_id', 'owner_id_model'].map((key) => entries.get(`data[leads][${key}]`));
    };
    const whyNot = ({ problems }: SaveOutcome): string => problems.get('l1')?.fields.get('owner_id') ?? '';

    it('is recognized by its column, even though that shows the name', async () => {
      const { columns, alias } = await (await clients.get('letter')).records(controller, { page: 1, limit: 1 });
      const owner = columns.find(({ label }) => label === 'Owner') ?? assert.fail('no such column');
      assert.deepEqual(columnField(owner, alias), { field: 'owner_id', isText: true });
      const cell = { id: 'l1', column: owner.key, field: 'owner_id', shown: 'Carlos Núñez' };
      const { held } = await baseOfCell(
        { forms, pages, written: new OwnWrites() },
        place,
        cell,
        new AbortController().signal,
      );
      assert.equal(held, bigIds[0]);
    });

    it('is saved with all three entries', async () => {
      const change = { from: 'Carlos Núñez', to: 'Dana Ito', held: bigIds[0], reference: dana };
      assert.equal((await save(change)).problems.size, 0);
      assert.deepEqual(sent(), [bigIds[1], 'Dana Ito', model]);
      // already saved: nothing is sent again
      assert.equal((await save(change)).saved.size, 1);
      assert.equal(service.writes.length, 1);
    });

    it('is not saved with the name of another record', async () => {
      const wrong = await save({ from: 'Carlos Núñez', to: 'Dana Ito', reference: { id: '17', model } });
      assert.match(whyNot(wrong), /don't match: record 17 is “Carla Moss”, not “Dana Ito”/);
      assert.equal(service.writes.length, 0);
      // if neither is known, the id is sent without a name
      await save({ from: 'Carlos Núñez', to: 'Nobody', reference: { id: '404', model } });
      assert.deepEqual(sent(), ['404', 'null', model]);
    });

    it('does not conflict with its own save, however it was set', async () => {
      await save({ from: 'Carlos Núñez', to: 'Dana Ito' });
      const again = await save({ from: 'Carlos Núñez', to: 'Carla Moss', held: bigIds[0], reference: { id: '17' } });
      assert.deepEqual([again.problems.size, sent()[0]], [0, '17']);
    });

    it('is cleared with its name', async () => {
      await save({ from: 'Carlos Núñez', to: null, held: bigIds[0] });
      assert.deepEqual(sent(), ['null', 'null', model]);
    });

    it('is resolved by the name or id typed into the text', async () => {
      await save({ from: 'Carlos Núñez', to: 'Dana Ito' });
      assert.deepEqual(sent(), [bigIds[1], 'Dana Ito', model]);
      await save({ from: 'Dana Ito', to: '17' });
      assert.deepEqual(sent(), ['17', 'Carla Moss', model]);
      const { writes } = service;
      const refused = await save({ from: 'Carla Moss', to: 'Nobody' });
      assert.match(whyNot(refused), /no record “Nobody” for “Owner”/);
      assert.equal(writes.length, 2);
    });

    it('conflicts when it now points elsewhere, even at a record with the same name', async () => {
      service.records.get('access_controls/users')?.set('18', { id: '18', deleted: '0', name: 'Carlos Núñez' });
      Object.assign(service.records.get('crm/leads')?.get('l1') ?? {}, { owner_id: '18' });
      const outcome = await save({ from: 'Carlos Núñez', to: 'Dana Ito', held: bigIds[0], reference: dana });
      assert.match(whyNot(outcome), /it is now “Carlos Núñez”/);
      assert.equal(service.writes.length, 0);
    });
  });

describe('staged reference cell', () => {
  const carlos = { from: 'Carlos', to: 'Carlos', held: '1', reference: { id: '2', model: 'users' } };

  it('is stored with its id and read back', () => {
    const staged = withCell(new Map(), 'l1', 'owner_id', carlos);
    assert.deepEqual(readStaged(stagedText(staged, undefined)).staged, staged);
    for (const reference of [{}, { id: 2 }, { id: '' }, 'x', { id: '2', model: 3 }]) {
      const text = JSON.stringify({ l1: { owner_id: { ...carlos, reference } } });
      assert.notEqual(readStaged(text).problem, undefined, text);
    }
  });

  it('is a change to another record of the same name, and no change to the same record', () => {
    assert.equal(withCell(new Map(), 'l1', 'owner_id', carlos).size, 1);
    assert.equal(withCell(new Map(), 'l1', 'owner_id', { ...carlos, reference: { id: '1' } }).size, 0);
  });
});
