import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/model/errors.ts';
import type { RowFilter } from '../../../../src/model/list/rowFilter.ts';
import { CharacterBudget } from '../../../../src/services/common/characterBudget.ts';
import { FilteredList, type FilterProgress } from '../../../../src/services/lists/filteredList.ts';
import type { AskPage } from '../../../../src/services/lists/learnPageSize.ts';
import { filterParts, type PreparedFilter } from '../../../../src/services/lists/filterPass.ts';
import { ListReader } from '../../../../src/services/lists/listReader.ts';
import { PagedList } from '../../../../src/services/lists/recordPages.ts';
import { answerOf, placesOf, plain, type Service } from './pagingService.ts';

const everySeventh: RowFilter = ({ cells }) => Number(cells[0]) % 7 === 0;
const sevenths = (total: number): number[] => Array.from({ length: Math.ceil(total / 7) }, (_, n) => n * 7);

interface Setup {
  readonly list: FilteredList;
  readonly asked: number[];
  readonly seen: FilterProgress[];
  readonly ended: () => Promise<FilterProgress>;
  readonly watching: { dispose(): void };
}

function prepared(ask: AskPage, filter: (onUnread?: () => void) => RowFilter): PreparedFilter {
  const compile: PreparedFilter['compile'] = (_columns, onUnread) => filter(onUnread);
  return { compile, parts: (pass, signal) => filterParts(new ListReader(ask, 100), compile, pass, signal) };
}

/** `gate` is awaited before each page is answered. */
function filtered(
  service: Service,
  {
    gate = async () => undefined,
    filter = everySeventh,
    memory = new CharacterBudget(),
    ask = async (page, limit) => answerOf(service, page, limit),
  }: {
    gate?: (page: number) => Promise<unknown>;
    filter?: RowFilter;
    memory?: CharacterBudget;
    ask?: AskPage;
  } = {},
): Setup {
  const asked: number[] = [];
  const gated: AskPage = async (page, limit, signal) => {
    asked.push(page);
    await gate(page);
    return ask(page, limit, signal);
  };
  const list = new PagedList(gated, 100, memory);
  const all = new FilteredList({ prepare: async () => prepared(gated, () => filter), list: async () => list }, memory);
  const seen: FilterProgress[] = [];
  let tell: (progress: FilterProgress) => void = () => undefined;
  const watching = all.watch((progress) => {
    seen.push(progress);
    if (progress.state !== 'reading') tell(progress);
  });
  const ended = async (): Promise<FilterProgress> => {
    const now = all.progress;
    return now && now.state !== 'reading' ? now : new Promise((resolve) => (tell = resolve));
  };
  return { list: all, asked, seen, ended, watching };
}

/** A gate that lets pages through up to a number. */
function pageGate(): { readonly gate: (page: number) => Promise<void>; open: (upTo: number) => void } {
  let limit = 0;
  let waiting: { readonly page: number; readonly pass: () => void }[] = [];
  return {
    gate: async (page) => {
      if (page > limit) await new Promise<void>((pass) => waiting.push({ page, pass }));
    },
    open: (upTo) => {
      limit = upTo;
      const now = waiting.filter(({ page }) => page <= limit);
      waiting = waiting.filter(({ page }) => page > limit);
      for (const { pass } of now) pass();
    },
  };
}

const away = new ServiceError('unreachable', { doing: 'list the records', why: 'it is down' });

