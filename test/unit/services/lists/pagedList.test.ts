import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServiceError } from '../../../../src/model/errors.ts';
import type { AskPage } from '../../../../src/services/lists/learnPageSize.ts';
import { PagedList } from '../../../../src/services/lists/recordPages.ts';
import { CharacterBudget } from '../../../../src/services/common/characterBudget.ts';
import { plainColumn } from '../../../support/plainColumn.ts';
import { answerOf, checkSlice, column, listOf, placesOf, plain } from './pagingService.ts';
import { pluck } from '../../../support/pluck.ts';

describe('paged list', () => {
  it('is shown page by page even if the service always sends everything', async () => {
    const all = answerOf(plain({ total: 200_000, cap: 200_000 }), 1, 200_000);
    let asked = 0;
    const list = new PagedList(async (page) => ((asked += 1), { ...all, page }), 100);
    const slice = await list.rows(199_950, 100, undefined);
    assert.deepEqual([slice.total, slice.rows.length, slice.rows[0]?.cells[0]], [200_000, 50, '199950']);
    assert.equal((await list.rows(0, 100, undefined)).rows.length, 100);
    assert.ok(asked <= 4, `${asked} answers`);
  });

  it('requests past the end of a short list without a total once, and then knows the total', async () => {
    const { list, asked } = listOf(plain({ total: 11, sendsTotal: false }));
    const slice = await list.rows(0, 100, undefined);
    assert.deepEqual([slice.rows.length, slice.total], [11, 11]);
    await list.rows(5, 100, undefined);
    assert.deepEqual(pluck(asked, 'page', 'limit'), [
      [1, 100],
      [2, 11],
    ]);
  });

  it('returns rows by index, wherever pages begin', async () => {
    const { list, asked } = listOf(plain());
    const slice = await list.rows(250, 100, undefined);
    assert.deepEqual(
      placesOf(slice),
      Array.from({ length: 100 }, (_, index) => 250 + index),
    );
    assert.deepEqual([slice.total, asked.map(({ page }) => page)], [1_000, [3, 4]]);
  });

  it('requests nothing twice', async () => {
    const { list, asked } = listOf(plain());
    await Promise.all([list.rows(0, 100, undefined), list.rows(0, 50, undefined), list.rows(20, 80, undefined)]);
    await list.rows(0, 100, undefined);
    assert.equal(asked.length, 1);
  });

  it('has the service messages of its pages once, and clears them with the pages', async () => {
    let isTalkative = true;
    const list = new PagedList(
      async (page, limit) => ({
        ...answerOf(plain(), page, limit),
        ...(isTalkative && { messages: ['Closed on Sundays.', `Page ${page}.`] }),
      }),
      100,
    );
    assert.deepEqual((await list.rows(0, 100, undefined)).messages, ['Closed on Sundays.', 'Page 1.']);
    assert.deepEqual((await list.rows(100, 100, undefined)).messages, ['Closed on Sundays.', 'Page 1.', 'Page 2.']);
    isTalkative = false;
    list.invalidate();
    assert.equal((await list.rows(0, 100, undefined)).messages, undefined);
  });

  it('is empty when there are no records', async () => {
    const { list } = listOf(plain({ total: 0 }));
    assert.deepEqual((await list.rows(0, 100, undefined)).rows, []);
  });

  it('clears its cache when the total changes', async () => {
    const service = plain();
    const { list } = listOf(service);
    await list.rows(0, 200, undefined);
    Object.assign(service, { total: 999, version: 2 });
    const later = await list.rows(500, 50, undefined);
    assert.deepEqual([later.total, later.rows[0]?.id], [999, 'v2-500']);
    assert.equal((await list.rows(0, 1, undefined)).rows[0]?.id, 'v2-0');
  });

  it('clears its cache when the columns change', async () => {
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

  it('aborts only requests without waiters', async () => {
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
        outcome.status === 'rejected' && outcome.reason instanceof ServiceError && outcome.reason.code === 'canceled',
      );
  });

  it('keeps the most recently used pages, within limits that a read may exceed', async () => {
    // a page of ten takes about 1,200 characters
    const { list, asked } = listOf(plain({ total: 100_000 }), 10, new CharacterBudget(20_000));
    for (let from = 0; from < 1_000; from += 10) await list.rows(from, 10, undefined);
    asked.splice(0);
    await list.rows(900, 100, undefined);
    assert.equal(asked.length, 0);
    await list.rows(0, 10, undefined);
    assert.equal(asked.length, 1);
    assert.equal((await list.rows(1_000, 400, undefined)).rows.length, 400);
    assert.equal(list.lastSeen(0, 10), undefined);
  });

  it('shows last seen rows only under their own columns', async () => {
    const own = [column, plainColumn('leads.city')];
    let answered = { columns: own, cells: (place: string) => [place, 'Goa'] };
    const ask: AskPage = async (page, limit) => {
      const answer = answerOf(plain({ total: 300 }), page, limit);
      const { columns, cells } = answered;
      return { ...answer, columns, rows: answer.rows.map((row) => ({ ...row, cells: cells(row.cells[0] ?? '') })) };
    };
    const list = new PagedList(ask, 100);
    await list.rows(0, 300, undefined);
    list.invalidate();
    assert.deepEqual(list.lastSeen(200, 1)?.rows[0]?.cells, ['200', 'Goa'], 'nothing has answered since');
    // values without headers come in a different order, or not at all
    const beyond = { ...plainColumn('leads.extra'), isDeclared: false };
    answered = { columns: [beyond, ...own], cells: (place) => ['x', place, 'Pune'] };
    await list.rows(0, 100, undefined);
    const { columns, rows } = list.lastSeen(99, 2) ?? assert.fail('nothing was seen');
    assert.deepEqual(columns, answered.columns);
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      [
        ['x', '99', 'Pune'],
        [null, '100', 'Goa'],
      ],
    );
    list.invalidate();
    answered = { columns: [plainColumn('leads.city'), column], cells: (place) => ['Agra', place] };
    await list.rows(0, 100, undefined);
    assert.equal(list.lastSeen(0, 300)?.rows.length, 100);
    list.invalidate();
    answered = {
      columns: [{ ...plainColumn('leads.city'), label: 'Town' }, column],
      cells: (place) => ['Agra', place],
    };
    await list.rows(100, 100, undefined);
    assert.equal(list.lastSeen(0, 100), undefined);
  });

  it('ignores a late response from before its cache was cleared', async () => {
    const service = plain({ total: 200 });
    const answers: (() => void)[] = [];
    const ask: AskPage = (page, limit) => {
      const answer = answerOf(service, page, limit);
      return new Promise((resolve) => answers.push(() => resolve(answer)));
    };
    const list = new PagedList(ask, 100);
    const early = list.rows(0, 100, undefined);
    service.version = 2;
    list.invalidate();
    const late = list.rows(0, 100, undefined);
    assert.equal(answers.length, 2);
    answers[1]?.();
    assert.equal((await late).rows[0]?.id, 'v2-0');
    answers[0]?.();
    assert.equal((await early).rows[0]?.id, 'v2-0');
    assert.deepEqual([list.lastSeen(0, 1)?.rows[0]?.id, answers.length], ['v2-0', 2]);
  });

  it('requests again after its cache is cleared', async () => {
    const service = plain();
    const { list } = listOf(service);
    await list.rows(0, 10, undefined);
    service.version = 2;
    list.invalidate();
    assert.equal((await list.rows(0, 10, undefined)).rows[0]?.id, 'v2-0');
  });

  it('never shows a wrong row, whatever the cap, the response order and concurrent changes', async function () {
    const says = fc.constantFrom('truth', 'limit', 'nonsense' as const);
    const wanted = fc.array(fc.tuple(fc.nat(320), fc.integer({ min: 1, max: 120 })), { minLength: 1, maxLength: 8 });
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.record({ total: fc.nat(300), cap: fc.integer({ min: 1, max: 150 }), says, sendsTotal: fc.boolean() }),
      fc.integer({ min: 1, max: 120 }),
      wanted,
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
      async (scheduler, start, pageSize, slices, growth) => {
        const service = plain({
          ...start,
          sendsTotal: start.sendsTotal || growth.length > 0,
        });
        const ask: AskPage = (page, limit) => {
          // the service reads its state now; the scheduler decides when the response arrives
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
    );
    await fc.assert(property, { numRuns: 300 });
    // two records fit on a page of seven and don't reveal the cap of three, which eight records exceed
    await fc.assert(property, { seed: -9_733_034, numRuns: 40 });
  });

  it('catches up with changes: the next request returns the current state', async () => {
    const service = plain({ total: 333, cap: 40, says: 'limit' });
    const { list } = listOf(service);
    await list.rows(0, 100, undefined);
    Object.assign(service, { total: 350, version: 2, cap: 25 });
    const slice = await list.rows(100, 100, undefined);
    checkSlice(slice, service);
    assert.deepEqual([slice.total, slice.rows[0]?.id], [350, 'v2-100']);
  });
});
