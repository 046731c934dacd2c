import assert from 'node:assert/strict';
import type { RecordsAddress } from '../../../../src/model/address/address.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { stagedText } from '../../../../src/model/list/stagedCells.ts';
import { RecordChanges } from '../../../../src/services/common/recordChanges.ts';
import { Clients } from '../../../../src/services/connections/clients.ts';
import { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import { pendingOperations, type PendingOperations } from '../../../../src/services/plan/pendingOperations.ts';
import type { DraftState } from '../../../../src/services/records/draft.ts';
import { RecordForms } from '../../../../src/services/records/recordForms.ts';
import { OwnWrites } from '../../../../src/services/staging/ownWrites.ts';
import { type LeadService, leadService } from '../../../support/leadService.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { namedRecords } from '../../../support/references.ts';

const controller = controllerName('crm', 'leads');

describe('pending changes as operations of a plan', () => {
  let service: LeadService;
  let clients: Clients;
  let connection: string;
  let plan: (...pending: readonly (readonly [RecordsAddress, string])[]) => Promise<PendingOperations>;
  const changed = new RecordChanges();

  beforeEach(async () => {
    service = await leadService();
    const { connections } = memoryConnections();
    connection = (await connections.add({ name: 'Test', baseUrl: service.url }, undefined)).id;
    clients = new Clients(connections, { request: () => undefined });
    const forms = new RecordForms(clients, changed, connections);
    const restored = async (address: RecordsAddress): Promise<DraftState> => {
      assert(address.kind !== 'listView');
      const form = await forms.of(address);
      return { form, base: form.values, madeFor: service.url } as DraftState;
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
  const city = (ids: readonly string[], to: string, madeFor?: string): string =>
    stagedText(new Map(ids.map((id) => [id, new Map([['city', { from: 'Goa', to }]])])), madeFor);
  const text = (more: object): string => JSON.stringify({ name: 'Lead 1', city: 'Goa', score: '1', ...more });

  it('holds each record once, wherever it was changed, then the new ones, and writes nothing', async () => {
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
      message: /“city” of Lead 1 is changed in two tabs, to different values\. Save or discard one of them first\./,
    });
  });

  it('names a record that cannot be read, and plans the others', async () => {
    const { operations, left } = await plan([list(), city(['99', '1'], 'Pune')]);
    assert.deepEqual([operations.length, left], [1, ['record 99']]);
  });

  it('plans nothing for another service than the one that it was typed for, and reads no text that is none', async () => {
    await assert.rejects(
      plan([list(), city(['1'], 'Pune', 'https://other.example')]),
      /led to https:\/\/other\.example/,
    );
    await assert.rejects(plan([list(), 'x']), /Could not make a plan: The staged cells are not JSON/);
    await assert.rejects(plan([record('1'), 'x']), /Could not make a plan: Lead 1: its text is not JSON/);
  });
});
