import assert from 'node:assert/strict';
import type { BulkChange } from '../../../../src/model/bulk/bulkChange.ts';
import { BulkRows } from '../../../../src/features/bulk/host/bulkRows.ts';
import { type BulkParts, bulkParts, leadsController } from '../../../support/bulkParts.ts';
import { bigIds } from '../../../support/interfaceRecords.ts';
import { type InterfaceService, interfaceService, type ResponseStyle } from '../../../support/interfaceService.ts';

const models = { orderly: '\\AccessControls\\Model\\Users', loose: 'users' };
const keys = ['owner_id', '__owner_id', 'owner_id_model'];

for (const temperament of ['orderly', 'loose'] satisfies ResponseStyle[])
  describe(`new owner for many leads of a service that is ${temperament}`, () => {
    let service: InterfaceService;
    let parts: BulkParts;
    const model = models[temperament];
    const toDana: BulkChange = { field: 'owner_id', kind: 'set', value: bigIds[1], text: 'Dana Ito', model };

    beforeEach(async () => {
      service = await interfaceService({ temperament });
      parts = await bulkParts(service.url);
    });

    afterEach(async () => {
      parts.end();
      await service.close();
    });

    const sent = (write = service.writes.at(-1)): (string | undefined)[] => {
      const entries = new Map(write?.entries);
      return keys.map((key) => entries.get(`data[leads][${key}]`));
    };

    it('is shown by name, sent with all three entries, and undone with all three', async () => {
      const draft = await parts.edit({ ids: ['l1', 'm3'] }, toDana);
      const { rows } = await new BulkRows().get(draft.ledger, 'all', 0, 10);
      assert.deepEqual(
        rows.map(({ cells }) => cells),
        [1, 2].map(() => [{ label: 'Owner', before: 'Carlos Núñez', after: 'Dana Ito' }]),
      );
      const { runner, ended } = await parts.runs.begin(draft);
      await ended;
      assert.equal(runner.ledger.counts.done, 2);
      for (const write of service.writes) assert.deepEqual(sent(write), [bigIds[1], 'Dana Ito', model]);
      assert.equal(service.records.get('crm/leads')?.get('m3')?.['owner_id'], bigIds[1]);

      const back = await parts.planner.prepareUndo(runner.ledger, () => undefined, new AbortController().signal);
      await (
        await parts.runs.begin(back)
      ).ended;
      assert.deepEqual(sent(), [bigIds[0], 'Carlos Núñez', model]);
    });

    it('starts with the service messages of the record search', async () => {
      const talkative = await interfaceService({ temperament, message: ['Closed on Sundays.'] });
      const others = await bulkParts(talkative.url);
      try {
        const draft = await others.edit({ query: { search: 'Many' } }, toDana);
        assert.equal(draft.note, 'Closed on Sundays.');
        const madeFor = talkative.url;
        const target = { connection: 'test', controller: leadsController, madeFor, query: { search: 'Many' } };
        const found = await others.planner.collect(target, () => undefined, new AbortController().signal);
        assert.deepEqual(found.notes, ['Closed on Sundays.']);
        await draft.discard();
      } finally {
        others.end();
        await talkative.close();
      }
    });

    it('is refused with the name of one record and the id of another', async () => {
      for (const change of [
        { ...toDana, value: '17' },
        { ...toDana, value: '17', model: undefined },
      ])
        await assert.rejects(
          parts.edit({ ids: ['l1', 'm3'] }, change as BulkChange),
          /don't match: record 17 is “Carla Moss”, not “Dana Ito”/,
        );
    });

    it('is skipped if the owner has changed since, and the new one is named', async () => {
      const draft = await parts.edit({ ids: ['l1'] }, toDana);
      Object.assign(service.records.get('crm/leads')?.get('l1') ?? {}, { owner_id: '17' });
      const { runner, ended } = await parts.runs.begin(draft);
      await ended;
      assert.match(runner.ledger.get('l1')?.why ?? '', /“Owner” of Smith is now “Carla Moss”/);
      assert.equal(service.writes.length, 0);
    });

    it('is sent with the model it was looked up by, whatever the record has', async () => {
      const draft = await parts.edit({ ids: ['l1'] }, { ...toDana, model: 'people' });
      await (
        await parts.runs.begin(draft)
      ).ended;
      assert.deepEqual(sent(), [bigIds[1], 'Dana Ito', 'people']);
    });

    it('is sent by id without the name of the previous owner', async () => {
      const draft = await parts.edit({ ids: ['l1'] }, { field: 'owner_id', kind: 'set', value: '17' });
      await (
        await parts.runs.begin(draft)
      ).ended;
      assert.deepEqual(sent(), ['17', 'null', model]);
    });

    it('can be cleared, without a name and with its model', async () => {
      const draft = await parts.edit({ ids: ['l1'] }, { field: 'owner_id', kind: 'clear' });
      await (
        await parts.runs.begin(draft)
      ).ended;
      assert.deepEqual(sent(), ['null', 'null', model]);
    });

    it("is sent with all entries through the service's bulk endpoint", async () => {
      const ids = { ids: 'ids[]', idsAs: 'repeated' } as const;
      const path = '{module}/{controller}/edit.json';
      const way = await bulkParts(service.url, { choices: { bulkEdit: { path, method: 'post', ...ids } } });
      const draft = await way.edit({ ids: ['l1', 'm3'] }, toDana);
      await (
        await way.runs.begin(draft)
      ).ended;
      way.end();
      assert.deepEqual([service.writes.length, ...sent()], [1, bigIds[1], 'Dana Ito', model]);
    });
  });
