import assert from 'node:assert/strict';
import { EarlierRuns } from '../../../src/cli/earlierRuns.ts';
import { JournalFolder } from '../../../src/services/bulk/journalFolder.ts';
import type { PreparedRun } from '../../../src/services/bulk/preparedRun.ts';
import { entryId } from '../../../src/services/import/plannedAdds.ts';
import type { ReadPlan } from '../../../src/services/plan/planFile.ts';
import { type BulkParts, bulkParts, leadsController } from '../../support/bulkParts.ts';
import { type BulkService, bulkService } from '../../support/bulkService.ts';

const sha256 = 'a'.repeat(64);

describe('earlier runs of a plan that adds records', () => {
  let service: BulkService;
  let parts: BulkParts;
  beforeEach(async () => {
    service = await bulkService(2);
    parts = await bulkParts(service.url, { concurrency: 1 });
  });
  afterEach(async () => {
    parts.end();
    await service.close();
  });

  const never = new AbortController().signal;
  const quietly = (): void => undefined;
  const plan = { name: 'a.recordplan.json', counts: { edit: 0, add: 2, delete: 0 } } as unknown as ReadPlan;
  const find = (): Promise<EarlierRuns> => EarlierRuns.find(new JournalFolder(parts.folder), plan, sha256, service.url);

  function prepare(): Promise<PreparedRun> {
    const lines = [2, 3].map((position) => ({
      type: 'record' as const,
      id: entryId(position),
      name: '',
      action: 'add' as const,
      cells: [{ at: ['city'], before: null, after: 'Pune' }],
    }));
    return parts.planner.prepareEach(
      {
        connection: parts.connections.all()[0]?.id ?? '',
        controller: leadsController,
        madeFor: service.url,
        title: 'Plan a.recordplan.json',
        madeFrom: 'plan',
        ofPlan: { file: plan.name, madeBy: '', sha256 },
        count: 2,
      },
      lines.map((line) => ({ line, labels: [['city', 'City']] as const })),
      quietly,
      never,
    );
  }

  async function known(): Promise<unknown[]> {
    const runs = await find();
    await runs.release();
    return [2, 3].map((position) => {
      const line = runs.lineFor(position, '');
      return line?.type === 'left' ? line.how : undefined;
    });
  }

  it('know what they added, until an undo deletes it', async () => {
    assert.deepEqual(await known(), [undefined, undefined]);
    const { runner, ended } = await parts.runs.begin(await prepare());
    await ended;
    assert.deepEqual(await known(), ['unchanged', 'unchanged']);
    service.leads.get('4')!.city = 'Paris';
    const undo = await parts.runs.begin(await parts.planner.prepareUndo(runner.ledger, quietly, never));
    await undo.ended;
    assert.deepEqual([service.leads.get('3')?.isDeleted, service.leads.get('4')?.isDeleted], [true, false]);
    assert.deepEqual(await known(), [undefined, 'unchanged'], 'the undo left the second record alone');
    await assert.rejects(
      parts.runs.resume(runner.ledger.plan.run),
      /the run \S+ has undone it\. Make the changes again/,
    );
  });

  it('lock out other processes that would add the same records', async () => {
    const first = await find();
    await assert.rejects(find(), /another process is applying it\. Wait/);
    await first.release();
    const second = await find();
    await second.release();
  });

  it('must be resumed first if they or their undo did not finish', async () => {
    const { runner, ended } = await parts.runs.begin(await prepare());
    runner.cancel();
    await ended;
    const { run } = runner.ledger.plan;
    await assert.rejects(find(), new RegExp(`--resume ${run}`));
    await (
      await parts.runs.resume(run)
    ).ended;
    const undo = await parts.runs.begin(await parts.planner.prepareUndo(runner.ledger, quietly, never));
    undo.runner.cancel();
    await undo.ended;
    await assert.rejects(find(), new RegExp(`--resume ${undo.runner.ledger.plan.run}`));
  });
});