describe('locally filtered list', () => {
  it('has exactly the rows that match, once it is read', async () => {
    const { list, ended } = filtered(plain());
    await list.rows(0, 10, undefined);
    const { state, found, read, total } = await ended();
    assert.deepEqual({ state, found, read, total }, { state: 'complete', found: 143, read: 1_000, total: 1_000 });
    const slice = await list.rows(0, 200, undefined);
    assert.deepEqual(placesOf(slice), sevenths(1_000));
    assert.deepEqual([slice.total, slice.isGrowing], [143, undefined]);
    assert.deepEqual(placesOf(await list.rows(140, 10, undefined)), [980, 987, 994]);
    assert.deepEqual(placesOf(await list.rows(143, 10, undefined)), []);
  });

  it('shows its first rows while the rest is read', async () => {
    const { gate, open } = pageGate();
    const { list, ended } = filtered(plain(), { gate });
    const first = list.rows(0, 50, undefined);
    open(1);
    const slice = await first;
    assert.deepEqual(placesOf(slice), sevenths(100));
    assert.deepEqual([slice.total, slice.isGrowing, list.progress?.state], [15, true, 'reading']);
    open(Infinity);
    assert.equal((await ended()).found, 143);
  });

  it('reports progress while the service is slow to send the next page', async () => {
    const { gate, open } = pageGate();
    const { list, ended } = filtered(plain(), { gate });
    open(8);
    const isReported = new Promise<FilterProgress>((resolve) => {
      list.watch((progress) => {
        if (progress.read === 800) resolve(progress);
      });
    });
    await list.rows(0, 10, undefined);
    assert.equal((await isReported).found, sevenths(800).length);
    open(Infinity);
    await ended();
  });

  const odd: readonly (readonly [string, Partial<Service>, AskPage?])[] = [
    ['caps its pages', { cap: 30, says: 'limit' }],
    ['sends no total', { sendsTotal: false }],
    ['sends no total and caps its pages', { sendsTotal: false, cap: 40, says: 'nonsense' }],
    [
      'repeats its last page at the end',
      { sendsTotal: false, total: 950 },
      async (page, limit) => answerOf(plain({ sendsTotal: false, total: 950 }), Math.min(page, 10), limit),
    ],
    ['counts its pages from 0', {}, async (page, limit) => ({ ...answerOf(plain(), page, limit), page: page - 1 })],
    ['sends a wrong total', {}, async (page, limit) => ({ ...answerOf(plain(), page, limit), total: 0 })],
  ];
  for (const [title, more, ask] of odd)
    it(`is exact with a service that ${title}`, async () => {
      const service = plain(more);
      const { list, ended } = filtered(service, ask && { ask });
      await list.rows(0, 10, undefined);
      assert.equal((await ended()).state, 'complete');
      assert.deepEqual(placesOf(await list.rows(0, 1_000, undefined)), sevenths(service.total));
    });

  it('says if the service may have more records than it sends', async () => {
    const service = plain({ sendsTotal: false });
    const { list, ended } = filtered(service, {
      ask: async (page, limit) => answerOf(service, Math.min(page, 3), limit),
    });
    await list.rows(0, 10, undefined);
    const { found, isCut } = await ended();
    assert.deepEqual([found, isCut], [43, true]);
    assert.equal((await list.rows(0, 10, undefined)).isCut, true);
  });

  it('requests evicted rows again, at their index', async () => {
    const { list, asked, ended } = filtered(plain({ total: 30_000 }), { memory: new CharacterBudget(20_000) });
    await list.rows(0, 10, undefined);
    await ended();
    const before = asked.length;
    const slice = await list.rows(1_000, 20, undefined);
    assert.deepEqual(placesOf(slice), sevenths(30_000).slice(1_000, 1_020));
    assert.ok(asked.length > before && asked.length <= before + 5, String(asked.length - before));
  });

  it('reads the list again if it changed, and shows no wrong row', async () => {
    const service = plain({ total: 30_000 });
    const { list, ended } = filtered(service, { memory: new CharacterBudget(20_000) });
    await list.rows(0, 10, undefined);
    await ended();
    service.version = 2;
    const slice = await list.rows(1_000, 20, undefined);
    const expected = sevenths(30_000).slice(1_000, 1_000 + slice.rows.length);
    assert.ok(slice.rows.length > 0);
    assert.deepEqual(
      slice.rows.map(({ id }) => id),
      expected.map((place) => `v2-${place}`),
    );
  });

  it('is read again if records were added during the read', async () => {
    const service = plain();
    const { list, ended } = filtered(service, {
      gate: async (page) => {
        if (page === 5) service.total = 1_100;
      },
    });
    await list.rows(0, 10, undefined);
    const { found, read } = await ended();
    assert.deepEqual([found, read], [158, 1_100]);
  });

  it('keeps its matches when the service goes down, and resumes from there', async () => {
    let downFrom = 6;
    const { list, asked, ended } = filtered(plain(), {
      gate: async (page) => {
        if (page >= downFrom) throw away;
      },
    });
    const slice = await list.rows(0, 10, undefined);
    assert.equal(slice.rows.length, 10);
    const { state, found, read, error } = await ended();
    assert.deepEqual([state, found, read, error], ['failed', 72, 500, away]);
    assert.deepEqual(placesOf(await list.rows(70, 10, undefined)), [490, 497]);
    assert.deepEqual(placesOf(await list.rows(72, 10, undefined)), []);
    downFrom = Infinity;
    asked.length = 0;
    list.continue();
    assert.equal((await ended()).found, 143);
    assert.deepEqual(asked.slice(0, 2), [1, 6]);
    assert.deepEqual(placesOf(await list.rows(0, 200, undefined)), sevenths(1_000));
  });

  it('stops on request, and resumes from there', async () => {
    const { gate, open } = pageGate();
    const { list, asked, ended, seen } = filtered(plain(), { gate });
    const first = list.rows(0, 10, undefined);
    open(4);
    await first;
    while ((list.progress?.read ?? 0) < 400) await new Promise((resolve) => setImmediate(resolve));
    list.stop();
    const { state, read } = await ended();
    assert.deepEqual([state, read], ['stopped', 400]);
    const stopped = await list.rows(0, 100, undefined);
    assert.deepEqual([stopped.total, stopped.isGrowing], [58, true]);
    asked.length = 0;
    open(Infinity);
    list.continue();
    assert.equal(list.progress?.state, 'reading');
    assert.equal((await ended()).found, 143);
    assert.deepEqual(placesOf(await list.rows(0, 200, undefined)), sevenths(1_000));
    // the first page shows whether it is still the same list
    assert.deepEqual(asked.slice(0, 3), [1, 5, 6]);
    assert.equal(seen.at(-1)?.state, 'complete');
  });

  it('pauses without a watcher, and resumes for the next one', async () => {
    const { gate, open } = pageGate();
    const { list, asked, watching } = filtered(plain({ total: 100_000 }), { gate });
    const first = list.rows(0, 10, undefined);
    open(1);
    await first;
    watching.dispose();
    open(Infinity);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.ok(asked.length <= 6, String(asked.length));
    const { promise, resolve } = Promise.withResolvers<FilterProgress>();
    list.watch((progress) => progress.state === 'complete' && resolve(progress));
    assert.equal((await promise).found, 14_286);
  });

  it('rejects if nothing can be read, and retries on the next request', async () => {
    let isDown = true;
    const { list, ended } = filtered(plain(), {
      gate: async () => {
        if (isDown) throw away;
      },
    });
    await assert.rejects(list.rows(0, 10, undefined), away);
    isDown = false;
    assert.equal((await list.rows(0, 10, undefined)).rows.length, 10);
    assert.equal((await ended()).found, 143);
  });

  it('rejects a canceled request, and continues for others', async () => {
    const { gate, open } = pageGate();
    const { list, ended } = filtered(plain(), { gate });
    const canceling = new AbortController();
    const first = list.rows(0, 10, canceling.signal);
    canceling.abort();
    await assert.rejects(first, { code: 'canceled' });
    open(Infinity);
    assert.equal((await ended()).found, 143);
  });

  it('drops its matches when it is invalidated, except while the service is down', async () => {
    const service = plain();
    let isDown = false;
    const { list, ended } = filtered(service, {
      gate: async () => {
        if (isDown) throw away;
      },
    });
    await list.rows(0, 10, undefined);
    await ended();
    service.version = 2;
    list.invalidate();
    isDown = true;
    await assert.rejects(list.rows(0, 10, undefined), away);
    assert.equal(list.lastSeen(0, 3)?.rows[0]?.id, 'v1-0');
    isDown = false;
    assert.equal((await list.rows(0, 3, undefined)).rows[0]?.id, 'v2-0');
  });

  it('counts each value that cannot be compared once, even if its row is requested again', async () => {
    const memory = new CharacterBudget(0);
    const service = plain();
    const ask: AskPage = async (page, limit) => answerOf(service, page, limit);
    const all = new FilteredList(
      {
        prepare: async () =>
          prepared(ask, (onUnread) => (row) => {
            onUnread?.();
            return everySeventh(row);
          }),
        list: async () => new PagedList(ask, 100, memory),
      },
      memory,
    );
    const ended = new Promise<FilterProgress>((resolve) => {
      all.watch((progress) => {
        if (progress.state === 'complete') resolve(progress);
      });
    });
    await all.rows(0, 1, undefined);
    assert.equal((await ended).unread, 1_000);
    assert.equal((await all.rows(0, 10, undefined)).rows.length, 10);
    assert.equal(all.progress?.unread, 1_000);
  });

  it('has no rows, but columns, if nothing matches', async () => {
    const { list, ended } = filtered(plain(), { filter: () => false });
    const slice = await list.rows(0, 10, undefined);
    assert.deepEqual([slice.rows.length, slice.total, slice.columns.length, slice.isGrowing], [0, 0, 1, undefined]);
    assert.equal((await ended()).read, 1_000);
    const empty = filtered(plain({ total: 0 }));
    assert.equal((await empty.list.rows(0, 10, undefined)).columns.length, 1);
  });
});
