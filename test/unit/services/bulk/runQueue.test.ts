import assert from 'node:assert/strict';
import type { JournalLine, RunPlan } from '../../../../src/model/bulk/bulkJournal.ts';
import { RunQueue } from '../../../../src/services/bulk/bulkRunner.ts';
import { MemoryLedger } from '../../../support/memoryLedger.ts';

const plan: RunPlan = {
  run: '20260101-a',
  kind: 'edit',
  way: 'records',
  connection: 'test',
  connectionName: 'Test',
  baseUrl: 'http://localhost',
  controller: 'crm/leads',
  title: 'Edit City',
  changes: [],
  startedAt: 0,
  timeoutMs: 1_000,
};

describe('what a run has still to do', () => {
  const record = (id: number): JournalLine => ({ type: 'record', id: String(id), name: `Lead ${id}`, cells: [] });
  const queueOf = (...lines: JournalLine[]): RunQueue => {
    const ledger = new MemoryLedger(plan);
    for (const line of lines) ledger.apply(line);
    return new RunQueue(ledger);
  };
  const ready: JournalLine = { type: 'ready', dropped: ['1', '5'], labels: {} };

  it('is what waits, in order, without what was dropped, left out, written or refused, wherever that stands', () => {
    const queue = queueOf(
      ...[0, 1, 2, 3].map(record),
      { type: 'left', id: '4', name: 'Lead 4', how: 'unchanged' },
      ...[5, 6, 7, 8].map(record),
      ready,
      { type: 'done', id: '0' },
      { type: 'failed', id: '6', why: 'No.' },
      { type: 'unclear', id: '8', why: 'Nobody knows.' },
    );
    assert.deepEqual([queue.next(2), queue.next(2), queue.isEmpty], [[2, 3], [7], true]);
  });

  it('is nothing where nothing waits', () => {
    const queue = queueOf(record(1), { type: 'left', id: '2', name: 'Lead 2', how: 'gone' }, ready);
    assert.deepEqual([queue.isEmpty, queue.next(5)], [true, []]);
  });

  it('is, after all that waits, what has to be tried again, and then what was sent, the oldest first', () => {
    const queue = queueOf(
      ...[0, 2, 3, 4].map(record),
      ready,
      { type: 'sent', ids: ['2'], at: 9 },
      { type: 'sent', ids: ['0'], at: 20 },
    );
    assert.equal(queue.again(3, 2), 1);
    assert.deepEqual([queue.next(1), queue.next(9), queue.next(9), queue.isEmpty], [[2], [3, 3], [1, 0], true]);
    assert.deepEqual([queue.again(3, 2), queue.isEmpty], [2, true]);
  });
});
