import assert from 'node:assert/strict';
import type { BulkChange } from '../../../../src/model/bulk/bulkChange.ts';
import type { PreparedRun } from '../../../../src/services/bulk/preparedRun.ts';
import type { BulkLedger } from '../../../../src/model/bulk/bulkLedger.ts';
import { type BulkParts, bulkParts, leadsController } from '../../../support/bulkParts.ts';
import { type BulkService, bulkService } from '../../../support/bulkService.ts';

const toPune: BulkChange = { field: 'city', kind: 'set', value: 'Pune' };
const never = new AbortController().signal;
const quietly = (): void => undefined;

describe('changes made for one service', () => {
  let service: BulkService;
  let clone: BulkService;
  let parts: BulkParts;

  beforeEach(async () => {
    service = await bulkService(5);
    clone = await bulkService(5);
    parts = await bulkParts(service.url, { timeoutMs: 3_000 });
  });

  afterEach(async () => {
    parts.end();
    await service.close();
    await clone.close();
  });

  async function moveTo({ url }: BulkService): Promise<void> {
    const [connection] = parts.connections.all();
    assert.ok(connection);
    await parts.connections.change({ ...connection, baseUrl: url });
  }

  async function ran(draft: PreparedRun): Promise<BulkLedger> {
    const { runner, ended } = await parts.runs.begin(draft);
    await ended;
    return runner.ledger;
  }

  const undoneBy = async ({ plan }: BulkLedger): Promise<string | undefined> =>
    (await parts.runs.ledger(plan.run)).undoneBy;
  const cities = ({ leads }: BulkService): unknown[] => [...leads.values()].map(({ city }) => city);
  const refusal = (): RegExp =>
    new RegExp(`it was created for ${service.url}, but the connection Test now points to ${clone.url}`);

  it('are not undone on a clone, and can still be undone on their own service', async () => {
    const done = await ran(await parts.edit({ ids: ['1', '2'] }, toPune));
    for (const lead of clone.leads.values()) lead.city = 'Pune';
    await moveTo(clone);
    await assert.rejects(parts.planner.prepareUndo(done, quietly, never), refusal());
    assert.deepEqual([clone.posts(), await undoneBy(done)], [0, undefined]);
    await moveTo(service);
    const undone = await ran(await parts.planner.prepareUndo(done, quietly, never));
    assert.deepEqual(cities(service), ['Goa', 'Goa', 'Goa', 'Goa', 'Goa']);
    assert.equal(await undoneBy(done), undone.plan.run);
  });

  it('are not undone on a clone if the connection moves after the undo preview', async () => {
    const done = await ran(await parts.edit({ ids: ['1', '2'] }, toPune));
    for (const lead of clone.leads.values()) lead.city = 'Pune';
    const undo = await parts.planner.prepareUndo(done, quietly, never);
    await moveTo(clone);
    await assert.rejects(parts.runs.begin(undo), refusal());
    assert.deepEqual([clone.posts(), await undoneBy(done)], [0, undefined]);
    await undo.discard();
  });

  it('are refused on a clone for a selection, without reading or changing its records', async () => {
    const target = { connection: 'test', controller: leadsController, madeFor: service.url, ids: ['1', '2'] };
    let reads = 0;
    clone.onRead = () => (reads += 1);
    await moveTo(clone);
    await assert.rejects(parts.planner.collect(target, quietly, never), refusal());
    await assert.rejects(parts.planner.fields(target, ['1'], never), refusal());
    await assert.rejects(parts.planner.prepare({ kind: 'edit', target, changes: [toPune] }, quietly, never), refusal());
    await assert.rejects(parts.planner.prepare({ kind: 'delete', target }, quietly, never), refusal());
    assert.deepEqual([reads, clone.posts()], [0, 0]);
  });

  it('delete added records on undo only where they were added', async () => {
    const line = { type: 'record', id: '+2', name: 'line 2', action: 'add' } as const;
    const cells = [{ at: ['city'], before: null, after: 'Agra' }];
    const target = { connection: 'test', controller: leadsController, madeFor: service.url };
    const each = { ...target, title: 'Import a.csv', madeFrom: 'import', count: 1 } as const;
    const work = [{ line: { ...line, cells } }];
    const done = await ran(await parts.planner.prepareEach(each, work, quietly, never));
    assert.equal(service.leads.size, 6);
    const [made] = [...service.leads.keys()].slice(-1);
    const twin = clone.leads.get('1');
    assert.ok(made !== undefined && twin);
    clone.leads.set(made, { ...twin, city: 'Agra' });
    await moveTo(clone);
    await assert.rejects(parts.planner.prepareUndo(done, quietly, never), refusal());
    await assert.rejects(parts.planner.prepareEach(each, work, quietly, never), refusal());
    assert.deepEqual([clone.posts(), clone.leads.get(made)?.isDeleted], [0, twin.isDeleted]);
  });
});
