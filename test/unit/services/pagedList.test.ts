import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServiceError } from '../../../src/model/errors.ts';
import type { RecordPage } from '../../../src/model/list/recordPage.ts';
import type { AskPage } from '../../../src/services/learnPageSize.ts';
import type { RowSlice } from '../../../src/services/listState.ts';
import { PagedList } from '../../../src/services/pagedList.ts';
import { plainColumn } from '../../support/plainColumn.ts';

const column = plainColumn('leads.place');

interface Service {
  total: number;
  /** Goes into every row, so that rows of two states can be told apart. */
  version: number;
  cap: number;
  /** What it says about its page size, and about its total. */
  readonly says: 'truth' | 'limit' | 'nonsense';
  readonly tellsTotal: boolean;
}

/** What a service would answer at this moment. Its cap holds for the rows and for where a page begins. */
function answerOf(service: Service, page: number, limit: number): RecordPage {
  const size = Math.min(limit, service.cap);
  const begin = (page - 1) * size;
  const count = Math.max(0, Math.min(size, service.total - begin));
  const said = { truth: size, limit, nonsense: 7 }[service.says];
  return {
    columns: [column],
    rows: Array.from({ length: count }, (_, index) => {
      const place = begin + index;
      const id = `v${service.version}-${place}`;
      const may = { canEdit: true, canDelete: true, canComment: true };
      return { id, name: id, isDeleted: false, ...may, cells: [String(place)] };
    }),
    page,
    pageSize: said,
    total: service.tellsTotal ? service.total : undefined,
    listViewId: undefined,
    listViewName: undefined,
    alias: 'leads',
    primaryKey: undefined,
  };
}

const plain = (more: Partial<Service> = {}): Service => ({
  total: 1_000,
  version: 1,
  cap: 10_000,
  says: 'truth',
  tellsTotal: true,
  ...more,
});

