import assert from 'node:assert/strict';
import type { RecordsAddress } from '../../../../src/model/address/address.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { stagedText } from '../../../../src/model/list/stagedCells.ts';
import { readPlan } from '../../../../src/model/plan/readPlan.ts';
import { type PlanOperation, writePlan } from '../../../../src/model/plan/recordPlan.ts';
import { RecordChanges } from '../../../../src/services/common/recordChanges.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import { pendingOperations, type PendingOperations } from '../../../../src/services/plan/pendingOperations.ts';
import type { DraftState } from '../../../../src/services/records/draft.ts';
import { RecordForms } from '../../../../src/services/records/recordForms.ts';
import { OwnWrites } from '../../../../src/services/staging/ownWrites.ts';
import { hostileTexts } from '../../../support/hostileTexts.ts';
import { type LeadService, leadService } from '../../../support/leadService.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { namedRecords } from '../../../support/references.ts';
import { testClients } from '../../../support/testClients.ts';

const controller = controllerName('crm', 'leads');

describe('plan of pending changes', () => {
  let service: LeadService;
  let clients: Clients;
  let connection: string;
  let plan: (...pending: readonly (readonly [RecordsAddress, string])[]) => Promise<PendingOperations>;
  const changed = new RecordChanges();

  beforeEach(async () => {
    service = await leadService();
    const { connections } = memoryConnections();
    connection = (await connections.add({ name: 'Test', baseUrl: service.url }, undefined)).id;
    clients = testClients(connections);
    const forms = new RecordForms(clients, changed, connections);
    const restored = async (address: RecordsAddress): Promise<DraftState> => {
      assert(address.kind !== 'listView');
      const form = await forms.formFor(address);
      const link =
        address.kind === 'newRecord' && address.number === 2 ? { key: 'account_id', id: '7', name: 'A' } : undefined;
      return { form, base: form.values, madeFor: service.url, ...(link && { link }) } as DraftState;
    };
    const sources = {
      drafts: { get: () => undefined, restore: restored },
      forms,
      references: namedRecords(connections, clients),
      written: new OwnWrites(),
      guard: new WriteGuard(connections, clients),
    };
    plan = (...pending) =>
      pendingOperations(
        sources,
        pending.map(([address, text]) => ({ address, text })),
        () => undefined,
        new AbortController().signal,
      );
  });

  afterEach(async () => {
    clients.dispose();
    await service.close();
  });

  const list = (): RecordsAddress => ({ kind: 'listView', connection, controller, listView: 'all' });
  const record = (id: string): RecordsAddress => ({ kind: 'record', connection, controller, id });
  const city = (ids: readonly string[], to: string, madeFor: string | undefined = service.url): string =>
    stagedText(new Map(ids.map((id) => [id, new Map([['city', { from: 'Goa', to }]])])), madeFor);
  const text = (more: object): string => JSON.stringify({ name: 'Lead 1', city: 'Goa', score: '1', ...more });

  it('omits a new record whose form does not have the key of its parent', async () => {
    const add: RecordsAddress = { kind: 'newRecord', connection, controller, number: 2 };
    const { operations, left } = await plan([add, JSON.stringify({ name: 'Umbra', account_id: '7' })]);
    assert.deepEqual([operations, left], [[], ['New Lead']]);
  });

  it('has each record once, wherever it was changed, then the new ones, and writes nothing', async () => {
    const add: RecordsAddress = { kind: 'newRecord', connection, controller, number: 1 };
    const { operations, left } = await plan(
      [add, JSON.stringify({ name: 'Umbra', city: 'Goa', score: null })],
      [list(), city(['2', '1'], 'Pune', service.url)],
      [record('1'), text({ id: '1', score: '7', city: 'Pune' })],
    );
    assert.deepEqual(operations, [
      {
        do: 'edit',
        id: '1',
        name: 'Lead 1',
        fields: [
          { field: 'city', was: 'Goa', becomes: 'Pune' },
          { field: 'score', was: '1', becomes: '7' },
        ],
      },
      { do: 'edit', id: '2', name: 'Lead 2', fields: [{ field: 'city', was: 'Goa', becomes: 'Pune' }] },
      { do: 'add', name: 'New Lead', fields: [{ field: 'name', was: null, becomes: 'Umbra' }] },
    ]);
    assert.deepEqual([left, service.posts()], [[], []]);
  });

  it('refuses a field that two tabs set to different values', async () => {
    await assert.rejects(plan([list(), city(['1'], 'Pune')], [record('1'), text({ id: '1', city: 'Agra' })]), {
      message: /“City” of Lead 1 was changed to different values in two tabs\. Save or discard one of them first\./,
    });
  });

  it('reports a record that cannot be read, and plans the others', async () => {
    const { operations, left } = await plan([list(), city(['99', '1'], 'Pune')]);
    assert.deepEqual([operations.length, left], [1, ['record 99']]);
  });

  for (const [what, hostile] of Object.entries(hostileTexts))
    it(`has exactly what was typed and the previous value, also in its file: ${what}`, async () => {
      // a service can't store a lone surrogate
      const held = hostile.toWellFormed();
      Object.assign(service.leads.get('1') ?? {}, { name: held, city: held });
      service.leads.set('__proto__', { name: 'Eve', city: held, score: '6' });
      const add: RecordsAddress = { kind: 'newRecord', connection, controller, number: 1 };
      const cell = { from: held, to: `${hostile}!` };
      const { operations, left } = await plan(
        [list(), stagedText(new Map(['1', '__proto__'].map((id) => [id, new Map([['city', cell]])])), service.url)],
        [record('2'), JSON.stringify({ id: '2', name: 'Lead 2', city: hostile, score: '2' })],
        [add, JSON.stringify({ name: hostile, city: 'Goa', score: null })],
      );
      const changedCity = { field: 'city', was: held, becomes: `${hostile}!` };
      const planned: readonly PlanOperation[] = [
        { do: 'edit', id: '1', name: held.trim(), fields: [changedCity] },
        { do: 'edit', id: '__proto__', name: 'Eve', fields: [changedCity] },
        { do: 'edit', id: '2', name: 'Lead 2', fields: [{ field: 'city', was: 'Goa', becomes: hostile }] },
        { do: 'add', name: 'New Lead', fields: [{ field: 'name', was: null, becomes: hostile }] },
      ];
      assert.deepEqual([operations, left], [planned, []]);
      const head = { connection: hostile, address: service.url, controller, madeBy: hostile, madeAt: '', why: hostile };
      const file = Buffer.from([...writePlan(head, operations)].join(''));
      const read = readPlan(file.toString('utf8'));
      assert.deepEqual([read.head, read.operations.map(({ operation }) => operation)], [head, planned]);
      assert.deepEqual(service.posts(), []);
    });

  it('omits, by label, columns that are not fields of the record, whatever their name', async () => {
    const cells = new Map(
      ['__proto__', 'constructor', hostileTexts['a command'] ?? ''].map((name) => [name, { from: null, to: 'x' }]),
    );
    const { operations, left } = await plan([list(), stagedText(new Map([['1', cells]]), service.url)]);
    assert.deepEqual(operations, []);
    assert.deepEqual(
      left,
      [...cells.keys()].map((name) => `“${name}” of Lead 1`),
    );
  });

  it('refuses changes made for another service, and unparsable texts', async () => {
    await assert.rejects(
      plan([list(), city(['1'], 'Pune', 'https://other.example')]),
      /it was created for https:\/\/other\.example/,
    );
    const unnamed = stagedText(new Map([['1', new Map([['city', { from: 'Goa', to: 'Pune' }]])]]), undefined);
    await assert.rejects(plan([list(), unnamed]), /don't name their service/);
    await assert.rejects(plan([list(), 'x']), /The staged cells are not JSON\. Correct them in the text editor/);
    await assert.rejects(plan([record('1'), 'x']), /Could not make a plan with Lead 1: its text is not JSON/);
  });
});
