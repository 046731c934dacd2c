import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { InstantBulk } from '../../../support/instantBulk.ts';

const count = 6_000;
const concurrency = 300;

describe('run over many records', function () {
  let place: string;

  beforeEach(() => (place = mkdtempSync(path.join(os.tmpdir(), 'recordbench-many-'))));
  afterEach(() => rmSync(place, { recursive: true }));

  it('resumes after its window was killed in the middle of a line, and writes each record once', async () => {
    const [before, after] = ['before', 'after'].map((name) => path.join(place, name)) as [string, string];
    mkdirSync(after);
    const first = new InstantBulk(before, count, concurrency);
    const draft = await first.plan();
    const file = `${draft.ledger.plan.run}.jsonl`;
    let written = 0;
    let kept: Uint8Array<ArrayBuffer> | undefined;
    first.onWrite = () => {
      if (++written !== count / 2) return;
      // the disk and the service as the kill leaves them, with hundreds of requests in flight
      copyFileSync(path.join(before, file), path.join(after, file));
      appendFileSync(path.join(after, file), '{"type":"done","id":"1');
      kept = first.writes.slice();
      first.runs.dispose();
    };
    await (
      await first.runs.begin(draft)
    ).ended;
    const second = new InstantBulk(after, count, concurrency, kept ?? assert.fail('it was not killed'));
    const [interrupted] = await second.runs.interrupted();
    const { done = 0, sent = 0, waiting = 0 } = interrupted?.counts ?? {};
    assert.ok(done > 0 && sent > 0 && waiting > count / 4, `${done} ${sent} ${waiting}`);
    assert.equal(done + sent + waiting, count);
    const { runner, ended } = await second.runs.resume(draft.ledger.plan.run);
    assert.equal(await ended, 'finished');
    assert.equal(runner.ledger.counts.done, count);
    assert.deepEqual(new Set(second.writes.subarray(1)), new Set([1]));
    const { counts } = await second.runs.ledger(draft.ledger.plan.run);
    assert.deepEqual([counts.done, counts.waiting, counts.sent], [count, 0, 0]);
  });

  it('is undone completely from its journal', async () => {
    const bulk = new InstantBulk(place, count, concurrency);
    await (
      await bulk.runs.begin(await bulk.plan())
    ).ended;
    const [run] = await bulk.runs.list();
    const done = await bulk.runs.ledger(run?.plan.run ?? '');
    const undo = await bulk.planner.prepareUndo(done, () => undefined, new AbortController().signal);
    assert.equal(undo.ledger.counts.waiting, count);
    assert.deepEqual(undo.ledger.entries.at(count - 1)?.cells, [{ at: ['city'], before: 'Pune', after: 'Goa' }]);
    await (
      await bulk.runs.begin(undo)
    ).ended;
    assert.deepEqual(new Set(bulk.writes.subarray(1)), new Set([2]));
    assert.equal((await bulk.runs.ledger(done.plan.run)).canBeUndone, false);
  });
});
