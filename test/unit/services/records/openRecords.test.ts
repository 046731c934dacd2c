import assert from 'node:assert/strict';
import { failure } from '../../../support/failure.ts';
import { draftBench, type DraftBench, lead, typed } from './draftBench.ts';

describe('an open record', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  it('is told before it is tried what it would not take, but not what undo brings back over a save', async () => {
    const text = await bench.drafts.readDocument(one);
    const [refused, ...others] = bench.drafts.refused(one, typed(text, { name: 'X', city: 'Pune' }));
    assert.deepEqual([refused?.at, others], [['name'], []]);
    assert.match(refused?.why ?? '', /You may read “Name”/);
    bench.change({ modified: '2026-09-09 09:09' });
    await bench.drafts.readDocument(one);
    assert.deepEqual(bench.drafts.refused(one, text), []);
    assert.deepEqual(bench.drafts.refused(one, '{'), []);
  });

  it('is told that a record was deleted here, even by a service that will not say so itself', async () => {
    await bench.read(one);
    bench.drafts.deleted(one);
    assert.equal(bench.state().news, 'deleted');
    for (const said of ['Computer says no.', 'This lead does not exist any more.']) {
      bench.beside = { errors: [said] };
      await bench.drafts.refreshBase(one);
      assert.deepEqual([bench.state().news, bench.state().newsText], ['deleted', undefined]);
    }
    bench.beside = {};
    await bench.drafts.refreshBase(one);
    assert.equal(bench.state().news, 'none');
  });

  it('tells news without touching the base', async () => {
    const text = await bench.read(one);
    await bench.drafts.refreshBase(one);
    assert.equal(bench.state().news, 'none');
    bench.change({ score: '3', modified: '2026-03-03 09:00' });
    await bench.drafts.refreshBase(one);
    assert.deepEqual(
      [bench.state().news, bench.state().newsText],
      ['changed', 'Lead 1 was changed meanwhile by Ada, 03/03/2026, 09:00:00 AM.'],
    );
    assert.deepEqual(bench.drafts.changed(one, text), []);
    bench.records.delete('1');
    await bench.drafts.refreshBase(one);
    assert.equal(bench.state().news, 'deleted');
  });

  it('tells no news of its own save, when the look at the record began before it', async () => {
    const text = await bench.read(one);
    const [read, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    bench.onRead = () => {
      read.resolve();
      return answer.promise;
    };
    const looking = bench.drafts.refreshBase(one);
    await read.promise;
    bench.onRead = undefined;
    await bench.drafts.saveDocument(one, typed(text, { city: 'Pune' }));
    answer.resolve();
    await looking;
    assert.equal(bench.state().news, 'none');
  });

  it('is there when it was opened again while it was being closed', async () => {
    const text = await bench.read(one);
    const { delete: remove } = bench.store;
    const disk = Promise.withResolvers<void>();
    bench.store.delete = (key) => disk.promise.then(() => remove(key));
    const closing = bench.drafts.close(one);
    await bench.read(one);
    disk.resolve();
    await closing;
    assert.equal((await bench.drafts.saveDocument(one, typed(text, { city: 'Pune' }))).sent, true);
  });

  it('says why it could not be read until it could, whoever asked, and nothing once it is closed', async () => {
    const changes: string[] = [];
    bench.drafts.onDidChange((address) => changes.push(address.kind === 'record' ? address.id : 'new'));
    bench.isLocked = true;
    await failure(bench.drafts.readDocument(one), 'notSignedIn', /token has expired/);
    assert.deepEqual([changes, bench.drafts.get(one)], [['1'], undefined]);
    assert.match(String(bench.drafts.failure(one)?.error), /token has expired/);
    bench.isLocked = false;
    await bench.read(one);
    assert.equal(bench.drafts.failure(one), undefined);
    bench.isLocked = true;
    await failure(bench.drafts.readDocument(one), 'notSignedIn', /token/);
    assert.deepEqual([bench.drafts.failures.length, bench.drafts.get(one) === undefined], [1, false]);
    bench.isLocked = false;
    await bench.drafts.refreshBase(one);
    assert.deepEqual(bench.drafts.failures, []);
    bench.isAway = true;
    await bench.drafts.readDocument(one);
    assert.match(String(bench.drafts.failure(one)?.error), /broke off/, 'what is shown is from memory');
    await bench.drafts.close(one);
    assert.deepEqual(bench.drafts.failures, []);
  });

  it('that came back unsaved while its service was away says so, and is what it was when it is back', async () => {
    const mine = typed(await bench.read(one), { city: 'Pune' });
    await bench.drafts.keepBase(one);
    bench.restart();
    bench.isAway = true;
    await failure(bench.drafts.restore(one), 'unreachable', /broke off/);
    assert.equal(bench.drafts.failures.length, 1);
    bench.isAway = false;
    await bench.drafts.restore(one);
    assert.deepEqual(bench.drafts.failures, []);
    assert.equal((await bench.drafts.saveDocument(one, mine)).sent, true);
  });

  it('is closed, reverted and saved though the disk takes nothing away any more', async () => {
    const text = await bench.read(one);
    await bench.drafts.keepBase(one);
    bench.store.delete = () => Promise.reject(new Error('read-only file system'));
    await bench.drafts.drop(one, text);
    assert.equal((await bench.drafts.saveDocument(one, typed(text, { city: 'Pune' }))).sent, true);
    await bench.drafts.close(one);
    assert.equal(bench.drafts.get(one), undefined);
  });
});
