import assert from 'node:assert/strict';
import type { RecordPage } from '../../../../src/model/list/recordPage.ts';
import type { AskPage } from '../../../../src/services/lists/learnPageSize.ts';
import { ListReader } from '../../../../src/services/lists/listReader.ts';
import { PagedList } from '../../../../src/services/lists/recordPages.ts';
import { answerOf, checkSlice, column, listOf, placesOf, plain } from './pagingService.ts';

describe('list with unusual paging', () => {
  it('learns the page size of a service that caps it, and requests that size', async () => {
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

  it('does not take a short page for the last one', async () => {
    // for page 3 of 100, it sends rows 100 to 149, which would fit a list of 250 as its last page
    const { list } = listOf(plain({ total: 250, cap: 50, says: 'limit' }));
    assert.deepEqual(
      placesOf(await list.rows(200, 50, undefined)),
      Array.from({ length: 50 }, (_, n) => 200 + n),
    );
  });

  it('has no rows past its end, even if the service repeats its last page there', async () => {
    const service = plain({ total: 120 });
    const list = new PagedList(async (page, limit) => answerOf(service, Math.min(page, 2), limit), 100);
    const slice = await list.rows(5_000, 10, undefined);
    assert.deepEqual([slice.rows.length, slice.total], [0, 120]);
  });

  it('reads to the last row without a total', async () => {
    for (const cap of [1_000, 40]) {
      const { list } = listOf(plain({ total: 130, cap, sendsTotal: false }));
      assert.deepEqual(
        placesOf(await list.rows(100, 100, undefined)),
        Array.from({ length: 30 }, (_, n) => 100 + n),
      );
      assert.equal((await list.rows(200, 10, undefined)).rows.length, 0);
    }
  });

  const wrongTotals: readonly [string, (rows: number) => number][] = [
    ['0', () => 0],
    ['that of the page', (rows) => rows],
    ['too small', () => 70],
    ['as if the second page were the last', () => 100],
  ];
  for (const [title, totalOf] of wrongTotals)
    it(`is read to its end if the total of each page is ${title}`, async () => {
      for (const total of [130, 180, 200]) {
        const ask: AskPage = async (page, limit) => {
          const answer = answerOf(plain({ total, cap: 50 }), page, limit);
          return { ...answer, total: totalOf(answer.rows.length) };
        };
        const reader = new ListReader(ask, 100);
        const found: string[] = [];
        for await (const rows of reader.rows(0, Infinity, [column], new AbortController().signal))
          found.push(...rows.flatMap(({ cells }) => cells[0] ?? []));
        assert.deepEqual([found.length, found.at(-1), reader.isCut], [total, String(total - 1), false]);
      }
    });

  it('shows the rows beyond a wrong total', async () => {
    for (const totalOf of [() => 0, (rows: number) => rows, () => 70]) {
      const list = new PagedList(async (page, limit) => {
        const answer = answerOf(plain({ total: 130, cap: 50 }), page, limit);
        return { ...answer, total: totalOf(answer.rows.length) };
      }, 100);
      await list.rows(0, 100, undefined);
      const { rows, total } = await list.rows(50, 80, undefined);
      assert.deepEqual([rows.length, rows.at(-1)?.cells[0], total], [80, '129', undefined]);
    }
  });

  it('makes one more request for a list of exactly one page, and trusts its total', async () => {
    const { list, asked } = listOf(plain({ total: 100 }));
    const { rows, total } = await list.rows(0, 200, undefined);
    assert.deepEqual([rows.length, total, asked.length], [100, 100, 2]);
  });

  it('ends and reports that it may be incomplete if pages repeat', async () => {
    const turns: readonly ((page: number) => number)[] = [() => 1, (page) => (page < 3 ? page : 2 + (page % 2))];
    for (const turn of turns) {
      const ask: AskPage = async (page, limit) => ({
        ...answerOf(plain({ total: 500, cap: 50, sendsTotal: false }), turn(page), limit),
        page,
      });
      const reader = new ListReader(ask, 50);
      let count = 0;
      for await (const rows of reader.rows(0, Infinity, [column], new AbortController().signal)) count += rows.length;
      assert.deepEqual([count % 50, count <= 150, reader.isCut], [0, true, true]);
    }
    const same: AskPage = async (page, limit) => ({
      ...answerOf(plain({ total: 500, cap: 50, sendsTotal: false }), 1, limit),
      page,
    });
    const list = new PagedList(same, 100);
    await list.rows(0, 50, undefined);
    const { rows, isCut } = await list.rows(0, 100, undefined);
    assert.deepEqual([rows.length, isCut], [50, true]);
  });

  it('leaves gaps for rows that the service omits', async () => {
    const ask: AskPage = async (page, limit) => {
      const answer = answerOf(plain({ total: 300, says: 'limit' }), page, limit);
      return { ...answer, rows: answer.rows.filter(({ cells }) => !(cells[0] ?? '').endsWith('9')) };
    };
    const { rows } = await new PagedList(ask, 100).rows(100, 100, undefined);
    assert.deepEqual([rows.length, rows[0]?.id, rows[99]?.id], [100, 'v1-100', null]);
  });

  it('shows every record of several with the same id', async () => {
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

  it('refuses a service that repeats a page or returns the wrong one', async () => {
    const same = new PagedList(async (_, limit) => ({ ...answerOf(plain(), 1, limit), page: 1 }), 100);
    await same.rows(0, 100, undefined);
    await assert.rejects(same.rows(100, 100, undefined), /page 2 was requested, but page 1 was returned/);
    const repeats = new PagedList(async (page, limit) => ({ ...answerOf(plain(), 1, limit), page }), 100);
    await assert.rejects(repeats.rows(0, 200, undefined), /page \d and page \d are the same/);
  });

  it('reads a service that reports page 0 first, or for every page', async () => {
    const says =
      (reported: (page: number) => number): AskPage =>
      async (page, limit) => ({ ...answerOf(plain({ total: 250 }), page, limit), page: reported(page) });
    const second = Array.from({ length: 100 }, (_, n) => 100 + n);
    for (const ask of [says((page) => page - 1), says(() => 0)]) {
      const list = new PagedList(ask, 100);
      assert.equal((await list.rows(0, 100, undefined)).rows.length, 100);
      assert.deepEqual(placesOf(await list.rows(100, 100, undefined)), second);
      // a table restored in the middle of a list requests that part first
      assert.deepEqual(placesOf(await new PagedList(ask, 100).rows(100, 100, undefined)), second);
      const read: number[] = [];
      const signal = new AbortController().signal;
      for await (const rows of new ListReader(ask, 100).rows(0, Infinity, [column], signal))
        read.push(...rows.map(({ cells }) => Number(cells[0])));
      assert.deepEqual(
        read,
        Array.from({ length: 250 }, (_, n) => n),
      );
    }
  });

  it('refuses a service that reports records but sends none', async () => {
    const list = new PagedList(async (page, limit) => ({ ...answerOf(plain(), page, limit), rows: [] }), 100);
    await assert.rejects(list.rows(0, 100, undefined), /reports records but sends none/);
  });

  it('keeps cells under their columns when pages have different extra columns', async () => {
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

  it('returns a limited number of small pages at once', async () => {
    const { list } = listOf(plain({ cap: 5 }));
    const slice = await list.rows(0, 1_000, undefined);
    assert.ok(slice.rows.length >= 100);
    checkSlice(slice, plain());
  });
});
