import assert from 'node:assert/strict';
import { noNames } from '../../../support/references.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import type { RecordPage } from '../../../../src/model/list/recordPage.ts';
import type { RecordService } from '../../../../src/service/recordService.ts';
import type { FilteredList, FilterProgress } from '../../../../src/services/lists/filteredList.ts';
import { RecordPages } from '../../../../src/services/lists/recordPages.ts';
import { filterInWorker } from '../../../../src/services/lists/threadedFilter.ts';
import { manyCities, type Service, serviceOf } from '../export/encodedLeads.ts';
import { threadScript } from '../export/exportPages.ts';

const address = { connection: 'test', controller: controllerName('crm', 'leads'), listView: 'all' };
const query = { conditions: [{ column: 'leads.city', operator: 'isOneOf', values: ['City 1', 'City 3'] }] } as const;
const matches = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => at)
    .filter((at) => ['City 1', 'City 3'].includes(manyCities(at) ?? ''))
    .map((at) => String(at + 1));

interface Filtered {
  readonly list: FilteredList;
  readonly ids: (from: number, count: number) => Promise<readonly (string | null)[]>;
  /** Rows that the service's client was told about. */
  readonly noted: RecordPage['rows'][number][];
  readonly until: (is: (progress: FilterProgress) => boolean) => Promise<FilterProgress>;
}

function filtered(service: Service, script: URL = threadScript): Filtered {
  const noForm = new ServiceError('refused', { doing: 'open the form', why: 'it is forbidden' });
  const noted: RecordPage['rows'][number][] = [];
  const client = {
    ...service,
    open: () => Promise.reject(noForm),
    form: () => Promise.reject(noForm),
    noteRows: (_, { rows }) => void noted.push(...rows),
  } satisfies Partial<RecordService>;
  const pages = new RecordPages(
    { onDidGoStale: () => ({ dispose: () => undefined }) },
    { get: async () => client as unknown as RecordService },
    noNames,
    undefined,
    (own, job, signal) => filterInWorker({ script }, own, job, signal),
  );
  const list = pages.filtered(address, query);
  if (!list) throw new Error('the query has conditions');
  const looks = new Set<(progress: FilterProgress) => void>();
  list.watch((progress) => {
    for (const look of looks) look(progress);
  });
  return {
    list,
    noted,
    ids: async (from, count) => (await pages.rows(address, query, from, count)).rows.map(({ id }) => id),
    until: (is) =>
      new Promise((resolve) => {
        const look = (progress: FilterProgress | undefined): void =>
          void (progress && is(progress) && resolve(progress));
        looks.add(look);
        look(list.progress);
      }),
  };
}

const isComplete = ({ state }: FilterProgress): boolean => state === 'complete';

describe('filter in a thread', () => {
  it('finds the same records as without, and decodes no page of a long list here', async () => {
    for (const count of [1_000, 1_001, 4_000]) {
      const service = serviceOf(count, manyCities);
      let readHere = 0;
      const { records } = service;
      const counting: Service = {
        ...service,
        records: (...asked) => {
          readHere += 1;
          return records(...asked);
        },
      };
      const { ids, until, noted } = filtered(counting);
      await ids(0, 10);
      const { found, read, total } = await until(isComplete);
      const expected = matches(count);
      assert.deepEqual([found, read, total], [expected.length, count, count]);
      // one more page shows that a full last one is the last
      assert.equal(readHere, count > 1_000 ? 1 : 11);
      assert.deepEqual(await ids(0, count), expected);
      assert.deepEqual(
        noted.map(({ id }) => id),
        count > 1_000 ? expected : [],
      );
    }
  });

  it('keeps its matches when the service goes down, and continues from there', async () => {
    const service = serviceOf(3_000, manyCities);
    service.downFrom = 12;
    const { list, ids, until } = filtered(service);
    await ids(0, 10);
    const { found, read, error } = await until(({ state }) => state === 'failed');
    assert.deepEqual([found, read], [matches(1_100).length, 1_100]);
    assert.ok(error instanceof ServiceError && error.code === 'unreachable');
    assert.deepEqual(await ids(found - 2, 10), matches(1_100).slice(-2));
    service.downFrom = Infinity;
    service.pages.length = 0;
    list.continue();
    assert.equal((await until(isComplete)).found, matches(3_000).length);
    // the first page shows whether it is still the same list
    assert.deepEqual(service.pages.slice(0, 2), [1, 12]);
    assert.deepEqual(await ids(0, 3_000), matches(3_000));
  });

  it('ends its thread when it is stopped, and starts another to continue', async () => {
    const service = serviceOf(200_000, manyCities);
    const { list, ids, until } = filtered(service);
    await ids(0, 10);
    list.stop();
    const { read } = await until(({ state }) => state === 'stopped');
    assert.ok(read > 0 && read < 200_000);
    const requested = service.pages.length;
    await new Promise(setImmediate);
    assert.ok(service.pages.length <= requested + 4);
    list.continue();
    await until((progress) => progress.state === 'reading' && progress.read > read);
    list.invalidate();
  });

  const endings = {
    'process.exit(3)': 'the thread that reads the list exited. Try again.',
    'for (const pages = []; ; ) pages.push(Array(1e5).fill(0.5))':
      "a page of the list doesn't fit in memory. Try again with a smaller page size.",
  };
  for (const [script, why] of Object.entries(endings))
    it(`says why its thread ended: ${script}`, async () => {
      const { ids } = filtered(serviceOf(5_000, manyCities), new URL(`data:text/javascript,${script}`));
      await assert.rejects(ids(0, 10), { message: `Could not filter the records: ${why}` });
    });
});
