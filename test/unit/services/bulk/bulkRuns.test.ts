import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mock } from 'node:test';
import type { BulkChange } from '../../../../src/model/bulk/bulkChange.ts';
import type { PreparedRun } from '../../../../src/services/bulk/preparedRun.ts';
import type { BulkLedger } from '../../../../src/model/bulk/bulkLedger.ts';
import { JournalFile } from '../../../../src/services/bulk/journalFile.ts';
import { type BulkParts, bulkParts, leadsController, secret, states } from '../../../support/bulkParts.ts';
import { type BulkService, bulkService } from '../../../support/bulkService.ts';
import { ManualTime } from '../../../support/manualTime.ts';

const toPune: BulkChange = { field: 'city', kind: 'set', value: 'Pune' };
const never = new AbortController().signal;

describe('bulk run', () => {
  let service: BulkService;
  let parts: BulkParts;
  let time: ManualTime;

  beforeEach(async () => {
    service = await bulkService(50);
    time = new ManualTime();
    parts = await bulkParts(service.url, { timeoutMs: time.timeoutMs, clock: time });
  });

  afterEach(async () => {
    parts.end();
    time.dispose();
    await service.close();
  });

  const cities = (...ids: string[]): unknown[] => ids.map((id) => service.leads.get(id)?.city);
  const writes = (): number[] => [...service.leads.values()].map((lead) => lead.writes);

  async function ran(draft: PreparedRun): Promise<BulkLedger> {
    const { runner, ended } = await parts.runs.begin(draft);
    await ended;
    return runner.ledger;
  }

  it('previews every record before and after, and writes nothing until started', async () => {
    service.closed.add('2');
    service.unsavable.add('3');
    const fourth = service.leads.get('4');
    assert.ok(fourth);
    fourth.city = 'Pune';
    const draft = await parts.edit({ ids: ['1', '2', '3', '4', '99'] }, toPune);
    assert.deepEqual(states(draft.ledger), { 1: 'waiting', 2: 'refused', 3: 'refused', 4: 'unchanged', 99: 'refused' });
    assert.deepEqual(draft.ledger.get('1')?.cells, [{ at: ['city'], before: 'Goa', after: 'Pune' }]);
    assert.match(
      draft.ledger.get('2')?.why ?? '',
      /“City” cannot be changed: you don't have permission to edit this record/,
    );
    assert.match(draft.ledger.get('3')?.why ?? '', /has no button that just saves/);
    assert.match(draft.ledger.get('99')?.why ?? '', /no such lead/);
    assert.equal(service.posts(), 0);
    await draft.discard();
    assert.deepEqual(readdirSync(parts.folder), []);
  });

  it('offers fields that are editable in any record, based on a sample from first to last', async () => {
    const ids = [...service.leads.keys()];
    for (const id of ids.slice(0, -1)) service.closed.add(id);
    const [connection] = parts.connections.all();
    assert.ok(connection);
    const target = { connection: connection.id, controller: leadsController, madeFor: service.url };
    let looked = 0;
    service.onRead = () => (looked += 1);
    const { fields } = await parts.planner.fields(target, ids);
    assert.ok(fields.some(({ field }) => field === 'city'));
    assert.ok(looked > 0 && looked <= 20, `${looked} looks`);
    service.closed.add(ids.at(-1) ?? '');
    const none = await parts.planner.fields(target, ids);
    assert.deepEqual([none.fields, /None of the fields of .* can be edited/.test(none.why ?? '')], [[], true]);
  });

  it('runs a plan only once when it is started twice', async () => {
    const draft = await parts.edit({ ids: ['1', '2'] }, toPune);
    const [first, second] = await Promise.all([parts.runs.begin(draft), parts.runs.begin(draft)]);
    await Promise.all([first.ended, second.ended]);
    assert.equal(first, second);
    assert.deepEqual([writes().filter((count) => count > 0), service.posts()], [[1, 1], 2]);
  });

  it('refuses values that violate a form rule before sending anything', async () => {
    const draft = await parts.edit({ ids: ['1'] }, { field: 'city', kind: 'set', value: 'Thiruvananthapuram' });
    assert.equal(draft.ledger.get('1')?.why, 'City is too long.');
    await draft.discard();
  });

  it('writes each record once, except dropped ones, and reports which were changed', async () => {
    const draft = await parts.edit({ ids: ['1', '2', '3'] }, toPune, { field: 'score', kind: 'add', amount: '0.5' });
    draft.ledger.setExcluded('2', true);
    const ledger = await ran(draft);
    assert.deepEqual(states(ledger), { 1: 'done', 2: 'dropped', 3: 'done' });
    assert.deepEqual([cities('1', '2', '3'), service.leads.get('3')?.score], [['Pune', 'Goa', 'Pune'], '4.00']);
    assert.deepEqual(
      parts.reported.flatMap(({ ids }) => ids),
      ['1', '3'],
    );
    assert.equal(ledger.ended, 'finished');
  });

  it('takes all records that match a query, collected before the first write', async () => {
    const draft = await parts.edit({ query: { search: 'Lead 1' }, except: ['1'] }, toPune);
    assert.equal(draft.ledger.total, 10);
    await ran(draft);
    assert.deepEqual(cities('1', '10', '19', '2'), ['Goa', 'Pune', 'Pune', 'Goa']);
  });

  it('stores the service message for each successful write: changed, undone and deleted', async () => {
    const ledger = await ran(await parts.edit({ ids: ['1'] }, toPune));
    assert.equal(ledger.get('1')?.why, 'Lead 1 was written.');
    const undone = await ran(await parts.planner.prepareUndo(ledger, () => undefined, never));
    assert.equal(undone.get('1')?.why, 'Lead 1 was written.');
    const deleted = await ran(await parts.remove({ ids: ['2'] }));
    assert.equal(deleted.get('2')?.why, 'Lead 2 was written.');
  });

  it('stores the service message for refused records and retries only those', async () => {
    service.fault = (id) => (id === '2' ? 'refuse' : undefined);
    const ledger = await ran(await parts.edit({ ids: ['1', '2', '3'] }, toPune));
    assert.match(ledger.get('2')?.why ?? '', /This lead is not to be changed/);
    service.fault = () => undefined;
    const again = await parts.runs.resume(ledger.plan.run, true);
    await again.ended;
    assert.deepEqual(states(again.runner.ledger), { 1: 'done', 2: 'done', 3: 'done' });
    assert.deepEqual(writes().slice(0, 3), [1, 1, 1]);
  });

  it('skips records that someone changed after the preview', async () => {
    const draft = await parts.edit({ ids: ['1', '2'] }, toPune);
    const lead = service.leads.get('1');
    assert.ok(lead);
    lead.city = 'Delhi';
    const ledger = await ran(draft);
    assert.match(ledger.get('1')?.why ?? '', /changed since the preview \(“City” of Lead 1 is now “Delhi”/);
    assert.deepEqual(cities('1', '2'), ['Delhi', 'Pune']);
  });

  it('checks the outcome of an unanswered write and resends it only if it has not arrived', async () => {
    parts.end();
    parts = await bulkParts(service.url, { timeoutMs: time.timeoutMs, clock: time, concurrency: 1 });
    service.onSilence = () => time.timeOut();
    let isFirst = true;
    service.fault = (id) => {
      if (id === '1') return 'writeAndBreak';
      if (id === '2') return 'writeAndStall';
      if (id !== '3' || !isFirst) return undefined;
      isFirst = false;
      return 'break';
    };
    const ledger = await ran(await parts.edit({ ids: ['1', '2', '3', '4'] }, toPune));
    assert.deepEqual(states(ledger), { 1: 'done', 2: 'done', 3: 'done', 4: 'done' });
    assert.deepEqual(writes().slice(0, 4), [1, 1, 1, 1]);
  });

  it('can be paused and canceled, and resumed after a cancel', async () => {
    const { runner, ended } = await parts.runs.begin(await parts.edit({}, toPune));
    const some = Promise.withResolvers<void>();
    runner.onDidChange(() => runner.ledger.counts.done >= 5 && some.resolve());
    await some.promise;
    runner.pause();
    assert.equal(runner.status, 'paused');
    runner.cancel();
    assert.equal(await ended, 'canceled');
    const { done } = runner.ledger.counts;
    assert.ok(done >= 5 && done < 50, String(done));
    const more = await parts.runs.resume(runner.ledger.plan.run);
    assert.equal(await more.ended, 'finished');
    assert.deepEqual(new Set(writes()), new Set([1]));
  });

  it('starts no further record until its journal has room, in the preview and in the run', async () => {
    parts.end();
    parts = await bulkParts(service.url, { concurrency: 1 });
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let asked = 0;
    const room = mock.method(JournalFile.prototype, 'room', () => {
      const gate = gates[asked];
      reached[asked]?.resolve();
      asked += 1;
      return gate?.promise;
    });
    try {
      const planning = parts.edit({}, toPune);
      const [connection] = parts.connections.all();
      const client = await parts.clients.get(connection?.id ?? '');
      const looked = new Set<string>();
      service.onRead = (id) => looked.add(id);
      await reached[0]?.promise;
      for (let turn = 0; turn < 60; turn++) await client.form(leadsController, 'view', '1');
      assert.ok(looked.size > 0 && looked.size < 20, `${looked.size} were looked at`);
      gates[0]?.resolve();
      gates[1]?.resolve();
      const draft = await planning;
      asked = 0;
      gates[0] = Promise.withResolvers();
      reached[0] = Promise.withResolvers();
      const { ended } = await parts.runs.begin(draft);
      await reached[0].promise;
      for (let turn = 0; turn < 5; turn++) await client.form(leadsController, 'view', '50');
      assert.equal(service.posts(), 0);
      gates[0].resolve();
      assert.equal(await ended, 'finished');
      assert.deepEqual(new Set(writes()), new Set([1]));
    } finally {
      room.mock.restore();
    }
  });

  it('is finished if it was canceled after the last write', async () => {
    service.fault = () => 'writeAndHold';
    const arrived = Promise.withResolvers<void>();
    service.onWrite = () => arrived.resolve();
    const { runner, ended } = await parts.runs.begin(await parts.edit({ ids: ['1'] }, toPune));
    await arrived.promise;
    runner.cancel();
    assert.equal(runner.status, 'canceling');
    service.release();
    assert.deepEqual([await ended, runner.ledger.ended], ['finished', 'finished']);
  });

  it('reads a record only after an in-flight save of it has ended', async () => {
    const draft = await parts.edit({ ids: ['1', '2'] }, toPune);
    const happened: string[] = [];
    const [begun, saving] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const saved = parts.writer.edit(
      { connection: 'test', controller: leadsController, id: '1' },
      {
        doing: 'save Lead 1',
        through: 'form',
        madeFor: service.url,
        lookUp: async () => {
          begun.resolve();
          await saving.promise;
          happened.push('saved 1');
          return false;
        },
        values: () => undefined,
      },
    );
    await begun.promise;
    service.onRead = (id) => happened.push(`read ${id}`);
    const { runner, ended } = await parts.runs.begin(draft);
    runner.onDidChange(() => runner.ledger.get('2')?.state === 'done' && saving.resolve());
    await Promise.all([saved, ended]);
    assert.deepEqual(happened, ['read 2', 'saved 1', 'read 1']);
  });

  it('stops when the token has expired, and resumes with a new one', async () => {
    service.onRead = (id) => {
      if (service.posts() > 3 && id !== '') service.isLocked = true;
    };
    const { runner, ended } = await parts.runs.begin(await parts.edit({}, toPune));
    assert.equal(await ended, 'stopped');
    assert.match(runner.reason?.message ?? '', /token/);
    service.onRead = () => undefined;
    service.isLocked = false;
    const more = await parts.runs.resume(runner.ledger.plan.run);
    assert.equal(await more.ended, 'finished');
    assert.deepEqual(new Set(writes()), new Set([1]));
  });

  it('is undone record by record, skipping records changed since', async () => {
    const ledger = await ran(await parts.edit({ ids: ['1', '2', '3'] }, toPune));
    const second = service.leads.get('2');
    assert.ok(second);
    second.city = 'Delhi';
    const undo = await parts.planner.prepareUndo(ledger, () => undefined, never);
    assert.match(undo.ledger.get('2')?.why ?? '', /Lead 2 was skipped because it has changed since the run/);
    const undone = await ran(undo);
    assert.deepEqual(cities('1', '2', '3'), ['Goa', 'Delhi', 'Goa']);
    assert.deepEqual(states(undone), { 1: 'done', 2: 'refused', 3: 'done' });
    assert.equal((await parts.runs.ledger(ledger.plan.run)).undoneBy, undone.plan.run);
  });

  it('cannot be undone while in progress in another window, or more than once', async () => {
    service.fault = (id) => (id === '2' ? 'writeAndHold' : undefined);
    const draft = await parts.edit({ ids: ['1', '2', '3'] }, toPune);
    const { run } = draft.ledger.plan;
    const active = await parts.runs.begin(draft);
    const other = await bulkParts(service.url, { folder: parts.folder });
    try {
      while (service.written.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
      const shown = await other.runs.ledger(run);
      const listed = async (): Promise<boolean | undefined> =>
        (await other.runs.list()).find(({ plan }) => plan.run === run)?.isInProgress;
      assert.equal(await listed(), true);
      await assert.rejects(
        other.planner.prepareUndo(shown, () => undefined, never),
        {
          message:
            /^Could not undo .*the run is still in progress, or another window or process has it open\. Wait until/,
        },
      );
      service.fault = () => undefined;
      service.release();
      await active.ended;
      assert.equal(await listed(), false);
      // records written after the preview are undone too
      const undo = await other.planner.prepareUndo(shown, () => undefined, never);
      await assert.rejects(parts.runs.resume(run, true), { message: /another window or process has it open/ });
      await (
        await other.runs.begin(undo)
      ).ended;
      assert.deepEqual(cities('1', '2', '3'), ['Goa', 'Goa', 'Goa']);
      assert.notEqual((await parts.runs.ledger(run)).undoneBy, undefined);
      await assert.rejects(
        parts.planner.prepareUndo(shown, () => undefined, never),
        { message: /the run \S+ already undoes it\. If that run was interrupted, resume it\.$/ },
      );
    } finally {
      other.end();
    }
  });

  it('can be undone after an earlier undo preview was discarded', async () => {
    const ledger = await ran(await parts.edit({ ids: ['1'] }, toPune));
    await (await parts.planner.prepareUndo(ledger, () => undefined, never)).discard();
    await ran(await parts.planner.prepareUndo(ledger, () => undefined, never));
    assert.deepEqual(cities('1'), ['Goa']);
  });

  it('deletes records and says that this cannot be undone', async () => {
    service.closed.add('2');
    const draft = await parts.remove({ ids: ['1', '2', '3'] });
    assert.match(draft.ledger.get('2')?.why ?? '', /You don't have permission to delete Lead 2/);
    service.fault = (id) => (id === '1' ? 'writeAndBreak' : undefined);
    const ledger = await ran(draft);
    assert.deepEqual(states(ledger), { 1: 'done', 2: 'refused', 3: 'done' });
    assert.deepEqual([service.leads.get('1')?.isDeleted, service.leads.get('1')?.writes], [true, 1]);
    await assert.rejects(
      parts.planner.prepareUndo(ledger, () => undefined, never),
      /deleted records can't be restored/,
    );
  });

  it('reports which records it deleted, so that open views do not blame someone else', async () => {
    await ran(await parts.remove({ ids: ['1', '3'] }));
    assert.deepEqual(parts.reported.flatMap(({ ids }) => ids).toSorted(), ['1', '3']);
    assert.ok(parts.reported.every(({ isDeletion }) => isDeletion));
  });

  it('stores the values of a deleted record', async () => {
    const ledger = await ran(await parts.remove({ ids: ['1'] }));
    const held: unknown[] = [];
    for await (const line of parts.runs.lines(ledger.plan.run))
      if (line.type === 'record') held.push(line.values?.['city']);
    assert.deepEqual(held, ['Goa']);
  });

  it('stores no token in its journal', async () => {
    await ran(await parts.edit({ ids: ['1', '2'] }, toPune));
    const files = readdirSync(parts.folder);
    assert.equal(files.length, 1);
    for (const file of files)
      assert.doesNotMatch(readFileSync(path.join(parts.folder, file), 'utf8'), new RegExp(secret));
  });

  it('is refused on a read-only connection, even if planned before', async () => {
    const draft = await parts.edit({ ids: ['1'] }, toPune);
    const connection = parts.connections.get('test');
    assert.ok(connection);
    await parts.connections.change({ ...connection, readOnly: true });
    await assert.rejects(parts.runs.begin(draft), /the connection Test is read-only/);
    await assert.rejects(parts.edit({ ids: ['1'] }, toPune), /the connection Test is read-only/);
    assert.equal(service.posts(), 0);
    await draft.discard();
  });

  it('does not resume if the connection now points to another service', async () => {
    const draft = await parts.edit({ ids: ['1'] }, toPune);
    const connection = parts.connections.get('test');
    assert.ok(connection);
    await parts.connections.change({ ...connection, baseUrl: 'http://127.0.0.1:9' });
    await assert.rejects(
      parts.runs.begin(draft),
      /it was created for .*, but the connection Test now points to http:\/\/127\.0\.0\.1:9\. /,
    );
    await draft.discard();
  });

  it('belongs to one window at a time', async () => {
    const { runner, ended } = await parts.runs.begin(await parts.edit({}, toPune));
    runner.pause();
    const other = await bulkParts(service.url, { folder: parts.folder });
    await assert.rejects(other.runs.resume(runner.ledger.plan.run), /another window or process has it open/);
    await assert.rejects(other.runs.delete(runner.ledger.plan.run), /it is running/);
    assert.deepEqual(await other.runs.interrupted(), []);
    runner.cancel();
    await ended;
    other.end();
  });

  it('stops before its next write and stops journaling once another window holds its lock', async () => {
    for (const kind of ['edit', 'remove'] as const) {
      const first = await bulkParts(service.url, { folder: parts.folder, concurrency: 1 });
      const draft = kind === 'edit' ? await first.edit({}, toPune) : await first.remove({});
      const { run } = draft.ledger.plan;
      const [lock, journal] = ['lock', 'jsonl'].map((ending) => path.join(parts.folder, `${run}.${ending}`)) as [
        string,
        string,
      ];
      const before = service.posts();
      let left = '';
      service.onWrite = () => {
        if (service.posts() !== before + 3) return;
        writeFileSync(lock, JSON.stringify({ pid: 1, host: 'elsewhere', token: 'other' }));
        left = readFileSync(journal, 'utf8');
      };
      const { runner, ended } = await first.runs.begin(draft);
      assert.deepEqual([await ended, service.posts() - before], ['stopped', 3]);
      assert.match(runner.reason?.message ?? '', /another window or process seems to have taken it over/);
      assert.equal(readFileSync(journal, 'utf8'), left);
      assert.match(readFileSync(lock, 'utf8'), /elsewhere/);
      service.onWrite = () => undefined;
      first.end();

      rmSync(lock); // released
      const second = await parts.runs.resume(run);
      assert.equal(await second.ended, 'finished');
      assert.deepEqual(new Set(writes()), new Set([kind === 'edit' ? 1 : 2]));
    }
  });

  it('is written once even if another window takes it over while writes are in flight', async () => {
    const first = await bulkParts(service.url, { folder: parts.folder, concurrency: 4 });
    const draft = await first.edit({}, toPune);
    const { run } = draft.ledger.plan;
    let second: ReturnType<typeof parts.runs.resume> | undefined;
    // once the wait is over, the first window has no requests in flight
    const firstEnded = Promise.withResolvers<void>();
    const passTime = time.wait;
    time.wait = async (ms) => {
      await firstEnded.promise;
      await passTime(ms);
    };
    service.onWrite = () => {
      if (second !== undefined || service.posts() < 10) return;
      rmSync(path.join(parts.folder, `${run}.lock`));
      second = parts.runs.resume(run);
    };
    const { ended } = await first.runs.begin(draft);
    assert.equal(await ended, 'stopped');
    firstEnded.resolve();
    assert.equal(await (await second)?.ended, 'finished');
    assert.deepEqual([new Set(writes()), service.posts()], [new Set([1]), 50]);
    assert.equal((await first.runs.ledger(run)).counts.done, 50);
    first.end();
  });

  it('stops if taken over between the intent and the request', async () => {
    const first = await bulkParts(service.url, { folder: parts.folder, concurrency: 4 });
    const draft = await first.edit({}, toPune);
    const lock = path.join(parts.folder, `${draft.ledger.plan.run}.lock`);
    service.onRead = () => rmSync(lock, { force: true });
    const { ended } = await first.runs.begin(draft);
    assert.deepEqual([await ended, service.posts()], ['stopped', 0]);
    first.end();
  });

  it('is listed, and cleaned up when it is old', async () => {
    const first = await ran(await parts.edit({ ids: ['1'] }, toPune));
    const plan = await parts.edit({ ids: ['2'] }, toPune);
    await plan.journal.close(); // its window was closed
    await plan.lock.release();
    const titles = (await parts.runs.list()).map(({ plan: { title } }) => title);
    assert.deepEqual(titles, ['Edit city of 1 record']);
    await parts.runs.cleanUp(30);
    assert.deepEqual(
      readdirSync(parts.folder).map((file) => path.parse(file).name),
      [first.plan.run],
    );
    // a clock that is far ahead isn't evidence of age
    await parts.runs.cleanUp(30, Date.now() + 3_650 * 86_400_000);
    assert.equal((await parts.runs.list()).length, 1);
    await parts.runs.cleanUp(30, Date.now() + 31 * 86_400_000);
    assert.deepEqual(readdirSync(parts.folder), []);
  });
});
