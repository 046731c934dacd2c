import assert from 'node:assert/strict';
import { controllerName } from '../../../../src/model/controller.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import { guessMapping } from '../../../../src/model/import/importMapping.ts';
import { planAdd, planUpdate } from '../../../../src/model/import/importPlan.ts';
import type { ImportedCell } from '../../../../src/model/import/importWork.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { type ChooseRecord, ImportReferences } from '../../../../src/services/import/importReferences.ts';
import type { ImportTable } from '../../../../src/services/import/importTable.ts';
import { importSubject } from '../../../../src/services/import/importSubject.ts';
import { bigIds } from '../../../support/interfaceRecords.ts';
import { type InterfaceService, interfaceService, type ResponseStyle } from '../../../support/interfaceService.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { type ReadImport, readImport } from '../../../support/readImport.ts';
import { namedRecords } from '../../../support/references.ts';
import type { NamedRecords } from '../../../../src/services/references/namedRecords.ts';
import { testClients } from '../../../support/testClients.ts';

const leads = controllerName('crm', 'leads');
const models = { orderly: '\\AccessControls\\Model\\Users', loose: 'users' };
const never = new AbortController().signal;
const nobodyAsked: ChooseRecord = () => assert.fail('nobody has to be asked');

for (const temperament of ['orderly', 'loose'] satisfies ResponseStyle[])
  describe(`names in a file for a service that is ${temperament}`, () => {
    let service: InterfaceService;
    let clients: Clients;
    let records: NamedRecords;
    let form: RecordForm;
    const model = models[temperament];

    beforeEach(async () => {
      service = await interfaceService({ temperament });
      const { connections } = memoryConnections();
      await connections.add({ name: 'Letter', baseUrl: service.url }, undefined);
      clients = testClients(connections);
      records = namedRecords(connections, clients);
      form = await (await clients.get('letter')).open(leads, 'l1');
    });

    afterEach(async () => {
      clients.dispose();
      await service.close();
    });

    const work = (...names: (string | null)[]): ReadImport => {
      const field = form.fields.find(({ at }) => at[0] === 'owner_id') ?? assert.fail();
      const cells = (name: string | null) => [{ field, cell: name, value: name }];
      return {
        updates: names.map((name, index) => ({ id: `l${index + 1}`, position: index + 2, cells: cells(name) })),
        adds: names.map((name, index) => ({ position: index + 9, cells: cells(name) })),
        refused: [],
        skipped: [],
        existing: [],
      };
    };
    const completing = (choose = nobodyAsked) => {
      const named = new ImportReferences('letter', records, choose);
      return (cells: readonly ImportedCell[]): Promise<readonly ImportedCell[]> => named.complete(cells, never);
    };
    const found = async (one: ReadImport, choose = nobodyAsked): Promise<ReadImport> => {
      const complete = completing(choose);
      const completed = <T extends { readonly cells: readonly ImportedCell[] }>(all: readonly T[]): Promise<T[]> =>
        Promise.all(all.map(async (task) => ({ ...task, cells: await complete(task.cells) })));
      return { ...one, updates: await completed(one.updates), adds: await completed(one.adds) };
    };

    it('apply to the field even if the list shows it under another name', async () => {
      const subject = await importSubject(await clients.get('letter'), leads, undefined, never);
      const uses = guessMapping(['leads.id', 'Owner', 'Main Contact'], subject, {});
      assert.deepEqual(
        uses.map((use) => (use.kind === 'field' ? use.field.at[0] : use.kind)),
        ['id', 'owner_id', 'contact_id'],
      );
      const asText = guessMapping(['id', '__owner_id', 'owner_id', 'owner_id_model'], subject, {});
      assert.deepEqual(
        asText.map((use) => (use.kind === 'field' ? use.field.at[0] : use.kind)),
        ['id', 'left', 'owner_id', 'left'],
      );
    });

    it('are checked against the accompanying ids, whatever the record has', async () => {
      const subject = await importSubject(await clients.get('letter'), leads, undefined, never);
      const uses = guessMapping(['id', '__owner_id', 'owner_id', 'owner_id_model'], subject, {});
      const rows = [
        ['l1', 'Carla Moss', '17', model],
        ['l2', 'Dana Ito', '17', model],
        // a different name next to the record's own id
        ['l3', 'Dana Ito', bigIds[0], model],
        ['', 'Dana Ito', '17', model],
      ];
      const table = {
        titles: [],
        unit: 'line',
        absent: undefined,
        mayBeDefused: true,
        rows: async function* () {
          for (const [index, cells] of rows.entries()) yield { position: index + 2, cells };
        },
      } as unknown as ImportTable;
      const find = (): never => assert.fail('ids are there');
      const { updates, adds } = await readImport(
        { table, uses, key: { kind: 'id' } },
        { find, complete: completing() },
      );
      const plans = updates.map((update) => planUpdate(form, update));
      const whys = plans.map((plan) => (plan.kind === 'refused' ? plan.why : plan.kind));
      assert.equal(whys[0], 'change');
      assert.match(whys[1] ?? '', /The name and id of “Owner” don't match: record 17 is “Carla Moss”, not “Dana Ito”/);
      assert.match(
        whys[2] ?? '',
        /The name and id of “Owner” don't match: record 9007199254740993 is “Carlos Núñez”, not “Dana Ito”/,
      );
      assert.match(planAdd(form, adds[0] ?? assert.fail()).why ?? '', /The name and id of “Owner” don't match/);
    });

    it('resolve to the record with that name, for existing and new records', async () => {
      const { updates, adds } = await found(work('Dana Ito', '17', null));
      const [dana, , nobody] = updates.map((update) => planUpdate(form, update));
      const both = { before: model, after: model };
      assert.deepEqual(dana, {
        kind: 'change',
        cells: [
          {
            at: ['owner_id'],
            before: form.values['owner_id'],
            after: bigIds[1],
            beforeText: 'Carlos Núñez',
            afterText: 'Dana Ito',
            models: both,
          },
        ],
      });
      assert.equal(nobody?.kind, 'change');
      const [, carla] = adds;
      const planned = planAdd(form, carla ?? assert.fail()).cells?.[0];
      assert.deepEqual([planned?.after, planned?.afterText, planned?.models?.after], ['17', 'Carla Moss', model]);
    });

    it('change nothing if the record already has that name, even if no record has it anymore', async () => {
      service.records.get('access_controls/users')?.delete(bigIds[0]);
      const { updates, adds } = await found(work('Carlos Núñez'));
      assert.deepEqual(planUpdate(form, updates[0] ?? assert.fail()), { kind: 'unchanged' });
      assert.match(planAdd(form, adds[0] ?? assert.fail()).why ?? '', /no record “Carlos Núñez” for “Owner”/);
    });

    it('are looked up before the records, and not again with them', async () => {
      service.records.get('access_controls/users')?.set('18', { id: '18', deleted: '0', name: 'Dana Ito' });
      const asked: string[] = [];
      const choose: ChooseRecord = async (_, name, matches) => {
        asked.push(name);
        return matches[1];
      };
      let looked = 0;
      const counting = {
        find: (...question: Parameters<NamedRecords['find']>) => {
          looked += 1;
          return records.find(...question);
        },
        checkPair: () => assert.fail('there are no ids'),
      };
      const named = new ImportReferences('letter', counting, choose);
      const { updates } = work('Dana Ito', 'Nobody', 'Dana Ito', null);
      for (const { cells } of updates) named.expect(cells);
      await named.lookUpExpected(never);
      assert.equal(looked, 2);
      const values = await Promise.all(
        updates.map(async ({ cells }) => (await named.complete(cells, never))[0]?.value),
      );
      assert.deepEqual([values, asked], [['18', 'Nobody', '18', null], ['Dana Ito']]);
      assert.equal(looked, 2);
    });

    it('are asked about once if several records match, and refused if none does', async () => {
      service.records.get('access_controls/users')?.set('18', { id: '18', deleted: '0', name: 'Dana Ito' });
      const asked: string[] = [];
      const choose: ChooseRecord = async (_, name, matches) => {
        asked.push(`${name}: ${matches.map(({ id }) => id).join(' ')}`);
        return matches[1];
      };
      const { updates } = await found(work('Dana Ito', 'Dana Ito', 'Nobody'), choose);
      assert.deepEqual(asked, [`Dana Ito: ${bigIds[1]} 18`]);
      assert.deepEqual(
        updates.map(({ cells }) => cells[0]?.value),
        ['18', '18', 'Nobody'],
      );
      const refused = planUpdate(form, updates[2] ?? assert.fail());
      assert.match(refused.kind === 'refused' ? refused.why : '', /There is no record “Nobody” for “Owner”/);
      // without a choice, they are skipped
      const left = await found(work('Dana Ito'), async () => undefined);
      const plan = planUpdate(form, left.updates[0] ?? assert.fail());
      assert.match(plan.kind === 'refused' ? plan.why : '', /“Dana Ito” matches several records for “Owner”/);
    });
  });
