import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { controllerName } from '../../../../src/model/controller.ts';
import type { ColumnProfile, ProfileState } from '../../../../src/model/list/columnProfile.ts';
import { readPage } from '../../../../src/service/documented/list/readPage.ts';
import { PartialFiles } from '../../../../src/services/export/partialFiles.ts';
import type { FilteredQuery } from '../../../../src/services/lists/listFilter.ts';
import { Profiler, type ProfileTask } from '../../../../src/services/profile/profiler.ts';
import { answerOf, distinctCities, manyCities, type Service, serviceOf } from '../export/encodedLeads.ts';
import { threadScript } from '../export/exportPages.ts';

const controller = controllerName('crm', 'leads');
const column = { key: 'leads.city', field: { kind: 'text' }, measure: 'length' } as const;
describe('column profiler', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'recordbench-profile-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A run whose states can be awaited. */
  async function started(
    service: Service,
    script: URL = threadScript,
    query: FilteredQuery = {},
  ): Promise<{
    run: ProfileTask;
    states: ProfileState[];
    until: (is: (one: ProfileState) => boolean) => Promise<ProfileState>;
  }> {
    const first = readPage(answerOf(1, manyCities, 1), {}, { doing: 'list the records', stage: 'read' });
    const { total } = await service.records(controller, { page: 1 });
    const states: ProfileState[] = [];
    const waiting: (() => void)[] = [];
    const run = new Profiler({ script }, new PartialFiles(folder)).start({
      client: service,
      listTarget: { controller, listView: 'all' },
      query,
      hasOrder: false,
      first: { ...first, total: query.filter ? undefined : total },
      column,
      onState: (state) => {
        states.push(state);
        for (const look of waiting.splice(0)) look();
      },
    });
    const until = async (is: (one: ProfileState) => boolean): Promise<ProfileState> => {
      for (;;) {
        const found = states.findLast(is);
        if (found) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    };
    return { run, states, until };
  }

  const isComplete = ({ end }: ProfileState): boolean => end?.kind === 'complete';
  const isStopped = ({ end }: ProfileState): boolean => end?.kind === 'stopped';

  async function complete(service: Service): Promise<ColumnProfile> {
    const { run, until } = await started(service);
    const { profile, end } = await until(isComplete);
    await run.finished;
    assert.ok(end?.kind === 'complete');
    assert.deepEqual(end.notes, []);
    return profile;
  }

  it('counts the same with and without a worker thread, and leaves nothing on disk', async () => {
    const small = await complete(serviceOf(1_000, manyCities));
    const large = await complete(serviceOf(1_400, manyCities));
    assert.deepEqual([small.read, small.empty, small.distinct], [1_000, 200, 7]);
    assert.deepEqual([large.read, large.empty, large.distinct], [1_400, 280, 7]);
    assert.deepEqual(
      large.frequent.map(({ count }) => count),
      Array.from({ length: 7 }, () => 160),
    );
    assert.deepEqual(large.lengths, { ...large.lengths, min: 6, average: '6', max: 6 });
    assert.equal(large.repeated.listed?.length, 7);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('finds the first record of a value that occurs again only at the end of a long list', async () => {
    for (const count of [900, 30_000]) {
      const { distinct, repeated } = await complete(serviceOf(count, distinctCities(count)));
      assert.equal(distinct, count - 1);
      assert.deepEqual(repeated, {
        values: 1,
        records: 2,
        listed: [
          {
            value: 'City 0, a long way from here',
            count: 2,
            records: [
              { id: '1', name: 'Lead 1' },
              { id: String(count), name: `Lead ${count}` },
            ],
          },
        ],
      });
    }
  });

  it('keeps its files private, and removes them when it is closed', async () => {
    const service = serviceOf(100_000, distinctCities(100_000));
    service.downFrom = 400;
    const { run, until } = await started(service);
    await until(isStopped);
    const [own = ''] = readdirSync(folder);
    assert.equal(statSync(path.join(folder, own)).mode & 0o077, 0);
    assert.equal(statSync(path.join(folder, own, 'records')).mode & 0o077, 0);
    await run.close();
    assert.equal(existsSync(path.join(folder, own)), false);
  });

  it('still counts if the disk is full, but lists fewer records', async () => {
    chmodSync(folder, 0o700);
    const { run, until } = await started(serviceOf(1_000, distinctCities(1_000)));
    // a file where the folder is expected
    const [own = ''] = await waitForFolder(folder);
    rmSync(path.join(folder, own), { recursive: true, force: true });
    const { profile } = await until(isComplete);
    await run.finished;
    assert.equal(profile.distinct, 999);
    assert.deepEqual(
      profile.repeated.listed?.map(({ records }) => records.map(({ id }) => id)),
      [['1000']],
    );
  });

  for (const [count, where] of [
    [1_000, 'without a thread'],
    [5_000, 'in a thread'],
  ] as const)
    it(`keeps its counts when the service goes down, and continues with the next record, ${where}`, async () => {
      const whole = await complete(serviceOf(count, manyCities));
      const service = serviceOf(count, manyCities);
      service.downFrom = 7;
      const { run, states, until } = await started(service);
      const { profile, end, total } = await until(isStopped);
      assert.deepEqual(end, { kind: 'stopped', canContinue: true, why: 'Could not list: the service is down.' });
      assert.deepEqual([profile.read, profile.empty, profile.distinct, total], [600, 120, 7, count]);
      assert.equal(profile.repeated.listed?.length, 7);
      service.downFrom = Infinity;
      states.length = 0;
      service.pages.length = 0;
      run.resume();
      const { profile: now } = await until(isComplete);
      await run.finished;
      assert.equal(states[0]?.end, undefined);
      assert.deepEqual(now, whole);
      // the first page says how large pages are
      assert.deepEqual([...new Set(service.pages)].toSorted((a, b) => a - b).slice(0, 3), [1, 7, 8]);
    });

  it('counts only records that match the conditions, even after reading was resumed', async () => {
    const service = serviceOf(3_000, manyCities);
    service.downFrom = 12;
    const conditions = [{ column: 'leads.city', operator: 'isOneOf', values: ['City 1', 'City 3'] }] as const;
    const query = { filter: { conditions, fields: { 'leads.city': { kind: 'text' } } } } as const;
    const { run, states, until } = await started(service, threadScript, query);
    const { profile: before, total } = await until(isStopped);
    const matching = (count: number): number =>
      Array.from({ length: count }, (_, at) => manyCities(at)).filter((city) => city === 'City 1' || city === 'City 3')
        .length;
    assert.deepEqual([before.read, before.distinct, total], [matching(1_100), 2, undefined]);
    service.downFrom = Infinity;
    states.length = 0;
    run.resume();
    const { profile, end } = await until(isComplete);
    await run.finished;
    assert.deepEqual([profile.read, profile.empty, profile.distinct], [matching(3_000), 0, 2]);
    assert.deepEqual(end, { kind: 'complete', notes: [], said: [] });
  });

  it('stops on request without an error, and resumes', async () => {
    const service = serviceOf(200_000, manyCities);
    const { run, states, until } = await started(service);
    await until(({ profile }) => profile.read > 0);
    run.stop();
    const { profile, end } = await until(isStopped);
    assert.deepEqual(end, { kind: 'stopped', canContinue: true });
    assert.ok(profile.read > 0 && profile.read < 200_000);
    states.length = 0;
    run.resume();
    await until((state) => state.profile.read > profile.read);
    await run.close();
  });

  it('reports that the worker thread exited, and keeps its counts', async () => {
    const { run, until } = await started(serviceOf(5_000, manyCities), new URL('data:text/javascript,process.exit(3)'));
    const { end, profile } = await until(isStopped);
    await run.finished;
    assert.ok(end?.kind === 'stopped' && !end.canContinue);
    assert.match(end.why ?? '', /the thread that reads the list exited/);
    assert.equal(profile.read, 0);
  });

  it('reports nothing once it is closed', async () => {
    const { run, states, until } = await started(serviceOf(1_000_000, manyCities));
    await until(({ profile }) => profile.read > 0);
    await run.close();
    const { length } = states;
    await run.finished;
    assert.equal(states.length, length);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('notes that the list changed while it was read', async () => {
    let count = 5_000;
    const service = serviceOf(count, manyCities);
    const growing: Service = {
      ...service,
      encodedRecords: async (_controller, { page = 1 }) => ({
        status: 200,
        contentType: 'application/json',
        pieces: [Buffer.from(JSON.stringify(answerOf(page > 20 ? (count = 5_050) : count, manyCities, page)))],
      }),
    };
    const { run, until } = await started(growing);
    const { end, profile } = await until(isComplete);
    await run.finished;
    assert.ok(end?.kind === 'complete');
    assert.match(end.notes.join(' '), /The list changed while it was being read/);
    assert.equal(profile.read, 5_050);
  });
});

async function waitForFolder(folder: string): Promise<string[]> {
  for (;;) {
    const names = readdirSync(folder);
    if (names.length > 0) return names;
    await new Promise(setImmediate);
  }
}
