import assert from 'node:assert/strict';
import type { BulkChange } from '../../../../src/model/bulk/bulkChange.ts';
import type { PreparedRun } from '../../../../src/services/bulk/preparedRun.ts';
import type { BulkLedger } from '../../../../src/model/bulk/bulkLedger.ts';
import { type BulkParts, bulkParts, states } from '../../../support/bulkParts.ts';
import { type BulkService, bulkService } from '../../../support/bulkService.ts';
import { ManualTime } from '../../../support/manualTime.ts';

const toPune: BulkChange = { field: 'city', kind: 'set', value: 'Pune' };
const ids = { ids: 'ids[]', idsAs: 'repeated' } as const;
const choices = {
  bulkEdit: { path: '{module}/{controller}/edit_selected.json', method: 'post', ...ids },
  bulkDelete: { path: '{module}/{controller}/delete_selected.json', method: 'get', ...ids },
} as const;

describe('bulk run through bulk endpoints of the service', () => {
  let service: BulkService;
  let parts: BulkParts;
  let time: ManualTime;

  beforeEach(async () => {
    service = await bulkService(130);
    time = new ManualTime();
    parts = await bulkParts(service.url, { choices, timeoutMs: time.timeoutMs, clock: time });
  });

  afterEach(async () => {
    parts.end();
    time.dispose();
    await service.close();
  });

  async function ran(draft: PreparedRun): Promise<BulkLedger> {
    const { runner, ended } = await parts.runs.begin(draft);
    await ended;
    return runner.ledger;
  }

  it('uses them in chunks of some hundred when all records get the same change', async () => {
    const draft = await parts.edit({}, toPune, { field: 'score', kind: 'clear' });
    assert.equal(draft.ledger.plan.way, 'endpoint');
    const ledger = await ran(draft);
    assert.deepEqual([ledger.counts.done, service.posts()], [130, 2]);
    assert.deepEqual([service.leads.get('130')?.city, service.leads.get('130')?.score], ['Pune', null]);
  });

  it('writes record by record when the changes differ', async () => {
    const draft = await parts.edit({ ids: ['1'] }, { field: 'score', kind: 'add', amount: '1' });
    assert.equal(draft.ledger.plan.way, 'records');
    await draft.discard();
  });

  it('reads each record to verify the outcome, and stores the service message', async () => {
    service.fault = (id) => (id === '2' ? 'refuse' : undefined);
    const ledger = await ran(await parts.edit({ ids: ['1', '2', '3'] }, toPune));
    assert.deepEqual(states(ledger), { 1: 'done', 2: 'failed', 3: 'done' });
    assert.match(ledger.get('2')?.why ?? '', /Not this one/);
    assert.equal(ledger.get('1')?.why, 'All were told.');
  });

  it('sends no record twice after a lost response', async () => {
    let turn = 0;
    service.fault = (id) => (id === '3' && turn++ === 0 ? 'writeAndBreak' : undefined);
    const ledger = await ran(await parts.edit({ ids: ['1', '2', '3'] }, toPune));
    assert.equal(ledger.counts.done, 3);
    assert.deepEqual(
      ['1', '2', '3'].map((id) => service.leads.get(id)?.writes),
      [1, 1, 1],
    );
  });

  it('resends the records that a request with a lost response did not change', async () => {
    let turn = 0;
    // the service fails in the middle of the first chunk
    service.fault = (id) => (id === '2' && turn++ === 0 ? 'break' : undefined);
    const ledger = await ran(await parts.edit({ ids: ['1', '2', '3'] }, toPune));
    assert.equal(ledger.counts.done, 3);
    assert.deepEqual(
      ['1', '2', '3'].map((id) => service.leads.get(id)?.writes),
      [1, 1, 1],
    );
  });

  it('continues automatically after the response for one chunk was lost', async () => {
    let turn = 0;
    service.fault = (id) => (id === '3' && turn++ === 0 ? 'writeAndBreak' : undefined);
    const ledger = await ran(await parts.edit({}, toPune));
    assert.deepEqual([ledger.ended, ledger.counts.done, service.posts()], ['finished', 130, 2]);
  });

  it('skips and reports records changed, deleted or closed since the preview, and writes the others', async () => {
    const draft = await parts.edit({}, toPune);
    service.leads.get('1')!.isDeleted = true;
    service.leads.delete('2');
    service.leads.get('5')!.city = 'Agra';
    const ledger = await ran(draft);
    assert.deepEqual([ledger.counts.done, ledger.counts.failed], [127, 3]);
    assert.match(ledger.get('1')?.why ?? '', /deleted on the service/);
    assert.match(ledger.get('2')?.why ?? '', /no such lead/);
    assert.match(ledger.get('5')?.why ?? '', /changed since the preview \(“City” of Lead 5 is now “Agra”/);
    assert.equal(service.leads.get('5')?.city, 'Agra');
    const undo = await parts.planner.prepareUndo(ledger, () => undefined, new AbortController().signal);
    assert.equal(undo.ledger.get('5'), undefined);
    await undo.discard();
  });

  it('writes the rest of a chunk when the rules of one record reject the change', async () => {
    const draft = await parts.edit({ ids: ['1', '2', '3'] }, toPune);
    service.unsavable.add('1');
    const ledger = await ran(draft);
    assert.deepEqual(states(ledger), { 1: 'failed', 2: 'done', 3: 'done' });
    assert.match(ledger.get('1')?.why ?? '', /has no button that just saves/);
  });

  it('deletes through them, too', async () => {
    const ledger = await ran(await parts.remove({ ids: ['1', '2'] }));
    assert.deepEqual([ledger.counts.done, service.posts()], [2, 1]);
    assert.equal(service.leads.get('2')?.isDeleted, true);
  });
});
