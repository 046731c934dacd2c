import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PlannedOutcome } from '../../../../src/model/bulk/bulkPlan.ts';
import type { PreparedRun } from '../../../../src/services/bulk/preparedRun.ts';
import { entryId } from '../../../../src/services/import/plannedAdds.ts';
import { bulkParts, type BulkParts, leadsController } from '../../../support/bulkParts.ts';
import { type BulkService, bulkService } from '../../../support/bulkService.ts';
import { ManualTime } from '../../../support/manualTime.ts';

describe('records added by a bulk run', () => {
  let service: BulkService;
  let parts: BulkParts;
  let time: ManualTime;
  beforeEach(async () => {
    service = await bulkService(2);
    time = new ManualTime();
    parts = await bulkParts(service.url, { timeoutMs: time.timeoutMs, clock: time, concurrency: 1 });
  });
  afterEach(async () => {
    parts.end();
    time.dispose();
    await service.close();
  });

  const never = new AbortController().signal;
  const quietly = (): void => undefined;
  const plan = (...cities: string[]): Promise<PreparedRun> => {
    const connection = parts.connections.all()[0]?.id ?? '';
    const lines = cities.map((city, at) => ({
      type: 'record' as const,
      id: entryId(at + 2),
      name: `line ${at + 2}`,
      action: 'add' as const,
      cells: [{ at: ['city'], before: null, after: city }],
    }));
    const toPune = (): PlannedOutcome => ({ kind: 'change', cells: [{ at: ['city'], before: 'Goa', after: 'Pune' }] });
    const labels = [['city', 'City']] as const;
    return parts.planner.prepareEach(
      {
        connection,
        controller: leadsController,
        madeFor: service.url,
        title: 'Import a.csv',
        madeFrom: 'import',
        count: 1 + lines.length,
      },
      [{ id: '1', plan: toPune }, ...lines.map((line) => ({ line, labels }))],
      quietly,
      never,
    );
  };
  const cities = (): (string | null)[] => [...service.leads.values()].map(({ city }) => city);

  it('are sent once each, along with the changed records, and their ids are stored', async () => {
    const { runner, ended } = await parts.runs.begin(await plan('Agra', 'Rome'));
    assert.equal(await ended, 'finished');
    assert.deepEqual(cities(), ['Pune', 'Goa', 'Agra', 'Rome']);
    assert.equal(service.posts(), 3);
    const kept = await parts.runs.ledger(runner.ledger.plan.run);
    assert.deepEqual(
      Array.from(kept.entries, ({ made, action, state, why }) => [action, state, made, why]),
      [
        ['edit', 'done', undefined, 'Lead 1 was written.'],
        ['add', 'done', '3', 'Lead 3 was added.'],
        ['add', 'done', '4', 'Lead 4 was added.'],
      ],
    );
  });

  it('are deleted by undo, except those that someone changed since', async () => {
    const { runner, ended } = await parts.runs.begin(await plan('Agra', 'Rome', 'Oslo'));
    await ended;
    service.leads.get('4')!.city = 'Paris';
    service.closed.add('5');
    const undo = await parts.planner.prepareUndo(runner.ledger, quietly, never);
    assert.deepEqual(
      Array.from(undo.ledger.entries, ({ id, action, state }) => [id, action, state]),
      [
        ['1', 'edit', 'waiting'],
        ['3', 'delete', 'waiting'],
        ['4', 'edit', 'refused'],
        ['5', 'edit', 'refused'],
      ],
    );
    assert.match(undo.ledger.get('4')?.why ?? '', /was skipped because it has changed since the run/);
    assert.match(undo.ledger.get('5')?.why ?? '', /don't have permission to delete/);
    await (
      await parts.runs.begin(undo)
    ).ended;
    assert.equal(service.leads.get('3')?.isDeleted, true);
    assert.equal(service.leads.get('4')?.isDeleted, false);
    assert.equal(service.leads.get('1')?.city, 'Goa');
  });

  it('are kept by undo if someone else changed any of their fields since', async () => {
    const { runner, ended } = await parts.runs.begin(await plan('Agra', 'Rome', 'Oslo'));
    await ended;
    service.leads.get('3')!.score = '7';
    const undo = await parts.planner.prepareUndo(runner.ledger, quietly, never);
    assert.equal(undo.ledger.get('3')?.state, 'refused');
    assert.match(undo.ledger.get('3')?.why ?? '', /was skipped: it was changed since it was added/);
    assert.deepEqual([undo.ledger.get('4')?.state, undo.ledger.get('5')?.state], ['waiting', 'waiting']);
    // after the preview, just before the delete
    service.leads.get('4')!.stage = 'won';
    const second = await parts.runs.begin(undo);
    await second.ended;
    assert.deepEqual(
      ['3', '4', '5'].map((id) => service.leads.get(id)?.isDeleted),
      [false, false, true],
    );
    assert.match(second.runner.ledger.get('4')?.why ?? '', /was changed since the preview/);
  });

  it('are kept by undo if their state after the run is unknown', async () => {
    service.unreadable.add('3');
    const { runner, ended } = await parts.runs.begin(await plan('Agra'));
    await ended;
    service.unreadable.clear();
    const undo = await parts.planner.prepareUndo(runner.ledger, quietly, never);
    assert.match(undo.ledger.get('3')?.why ?? '', /Can't verify that Lead 3 is unchanged/);
    await undo.discard();
  });

  it('are never resent automatically when the outcome is unknown', async () => {
    service.fault = (id) => (id === '3' ? 'writeAndBreak' : undefined);
    const { runner, ended } = await parts.runs.begin(await plan('Agra', 'Rome'));
    await ended;
    const { run } = runner.ledger.plan;
    const entry = (await parts.runs.ledger(run)).get(entryId(2));
    assert.equal(entry?.state, 'unclear');
    assert.match(entry?.why ?? '', /It is unknown whether the record was added/);
    assert.deepEqual(cities(), ['Pune', 'Goa', 'Agra', 'Rome']);
    await (
      await parts.runs.resume(run, true)
    ).ended;
    assert.equal(service.posts(), 3);
    // the user has checked the service and confirms
    service.fault = () => undefined;
    await (
      await parts.runs.resume(run, false, true)
    ).ended;
    assert.equal(service.posts(), 4);
  });

  it('are shown as unclear if the window closed while one was being sent', async () => {
    const { runner, ended } = await parts.runs.begin(await plan('Agra', 'Rome'));
    await ended;
    const { run } = runner.ledger.plan;
    const file = path.join(parts.folder, `${run}.jsonl`);
    const lines = readFileSync(file, 'utf8').split('\n');
    const sent = lines.findIndex((line) => line.includes('"sent"') && line.includes(entryId(2)));
    writeFileSync(file, `${lines.slice(0, sent + 1).join('\n')}\n`);
    const resumed = await parts.runs.resume(run);
    await resumed.ended;
    const { ledger } = resumed.runner;
    assert.equal(ledger.get(entryId(2))?.state, 'unclear');
    assert.match(ledger.get(entryId(2))?.why ?? '', /Recordbench was closed/);
    // the edit, Agra and Rome, and Rome again because its journal was truncated before it
    assert.equal(service.posts(), 4);
    assert.equal(ledger.ended, 'finished');
  });

  it('show the service message when refused, and can be retried', async () => {
    service.fault = (id) => (id === '3' ? 'refuse' : undefined);
    const { runner, ended } = await parts.runs.begin(await plan('Agra'));
    await ended;
    assert.match(runner.ledger.get(entryId(2))?.why ?? '', /not to be added/);
    service.fault = () => undefined;
    const again = await parts.runs.resume(runner.ledger.plan.run, true);
    await again.ended;
    assert.equal(again.runner.ledger.counts.done, 2);
  });
});
