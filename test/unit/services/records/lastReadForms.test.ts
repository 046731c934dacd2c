import assert from 'node:assert/strict';
import { type DraftBench, draftBench, lead, newLead, typed, valuesOf } from './draftBench.ts';

describe('record of an unreachable service', () => {
  let bench: DraftBench;
  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  it('opens as last seen, with the time', async () => {
    const before = Date.now();
    await bench.read(lead('1'));
    assert.equal(bench.drafts.get(lead('1'))?.seenAt, undefined);
    await bench.drafts.close(lead('1'));
    bench.isAway = true;
    assert.equal(valuesOf(await bench.read(lead('1')))['city'], 'Goa');
    const { seenAt = 0 } = bench.drafts.get(lead('1')) ?? {};
    assert.ok(before <= seenAt && seenAt <= Date.now());
    await assert.rejects(bench.read(lead('2')), { code: 'unreachable' });
    await assert.rejects(bench.read(newLead), { code: 'unreachable' });
  });

  it('refuses to save with a message, and keeps the typed text', async () => {
    await bench.read(lead('1'));
    bench.isAway = true;
    const text = typed(await bench.read(lead('1')), { city: 'Pune' });
    await assert.rejects(bench.drafts.saveDocument(lead('1'), text), /Could not save Lead 1: /);
    assert.deepEqual(bench.posts(), []);
    assert.deepEqual(
      bench.drafts.changed(lead('1'), text).map(({ after }) => after),
      ['Pune'],
    );
  });

  it('is never the source of a write: a save reads the record first and keeps changes by others', async () => {
    await bench.read(lead('1'));
    bench.isAway = true;
    const text = typed(await bench.read(lead('1')), { city: 'Pune' });
    bench.isAway = false;
    bench.change({ city: 'Agra' });
    await assert.rejects(bench.drafts.saveDocument(lead('1'), text), { code: 'conflict' });
    assert.deepEqual(bench.posts(), []);
    assert.equal(bench.drafts.get(lead('1'))?.seenAt, undefined);
  });

  it('is live again after a check of the service, with its unsaved text unchanged', async () => {
    await bench.read(lead('1'));
    bench.isAway = true;
    await bench.read(lead('1'));
    await bench.drafts.refreshBase(lead('1'));
    assert.notEqual(bench.drafts.get(lead('1'))?.seenAt, undefined);
    bench.isAway = false;
    bench.change({ score: '9' });
    await bench.drafts.refreshBase(lead('1'));
    const { seenAt, news } = bench.drafts.get(lead('1')) ?? {};
    assert.deepEqual([seenAt, news], [undefined, 'changed']);
  });

  it('is not shown with values from before its save', async () => {
    const text = typed(await bench.read(lead('1')), { city: 'Pune' });
    await bench.drafts.saveDocument(lead('1'), text);
    bench.isAway = true;
    await assert.rejects(bench.read(lead('1')), { code: 'unreachable' });
  });
});