interface Asked {
  readonly page: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

function listOf(service: Service, pageSize = 100): { list: PagedList; asked: Asked[] } {
  const asked: Asked[] = [];
  const ask: AskPage = async (page, limit, signal) => {
    asked.push({ page, limit, signal });
    return answerOf(service, page, limit);
  };
  return { list: new PagedList(ask, pageSize), asked };
}

/** Every row stands where it says, and all are of one state. */
function checkSlice({ from, rows, total }: RowSlice, service: Service): void {
  const version = rows[0]?.id?.split('-')[0];
  for (const [index, row] of rows.entries()) assert.equal(row.id, `${version}-${from + index}`);
  if (version === `v${service.version}` && service.tellsTotal) assert.equal(total, service.total);
}

const placesOf = ({ rows }: RowSlice): number[] => rows.map(({ cells }) => Number(cells[0]));

describe('a list that a service pages', () => {
  it('asks once after the end of a short list whose total is not told, and knows the total then', async () => {
    const { list, asked } = listOf(plain({ total: 11, tellsTotal: false }));
    const slice = await list.rows(0, 100, undefined);
    assert.deepEqual([slice.rows.length, slice.total], [11, 11]);
    await list.rows(5, 100, undefined);
    assert.deepEqual(
      asked.map(({ page, limit }) => [page, limit]),
      [
        [1, 100],
        [2, 11],
      ],
    );
  });

  it('gives rows by their place, wherever pages begin', async () => {
    const { list, asked } = listOf(plain());
    const slice = await list.rows(250, 100, undefined);
    assert.deepEqual(
      placesOf(slice),
      Array.from({ length: 100 }, (_, index) => 250 + index),
    );
    assert.deepEqual([slice.total, asked.map(({ page }) => page)], [1_000, [3, 4]]);
  });

  it('asks for nothing twice', async () => {
    const { list, asked } = listOf(plain());
    await Promise.all([list.rows(0, 100, undefined), list.rows(0, 50, undefined), list.rows(20, 80, undefined)]);
    await list.rows(0, 100, undefined);
    assert.equal(asked.length, 1);
  });

  it('learns the size of a page from a service that caps it, and asks with that', async () => {
    for (const says of ['truth', 'limit', 'nonsense'] as const)
      for (const from of [0, 120, 400, 949, 990]) {
        const { list, asked } = listOf(plain({ cap: 30, says }));
        const slice = await list.rows(from, 80, undefined);
        assert.deepEqual(
          placesOf(slice),
          Array.from({ length: Math.min(80, 1_000 - from) }, (_, n) => from + n),
        );
        assert.ok(asked.slice(3).every(({ limit }) => limit === 30));
      }
  });

  it('is not fooled by a short page that looks like the last one', async () => {
    // asked for page 3 of 100 it sends rows 100 to 149, which would fit a list of 250 as its last page
    const { list } = listOf(plain({ total: 250, cap: 50, says: 'limit' }));
    assert.deepEqual(
      placesOf(await list.rows(200, 50, undefined)),
      Array.from({ length: 50 }, (_, n) => 200 + n),
    );
  });

  it('has no rows past its end, also when the service repeats its last page there', async () => {
    const service = plain({ total: 120 });
    const list = new PagedList(async (page, limit) => answerOf(service, Math.min(page, 2), limit), 100);
    const slice = await list.rows(5_000, 10, undefined);
    assert.deepEqual([slice.rows.length, slice.total], [0, 120]);
  });

  it('is empty when there is nothing', async () => {
    const { list } = listOf(plain({ total: 0 }));
    assert.deepEqual((await list.rows(0, 100, undefined)).rows, []);
  });

  it('goes on to the last row when the service tells no total', async () => {
    for (const cap of [1_000, 40]) {
      const { list } = listOf(plain({ total: 130, cap, tellsTotal: false }));
      assert.deepEqual(
        placesOf(await list.rows(100, 100, undefined)),
        Array.from({ length: 30 }, (_, n) => 100 + n),
      );
      assert.equal((await list.rows(200, 10, undefined)).rows.length, 0);
    }
  });

  it('forgets what it read when the total changes', async () => {
    const service = plain();
    const { list } = listOf(service);
    await list.rows(0, 200, undefined);
    Object.assign(service, { total: 999, version: 2 });
    const later = await list.rows(500, 50, undefined);
    assert.deepEqual([later.total, later.rows[0]?.id], [999, 'v2-500']);
    assert.equal((await list.rows(0, 1, undefined)).rows[0]?.id, 'v2-0');
  });

  it('forgets what it read when the columns change', async () => {
    let label = 'Place';
    const ask: AskPage = async (page, limit) => ({
      ...answerOf(plain(), page, limit),
      columns: [{ ...column, label }],
    });
    const list = new PagedList(ask, 100);
    await list.rows(0, 100, undefined);
    label = 'Position';
    await list.rows(100, 100, undefined);
    assert.equal((await list.rows(0, 1, undefined)).columns[0]?.label, 'Position');
  });

  it('leaves the places empty of rows that the service leaves out', async () => {
    const ask: AskPage = async (page, limit) => {
      const answer = answerOf(plain({ total: 300, says: 'limit' }), page, limit);
      return { ...answer, rows: answer.rows.filter(({ cells }) => !(cells[0] ?? '').endsWith('9')) };
    };
    const { rows } = await new PagedList(ask, 100).rows(100, 100, undefined);
    assert.deepEqual([rows.length, rows[0]?.id, rows[99]?.id], [100, 'v1-100', null]);
  });

  it('shows every one of several records that bear the same id', async () => {
    const service = plain({ total: 250 });
    const sameIds = async (page: number, limit: number): Promise<RecordPage> => {
      const answer = answerOf(service, page, limit);
      return { ...answer, rows: answer.rows.map((row, place) => (place % 2 === 0 ? { ...row, id: '7' } : row)) };
    };
    const { rows, total } = await new PagedList(sameIds, 100).rows(0, 250, undefined);
    assert.deepEqual([rows.length, total], [250, 250]);
    assert.deepEqual(
      rows.map(({ cells }) => Number(cells[0])),
      Array.from({ length: 250 }, (_, place) => place),
    );
  });

  it('refuses a service that sends the same page again, or another one than it was asked for', async () => {
    const same = new PagedList(async (_, limit) => ({ ...answerOf(plain(), 1, limit), page: 1 }), 100);
    await same.rows(0, 100, undefined);
    await assert.rejects(same.rows(100, 100, undefined), /asked for page 2 and answered with page 1/);
    const repeats = new PagedList(async (page, limit) => ({ ...answerOf(plain(), 1, limit), page }), 100);
    await assert.rejects(repeats.rows(0, 200, undefined), /page \d and page \d are the same/);
  });

  it('refuses a service that tells of records and sends none', async () => {
    const list = new PagedList(async (page, limit) => ({ ...answerOf(plain(), page, limit), rows: [] }), 100);
    await assert.rejects(list.rows(0, 100, undefined), /tells of records and sends none/);
  });

  it('keeps cells under their columns when pages differ in what they hold beyond the headers', async () => {
    const extra = { ...column, key: 'extra', isDeclared: false };
    const ask: AskPage = async (page, limit) => {
      const answer = answerOf(plain({ total: 200 }), page, limit);
      if (page === 1) return answer;
      const rows = answer.rows.map((row) => ({ ...row, cells: ['extra', ...row.cells] }));
      return { ...answer, columns: [extra, column], rows };
    };
    const list = new PagedList(ask, 100);
    await list.rows(0, 100, undefined);
    assert.deepEqual((await list.rows(100, 1, undefined)).rows[0]?.cells, ['100']);
  });

  it('aborts what nobody waits for, and nothing that somebody does', async () => {
    const signals: AbortSignal[] = [];
    const ask: AskPage = (_page, _limit, signal) => {
      signals.push(signal);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    };
    const list = new PagedList(ask, 100);
    const [one, two] = [new AbortController(), new AbortController()];
    const waiting = [list.rows(0, 10, one.signal), list.rows(0, 20, two.signal)];
    const outcomes = Promise.allSettled(waiting);
    one.abort();
    assert.equal(signals[0]?.aborted, false);
    two.abort();
    assert.equal(signals[0]?.aborted, true);
    for (const outcome of await outcomes)
      assert.ok(
        outcome.status === 'rejected' && outcome.reason instanceof ServiceError && outcome.reason.code === 'cancelled',
      );
  });

  it('keeps no more than a fixed number of pages', async () => {
    const { list, asked } = listOf(plain({ total: 100_000 }), 10);
    for (let from = 0; from < 1_000; from += 10) await list.rows(from, 10, undefined);
    asked.splice(0);
    await list.rows(990, 10, undefined);
    assert.equal(asked.length, 0);
    await list.rows(0, 10, undefined);
    assert.equal(asked.length, 1);
  });

  it('gives what it can of many small pages at once', async () => {
    const { list } = listOf(plain({ cap: 5 }));
    const slice = await list.rows(0, 1_000, undefined);
    assert.ok(slice.rows.length >= 100);
    checkSlice(slice, plain());
  });

  it('asks anew when it is told to forget', async () => {
    const service = plain();
    const { list } = listOf(service);
    await list.rows(0, 10, undefined);
    service.version = 2;
    list.forget();
    assert.equal((await list.rows(0, 10, undefined)).rows[0]?.id, 'v2-0');
  });

  it('never shows a wrong row, whatever the cap, the order of the answers and the changes meanwhile', async () => {
    const says = fc.constantFrom('truth', 'limit', 'nonsense' as const);
    const wanted = fc.array(fc.tuple(fc.nat(320), fc.integer({ min: 1, max: 120 })), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.record({ total: fc.nat(300), cap: fc.integer({ min: 1, max: 150 }), says, tellsTotal: fc.boolean() }),
        fc.integer({ min: 1, max: 120 }),
        wanted,
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
        async (scheduler, start, pageSize, slices, growth) => {
          const service = plain({
            ...start,

            tellsTotal: start.tellsTotal || growth.length > 0,
          });
          const ask: AskPage = (page, limit) => {
            // the service looks now; its answer arrives whenever the scheduler likes
            const answer = answerOf(service, page, limit);
            return scheduler.schedule(Promise.resolve(answer));
          };
          const list = new PagedList(ask, pageSize);
          const results = Promise.all(slices.map(([from, count]) => list.rows(from, count, undefined)));
          for (const more of growth) {
            if (scheduler.count() > 0) await scheduler.waitOne();
            service.total += more;
            service.version += 1;
          }
          for (const slice of await scheduler.waitFor(results)) checkSlice(slice, service);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('comes to the end of the changes: asked once more, everything is as it is now', async () => {
    const service = plain({ total: 333, cap: 40, says: 'limit' });
    const { list } = listOf(service);
    await list.rows(0, 100, undefined);
    Object.assign(service, { total: 350, version: 2, cap: 25 });
    const slice = await list.rows(100, 100, undefined);
    checkSlice(slice, service);
    assert.deepEqual([slice.total, slice.rows[0]?.id], [350, 'v2-100']);
  });
});
