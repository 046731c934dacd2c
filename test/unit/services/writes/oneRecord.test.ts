import assert from 'node:assert/strict';
import { controllerName } from '../../../../src/model/controller.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import type { RecordWriter, WriteOutcome } from '../../../../src/services/writes/recordWriter.ts';
import { type BulkParts, bulkParts } from '../../../support/bulkParts.ts';
import { postedField } from '../../../support/leadAnswers.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { MemoryIntents, testWriter } from '../../../support/memoryIntents.ts';
import { json, scriptedService, type ScriptedService } from '../../../support/scriptedService.ts';
import { testClients } from '../../../support/testClients.ts';
import { pluck } from '../../../support/pluck.ts';

const leads = controllerName('crm', 'leads');

/** A service with one lead that it finds by any spelling of its id, and that a save replaces entirely. */
async function castingService(): Promise<ScriptedService & { lead: Record<string, string>; log: string[] }> {
  const state = { lead: { city: 'Goa', score: '1' } as Record<string, string>, log: [] as string[] };
  const element = (name: string): object => ({ name: ['leads', name], label: name, template: 'text', permission: 2 });
  const save = { name: ['action', 'save_progress'], label: 'Save', template: 'submit', is_web_compatible: '1' };
  const service = await scriptedService(({ method, query, body }, response) => {
    if (method === 'POST') {
      state.log.push('write');
      state.lead = { city: postedField(body, 'city') ?? '', score: postedField(body, 'score') ?? '' };
      return json(response, { errors: [] });
    }
    const id = query.get('id') ?? '';
    state.log.push(`read ${id}`);
    if (Number(id) !== 1) return json(response, { errors: [{ message: 'no such lead' }] }, 404);
    const form = { permission: 2, elements: [element('city'), element('score'), save] };
    const flags = { name: 'Lead 1', alias: 'leads', is_editable: 1, is_deletable: 1 };
    json(response, { errors: [], data: { leads: { id: '1', ...state.lead } }, id: '1', ...flags, form });
  });
  return Object.assign(state, service);
}

describe('record written by several writers', () => {
  let service: Awaited<ReturnType<typeof castingService>>;
  let clients: Clients[];
  let intents: MemoryIntents;

  beforeEach(async () => {
    service = await castingService();
    clients = [];
    intents = new MemoryIntents();
  });

  afterEach(async () => {
    for (const one of clients) one.dispose();
    await service.close();
  });

  /** A window with two connections to the service. */
  async function openWindow(): Promise<RecordWriter> {
    const { connections } = memoryConnections();
    for (const name of ['One', 'Other']) await connections.add({ name, baseUrl: service.url }, undefined);
    const opened = testClients(connections);
    clients.push(opened);
    return testWriter(new WriteGuard(connections, opened), { intents });
  }

  function change(writer: RecordWriter, connection: string, id: string, values: object): Promise<WriteOutcome> {
    return writer.edit(
      { connection, controller: leads, id },
      {
        doing: 'save Lead 1',
        through: 'form',
        madeFor: service.url,
        values: (form: RecordForm) => ({ ...form.values, ...values }),
      },
    );
  }

  async function assertBothKept(...writes: Promise<WriteOutcome>[]): Promise<void> {
    const outcomes = await Promise.all(writes);
    assert.deepEqual(pluck(outcomes, 'kind'), ['done', 'done']);
    assert.deepEqual(service.lead, { city: 'Pune', score: '8' });
    const [first, second] = [service.log.indexOf('write'), service.log.lastIndexOf('write')];
    assert.ok(first < second - 1, `it is read again before the second write: ${service.log.join(', ')}`);
  }

  it('is written by one connection at a time, and keeps the changes of both', async () => {
    const writer = await openWindow();
    await assertBothKept(change(writer, 'one', '1', { city: 'Pune' }), change(writer, 'other', '1', { score: '8' }));
  });

  it('is written under one spelling of its id at a time, and keeps the changes of both', async () => {
    const writer = await openWindow();
    await assertBothKept(change(writer, 'one', '1', { city: 'Pune' }), change(writer, 'one', '01', { score: '8' }));
  });

  it('is written by one window at a time, whatever connection and spelling each uses', async () => {
    const [one, other] = [await openWindow(), await openWindow()];
    await assertBothKept(change(one, 'one', '01', { city: 'Pune' }), change(other, 'other', '1', { score: '8' }));
  });

  it('appears once in a bulk run, however often and in whatever spelling it is named', async () => {
    const parts: BulkParts = await bulkParts(service.url);
    try {
      const target = { connection: 'test', controller: leads, madeFor: service.url, ids: ['1', '01', '1', ' 1', '2'] };
      const never = new AbortController().signal;
      const { ids, notes } = await parts.planner.collect(target, () => undefined, never);
      assert.deepEqual([...ids], ['1', '2']);
      assert.deepEqual(notes, ['Listed more than once with different spellings: 01 (as 1),  1 (as 1).']);
      const left = await parts.planner.collect({ ...target, except: ['001'] }, () => undefined, never);
      assert.deepEqual([...left.ids], ['2']);
    } finally {
      parts.end();
    }
  });
});
